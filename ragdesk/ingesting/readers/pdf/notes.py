"""What people wrote on a PDF's pages with other tools: comments, typed text, and what they filled into forms.

It stands nowhere in the text layer. Each note becomes a paragraph at the end of its page's text, with the box of its rectangle.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragdesk.ingesting.readers.pdf.calibration import MOST_NOTES
from ragdesk.ingesting.readers.pdf.hidden import UNSEEN_FLAGS, unseen
from ragdesk.ingesting.readers.writer import Box
from ragdesk.text.clean import one_line

if TYPE_CHECKING:
    import pymupdf

_FILLED = ("Text", "ComboBox", "ListBox")
_CHOSEN = ("CheckBox", "RadioButton")
# Names that form designers leave as their program makes them.
_NO_LABEL = re.compile(
    r"(?:text|field|check|box|button|radio|group|undefined|untitled|combo|list|dropdown|input|form|topmost|subform|page|fill"
    r"|f|c|p|tf|cb)*(?:[\W\d_]*(?:f|c|p|tf|cb|of|box|field)?[\W\d_]*)*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph that belongs to a page, and the rectangle where it stands, on the page as it is shown."""

    page: int
    text: str
    box: Box


def notes_of(page: "pymupdf.Page", number: int, *, form: bool) -> Iterator[Note]:
    """Comments and typed text of a page; with `form`, its named fields with their values."""
    for index, annotation in enumerate(page.annots()):
        if index >= MOST_NOTES:
            break
        text = _comment(annotation)
        if text and not annotation.flags & UNSEEN_FLAGS:
            yield Note(number, text, _box(page, annotation.rect))
    if form:
        for field in page.widgets():
            text = _field(field)
            if text and not unseen(field):
                yield Note(number, text, _box(page, field.rect))


def _comment(annotation: "pymupdf.Annot") -> str:
    kind = annotation.type[1]
    if kind in ("Popup", "Widget", "Link", "FileAttachment"):
        return ""
    info = annotation.info
    content, author = _plain(info.get("content")), _plain(info.get("title"))
    if not content or kind == "FreeText":
        return content
    return f"Note by {author}: {content}" if author else f"Note: {content}"


def _field(field: "pymupdf.Widget") -> str:
    """ "Label: value" of a field that is filled in and has a name for people."""
    label = _label(field)
    kind, value = field.field_type_string, field.field_value
    if not label or value is None:
        return ""
    if kind in _FILLED:
        values = value if isinstance(value, list | tuple) else [value]
        content = ", ".join(filter(None, (_plain(str(entry)) for entry in values)))
        return f"{label}: {content}" if content else ""
    if kind in _CHOSEN and value and value not in ("Off", "False") and value in (True, field.on_state()):
        chosen = _plain(str(field.on_state()))
        return f"{label}: {'yes' if kind == 'CheckBox' or not chosen else chosen}"
    return ""


def _label(field: "pymupdf.Widget") -> str:
    """What the form calls the field to people, else its name where that is made of words."""
    label = _plain(field.field_label)
    if label:
        return label.rstrip(":")
    name = _plain(field.field_name).split(".")[-1].split("[")[0]
    return "" if _NO_LABEL.fullmatch(name) else name.replace("_", " ").strip(" :")


def _plain(text: str | None) -> str:
    """One line."""
    return one_line(text or "")


def _box(page: "pymupdf.Page", rect: "pymupdf.Rect") -> Box:
    """The rectangle on the page as it is shown, and not beyond it."""
    shown = (rect * page.rotation_matrix).normalize() & page.rect
    return (shown.x0, shown.y0, shown.x1, shown.y1) if not shown.is_empty else (0.0, 0.0, 0.0, 0.0)
