"""Words of a Word document that nobody sees: hidden by a style, white on white, or of no size. They are marked as Word marks
hidden text (`w:vanish`), which the reader leaves out.

White letters count as hidden only where nothing can stand behind them: not in a shaded or highlighted run or paragraph, a table
or a text box, whose ground may come from a style, and not on a page with a ground of its own.
"""

from typing import TYPE_CHECKING

from ragdesk.ingesting.readers.hidden import SMALLEST, alike, count_words
from ragdesk.ingesting.readers.office.docx_text import on, qn

if TYPE_CHECKING:
    from docx.document import Document
    from lxml.etree import _Element

_DEEPEST = 20
_WHITE = (255, 255, 255)
# Where letters may stand on a ground of their own.
_GROUNDED = frozenset((qn("tc"), qn("txbxContent")))


class Hiding:
    """Marks what nobody sees; `words` counts all hidden words, marked here or by Word."""

    def __init__(self, document: "Document") -> None:
        self.words = 0
        self._styles: dict[str, _Element] = {}
        self._default = ""
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
        chain = self._chain(run, paragraph)
        vanish = _nearest(chain, "vanish")
        if vanish is not None and on(vanish.getparent(), "vanish"):
            return True
        size = _value(_nearest(chain, "sz"))
        if size.isdecimal() and int(size[:6]) / 2 < SMALLEST:
            return True
        return self._is_white(run, paragraph, chain)

    def _is_white(self, run: "_Element", paragraph: "_Element | None", chain: list["_Element"]) -> bool:
        colour = _value(_nearest(chain, "color"))
        if not self._white or not _is_hex(colour) or not alike(_rgb(colour), _WHITE):
            return False
        if any(above.tag in _GROUNDED for above in run.iterancestors()):
            return False
        grounds = [
            _nearest(chain, "shd"),
            *(holder.find(qn("shd")) for holder in self._paragraphs(paragraph)),
        ]
        fills = [(ground.get(qn("fill")) or "auto").lower() for ground in grounds if ground is not None]
        return all(fill in ("auto", "ffffff") for fill in fills) and _value(_nearest(chain, "highlight")) in (
            "",
            "none",
            "white",
        )

    def _chain(self, run: "_Element", paragraph: "_Element | None") -> list["_Element"]:
        """The run's properties, the nearest first: its own, its style's, its paragraph's styles'."""
        run_properties = run.find(qn("rPr"))
        chain = [] if run_properties is None else [run_properties]
        chain += self._of_styles(
            _value(run_properties.find(qn("rStyle"))) if run_properties is not None else "", "rPr"
        )
        return chain + self._of_styles(self._style_of(paragraph), "rPr")

    def _paragraphs(self, paragraph: "_Element | None") -> list["_Element"]:
        paragraph_properties = paragraph.find(qn("pPr")) if paragraph is not None else None
        return ([] if paragraph_properties is None else [paragraph_properties]) + self._of_styles(
            self._style_of(paragraph), "pPr"
        )

    def _style_of(self, paragraph: "_Element | None") -> str:
        style = paragraph.find(f"{qn('pPr')}/{qn('pStyle')}") if paragraph is not None else None
        return _value(style) or self._default

    def _of_styles(self, name: str, kind: str) -> list["_Element"]:
        """What a style and those that it is based on say."""
        chain = []
        for _ in range(_DEEPEST):
            style = self._styles.get(name)
            if style is None:
                break
            properties = style.find(qn(kind))
            if properties is not None:
                chain.append(properties)
            name = _value(style.find(qn("basedOn")))
        return chain


def _nearest(chain: list["_Element"], name: str) -> "_Element | None":
    return next((element for properties in chain if (element := properties.find(qn(name))) is not None), None)


def _value(element: "_Element | None") -> str:
    return (element.get(qn("val")) or "") if element is not None else ""


def _is_hex(colour: str) -> bool:
    return len(colour) == 6 and all(digit in "0123456789abcdefABCDEF" for digit in colour)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[:2], 16), int(colour[2:4], 16), int(colour[4:], 16)
