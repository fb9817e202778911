"""The words of one OpenDocument paragraph, with what hangs on it: notes, comments, frames."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragdesk.ingesting.readers.office.package import local

if TYPE_CHECKING:
    from lxml.etree import _Element

_URN = "urn:oasis:names:tc:opendocument:xmlns:"
OFFICE, TEXT, TABLE, DRAW, STYLE, PRESENTATION = (
    f"{{{_URN}{name}:1.0}}" for name in ("office", "text", "table", "drawing", "style", "presentation")
)
_SKIPPED = frozenset(
    "ruby-text tracked-changes hidden-text annotation-end notes title desc list-level-style".split()
)
MAX_SPACES = 100


@dataclass(slots=True)
class OdfPiece:
    """A paragraph's text; `notes` are written lines, `frames` elements with text of their own."""

    text: str = ""
    notes: list[str] = field(default_factory=list)
    frames: list["_Element"] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


def odf_text(root: "_Element") -> OdfPiece:
    """Read a paragraph, or all paragraphs of a shape, one a line."""
    piece, texts = OdfPiece(), list[str]()
    outermost = local(root) not in ("p", "h", "span")
    stack: list[tuple[_Element, bool]] = [(root, True)]
    while stack:
        element, entering = stack.pop()
        if not entering:
            texts.append(element.tail or "")
            continue
        if element is not root:
            stack.append((element, False))
        if _leaf(element, texts, piece, outermost):
            continue
        texts.append("\n" if local(element) in ("p", "h") and texts else "")
        texts.append((element.text or "") if local(element) else "")
        stack.extend((child, True) for child in reversed(element))
    piece.text = "".join(texts)
    return piece


def _leaf(element: "_Element", texts: list[str], piece: OdfPiece, outermost: bool) -> bool:
    """Read an element whose children are not read as text; False for any other."""
    name = local(element)
    if name == "s":
        count = element.get(f"{TEXT}c") or "1"
        texts.append(" " * (min(int(count), MAX_SPACES) if count.isdecimal() and len(count) < 6 else 1))
    elif name == "tab":
        texts.append(" ")
    elif name == "line-break":
        texts.append("\n")
    elif name == "note":
        mark = _inner(element, "note-citation")
        sign = ("e" if element.get(f"{TEXT}note-class") == "endnote" else "") + mark
        texts.append(f"[^{sign}]")
        piece.notes.append(f"[^{sign}]: {_inner(element, 'note-body')}")
    elif name == "annotation":
        author = _inner(element, "creator")
        comment = "\n".join(odf_text(part).text for part in element if local(part) in ("p", "list"))
        if comment.strip():
            piece.comments.append(f"({author}) {comment}" if author else comment)
    elif name == "frame" and not outermost:
        piece.frames.append(element)
    else:
        return not name or name in _SKIPPED
    return True


def _inner(element: "_Element", name: str) -> str:
    child = next((part for part in element if local(part) == name), None)
    return odf_text(child).text.strip() if child is not None else ""
