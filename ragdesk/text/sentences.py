"""Where sentences begin and end. Used to split long paragraphs and to cite.

Rules, no model: a sentence ends at a full stop, question or exclamation mark of the scripts at hand, unless what
stands before it is an abbreviation, an initial or a list number, or what follows goes on in lower case. Lines that
are structure (headings, list items, table rows) never share a sentence with their neighbours. It knows nothing
about grammar: "at 5 p.m. Mary left" is one sentence, because "p.m. Mary" reads like a name after an abbreviation.
"""

import re
from collections.abc import Iterator

from ragdesk.text import lexicon

# A heading or a table row is a sentence of its own, whatever it ends with.
_STRUCTURE_LINE = r"(?P<line>^[ \t]*(?:#{1,6}[ \t]|\|)[^\n]*(?:\n|\Z))"
# A mark, then closing quotes or brackets. CJK marks end a sentence with no space after them.
# Possessive, and only from a run's first mark: a million dots are read once, not once from each of them.
_MARK = r"(?P<mark>[。！？｡][」』）】》”’\"']*+|(?<![.!?…؟۔।])[.!?…؟۔।]++[\"'”’»)\]]*+(?=\s|\Z))"
_BREAK = r"(?P<gap>\n[ \t]*\n|\n(?=[ \t]*(?:[-*+•>]|\d{1,3}[.)])[ \t]))"
_END = re.compile(f"{_STRUCTURE_LINE}|{_MARK}|{_BREAK}", re.MULTILINE)
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘«]+$")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+$")
_LIST_NUMBER = re.compile(r"\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,4})[.)]$")
_DAY = re.compile(r"\d{1,2}\.$")
# "Im 19. Jahrhundert", "die 2. Mannschaft": a number behind such a word counts the noun after it. Not "I am 12. Then …".
_COUNTS_A_NOUN = re.compile(
    r"(?:^|[\s(])(?:im|ins|(?<!I )am|ans|zu[mr]|beim|vom|d(?:er|ie|as|em|en|es)"
    r"|(?:jede|diese|ihre|seine|unsere|meine|eine)[rmns]?|\d\. (?:und|oder|bis))\s+$",
    re.IGNORECASE,
)
_LONGEST_BEFORE = 12
_ITEM_MARKS = re.compile(r"[ \t\n\-*+•>(]*+")
_AROUND = ".,;:!?\"'”’)]"
_NEXT_WORD = re.compile(r"\s*[\"'“‘«(\[]*([^\s]+)")


def sentences(text: str) -> list[tuple[int, int]]:
    """The (start, end) of each sentence, in order, without the white space around it.

    Every character that is not white space lies in exactly one of them.
    """
    return list(each_sentence(text))


def each_sentence(text: str) -> Iterator[tuple[int, int]]:
    """As `sentences`, one by one: of a text of millions nobody needs all at once. The work is linear in the text."""
    openings = _Openings(text)
    begin = 0
    for match in _END.finditer(text):
        if match.lastgroup == "line":
            yield from _trimmed(text, begin, match.start())
            begin = match.start()
        elif match.lastgroup == "mark" and not _ends(text, begin, match, openings):
            continue
        yield from _trimmed(text, begin, match.end())
        begin = match.end()
    yield from _trimmed(text, begin, len(text))


class _Openings:
    """Where the words of sentences begin, behind blanks and the marks of a list. Asked from the front to the back, it reads
    each character once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known = -1

    def after(self, begin: int) -> int:
        if self._known < begin:
            match = _ITEM_MARKS.match(self._text, begin)
            self._known = match.end() if match else begin
        return self._known


def _trimmed(text: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """The stretch without the white space around it; none where there is nothing else."""
    piece = text[start:end]
    body = piece.strip()
    if not body:
        return ()
    first = start + len(piece) - len(piece.lstrip())
    return ((first, first + len(body)),)


def _ends(text: str, begin: int, match: re.Match[str], openings: _Openings) -> bool:
    """Does the mark at `match` end the sentence that began at `begin`?"""
    mark = match.group()
    if mark[0] in "。！？｡":
        return True
    following = _NEXT_WORD.match(text, match.end(), match.end() + 80)
    if following is None:
        return True
    next_word = following.group(1)
    if next_word[0].islower():
        # "Why?" he asked. And: 5 p.m. to … But a lower-case list mark, "a)", begins an item.
        return _LIST_NUMBER.match(next_word) is not None and next_word.endswith(")")
    if mark[0] != ".":
        return True
    return _full_stop_ends(text, begin, match.start() + 1, next_word, openings)


def _full_stop_ends(text: str, begin: int, stop: int, next_word: str, openings: _Openings) -> bool:
    last = _LAST_WORD.search(text, max(begin, stop - 40), stop)
    if last is None:
        return True
    word = last.group()
    if _LIST_NUMBER.match(word) and openings.after(begin) >= last.start():
        return False
    lower = word.lower()
    if _DAY.match(word):
        if next_word.strip(_AROUND).lower() in lexicon.ordered("months", "de"):
            return False  # "am 13. Oktober", "(6. Februar)"
        if text[last.start() - 1 : last.start()] == "(":
            return False  # "in der vierten Liga (5. Rang)"
        if _COUNTS_A_NOUN.search(text, max(begin, last.start() - _LONGEST_BEFORE), last.start()):
            return False
    if lower in lexicon.words("number_abbreviations") and not next_word[0].isdigit():
        return True
    abbreviated = lower in lexicon.words("abbreviations")
    if lower in lexicon.words("closing_abbreviations") or (_INITIALS.match(word) and not abbreviated):
        opener = next_word.strip(_AROUND).lower()
        return len(next_word) > 1 and opener in lexicon.words("sentence_openers")
    return not abbreviated
