"""Questions and answers, a fold of the Library tab: written, approved, changed, rejected and deleted by a person."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ragdesk.domain.entries import Entry
from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render
from ragdesk.front.web.actions.library import (
    ENTRIES,
    ApproveEntry,
    AskDeleteEntry,
    DeleteEntry,
    EditEntry,
    EntryAction,
    KeepEntry,
    RejectEntry,
)
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import EACH, Updates, bridge, markdown, nothing, update
from ragdesk.front.web.tabs.library import render_entries
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App


class EntriesPanel:
    """Lays the fold out and answers its events. `editing` is the entry that a window's form changes, "" for a new one."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def unseen(self) -> None:
        import gradio as gr

        self.act = bridge("entries")
        self.editing = gr.State("")

    def layout(self) -> None:
        import gradio as gr

        with gr.Accordion(t("Questions and answers"), open=False, elem_id="rd-entries-fold") as self.fold:
            self.question = gr.Textbox(
                label=t("Question"), max_lines=3, elem_id="rd-entry-question", elem_classes="rd-field"
            )
            self.answer = gr.Textbox(
                label=t("Answer"), lines=3, max_lines=12, elem_id="rd-entry-answer", elem_classes="rd-field"
            )
            with gr.Row(elem_classes="rd-tight"):
                self.collection = gr.Textbox(
                    label=t("Collection (optional)"),
                    max_lines=1,
                    elem_id="rd-entry-collection",
                    elem_classes="rd-field",
                    scale=4,
                )
                self.save_button = gr.Button(t("Save"), elem_id="rd-entry-save", scale=0, min_width=110)
                self.back = gr.Button(
                    t("Do not change"), visible=False, elem_id="rd-entry-back", scale=0, min_width=130
                )
            self.note = markdown("rd-entry-note")
            self.list = markdown("rd-entries")

    @property
    def form(self) -> list[Any]:
        return [self.question, self.answer, self.collection, self.save_button, self.back, self.editing]

    @property
    def outputs(self) -> list[Any]:
        """What `listed` fills."""
        return [self.list, self.fold]

    def wire(self, follow: Callable[["gr.events.Dependency"], None]) -> None:
        """`follow` shows the queue after an event: an approved entry is taken in like a file."""
        shown = [*self.form, self.note, *self.outputs]
        saved = connect(
            self.save_button.click,
            self.save,
            shown,
            question=self.question,
            answer=self.answer,
            collection=self.collection,
            editing=self.editing,
        )
        follow(saved)
        follow(connect(self.act.change, self.do, shown, EACH, sent=self.act, editing=self.editing))
        connect(self.back.click, self.blank, self.form)

    def listed(self, deleting: str = "") -> Updates:
        known = self._app.library.entries.all()
        return {
            self.list: render_entries.entries(known, deleting),
            self.fold: update(label=render_entries.head(known)),
        }

    def blank(self) -> Updates:
        """The form for a new entry."""
        return {
            self.question: "",
            self.answer: "",
            self.collection: update(value="", visible=True),
            self.save_button: update(value=t("Save")),
            self.back: update(visible=False),
            self.editing: "",
        }

    def save(self, question: str, answer: str, collection: str, editing: str) -> Updates:
        """Keep a new entry for approval, or change the one in the form."""
        entries = self._app.entries
        try:
            if editing:
                entries.edit(editing, question, answer)
                note = render.notice(t("Changed."), "good")
            else:
                place = collection.strip() or None
                self._app.library.entries.propose(question, answer, collection=place)
                note = render.notice(t("Saved. It is used in answers once you approve it below."), "good")
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        return {**self.blank(), self.note: note, **self.listed()}

    def do(self, sent: str, editing: str) -> Updates:
        """What a link in the list asked for."""
        action = ENTRIES.read(sent)
        if action is None:
            return nothing()
        try:
            return self._do(action, editing)
        except RagdeskError as problem:
            return {self.note: render.error(problem), **self.listed()}

    def _do(self, action: EntryAction, editing: str) -> Updates:
        entries, note, blank = self._app.entries, "", {}
        match action:
            case EditEntry(entry_id):
                return self._edited(self._app.library.entries.get(entry_id))
            case AskDeleteEntry(entry_id):
                return {self.note: "", **self.listed(entry_id)}
            case ApproveEntry(entry_id):
                entries.approve(entry_id)
                note = t("Approved. Answers can cite it in a moment.")
            case RejectEntry(entry_id):
                entries.reject(entry_id)
                note = t("Rejected. It is kept here, and no longer used in answers.")
            case DeleteEntry(entry_id):
                entries.delete(entry_id)
                note = t("Deleted, with its document.")
                blank = self.blank() if entry_id == editing else {}
            case KeepEntry():
                pass
        return {**blank, self.note: render.notice(note, "good"), **self.listed()}

    def _edited(self, entry: Entry) -> Updates:
        """An entry in the form."""
        return {
            self.question: entry.question,
            self.answer: entry.answer,
            self.collection: update(visible=False),
            self.save_button: update(value=t("Save changes")),
            self.back: update(visible=True),
            self.editing: entry.id,
            self.note: "",
        }
