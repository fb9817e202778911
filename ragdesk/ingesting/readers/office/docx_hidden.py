"""Words of a Word document that nobody sees: hidden by a style, white on white, or of no size. They are marked as Word marks
hidden text (`w:vanish`), which the reader leaves out.

White letters count as hidden only where nothing can stand behind them: not in a shaded or highlighted run or paragraph, a table
or a text box, whose ground may come from a style, and not on a page with a ground of its own.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ragdesk.ingesting.readers.hidden import SMALLEST, alike, count_words
from ragdesk.ingesting.readers.office.docx_text import on, qn

if TYPE_CHECKING:
    from docx.document import Document
    from lxml.etree import _Element

_DEEPEST = 20
_WHITE = (255, 255, 255)
# Where letters may stand on a ground of their own.
_GROUNDED = frozenset((qn("tc"), qn("txbxContent")))


class _ParagraphLook(NamedTuple):
    """The name of a paragraph's style, and the shadings behind it."""

    style: str
    grounds: list["_Element"]


class Hiding:
    """Marks what nobody sees; `words` counts all hidden words, marked here or by Word."""

    def __init__(self, document: "Document") -> None:
        self.words = 0
        self._styles: dict[str, _Element] = {}
        self._default = ""
        self._looks: dict[_Element | None, _ParagraphLook] = {}
        self._said: dict[tuple[str, str, str], list[_Element]] = {}
        self._white = document.element.find(qn("background")) is None
        for style in document.part.styles.element.iterchildren(qn("style")):
            name = style.get(qn("styleId")) or ""
            self._styles[name] = style
            if style.get(qn("type")) == "paragraph" and style.get(qn("default")) in ("1", "true", "on"):
                self._default = name

    def mark(self, root: "_Element") -> None:
        for run in root.iter(qn("r")):
            text = "".join(part.text or "" for part in run.iterchildren(qn("t")))
            if text.strip() and self._is_hidden(run):
                self.words += count_words(text)
                properties = run.find(qn("rPr"))
                if properties is None:
                    properties = run.makeelement(qn("rPr"))
                    run.insert(0, properties)
                for old in properties.findall(qn("vanish")):
                    properties.remove(old)
                properties.append(properties.makeelement(qn("vanish")))

    def _is_hidden(self, run: "_Element") -> bool:
        paragraph = next(run.iterancestors(qn("p")), None)
        vanish = self._nearest(run, paragraph, "vanish")
        if vanish is not None and on(vanish.getparent(), "vanish"):
            return True
        size = _value(self._nearest(run, paragraph, "sz"))
        if size.isdecimal() and int(size[:6]) / 2 < SMALLEST:
            return True
        return self._is_white(run, paragraph)

    def _is_white(self, run: "_Element", paragraph: "_Element | None") -> bool:
        colour = _value(self._nearest(run, paragraph, "color"))
        if not self._white or not _is_hex(colour) or not alike(_rgb(colour), _WHITE):
            return False
        if any(above.tag in _GROUNDED for above in run.iterancestors()):
            return False
        grounds = [self._nearest(run, paragraph, "shd"), *self._look(paragraph).grounds]
        fills = [(ground.get(qn("fill")) or "auto").lower() for ground in grounds if ground is not None]
        highlight = _value(self._nearest(run, paragraph, "highlight"))
        return all(fill in ("auto", "ffffff") for fill in fills) and highlight in ("", "none", "white")

    def _nearest(self, run: "_Element", paragraph: "_Element | None", name: str) -> "_Element | None":
        """A property of the run: its own, its style's, or that of its paragraph's style."""
        properties = run.find(qn("rPr"))
        own = properties.find(qn(name)) if properties is not None else None
        if own is not None:
            return own
        style = _value(properties.find(qn("rStyle"))) if properties is not None else ""
        said = self._of_styles(style, "rPr", name) or self._of_styles(
            self._look(paragraph).style, "rPr", name
        )
        return next(iter(said), None)

    def _look(self, paragraph: "_Element | None") -> "_ParagraphLook":
        """Looked up once for each paragraph, which may have any number of runs."""
        if paragraph not in self._looks:
            properties = paragraph.find(qn("pPr")) if paragraph is not None else None
            style = properties.find(qn("pStyle")) if properties is not None else None
            own = properties.find(qn("shd")) if properties is not None else None
            name = _value(style) or self._default
            grounds = [] if own is None else [own]
            self._looks[paragraph] = _ParagraphLook(name, [*grounds, *self._of_styles(name, "pPr", "shd")])
        return self._looks[paragraph]

    def _of_styles(self, name: str, kind: str, wanted: str) -> list["_Element"]:
        """What a style and those that it is based on say of a property, the nearest first; looked up once."""
        known = (name, kind, wanted)
        if known not in self._said:
            self._said[known] = list(self._look_up(*known))
        return self._said[known]

    def _look_up(self, name: str, kind: str, wanted: str) -> Iterator["_Element"]:
        for _ in range(_DEEPEST):
            style = self._styles.get(name)
            if style is None:
                return
            said = style.find(f"{qn(kind)}/{qn(wanted)}")
            if said is not None:
                yield said
            name = _value(style.find(qn("basedOn")))


def _value(element: "_Element | None") -> str:
    return (element.get(qn("val")) or "") if element is not None else ""


def _is_hex(colour: str) -> bool:
    return len(colour) == 6 and all(digit in "0123456789abcdefABCDEF" for digit in colour)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[:2], 16), int(colour[2:4], 16), int(colour[4:], 16)
