"""What of a page nobody sees: elements that are not displayed, letters of their ground's colour, of no size, or off the page.
Judged by the file alone: its styles (`cascade`) and the old attributes.
"""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ragdesk.ingesting.readers.hidden import SMALLEST, alike, count_words
from ragdesk.ingesting.readers.text.cascade import Cascade, Tokens

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

Colour = tuple[int, int, int]

# What is placed this far (CSS pixels) to the left or above is nowhere on the page.
_AWAY = -500.0
# CSS pixels of a unit (CSS Values and Units, 6.2), and of an em where nothing says how large the type is.
_PIXELS = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "rem": 16.0}
_EM = 16.0
# An element, or a colour, of no more opacity than this (0 to 1) is not seen.
_FAINT = 0.05
# A box that is cut off at this height or width (CSS pixels) shows no letter.
_NO_ROOM = 1.0
_WHITE, _BLACK, _LINK, _MARKER = (255, 255, 255), (0, 0, 0), (0, 0, 238), (255, 255, 0)
_SAME_COLOUR = ("inherit", "unset", "currentcolor")
_NO_GROUND = ("none", "inherit", "initial", "unset")


@dataclass(frozen=True, slots=True)
class Appearance:
    """How the letters of an element look; what lies in it inherits that. `ground` None: a picture, or not known."""

    colour: Colour | None = _BLACK
    ground: Colour | None = _WHITE
    size: float = _EM

    @property
    def unseen(self) -> bool:
        if self.size <= SMALLEST or self.colour is None:
            return True
        return self.ground is not None and alike(self.colour, self.ground)


@dataclass(slots=True)
class Visibility:
    """What is seen of one page. Args: root: any element of it. `words` counts what was left out."""

    root: "LexborNode"
    words: int = 0
    _cascade: Cascade = field(init=False)

    def __post_init__(self) -> None:
        top = self.root
        while top.parent is not None:
            top = top.parent
        self._cascade = Cascade(top)

    def around(self) -> Appearance:
        """How the elements look that the root lies in."""
        above: list[LexborNode] = []
        node = self.root.parent
        while node is not None:
            above.append(node)
            node = node.parent
        look = Appearance()
        for node in reversed(above):
            look = self.look(node, look) or look
        return look

    def look(self, node: "LexborNode", around: Appearance) -> Appearance | None:
        """How an element looks whose parent looks like `around`; None where it and all in it are hidden. A whole page is
        never hidden: scripts would show it."""
        attributes = node.attributes
        style = self._cascade.style(node, attributes.get("style") or "")
        tag = node.tag
        if tag not in ("html", "body") and (
            "hidden" in attributes
            or attributes.get("aria-hidden") == "true"
            or _is_hidden(style)
            or _is_away(style, around.size)
        ):
            return None
        look = around
        if tag == "a" and "href" in attributes:
            look = replace(look, colour=_LINK)
        elif tag == "mark":
            look = replace(look, ground=_MARKER)
        if attributes.get("background"):
            look = replace(look, ground=None)
        for name, value in (*_from_attributes(tag, attributes), *style.items()):
            look = _changed(look, name, value, around.size)
        return look

    def leave_out(self, text: str) -> None:
        """Count words that are not shown."""
        self.words += count_words(text)


def _from_attributes(tag: str | None, attributes: dict[str, str | None]) -> list[tuple[str, Tokens]]:
    """What HTML's old attributes say of colours, as declarations."""
    from tinycss2 import parse_component_value_list

    colour = attributes.get({"font": "color", "body": "text"}.get(tag or "", ""))
    pairs = (("color", colour), ("background-color", attributes.get("bgcolor")))
    return [(name, tuple(parse_component_value_list(value))) for name, value in pairs if value]


