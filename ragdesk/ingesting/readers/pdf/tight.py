"""Headings whose letters are set so close that MuPDF takes the white between two words for that between two letters:
"Ourfindings". Where a word stands alone on its line, its letters are looked at.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Any

from ragdesk.ingesting.readers.pdf.calibration import TIGHT, TIGHT_LETTERS, TIGHT_SPACE, TIGHTEST

if TYPE_CHECKING:
    import pymupdf

# The first character behind Latin Extended-B.
_BEYOND_LATIN = "\u0250"


def with_spaces(groups: Sequence[list[Any]], text_page: "pymupdf.TextPage") -> list[list[Any]]:
    """The words of a page, line by line as MuPDF gives them, with the words of tight lines parted."""
    if not any(map(_may_be_several, groups)):
        return list(groups)
    spans = {
        "".join(letter["c"] for letter in span["chars"]).strip(): span
        for block in text_page.extractRAWDICT()["blocks"]
        for line in block.get("lines", ())
        for span in line["spans"]
    }
    return [
        list(_parted(group[0], spans[group[0][4]]))
        if _may_be_several(group) and group[0][4] in spans
        else group
        for group in groups
    ]


def _may_be_several(group: Sequence[Any]) -> bool:
    """Whether a line is one long word of Latin letters: other scripts have no spaces, or run the other way."""
    text = group[0][4]
    return len(group) == 1 and len(text) >= TIGHT_LETTERS and text.isalpha() and max(text) < _BEYOND_LATIN


def _parted(word: Any, span: dict[str, Any]) -> Iterator[Any]:
    """The word's parts, in their own boxes; the word itself where its letters are set as usual."""
    letters = [letter for letter in span["chars"] if not letter["c"].isspace()]
    gaps = [(right["bbox"][0] - left["bbox"][2]) / span["size"] for left, right in pairwise(letters)]
    usual = median(gaps)
    cuts = [at + 1 for at, gap in enumerate(gaps) if gap - usual >= TIGHT_SPACE]
    if not cuts or not TIGHTEST <= usual <= TIGHT:
        yield word
        return
    shift = word[0] - letters[0]["bbox"][0]
    for begin, end in pairwise([0, *cuts, len(letters)]):
        part = letters[begin:end]
        text = "".join(letter["c"] for letter in part)
        yield (part[0]["bbox"][0] + shift, word[1], part[-1]["bbox"][2] + shift, word[3], text, *word[5:])
