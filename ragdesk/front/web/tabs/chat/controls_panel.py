"""Under the question's field: where the next question looks, how sure an answer must be, and which model answers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ragdesk.domain.answers import Stance
from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.search import Scope
from ragdesk.front.web import render
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import Updates, markdown, nothing, update
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
        import gradio as gr

        self.files.unseen()
        self.filled = gr.State(
            None
        )  # the strictness that this window shows, unless a person chose another in it

    def layout(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-tight", elem_id="rd-controls"):
            with gr.Accordion(render_chat.scoped(0, 0), open=False, elem_id="rd-scope") as self.fold:
                self.collections = _choice(t("Only these collections"), "rd-collections")
                self.documents = _choice(t("Only these documents"), "rd-only-documents")
                self.files.layout()
            self.stance = gr.Dropdown(
                [(t(text), stance) for text, stance in STANCES],
                value=None,  # else Gradio shows the first of them until it is filled
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
        return [self.collections, self.documents, self.stance, self.filled, self.model]

    def wire(self, conversation: "gr.State", talks: TalksPanel, status: "gr.Markdown") -> None:
        """`status` says what became of a choice."""
        self._status = status
        self.files.wire(conversation, self.documents, talks)
        connect(
            self.stance.input,
            self.set_stance,
            [status, self.filled],
            stance=self.stance,
            filled=self.filled,
        )
        for change in (self.collections.change, self.documents.change):
            connect(change, self.scoped, [self.fold], collections=self.collections, documents=self.documents)

    def refreshed(self) -> Updates:
        """What can be chosen now."""
        library, models = self._app.library, self._app.engines.models()
        stance = self._app.settings.answer.stance
        model = next((model.name for model in models if model.role == "llm" and model.chosen), "")
        return {
            self.collections: update(choices=[collection.name for collection in library.collections.all()]),
            self.documents: update(choices=self._titles()),
            self.stance: stance,
            self.filled: stance,
            self.model: render_chat.model(model),
        }

    def only(self, document_ids: Sequence[str]) -> Updates:
        """The next question looks in these documents alone."""
        return {
            self.collections: [],
            self.documents: update(choices=self._titles(), value=list(document_ids)),
        }

    def _titles(self) -> list[tuple[str, str]]:
        documents = self._app.library.documents.all()
        return [(document.title or document.name, document.id) for document in documents]

    def opened(self, scope: Scope) -> Updates:
        """The scope of the conversation that is opened."""
        return {self.collections: list(scope.collections), self.documents: list(scope.documents)}

    def scoped(self, collections: Sequence[str], documents: Sequence[str]) -> Updates:
        """Say on the closed fold where the next question will look."""
        return {self.fold: update(label=render_chat.scoped(len(collections), len(documents)))}

    def set_stance(self, stance: Stance | None, filled: Stance | None) -> Updates:
        """Keep the choice. Gradio tells of one whenever the list is left: what the window was `filled` with was not chosen there,
        although another window may have chosen otherwise since."""
        if stance in (None, filled, self._app.settings.answer.stance):
            return nothing()
        try:
            self._app.change_now({("answer", "stance"): stance})
        except RagdeskError as problem:
            return {self._status: render.error(problem)}
        return {self._status: render_chat.stance(stance), self.filled: stance}


def _choice(label: str, elem_id: str) -> "gr.Dropdown":
    import gradio as gr

    return gr.Dropdown([], multiselect=True, label=label, elem_id=elem_id, elem_classes="rd-field")
