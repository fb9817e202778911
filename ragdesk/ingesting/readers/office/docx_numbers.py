"""The numbers and bullets that Word puts before paragraphs: counted here as Word counts, since the file does not hold them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragdesk.ingesting.readers.office.docx_parts import ParagraphStyle
from ragdesk.ingesting.readers.office.docx_text import qn

if TYPE_CHECKING:
    from docx.document import Document
    from lxml.etree import _Element

LEVELS = 9
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering"
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"))
_SMALL_ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


@dataclass(slots=True)
class _Level:
    start: int = 1
    format: str = "decimal"
    text: str = ""
    style: str = ""


class Numbering:
    """Counts while the document is walked through in its order."""

    def __init__(self, document: "Document") -> None:
        self._lists: dict[str, tuple[str, dict[int, _Level]]] = {}
        self._counts: dict[str, list[int | None]] = {}
        self._restarted: set[tuple[str, int]] = set()
        root = next(
            (
                r.target_part.element
                for r in document.part.rels.values()
                if r.reltype == _RELATION and not r.is_external
            ),
            None,
        )
        if root is not None:
            self._read(root)

    def label(self, paragraph: "_Element", style: ParagraphStyle) -> tuple[str, int]:
        """(what stands before the paragraph, its depth): "-" for a bullet, ("", 0) for no list."""
        number, depth = style.numbering
        if not number or number == "0" or number not in self._lists:
            return "", 0
        abstract, levels = self._lists[number]
        place = min(int(depth), LEVELS - 1) if depth.isdecimal() and len(depth) < 3 else 0
        level = levels.get(place, _Level())
        if not any(True for _ in paragraph.iter(qn("t"), qn("sym"), qn("drawing"), qn("br"))):
            return "", 0  # Word numbers empty paragraphs too, but nobody sees them as items
        return self._count(number, abstract, levels, place, level) or "-", place

    def _count(self, number: str, abstract: str, levels: dict[int, _Level], place: int, level: _Level) -> str:
        counts = self._counts.setdefault(abstract, [None] * LEVELS)
        if (number, place) in self._restarted:
            self._restarted.discard((number, place))
            counts[place] = None
        current = counts[place]
        counts[place] = level.start if current is None else current + 1
        counts[place + 1 :] = [None] * (LEVELS - place - 1)
        if level.format in ("bullet", "none"):
            return "" if level.format == "bullet" else level.text.split("%")[0]
        text = level.text
        for deeper in range(place + 1):
            outer = levels.get(deeper, _Level())
            count = counts[deeper]
            shape = (
                "decimal"
                if level.format == "decimal" and deeper < place and outer.format == "bullet"
                else outer.format
            )
            text = text.replace(f"%{deeper + 1}", written(outer.start if count is None else count, shape))
        return text

    def _read(self, root: "_Element") -> None:
        abstracts: dict[str, dict[int, _Level]] = {}
        for abstract in root.iterchildren(qn("abstractNum")):
            abstracts[abstract.get(qn("abstractNumId")) or ""] = dict(
                map(_level, abstract.iterchildren(qn("lvl")))
            )
        for number in root.iterchildren(qn("num")):
            key, abstract = number.get(qn("numId")) or "", _value(number, "abstractNumId")
            levels = dict(abstracts.get(abstract, {}))
            for override in number.iterchildren(qn("lvlOverride")):
                place = _integer(override.get(qn("ilvl")), 0)
                replacement, start = override.find(qn("lvl")), _value(override, "startOverride")
                if replacement is not None:
                    levels[place] = _level(replacement)[1]
                if start:
                    old = levels.get(place, _Level())
                    levels[place] = _Level(_integer(start, 1), old.format, old.text)
                    self._restarted.add((key, place))
            self._lists[key] = (abstract, levels)


def _value(element: "_Element", tag: str) -> str:
    child = element.find(qn(tag))
    return (child.get(qn("val")) or "") if child is not None else ""


def _integer(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 6 else otherwise


def _level(element: "_Element") -> tuple[int, _Level]:
    return _integer(element.get(qn("ilvl")), 0), _Level(
        _integer(_value(element, "start"), 1),
        _value(element, "numFmt") or "decimal",
        _value(element, "lvlText"),
    )


def written(number: int, shape: str) -> str:
    """A number as a list writes it: decimal, letters, Roman."""
    if shape in ("lowerLetter", "upperLetter") and 0 < number <= 780:
        letters = chr(96 + (number - 1) % 26 + 1) * ((number - 1) // 26 + 1)
        return letters if shape == "lowerLetter" else letters.upper()
    if shape in ("lowerRoman", "upperRoman") and 0 < number < 4000:
        letters = ""
        for value, letter in _ROMAN + _SMALL_ROMAN:
            times, number = divmod(number, value)
            letters += letter * times
        return letters if shape == "lowerRoman" else letters.upper()
    return f"{number:02}" if shape == "decimalZero" else "" if shape in ("none", "bullet") else str(number)
