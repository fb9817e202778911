"""One way of writing each character, so that what is typed finds what is printed.

"\\n" is the only line end; controls, NUL, lone surrogates, soft hyphens and invisible characters go; ligatures
(U+FB00 to FB06) and Arabic presentation forms become their letters; everything else is NFC. NFKC would also turn
"m²" into "m2", so it is used for those characters alone. Knows nothing about documents.
"""

import re
import unicodedata

LINE_ENDS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
SPACES = "\u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u202f\u205f\u3000"
# Soft hyphen, grapheme joiner, fillers, zero width space, word joiner and invisible operators, BOM, direction marks, marks of
# interlinear notes, musical formatting, and the tag characters, with which a whole sentence can be written unseen:
# invisible, and in the way of a search. The joiners U+200C and U+200D stay: Persian, Indic scripts and emoji need them.
_INVISIBLE = "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u3164\ufeff\uffa0" + "".join(
    chr(code)
    for first, last in (
        (0x202A, 0x202E),
        (0x2060, 0x206F),
        (0xFFF9, 0xFFFB),
        (0x1D173, 0x1D17A),
        (0xE0000, 0xE007F),
    )
    for code in range(first, last + 1)
)
# One selector says which form of a character is meant; a row of them says something else, a byte each.
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")
# Symbol and Wingdings bullets and ticks, which PDFs and Word exports leave in the private use area.
_SYMBOLS = {0xF0B7: "•", 0xF0A7: "▪", 0xF0D8: "➢", 0xF0FC: "✓", 0xF0A8: "□", 0xF06F: "□", 0xF0E0: "→"}


def _table() -> dict[int, str | None]:
    table: dict[int, str | None] = {
        code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (9, 10)
    }
    table.update({ord(character): "\n" for character in LINE_ENDS})
    table.update({ord(character): " " for character in SPACES})
    table.update({ord(character): None for character in _INVISIBLE})
    table.update(_SYMBOLS)
    table.update(dict.fromkeys(range(0xD800, 0xE000)))
    for code in (*range(0xFB00, 0xFB07), *range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFF)):
        letters = unicodedata.normalize("NFKC", chr(code)).strip()
        if letters and letters != chr(code):
            table[code] = letters
    return table


_TRANSLATION = _table()
_TOUCHED = re.compile("[" + re.escape("".join(map(chr, _TRANSLATION))) + "]")


def clean(text: str) -> str:
    """`text` with "\\n" line ends and one way of writing each character; idempotent."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _TOUCHED.search(text):
        text = text.translate(_TRANSLATION)
    return text if text.isascii() else unicodedata.normalize("NFC", _SELECTORS.sub("", text))


# A diaeresis that stands before its letter, as TeX sets it ("Br¨oker").
_DETACHED = re.compile("\u00a8([aeiouyAEIOUY])")


def composed(text: str) -> str:
    """A word of a printed page with each letter under its diaeresis."""
    return _DETACHED.sub(lambda match: unicodedata.normalize("NFC", match[1] + "\u0308"), text)


def replace_surrogates(text: str) -> str:
    """The text with lone surrogates as "?", one for one: UTF-8, a tokenizer and a wire cannot carry them, and offsets stay."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def one_line(text: str) -> str:
    """The words of `text`, cleaned, with single spaces between them."""
    return " ".join(clean(text).split())


def alphanumerics(text: str) -> str:
    """The letters and digits of `text`, in lower case: what a word is compared by."""
    return "".join(filter(str.isalnum, text)).lower()
