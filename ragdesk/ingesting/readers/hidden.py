"""Text that a file holds and its reader does not see: what the parsers share about leaving it out.

It becomes no evidence, because a person could not check it where it stands; the document says that it was there.
"""

import re

# The property under which a document says it.
HIDDEN_TEXT = "hidden text"
# Text smaller than this is not read but concealed (points; CSS pixels are a quarter smaller).
SMALLEST = 2.0
# Levels of red, green and blue, 0 to 255, by which two colours must differ to be told apart: about 1.2 to 1 on white.
TELLS = 20

_WORD = re.compile(r"\w+")


def count_words(text: str) -> int:
    return len(_WORD.findall(text))


def hidden_words(count: int, where: str = "") -> tuple[tuple[str, str], ...]:
    """The property of a document from which `count` words were left out; none for 0. `where` names its pages."""
    if not count:
        return ()
    number = f"{count:,} {'word' if count == 1 else 'words'} left out"
    return ((HIDDEN_TEXT, f"{number} ({where})" if where else number),)


def alike(first: tuple[int, int, int], second: tuple[int, int, int]) -> bool:
    """Whether text of one colour on the other cannot be seen."""
    return max(abs(a - b) for a, b in zip(first, second, strict=True)) < TELLS
