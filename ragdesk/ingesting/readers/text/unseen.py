"""What of a page nobody sees: elements that are not displayed, letters of their ground's colour, of no size, or off the page.

Judged by the file alone: inline styles, its own style sheets (simple rules, the later wins) and the old attributes. Sheets that
lie elsewhere are not fetched, neither here nor where a person opens the file offline.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ragdesk.ingesting.readers.hidden import SMALLEST, alike, count_words

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

Colour = tuple[int, int, int]

# Rules of style sheets that are looked at, and characters of a sheet: more are made by programs for other pages.
MAX_RULES, MAX_SHEET = 500, 500_000
# What is placed this far (CSS pixels) to the left or above is nowhere on the page.
_AWAY = -500.0
_PIXELS = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "rem": 16.0, "": 1.0}
_NAMED: dict[str, Colour] = {
    "white": (255, 255, 255),
    "snow": (255, 250, 250),
    "ghostwhite": (248, 248, 255),
    "whitesmoke": (245, 245, 245),
    "ivory": (255, 255, 240),
    "black": (0, 0, 0),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
    "silver": (192, 192, 192),
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "navy": (0, 0, 128),
    "yellow": (255, 255, 0),
    "orange": (255, 165, 0),
}
_WHITE, _BLACK, _LINK, _MARKER = (255, 255, 255), (0, 0, 0), (0, 0, 238), (255, 255, 0)
_KEPT = ("inherit", "unset", "currentcolor")
_NO_GROUND = (["none"], ["inherit"], ["initial"], ["unset"], ["0"])
_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
# Rules for printers, narrow windows and tastes do not say how the page looks on a screen.
_CONDITIONAL = re.compile(
    r"@media[^{]*(?:print|width|height|prefers)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", re.IGNORECASE
)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_TELLING = re.compile(
    r"display|visibility|opacity|font|color|background|position|indent|clip|overflow|transform", re.IGNORECASE
)
_LENGTH = re.compile(r"(-?\d*\.?\d+)(px|pt|pc|in|cm|mm|rem|em|%)?(?![\w.])")
_HEX = re.compile(r"#([0-9a-f]{3,8})\b")
_RGB = re.compile(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+%?))?\s*\)")
_NOTHING = re.compile(r"rect\(\s*[01](?:px)?[\s,]|inset\(\s*(?:50|100)%|scale\(\s*0\s*[,)]")


@dataclass(frozen=True, slots=True)
class Look:
    """How the letters of an element look; what lies in it inherits that. `ground` None: a picture, or not known."""

    colour: Colour | None = _BLACK
    ground: Colour | None = _WHITE
    size: float = 16.0

    @property
    def unseen(self) -> bool:
        if self.size <= SMALLEST or self.colour is None:
            return True
        return self.ground is not None and alike(self.colour, self.ground)


@dataclass(slots=True)
class Unseen:
    """The looks of one page's elements. Args: root: any element of it. `words` counts what was left out."""

    root: "LexborNode"
    words: int = 0
    _ruled: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        top = self.root
        while top.parent is not None:
            top = top.parent
        rules = 0
        for sheet in top.css("style"):
            text = _CONDITIONAL.sub("", _COMMENT.sub("", (sheet.text() or "")[:MAX_SHEET]))
            for selectors, declared in _RULE.findall(text):
                if rules < MAX_RULES and _TELLING.search(declared):
                    rules += 1
                    self._apply(top, selectors, declared)

    def _apply(self, top: "LexborNode", selectors: str, declared: str) -> None:
        for selector in selectors.rsplit(";", 1)[-1].split(","):
            if ":" in selector or "@" in selector or not selector.strip():
                continue  # a state of the element, or what a browser adds to it
            try:
                found = top.css(selector.strip())
            except ValueError:  # lexbor's word for a selector that it does not understand
                continue
            for node in found:
                self._ruled[node.mem_id] = f"{self._ruled.get(node.mem_id, '')};{declared}"

    def around(self) -> Look:
        """How the elements look that the root lies in."""
        above: list[LexborNode] = []
        node = self.root.parent
        while node is not None:
            above.append(node)
            node = node.parent
        look = Look()
        for node in reversed(above):
            look = self.look(node, look) or look
        return look

    def look(self, node: "LexborNode", around: Look) -> Look | None:
        """How an element looks whose parent looks like `around`; None where it and all in it are hidden. A whole page is
        never hidden: scripts would show it."""
        attributes = node.attributes
        style = _declared(f"{self._ruled.get(node.mem_id, '')};{attributes.get('style') or ''}")
        tag = node.tag
        if tag not in ("html", "body") and (
            "hidden" in attributes
            or attributes.get("aria-hidden") == "true"
            or (style and _is_hidden(style))
            or (style and _is_away(style, around.size))
        ):
            return None
        colour, ground = attributes.get("color") if tag == "font" else None, attributes.get("bgcolor")
        if tag == "body":
            colour = attributes.get("text")
        look = around
        if tag == "a" and "href" in attributes:
            look = replace(look, colour=_LINK)
        elif tag == "mark":
            look = replace(look, ground=_MARKER)
        if attributes.get("background"):
            look = replace(look, ground=None)
        for name, value in (("color", colour), ("background-color", ground), *style.items()):
            if value:
                look = _changed(look, name, value.lower(), around.size)
        return look

    def leave_out(self, text: str) -> None:
        """Count words that are not shown."""
        self.words += count_words(text)


