"""Texts of documents and models, made harmless for every format: what would act, hide or turn text around is taken out, and
nothing else is changed."""

import re
import unicodedata

from ragdesk.text.unmarked import Emphasis, emphasised

_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
# Not text: controls but tab and line feed, what XML 1.0 forbids (section 2.2), Unicode's noncharacters.
_CONTROLS = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef"
    + "".join(f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(17))
    + "]"
)
_SURROGATES = re.compile("[\ud800-\udfff]")
# Marks that turn or hide text of any length (Unicode 15, bidirectional embeddings, overrides and isolates; tags).
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
# What has no width: in a name or title it can only deceive.
_UNSEEN = re.compile("[\u00ad\u061c\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\ufeff]")
_EMPHASIS = re.compile(r"(\*\*[^*\n]+\*\*|`[^`\n]+`)")
STEM_CHARS = 50
_IN_A_NAME = re.compile(r"[^\w]+")


def clean(text: str) -> str:
    """The text with "\\n" line ends, without characters that are no text or that reorder others."""
    text = _CONTROLS.sub("", _LINE_ENDS.sub("\n", text))
    return _TURNING.sub("", _SURROGATES.sub("\ufffd", text))


def line(text: str) -> str:
    """The text on one line, without anything unseen: for titles, names and formats of one line a field."""
    return " ".join(_UNSEEN.sub("", clean(text)).split())


def shortened(text: str, limit: int) -> str:
    """At most `limit` characters of one line."""
    flat = line(text)
    return flat if len(flat) <= limit else flat[: limit - 2].rstrip() + " …"


def right_to_left(text: str) -> bool:
    """Whether its first letter with a direction reads from right to left (Unicode's rules P2 and P3)."""
    strong = (kind for kind in map(unicodedata.bidirectional, text) if kind in {"L", "R", "AL"})
    return next(strong, "L") != "L"


def emphasis(text: str, stated: bool | None = None) -> list[tuple[Emphasis, str]]:
    """Text as (kind, text): kind is "plain", "bold" or "code". Other marks of Markdown go where the text is `stated` in a
    document; else they are left as the model wrote them."""
    if stated:
        return emphasised(text)
    runs = list[tuple[Emphasis, str]]()
    for index, part in enumerate(_EMPHASIS.split(text)):
        if index % 2 == 0:
            runs.append(("plain", part))
        elif part.startswith("**"):
            runs.append(("bold", part[2:-2]))
        else:
            runs.append(("code", part[1:-1]))
    return [run for run in runs if run[1]]


def without_emphasis(text: str, stated: bool | None = None) -> str:
    return "".join(run for _, run in emphasis(text, stated))


def file_stem(title: str) -> str:
    """A title as part of a file name: letters, digits, "_" and hyphens, cut after a word where it can be."""
    whole = _IN_A_NAME.sub("-", line(title)).strip("-").lower()
    if len(whole) <= STEM_CHARS:
        return whole
    cut = whole[: STEM_CHARS + 1]
    return (cut.rpartition("-")[0] or cut[:STEM_CHARS]).strip("-")
