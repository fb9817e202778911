"""What was wrong with an answer: asked in a few words, kept with it, and turned into the right answer where a person knows it."""

from typing import TYPE_CHECKING

from ragdesk.domain.answers import Answer
from ragdesk.domain.conversations import Rating
from ragdesk.domain.errors import UsageError
from ragdesk.front.web.parts import Updates, markdown, update
from ragdesk.front.web.tabs.chat import render_rating
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    from gradio.blocks import Block

    from ragdesk.app.app import App


class RatingPanel:
    """Lays the panel out above the question's field. `about` is the answer (its message's id) that it is open for."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def unseen(self) -> None:
        import gradio as gr

        self.about = gr.State("")

    def layout(self) -> None:
        import gradio as gr

        with gr.Column(visible=False, elem_id="rd-rating") as self.panel:
            self.head = markdown("rd-rating-head")
            self.reason = gr.Radio(
                [(t(said), reason) for said, reason in render_rating.REASONS],
                label=t("What was wrong?"),
                elem_id="rd-rating-reason",
                elem_classes="rd-field",
            )
            self.note = gr.Textbox(
                label=t("Note (optional)"), max_lines=3, elem_id="rd-rating-note", elem_classes="rd-field"
            )
            self.right = gr.Textbox(
                label=t(
                    "The right answer, if you know it: it becomes a question and answer for your approval"
                ),
                lines=2,
                max_lines=6,
                elem_id="rd-rating-right",
                elem_classes="rd-field",
            )
            with gr.Row(elem_classes="rd-tight"):
                self.keep_button = gr.Button(
                    t("Keep"), variant="primary", size="sm", elem_id="rd-rating-keep", min_width=80
                )
                self.back_button = gr.Button(
                    t("Take back"), size="sm", elem_id="rd-rating-back", min_width=80
                )
                self.close_button = gr.Button(t("Close"), size="sm", elem_id="rd-rating-close", min_width=80)

    @property
    def parts(self) -> list["Block"]:
        """What `open` and `closed` change."""
        return [self.panel, self.head, self.reason, self.note, self.right, self.back_button, self.about]

    def open(self, message_id: str) -> Updates:
        """Ask what was wrong with an answer, with what was said of it before. Raises UnknownIdError."""
        message = self._app.library.conversations.message(message_id)
        answer = self._answer(message.answer)
        before = self._app.conversations.ratings([message]).get(message_id)
        bad = before is not None and before.verdict == "bad"
        return {
            self.panel: update(visible=True),
            self.head: render_rating.head(answer.question),
            self.reason: before.reason if before is not None and bad else None,
            self.note: before.note if before is not None and bad else "",
            self.right: "",
            self.back_button: update(visible=bad),
            self.about: message_id,
        }

    def closed(self) -> Updates:
        return {self.panel: update(visible=False), self.right: "", self.about: ""}

    def keep(self, message_id: str, reason: str | None, note: str, right: str) -> str:
        """Keep what was wrong, propose the right answer, and say so, as HTML. Raises UnknownIdError, UsageError."""
        if not reason:
            raise UsageError("Nothing is chosen.", "Say what was wrong with the answer.")
        self._app.library.ratings.rate(Rating(message_id, "bad", reason, note.strip()))
        if not right.strip():
            return render_rating.kept(message_id)
        answer = self._answer(self._app.library.conversations.message(message_id).answer)
        self._app.library.entries.propose(answer.standalone_question, right, origin=f"message {message_id}")
        return render_rating.proposed()

    def good(self, message_id: str) -> str:
        """The answer is good: it is kept as a question and answer, once. Pressed again, that it is good is taken back. Says
        so, as HTML. Raises UnknownIdError."""
        message = self._app.library.conversations.message(message_id)
        before = self._app.conversations.ratings([message]).get(message_id)
        if before is not None and before.verdict == "good":
            self._app.library.ratings.withdraw(message_id)
            return render_rating.taken_back()
        origin = f"message {message_id}"
        if not any(each.origin == origin for each in self._app.library.entries.all()):
            self._app.entries.propose_answer(message_id)
        self._app.library.ratings.rate(Rating(message_id, "good"))
        return render_rating.saved()

    @staticmethod
    def _answer(answer: Answer | None) -> Answer:
        if answer is None:
            raise UsageError("This is no answer.", "Choose an answer.")
        return answer