def _is_hidden(style: dict[str, Tokens]) -> bool:
    """Not displayed, or with nothing of it left to see."""
    if _word(style, "display") == "none" or _word(style, "visibility") in ("hidden", "collapse"):
        return True
    opacity = _length(style.get("opacity", ()), 1.0)  # a number, or a percentage of one
    if opacity is not None and opacity <= _FAINT:
        return True
    if any(
        _shows_nothing(token) for name in ("clip", "clip-path", "transform") for token in style.get(name, ())
    ):
        return True
    sides = (_length(style.get(name, ()), _EM) for name in ("height", "max-height", "width", "max-width"))
    return _word(style, "overflow") in ("hidden", "clip") and any(
        side is not None and 0 <= side <= _NO_ROOM for side in sides
    )


def _shows_nothing(function: Any) -> bool:
    """Whether a shape or a transformation leaves nothing: rect(0 …), inset(50%), scale(0)."""
    first = next((token for token in getattr(function, "arguments", ()) if token.type != "whitespace"), None)
    if first is None or first.type not in ("number", "dimension", "percentage"):
        return False
    match function.lower_name:
        case "rect":
            return bool(first.value <= _NO_ROOM)
        case "inset":
            return first.type == "percentage" and bool(first.value >= 50)
        case "scale":
            return bool(first.value == 0)
    return False


def _is_away(style: dict[str, Tokens], size: float) -> bool:
    """Off the page to the left or above."""
    names = ["text-indent", "margin-left", "margin-top"]
    if _word(style, "position") in ("absolute", "fixed", "relative"):
        names += ["left", "top"]
    lengths = (_length(style[name], size) for name in names if name in style)
    return any(length is not None and length <= _AWAY for length in lengths)


def _changed(look: Appearance, name: str, value: Tokens, around: float) -> Appearance:
    word = getattr(value[0], "lower_value", "")
    if name == "color":
        colour, known = _colour(value)
        if known:
            return replace(look, colour=colour)
        # What is not understood cannot be told from its ground; what keeps the colour around can.
        return look if word in _SAME_COLOUR else replace(look, ground=None)
    if name in ("background", "background-color", "background-image"):
        if any(token.type == "url" or _function(token).endswith(("url", "gradient")) for token in value):
            return replace(look, ground=None)
        ground, known = _colour(value)
        if known and ground is not None:
            return replace(look, ground=ground)
        unchanged = known or word in _NO_GROUND or getattr(value[0], "value", None) == 0
        return look if unchanged else replace(look, ground=None)
    if name == "font-size" and (length := _length(value, around)) is not None:
        return replace(look, size=length)
    return look


def _word(style: dict[str, Tokens], name: str) -> str:
    """The keyword with which a property's value begins."""
    return str(getattr(style[name][0], "lower_value", "")) if name in style else ""


def _function(token: Any) -> str:
    return str(token.lower_name) if token.type == "function" else ""


def _length(value: Tokens, em: float) -> float | None:
    """A length in CSS pixels; None where it is none, or depends on the window."""
    if len(value) != 1:
        return None
    token = value[0]
    if token.type == "number":
        return float(token.value)
    if token.type == "percentage":
        return float(token.value) * em / 100
    if token.type != "dimension":
        return None
    pixels = em if token.lower_unit == "em" else _PIXELS.get(token.lower_unit)
    return None if pixels is None else float(token.value) * pixels


def _colour(value: Tokens) -> tuple[Colour | None, bool]:
    """The first colour that a value names, None for a transparent one; and whether there is one that is understood."""
    from tinycss2.color4 import Color, parse_color

    for token in value:
        try:
            colour = parse_color(token)
            if isinstance(colour, Color):
                red, green, blue, alpha = colour.to("srgb")
                return None if alpha <= _FAINT else (_level(red), _level(green), _level(blue)), True
        except (ValueError, TypeError, NotImplementedError):
            return None, False  # a colour space that is not converted, or arguments that make no sense
    return None, False


def _level(channel: float) -> int:
    """A channel of 0 to 1 as 0 to 255."""
    return round(255 * min(max(channel, 0.0), 1.0))
