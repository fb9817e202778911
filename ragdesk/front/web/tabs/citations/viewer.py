"""The viewer beside the citations: the toolbar, and the cited place in its document. `static/viewer.js` does the rest."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragdesk.domain.answers import Citation
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.front.web import render
from ragdesk.front.web.parts import Updates, markdown
from ragdesk.front.web.tabs.citations import render_passage, render_viewer

if TYPE_CHECKING:
    from ragdesk.app.app import App

# Filled rows of a sheet shown above and below the cited ones at first, and how many more at a time.
ROWS, MORE_ROWS = 15, 50


@dataclass(frozen=True, slots=True)
class Reach:
    """How often a person asked for more of a text above and below the passage."""

    above: int = 0
    below: int = 0

    def grown(self, side: str) -> "Reach":
        return Reach(self.above + (side == "above"), self.below + (side == "below"))

    def characters(self) -> tuple[int, int]:
        step = render_passage.AROUND
        return step * (1 + 2 * self.above), step * (1 + 2 * self.below)

    def rows(self) -> int:
        return ROWS + MORE_ROWS * max(self.above, self.below)


# What is shown of a text at first.
NEAR = Reach()


class Viewer:
    """Lays the viewer out and fills it. `tab` answers its links; `ids` are those of its toolbar and of the place below."""

    def __init__(
        self, app: "App", tab: str = "citations", ids: tuple[str, str] = ("rd-toolbar", "rd-viewer")
    ) -> None:
        self._app = app
        self._tab = tab
        self._ids = ids

    def layout(self) -> None:
        self.toolbar, self.place = map(markdown, self._ids)

    @property
    def parts(self) -> list[Any]:
        return [self.toolbar, self.place]

    def empty(self) -> Updates:
        return {self.toolbar: "", self.place: ""}

    def shown(self, citation: Citation, ways: render_viewer.Ways, reach: Reach) -> Updates:
        """The place of a citation."""
        try:
            document = self._app.shelves.document(citation.document_id)
            span = self._app.citations.span(citation)
            if span is None:
                tools = render_viewer.toolbar(citation, document, ways)
                return {self.toolbar: tools, self.place: render_passage.changed(citation)}
            moved = "" if span == (citation.char_start, citation.char_end) else render_passage.moved()
            sizes = self._app.citations.page_sizes(document.id)
            boxes = self._app.citations.boxes(document.id, *span) if sizes else []
            if boxes:
                place = render_viewer.pages(citation, sizes, boxes)
            else:
                place = self._sheet(document, span, reach) or self._text(document, span, reach)
        except UnknownIdError:
            tools = render_viewer.toolbar(citation, None, ways)
            gone = render_passage.gone(citation, self._app.citations.successors(citation))
            return {self.toolbar: tools, self.place: gone}
        except RagdeskError as problem:
            tools = render_viewer.toolbar(citation, None, ways)
            return {self.toolbar: tools, self.place: render.error(problem)}
        leaves = len(sizes) if boxes else 0
        tools = render_viewer.toolbar(citation, document, ways, span=span, leaves=leaves)
        return {self.toolbar: tools, self.place: moved + place}

    def _sheet(self, document: Document, span: tuple[int, int], reach: Reach) -> str:
        view = self._app.citations.sheet(document.id, *span, reach.rows())
        return render_passage.sheet(view, tab=self._tab) if view is not None else ""

    def _text(self, document: Document, span: tuple[int, int], reach: Reach) -> str:
        text, around = self._app.shelves.text(document.id), reach.characters()
        if document.kind != "email":
            return render_passage.passage(text, span, document, *around, tab=self._tab)
        parts = [render_passage.Attached(*part) for part in self._app.contents.parts(document.id)]
        view = self._app.citations.mail(document.id)
        return render_passage.mail(text, view, span, document.title, parts, around, tab=self._tab)
