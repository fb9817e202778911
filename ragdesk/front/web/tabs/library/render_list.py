"""The list of documents as HTML. Pure functions."""

from dataclasses import dataclass

from ragdesk.domain.documents import Document, DocumentState
from ragdesk.front.web.tabs.library.listing import SORT_KEYS, WINDOW, Listed, kind_of
from ragdesk.front.web.tabs.library.render_library import Removing
from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import mark, t

_COLUMNS = (
    ("type", mark("Type")),
    ("title", mark("Title")),
    ("pages", mark("Pages")),
    ("passages", mark("Passages")),
    ("state", mark("State")),
    ("added", mark("Added")),
)
_STATES = {
    "problem": (mark("Unreadable"), "chip rd-warn"),
    "partial": (mark("In part"), "chip rd-warn"),
    "outdated": (mark("Read anew"), "chip"),
    "words": (mark("Words only"), "chip"),
}
# The colour of a badge, by what it says.
_FAMILIES = {
    "pdf": ("PDF",),
    "word": ("DOC", "DOCX", "DOCM", "ODT", "RTF", "EPUB"),
    "sheet": ("XLS", "XLSX", "XLSM", "ODS", "CSV", "TSV"),
    "slides": ("PPT", "PPTX", "ODP"),
    "mail": ("EML", "MSG", "MBOX", "EMLX"),
    "picture": ("PNG", "JPG", "TIF", "TIFF", "BMP", "WEBP", "GIF"),
}
_FAMILY = {kind: family for family, kinds in _FAMILIES.items() for kind in kinds}
# The properties that stand in a row; the others stand on the document's page.
_IN_A_ROW = ("sop_id", "version", "department", "from", "date")
_list = Template("library/list.html.j2")


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document in the list; `removing` where its removal asks for confirmation."""

    document: Document
    kind: str
    family: str
    properties: list[tuple[str, str]]
    state: DocumentState | None
    state_name: str
    state_kind: str
    removing: Removing | None


def documents(shown: Listed, removing: Removing | None = None) -> str:
    """The rows that a window shows. What is `removing` asks for confirmation: one document in its row, several above."""
    if not shown.rows:
        return _list("nothing", shown.view.collection, shown.wanted.strip())
    several = removing if removing and len(removing.document_ids) != 1 else None
    rows = [
        _row(each, shown.states.get(each.id), removing if removing and removing.document_ids == (each.id,) else None)
        for each in shown.rows
    ]  # fmt: skip
    columns = [(key, t(title), key in SORT_KEYS) for key, title in _COLUMNS]
    next_rows = min(shown.matching - len(shown.rows), WINDOW)
    return _list("documents", rows, columns, shown.view, several, shown.matching, max(next_rows, 0))


def _row(document: Document, state: DocumentState | None, removing: Removing | None) -> DocumentRow:
    stated = dict(document.properties)
    properties = [(key, stated[key]) for key in _IN_A_ROW if stated.get(key)]
    name, kind = _STATES[state.kind] if state else ("", "")
    return DocumentRow(document, *badge(document), properties, state, t(name), kind, removing)


def badge(document: Document) -> tuple[str, str]:
    """The type as a small label says it, and the family of types that has its colour."""
    kind = kind_of(document)
    return kind, "faq" if document.kind == "faq" else _FAMILY.get(kind, "text")
