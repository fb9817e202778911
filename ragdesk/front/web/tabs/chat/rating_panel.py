"""What was wrong with an answer: asked in a few words, kept with it, and turned into the right answer where a person knows it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragdesk.domain.answers import Answer
from ragdesk.domain.conversations import Rating
from ragdesk.domain.errors import RagdeskError, UsageError
from ragdesk.front.web import render
from ragdesk.front.web.events import Fields, connect
from ragdesk.front.web.parts import Updates, markdown, update
from ragdesk.front.web.tabs.chat import render_rating
from ragdesk.front.web.tabs.chat.thread_panel import ThreadPanel
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    import gradio as gr
    from gradio.blocks import Block

    from ragdesk.app.app import App


@dataclass(frozen=True, slots=True)
class RatedAnswer:
    """The answer that a window's panel is open for, and what the window shows of its thread."""

    message_id: str
    conversation: str
    length: int


class RatingPanel:
    """Lays the panel out above the question's field. `about` is the answer (its message's id) that it is open for."""

    def __init__(self, app: "App", thread: ThreadPanel) -> None:
        self._app = app
        self._thread = thread

    def unseen(self) -> None:
        import gradio as gr

        self.about = gr.State("")

    def layout(self) -> None:
        import gradio as gr

        with gr.Column(visible=False, elem_id="rd-rating") as self.panel:
            self.head = markdown("rd-rating-head")
            self.reason = gr.Radio(
                [(t(text), reason) for text, reason in render_rating.REASONS],
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

    def wire(self, conversation: "gr.State", length: "gr.State") -> None:
        """`conversation` and `length` are what the window shows of the thread."""
        thread = self._thread
        rated = [thread.status, thread.thread, thread.live, *self.parts]
        answer = Fields(RatedAnswer, message_id=self.about, conversation=conversation, length=length)
        connect(
            self.keep_button.click,
            self.keep,
            rated,
            answer=answer,
            reason=self.reason,
            note=self.note,
            right=self.right,
        )
        connect(self.back_button.click, self.take_back, rated, answer=answer)
        connect(self.close_button.click, self.closed, self.parts)

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

    def keep(self, answer: RatedAnswer, reason: str | None, note: str, right: str) -> Updates:
        """Keep what was wrong with the answer, and say so."""
        try:
            receipt = self._kept(answer.message_id, reason, note, right)
            return {**self._again(answer), self._thread.status: receipt}
        except RagdeskError as problem:
            return {self._thread.status: render.error(problem)}

    def take_back(self, answer: RatedAnswer) -> Updates:
        """Take back what was said of the answer; where it is gone meanwhile, say so."""
        try:
            self._app.library.ratings.withdraw(answer.message_id)
            return {**self._again(answer), self._thread.status: ""}
        except RagdeskError as problem:
            return {self._thread.status: render.error(problem), **self.closed()}

    def _again(self, answer: RatedAnswer) -> Updates:
        """The thread with what is now said of the answer; the panel closes."""
        return {**self._thread.messages(answer.conversation, answer.length), **self.closed()}

    def good(self, message_id: str, conversation: str, length: int) -> Updates:
        """The answer is good: it is kept as a question and answer, once. Pressed again, that it is good is taken back. Raises
        UnknownIdError."""
        receipt = self._good(message_id)
        return {**self._thread.messages(conversation, length), self._thread.status: receipt}

    def _kept(self, message_id: str, reason: str | None, note: str, right: str) -> str:
        """Keep what was wrong, propose the right answer, and say so, as HTML. Raises UnknownIdError, UsageError."""
        if not reason:
            raise UsageError("Nothing is chosen.", "Say what was wrong with the answer.")
        self._app.library.ratings.rate(Rating(message_id, "bad", reason, note.strip()))
        if not right.strip():
            return render_rating.kept(message_id)
        answer = self._answer(self._app.library.conversations.message(message_id).answer)
        self._app.library.entries.propose(answer.standalone_question, right, origin=f"message {message_id}")
        return render_rating.proposed()

    def _good(self, message_id: str) -> str:
        message = self._app.library.conversations.message(message_id)
        before = self._app.conversations.ratings([message]).get(message_id)
        if before is not None and before.verdict == "good":
            self._app.library.ratings.withdraw(message_id)
            return render_rating.taken_back()
        origin = f"message {message_id}"
        if not any(entry.origin == origin for entry in self._app.library.entries.all()):
            self._app.entries.propose_answer(message_id)
        self._app.library.ratings.rate(Rating(message_id, "good"))
        return render_rating.saved()

    @staticmethod
    def _answer(answer: Answer | None) -> Answer:
        if answer is None:
            raise UsageError("This is no answer.", "Choose an answer.")
        return answer
