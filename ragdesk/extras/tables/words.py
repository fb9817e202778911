"""What every file of a table says beside the documents' own words, in the same words."""

from ragdesk.domain.answers import Citation
from ragdesk.domain.documents import Document
from ragdesk.domain.tables import TableCell
from ragdesk.extras.export.plain import clean, line
from ragdesk.text.sheet_rows import quoted_cells

DOCUMENT = "Document"
NOT_ASKED = "not asked yet"
ABSENT = "not in the document"
VERDICTS = {"found": "found", "absent": ABSENT, "unsure": "unsure", "person": "to be looked at"}
BY_HAND = "set by a person"
CHECKED = "checked"
STALE = "the document or the question has changed since"


def title_of(document: Document) -> str:
    return line(document.title or document.name)


def said(cell: TableCell | None) -> str:
    """A cell on one line: its values, or that there are none. Of an unsure one, all that were found."""
    if cell is None:
        return NOT_ASKED
    if not cell.values:
        return ABSENT
    between = " / " if cell.verdict == "unsure" else "; "
    return between.join(line(value.text) for value in cell.values)


def state(cell: TableCell | None) -> str:
    """What else is to be said of a cell: "unsure", "set by a person, checked"; "" where nothing is."""
    if cell is None:
        return ""
    told = [VERDICTS[cell.verdict]] if cell.verdict in ("unsure", "person") else []
    told += [BY_HAND] if cell.set_by == "person" else []
    told += [CHECKED] if cell.checked else []
    return ", ".join([*told, *([STALE] if cell.stale else [])])


def quoted(cited: Citation) -> str:
    """A quote with the place where it stands: "“…” (page 3, Term)"."""
    place = ", ".join(filter(None, (f"page {cited.page}" if cited.page else "", line(cited.place))))
    return f"“{' '.join(clean(quoted_cells(cited.quote, cited.cells)).split())}”" + (
        f" ({place})" if place else ""
    )


def quotes(cell: TableCell | None) -> list[str]:
    """Each quote of a cell, once."""
    return list(dict.fromkeys(map(quoted, cell.citations))) if cell is not None else []
