"""Under the question's field: where the next question looks, how sure an answer must be, and which model answers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ragdesk.domain.answers import Stance
from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.search import Scope
from ragdesk.front.web import render
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import Updates, markdown, update
from ragdesk.front.web.tabs.chat import render_chat
from ragdesk.front.web.tabs.chat.files import OwnFiles
from ragdesk.front.web.tabs.chat.talks_panel import TalksPanel
from ragdesk.front.web.wording import mark, t

if TYPE_CHECKING:
    import gradio as gr
    from gradio.components import Component

    from ragdesk.app.app import App

STANCES = ((mark("Cautious"), "cautious"), (mark("Balanced"), "balanced"), (mark("Helpful"), "helpful"))


class ControlsPanel:
    """Lays the controls out and answers their events."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.files = OwnFiles(app)

    def unseen(self) -> None:
        self.files.unseen()

    def layout(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-tight", elem_id="rd-controls"):
            with gr.Accordion(render_chat.scoped(0, 0), open=False, elem_id="rd-scope") as self.fold:
                self.collections = _choice(t("Only these collections"), "rd-collections")
                self.documents = _choice(t("Only these documents"), "rd-only-documents")
                self.files.layout()
            self.stance = gr.Dropdown(
                [(t(text), stance) for text, stance in STANCES],
                label=t("Answer strictness"),
                show_label=False,
                container=False,
                filterable=False,
                elem_id="rd-stance",
                min_width=110,
            )
            self.model = markdown("rd-model-name")

    @property
    def fresh(self) -> list["Component"]:
        """What `refreshed` changes."""
        return [self.collections, self.documents, self.stance, self.model]

    def wire(self, conversation: "gr.State", talks: TalksPanel, status: "gr.Markdown") -> None:
        """`status` says what became of a choice."""
        self._status = status
        self.files.wire(conversation, self.documents, talks)
        connect(self.stance.input, self.set_stance, [status], stance=self.stance)
        for change in (self.collections.change, self.documents.change):
            connect(change, self.scoped, [self.fold], collections=self.collections, documents=self.documents)

    def refreshed(self) -> Updates:
        """What can be chosen now."""
        library, models = self._app.library, self._app.engines.models()
        model = next((model.name for model in models if model.role == "llm" and model.chosen), "")
        return {
            self.collections: update(choices=[collection.name for collection in library.collections.all()]),
            self.documents: update(choices=self._titles()),
            self.stance: self._app.settings.answer.stance,
            self.model: render_chat.model(model),
        }

    def only(self, document_id: str) -> Updates:
        """The next question looks in this document alone."""
        return {self.collections: [], self.documents: update(choices=self._titles(), value=[document_id])}

    def _titles(self) -> list[tuple[str, str]]:
        documents = self._app.library.documents.all()
        return [(document.title or document.name, document.id) for document in documents]

    def opened(self, scope: Scope) -> Updates:
        """The scope of the conversation that is opened."""
        return {self.collections: list(scope.collections), self.documents: list(scope.documents)}

    def scoped(self, collections: Sequence[str], documents: Sequence[str]) -> Updates:
        """Say on the closed fold where the next question will look."""
        return {self.fold: update(label=render_chat.scoped(len(collections), len(documents)))}

    def set_stance(self, stance: Stance) -> Updates:
        try:
            self._app.change_now({("answer", "stance"): stance})
        except RagdeskError as problem:
            return {self._status: render.error(problem)}
        return {self._status: render_chat.stance(stance)}


def _choice(label: str, elem_id: str) -> "gr.Dropdown":
    import gradio as gr

    return gr.Dropdown([], multiselect=True, label=label, elem_id=elem_id, elem_classes="rd-field")
