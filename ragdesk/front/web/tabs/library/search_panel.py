"""Finding passages without the language model, at the side of the Library tab: what retrieval brings, and why."""

from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.search import Mode
from ragdesk.front.web import render
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import Updates, markdown
from ragdesk.front.web.tabs.library import render_search
from ragdesk.front.web.wording import mark, t

if TYPE_CHECKING:
    from ragdesk.app.app import App

MODES: dict[Mode, str] = {
    "hybrid": mark("Meaning and words"),
    "vector": mark("Meaning"),
    "words": mark("Words"),
}


class SearchPanel:
    """Lays the panel out and answers its events."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def layout(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-tight"):
            self.query = gr.Textbox(
                label=t("Search your documents"),
                placeholder=t("Search your documents"),
                show_label=False,
                container=False,
                max_lines=1,
                elem_id="rd-query",
                scale=4,
                min_width=160,
            )
            self.find = gr.Button(t("Search"), elem_id="rd-find", scale=0, min_width=100)
        self.mode = gr.Radio(
            [(t(text), mode) for mode, text in MODES.items()],
            value=next(iter(MODES)),
            label=t("Compare by"),
            show_label=False,
            container=False,
            elem_id="rd-mode",
        )
        self.hits = markdown("rd-side")

    @property
    def outputs(self) -> list[Any]:
        return [self.hits]

    def wire(self) -> None:
        for trigger in (self.query.submit, self.find.click):
            connect(trigger, self.search, self.outputs, query=self.query, mode=self.mode)

    def search(self, query: str, mode: Mode) -> Updates:
        """The best passages, each with its place in every step of the search."""
        if not query.strip():
            return {self.hits: render.notice(t("Type what you are looking for."))}
        try:
            hits = self._app.passages.explain(query, mode=mode, top=self._app.settings.search.top)
            best = self._app.passages.best_lines(query, [each.hit for each in hits])
        except RagdeskError as problem:
            return {self.hits: render.error(problem)}
        titles = {
            document.id: document.title or document.name for document in self._app.library.documents.all()
        }
        away = self._app.passages.away()
        note = render.notice(away) if away else ""
        return {self.hits: note + render_search.hits(hits, titles, query, best)}
