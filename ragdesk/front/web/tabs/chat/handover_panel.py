"""Asking a person, a fold of the Chat tab: the message before it leaves, the reply that comes back, and what is open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ragdesk.domain.entries import HandoverDraft, HandoverMessage, Reply
from ragdesk.domain.errors import RagdeskError, UsageError
from ragdesk.domain.search import Scope
from ragdesk.front.web import render
from ragdesk.front.web.actions.chat import (
    HANDOVER,
    AskDeleteHandover,
    DeleteHandover,
    KeepHandover,
    OpenHandover,
)
from ragdesk.front.web.events import Fields, connect
from ragdesk.front.web.guard.uploads import uploaded
from ragdesk.front.web.parts import EACH, LONG, Updates, bridge, markdown, nothing, update
from ragdesk.front.web.tabs.chat import render_handover
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App


@dataclass(frozen=True, slots=True)
class Written:
    """The message as it stands in a window's fields, and what it was made of (None: no message is open)."""

    draft: HandoverDraft | None
    to: str
    subject: str
    text: str


class HandoverPanel:
    """Lays the fold out and answers its events. A window's states: `draft`, what its message was made of (None: none is open);
    `chosen`, the passages in it."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def unseen(self) -> None:
        import gradio as gr

        self.act = bridge("handover")
        self.draft, self.chosen = gr.State(None), gr.State([])

    def layout(self) -> None:
        import gradio as gr

        with gr.Accordion(t("Ask a person"), open=False, elem_id="rd-handover-fold") as self.fold:
            with gr.Column(visible=False, elem_id="rd-handover-message") as self.writing:
                self._layout_message()
            self.note = markdown("rd-handover-note")
            self.pasted = _field(t("The reply: paste it here"), "reply", lines=2, max_lines=12)
            self.drop = gr.File(
                label=t("Or drop the mail here (.eml, .msg)"), height=90, elem_id="rd-handover-drop"
            )
            self.which = gr.Dropdown(
                [],
                visible=False,
                label=t("Which question does it answer?"),
                elem_id="rd-handover-which",
                elem_classes="rd-field",
            )
            self.keep_button = gr.Button(
                t("Keep as question and answer"), size="sm", elem_id="rd-handover-keep"
            )
            self.list = markdown("rd-handovers")

    def _layout_message(self) -> None:
        import gradio as gr

        markdown("rd-handover-intro", render_handover.intro())
        self.to = _field(t("To (optional): name, or name <mail address>"), "to", max_lines=1)
        self.subject = _field(t("Subject"), "subject", max_lines=1)
        self.passages = gr.CheckboxGroup(
            [], label=t("Passages that go with it"), elem_id="rd-handover-passages"
        )
        self.text = _field(t("Message"), "text", lines=10, max_lines=24, buttons=["copy"])
        with gr.Row(elem_classes="rd-tight"):
            self.as_eml = gr.Button(
                t("Save for mail (.eml)"), size="sm", elem_id="rd-handover-eml", min_width=120
            )
            self.as_txt = gr.Button(
                t("Save as text (.txt)"), size="sm", elem_id="rd-handover-txt", min_width=120
            )
            self.close = gr.Button(t("Close"), size="sm", elem_id="rd-handover-close", min_width=80)

    def wire(self, collections: "gr.Dropdown", documents: "gr.Dropdown") -> None:
        """`collections` and `documents` are where the conversation on view looks."""
        listed = [self.list, self.fold, self.which]
        message = [self.writing, self.to, self.subject, self.passages, self.text, self.draft, self.chosen]
        connect(
            self.act.change,
            self.do,
            [*message, self.note, *listed],
            EACH,
            sent=self.act,
            collections=collections,
            documents=documents,
            draft=self.draft,
        )
        connect(self.fold.expand, self.listed, listed)
        connect(
            self.passages.input,
            self.choose,
            [self.text, self.chosen, self.note],
            numbers=self.passages,
            before=self.chosen,
            text=self.text,
            draft=self.draft,
        )
        written = Fields(Written, draft=self.draft, to=self.to, subject=self.subject, text=self.text)
        for button, save in ((self.as_eml, self.save_eml), (self.as_txt, self.save_txt)):
            connect(button.click, save, [self.note, *listed], written=written)
        connect(self.close.click, self.closed, [*message, self.note])
        taken = [self.pasted, self.drop, self.note, *listed]
        # An upload is read where it lies, and deleted.
        connect(self.drop.upload, self.take_mail, taken, {**LONG, "preprocess": False}, file=self.drop)
        connect(self.keep_button.click, self.take, taken, text=self.pasted, reference=self.which)

    def listed(self, deleting: str = "") -> Updates:
        known = self._app.library.handovers.all()
        return {
            self.list: render_handover.handovers(known, deleting),
            self.fold: update(label=render_handover.head(known)),
            self.which: update(
                choices=[(render_handover.question(handover), handover.reference) for handover in known]
            ),
        }

    # ------------------------------------------------------------ the message

    def do(
        self,
        sent: str,
        collections: Sequence[str] | None,
        documents: Sequence[str] | None,
        draft: HandoverDraft | None,
    ) -> Updates:
        """What a link asked for."""
        try:
            match HANDOVER.read(sent):
                case OpenHandover(message_id):
                    return self._opened(message_id, Scope(tuple(collections or ()), tuple(documents or ())))
                case AskDeleteHandover(reference):
                    return {self.note: "", **self.listed(reference)}
                case KeepHandover():
                    return {self.note: "", **self.listed()}
                case DeleteHandover(reference):
                    self._app.handovers.delete(reference)
                    gone = self.closed() if draft and draft.reference == reference else {}
                    note = render.notice(t("Deleted. Replies that you kept stay in the Library."), "good")
                    return {**gone, **self.listed(), self.note: note}
                case None:
                    return nothing()
        except RagdeskError as problem:
            return {self.note: render.error(problem), **self._unfolded()}

    def _opened(self, message_id: str, scope: Scope) -> Updates:
        # An empty choice means: where the conversation itself looks.
        draft = self._app.handovers.draft(message_id, scope if scope != Scope() else None)
        message = self._app.handovers.message(
            draft, self._app.library.handovers.get(draft.reference).recipient
        )
        numbers = list(draft.chosen)
        choices = [(render_handover.passage(passage), passage.number) for passage in draft.passages]
        return {
            **self._unfolded(),
            self.writing: update(visible=True),
            self.to: message.recipient,
            self.subject: message.subject,
            self.passages: update(choices=choices, value=numbers, visible=bool(choices)),
            self.text: message.text,
            self.draft: draft,
            self.chosen: numbers,
            self.note: "",
        }

    def _unfolded(self) -> Updates:
        shown = self.listed()
        return {**shown, self.fold: update(open=True, label=shown[self.fold]["label"])}

    def choose(
        self, numbers: list[int], before: list[int], text: str, draft: HandoverDraft | None
    ) -> Updates:
        """Take passages out of the message, or put them in again."""
        if draft is None:
            return {self.note: ""}
        text, stuck = self._app.handovers.choose(text, draft, before, numbers)
        return {
            self.text: text,
            self.chosen: numbers,
            self.note: render_handover.stuck(stuck) if stuck else "",
        }

    def save_eml(self, written: Written) -> Updates:
        return self._saved("eml", written)

    def save_txt(self, written: Written) -> Updates:
        return self._saved("txt", written)

    def _saved(self, kind: Literal["eml", "txt"], written: Written) -> Updates:
        if written.draft is None:
            return {self.note: ""}
        try:
            reference = written.draft.reference
            message = HandoverMessage(reference, written.to, written.subject, written.text)
            token, file = self._app.handovers.offer(message, kind)
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        return {self.note: render_handover.ready(token, file), **self.listed()}

    def closed(self) -> Updates:
        """No message on view; the hand-over stays in the list."""
        return {
            **dict.fromkeys((self.to, self.subject, self.text, self.note), ""),
            self.writing: update(visible=False),
            self.passages: update(choices=[], value=[]),
            self.draft: None,
            self.chosen: [],
        }

    # ------------------------------------------------------------ the reply

    def take(self, text: str, reference: str | None) -> Updates:
        """Keep a reply that was pasted, for the question that it names or that a person chose."""
        try:
            return self._taken(self._app.handovers.read_text(text), reference or "")
        except RagdeskError as problem:
            return {self.note: render.error(problem)}

    def take_mail(self, file: Mapping[str, Any] | None) -> Updates:
        """Read a mail that was dropped, and keep it where it says which question it answers."""
        names = uploaded(self._app, [file] if file else [])
        shown: Updates = {self.drop: None}
        try:
            for path, name in names.items():
                shown |= self._taken(self._app.handovers.read_mail(path, name), "")
        except RagdeskError as problem:
            shown |= {self.note: render.error(problem)}
        finally:
            for path in names:
                path.unlink(missing_ok=True)
        return shown

    def _taken(self, reply: Reply, reference: str) -> Updates:
        match = self._app.handovers.match(reply)
        reference = reference or (match.reference if match else "")
        if not reference:
            return self._ask_which(reply)
        entry = self._app.handovers.propose(reply, reference)
        note = render_handover.proposed(entry.question, reply.attachments)
        shown = self.listed()
        choices = shown[self.which]["choices"]
        return {
            **shown,
            self.which: update(visible=False, choices=choices, value=None),
            self.pasted: "",
            self.note: note,
        }

    def _ask_which(self, reply: Reply) -> Updates:
        """The answer stays on view until a person says what it belongs to."""
        shown = self.listed()
        choices = shown[self.which]["choices"]
        if not choices:
            raise UsageError(
                "Nobody was asked anything that this could answer.",
                "Write the question and the answer in the Library.",
            )
        return {
            **shown,
            self.which: update(visible=True, choices=choices, value=None),
            self.pasted: reply.text,
            self.note: render_handover.which(reply.attachments),
        }


def _field(label: str, name: str, **more: Any) -> "gr.Textbox":
    import gradio as gr

    return gr.Textbox(label=label, elem_id=f"rd-handover-{name}", elem_classes="rd-field", **more)