def _declared(style: str) -> dict[str, str]:
    """The declarations of a style, the last of each name, without "!important"."""
    found: dict[str, str] = {}
    for one in style.split(";"):
        name, colon, value = one.partition(":")
        if colon:
            name = name.strip().lower()
            found.pop(name, None)
            found[name] = value.lower().replace("!important", "").strip()
    return found


def _is_hidden(style: dict[str, str]) -> bool:
    """Not displayed, or with nothing of it left to see."""
    if style.get("display") == "none" or style.get("visibility") in ("hidden", "collapse"):
        return True
    opacity = style.get("opacity", "1")
    if _LENGTH.fullmatch(opacity) and float(opacity.rstrip("%")) <= (5 if "%" in opacity else 0.05):
        return True
    if any(_NOTHING.search(style.get(name, "")) for name in ("clip", "clip-path", "transform")):
        return True
    sides = ("height", "max-height", "width", "max-width")
    return style.get("overflow", "").startswith(("hidden", "clip")) and any(
        (length := _length(style.get(side, ""), 16.0)) is not None and 0 <= length <= 1 for side in sides
    )


def _is_away(style: dict[str, str], size: float) -> bool:
    """Off the page to the left or above."""
    names = ["text-indent", "margin-left", "margin-top"]
    if style.get("position") in ("absolute", "fixed", "relative"):
        names += ["left", "top"]
    return any(
        (length := _length(style.get(name, ""), size)) is not None and length <= _AWAY for name in names
    )


def _changed(look: Look, name: str, value: str, around: float) -> Look:
    if name == "color":
        colour, known = _colour(value)
        if known:
            return replace(look, colour=colour)
        # What is not understood cannot be told from its ground; what keeps the colour around can.
        return look if value in _KEPT else replace(look, ground=None)
    if name in ("background", "background-color", "background-image"):
        if "url(" in value or "gradient" in value:
            return replace(look, ground=None)
        ground, known = _colour(value)
        if known and ground is not None:
            return replace(look, ground=ground)
        return look if known or value.split()[:1] in _NO_GROUND else replace(look, ground=None)
    if name == "font-size" and (length := _length(value, around)) is not None:
        return replace(look, size=length)
    return look


def _length(value: str, em: float) -> float | None:
    """A length in CSS pixels; None where it is none, or depends on the window."""
    found = _LENGTH.fullmatch(value)
    if found is None:
        return None
    number, unit = float(found[1]), found[2] or ""
    return number * em if unit == "em" else number * em / 100 if unit == "%" else number * _PIXELS[unit]


def _colour(value: str) -> tuple[Colour | None, bool]:
    """The colour that a value names, None for a transparent one; and whether it was understood."""
    if "transparent" in value:
        return None, True
    if found := _HEX.search(value):
        digits = found[1] if len(found[1]) > 4 else "".join(2 * digit for digit in found[1])
        if len(digits) not in (6, 8):
            return None, False
        return None if digits[6:] == "00" else _three(digits[at : at + 2] for at in (0, 2, 4)), True
    if found := _RGB.search(value):
        faint = found[4] is not None and float(found[4].rstrip("%")) <= (5 if "%" in found[4] else 0.05)
        return None if faint else (int(found[1]), int(found[2]), int(found[3])), True
    named = next((_NAMED[word] for word in value.split() if word in _NAMED), None)
    return named, named is not None


def _three(pairs: Iterable[str]) -> Colour:
    red, green, blue = (int(pair, 16) for pair in pairs)
    return red, green, blue
