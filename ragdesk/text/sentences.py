"""Where sentences begin and end. Used to split long paragraphs and to cite; imports nothing of the package.

Rules, no model: a sentence ends at a full stop, question or exclamation mark of the scripts at hand, unless what
stands before it is an abbreviation, an initial or a list number, or what follows goes on in lower case. Lines that
are structure (headings, list items, table rows) never share a sentence with their neighbours. It knows nothing
about grammar: "at 5 p.m. Mary left" is one sentence, because "p.m. Mary" reads like a name after an abbreviation.
"""

import re

# A heading or a table row is a sentence of its own, whatever it ends with.
_STRUCTURE_LINE = r"(?P<line>^[ \t]*(?:#{1,6}[ \t]|\|)[^\n]*(?:\n|\Z))"
# A mark, then closing quotes or brackets. CJK marks end a sentence with no space after them.
_MARK = r"(?P<mark>[。！？｡][」』）】》”’\"']*|[.!?…؟۔।]+[\"'”’»)\]]*(?=\s|\Z))"
_BREAK = r"(?P<gap>\n[ \t]*\n|\n(?=[ \t]*(?:[-*+•>]|\d{1,3}[.)])[ \t]))"
_END = re.compile(f"{_STRUCTURE_LINE}|{_MARK}|{_BREAK}", re.MULTILINE)
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘«]+$")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+$")
_LIST_NUMBER = re.compile(r"\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,4})[.)]$")
_NEXT_WORD = re.compile(r"\s*[\"'“‘«(\[]*([^\s]+)")

# Never the end: what they stand before is always named next.
_BEFORE_A_NAME = frozenset(
    [
        "mr.",
        "mrs.",
        "ms.",
        "dr.",
        "prof.",
        "sr.",
        "st.",
        "mt.",
        "messrs.",
        "gen.",
        "col.",
        "capt.",
        "lt.",
        "sgt.",
        "rev.",
        "hon.",
        "gov.",
        "sen.",
        "rep.",
        "pres.",
        "fig.",
        "figs.",
        "eq.",
        "eqs.",
        "no.",
        "nos.",
        "nr.",
        "vol.",
        "art.",
        "sec.",
        "sect.",
        "ch.",
        "chap.",
        "pp.",
        "p.",
        "cf.",
        "vs.",
        "viz.",
        "approx.",
        "ca.",
        "ref.",
        "refs.",
        "tab.",
        "e.g.",
        "i.e.",
        "z.b.",
        "d.h.",
        "u.a.",
        "bzw.",
        "vgl.",
        "abs.",
        "ziff.",
        "hr.",
        "fr.",
        "mme.",
        "mlle.",
        "tel.",
        "est.",
        "ext.",
        "incl.",
        "resp.",
        "dept.",
    ]
)
# May be the end: it is, when the next word commonly opens a sentence.
_ANYWHERE = frozenset(
    [
        "inc.",
        "corp.",
        "co.",
        "ltd.",
        "llc.",
        "bros.",
        "etc.",
        "al.",
        "jr.",
        "u.s.",
        "u.k.",
        "u.n.",
        "e.u.",
        "a.m.",
        "p.m.",
        "ph.d.",
        "m.d.",
        "b.c.",
        "a.d.",
        "usw.",
        "jan.",
        "feb.",
        "mar.",
        "apr.",
        "jun.",
        "jul.",
        "aug.",
        "sep.",
        "sept.",
        "oct.",
        "nov.",
        "dec.",
        "min.",
        "max.",
        "sec.",
        "hrs.",
        "ft.",
        "in.",
        "lb.",
        "lbs.",
        "oz.",
        "temp.",
        "std.",
    ]
)
_OPENERS = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "after",
        "all",
        "although",
        "because",
        "before",
        "both",
        "but",
        "by",
        "during",
        "each",
        "every",
        "for",
        "from",
        "he",
        "her",
        "here",
        "his",
        "how",
        "however",
        "i",
        "if",
        "in",
        "it",
        "its",
        "many",
        "most",
        "no",
        "not",
        "of",
        "on",
        "once",
        "one",
        "only",
        "or",
        "other",
        "our",
        "she",
        "since",
        "so",
        "some",
        "such",
        "that",
        "the",
        "their",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "under",
        "we",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "why",
        "with",
        "you",
        "your",
    ]
)


def sentences(text: str) -> list[tuple[int, int]]:
    """The (start, end) of each sentence, in order, without the white space around it.

    Every character that is not white space lies in exactly one of them.
    """
    found: list[tuple[int, int]] = []
    begin = 0
    for match in _END.finditer(text):
        if match.lastgroup == "line":
            _append_trimmed(found, text, begin, match.start())
            begin = match.start()
        elif match.lastgroup == "mark" and not _ends(text, begin, match):
            continue
        _append_trimmed(found, text, begin, match.end())
        begin = match.end()
    _append_trimmed(found, text, begin, len(text))
    return found


def _append_trimmed(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    body = piece.strip()
    if body:
        first = start + len(piece) - len(piece.lstrip())
        found.append((first, first + len(body)))


def _ends(text: str, begin: int, match: re.Match[str]) -> bool:
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
    return _full_stop_ends(text, begin, match.start() + 1, next_word)


def _full_stop_ends(text: str, begin: int, stop: int, next_word: str) -> bool:
    last = _LAST_WORD.search(text, max(begin, stop - 40), stop)
    if last is None:
        return True
    word = last.group()
    if text[begin : last.start()].strip(" \t\n-*+•>(") == "" and _LIST_NUMBER.match(word):
        return False
    lower = word.lower()
    if lower in ("no.", "nos.", "nr.", "p.", "art.", "sec.", "in.") and not next_word[0].isdigit():
        return True
    if lower in _ANYWHERE or (_INITIALS.match(word) and lower not in _BEFORE_A_NAME):
        return next_word.strip(".,;:!?\"'”’)").lower() in _OPENERS and len(next_word) > 1
    return lower not in _BEFORE_A_NAME
