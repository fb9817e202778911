"""The words of one Word paragraph, with all that may stand around them: links, insertions, content controls, fields, text boxes,
references to notes. What was deleted or hidden is left out."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragdesk.ingesting.readers.office.package import local

if TYPE_CHECKING:
    from lxml.etree import _Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_OFF = ("0", "false", "off", "none")
# Elements whose content is not shown, or not here.
_SKIPPED = frozenset(
    "del moveFrom delText instrText delInstrText pPr rPr sdtPr sdtEndPr rt rubyPr Fallback tblPr tblGrid fldData "
    "ctrlPr oMathParaPr".split()
)
_MARKS = {"tab": " ", "ptab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


def qn(name: str) -> str:
    return W + name


def on(element: "_Element", path: str, value: str = "") -> bool:
    """Whether the element at `path` (its steps but the first with "w:") is there, not switched off, and is `value`."""
    child = element.find("/".join(qn(step.removeprefix("w:")) for step in path.split("/")))
    if child is None:
        return False
    state = child.get(qn("val"), "")
    return state == value if value else state not in _OFF


@dataclass(slots=True)
class ParagraphText:
    """The text of a paragraph, and what hangs on it: text boxes (their elements), ids of footnotes and comments, of the
    relationships to charts and diagrams."""

    text: str = ""
    boxes: list["_Element"] = field(default_factory=list)
    footnotes: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)

    def take(self, other: "ParagraphText") -> None:
        """Let what hangs on another paragraph hang on this one."""
        self.boxes.extend(other.boxes)
        self.footnotes.extend(other.footnotes)
        self.comments.extend(other.comments)
        self.drawn.extend(other.drawn)


def own_text(paragraph: "_Element") -> ParagraphText:
    """Read a paragraph, or anything else that holds runs."""
    piece, texts = ParagraphText(), list[str]()
    stack = list(reversed(paragraph))
    while stack:
        element = stack.pop()
        name = local(element)
        if name == "t":
            texts.append(element.text or "")
        elif name in _MARKS:
            texts.append(" " if element.get(qn("type")) in ("page", "column") else _MARKS[name])
        elif name == "sym":
            texts.append(_symbol(element))
        elif name == "txbxContent":
            piece.boxes.append(element)
        elif name in ("footnoteReference", "endnoteReference"):
            number = element.get(qn("id")) or ""
            if name == "footnoteReference":
                piece.footnotes.append(number)
            texts.append(f"[^{'e' * (name[0] == 'e')}{number}]")
        elif name == "commentReference":
            piece.comments.append(element.get(qn("id")) or "")
        elif name in ("chart", "relIds"):
            piece.drawn.append(element.get(_R + "id") or element.get(_R + "dm") or "")
        elif name == "AlternateContent":
            stack.extend(reversed(element[:1]))
        elif name not in _SKIPPED and not (name == "r" and on(element, "rPr/w:vanish")):
            stack.extend(reversed(element))
    piece.text = "".join(texts)
    return piece


def _symbol(element: "_Element") -> str:
    try:
        return chr(int(element.get(qn("char")) or "", 16))
    except (ValueError, OverflowError):
        return ""
