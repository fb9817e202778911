"""The parties of a contract, out of its opening: "by and between Acme, Inc., a Delaware corporation (“Acme”), and …"."""

import re
from dataclasses import dataclass

_BETWEEN = re.compile(
    r"\b(?:by\s+and\s+)?(?:between|among(?:st)?|zwischen)\b(?:\s+(?:and\s+among|den\s+Parteien|the\s+(?:following\s+)?parties))?\s*:?",
    re.IGNORECASE,
)
# Where the parties are named, and the matter begins.
MATTER = re.compile(
    r"\b(?:W\s?I\s?T\s?N\s?E\s?S\s?S\s?E\s?T\s?H|RECITALS?|Recitals?|WHEREAS|Whereas|BACKGROUND|Background|PREAMBLE|Präambel|NOW,?\s+THEREFORE)\b"
)
# The forms of companies, as names end with them; those of one or two letters in capitals alone.
_SUFFIX = (
    r"(?:(?i:inc|incorporated|l\.?l\.?c|ltd|limited|corp|corporation|company|gmbh|l\.?l\.?p|plc|trust|bancorp|university|partnership|"
    r"association|pty|s\.p\.a|s\.r\.l|foundation|bank|n\.a|k\.k|reit|ag)|Co|COMPANY|L\.\s?P|LP|KG|SE|S\.?A|N\.?V|B\.?V|Oy|AB|A/S|eG|e\.V)"
)
_PART = r"(?:[A-ZÄÖÜÉ0-9][\w&.’'/-]*|&|\([A-Z]\w{1,10}\)(?= [A-Z]))"
# What parts of a name stand apart by: never by a line that is empty.
_GAP = r"(?:[ ]+|[ ]*\n(?![ \t]*\n)[ ]*)"
_INSIDE = r"(?:of|the|for|de|von|van|der|and(?=\s+[A-Z]\w+\s+" + _SUFFIX + r"\b))"
_COMPANY = re.compile(
    rf"(?<![\w“\"])(?P<name>{_PART}(?:{_GAP}(?:{_PART}|{_INSIDE})){{0,9}}?,?{_GAP}{_SUFFIX}\b\.?"
    rf"(?:,?\s*{_SUFFIX}\b\.?)*)(?![\w’'])"
)
# Whoever is no company is known by what is said of them: "Anna Kern, an individual", "Anna Kern (“the Tenant”)".
_OTHER = re.compile(
    rf"(?<![\w“\"])(?P<name>{_PART}(?:{_GAP}(?:{_PART}|of|the|de|von|van|der)){{0,7}})"
    r"(?=,?\s*(?:an?\s+individual|\((?:[^()“\"]{0,40})[“\"„]|geboren|geb\.))"
)
_ALIAS = re.compile(r"\([^()“\"„]{0,60}[“\"„]\s*([^”\"“]{2,60}?)\s*[”\"“]")
_SALUTATION = re.compile(
    r"^\W*(?:Dear\b|Ladies\s+and\s+Gentlemen|Gentlemen|Sehr geehrte)[^\n]{0,60}[:,]\s*", re.MULTILINE
)
# Whose name follows is no party: "a subsidiary of Acme, Inc.".
_ANOTHER_S = re.compile(
    r"\b(?:subsidiary|affiliate|division|parent|behalf|laws|agent|unit|successor|custodian|trustee)\s+(?:of|to|for)\s*(?:the\s*)?$",
    re.IGNORECASE,
)
_GENERIC = frozenset(
    "party parties agreement contract company corporation limited partnership trust bank you we us he she it this that one other "
    "whom which date effective liability delaware nevada".split()
)
_NO_PARTY = ("party", "parties", "agreement", "contract", "lease")
_TOGETHER = re.compile(
    r"\(?\s*(?:each|collectively|individually|together|hereinafter\s+(?:collectively|together|jointly))\b[^.]{0,80}\bpart(?:y|ies)\b",
    re.IGNORECASE,
)
# Characters of the opening that name the parties, at most.
MOST = 2_400


@dataclass(frozen=True, slots=True)
class Party:
    """A party as it is named from `start` to `end`, and what it is called from there on ("" where nothing is said)."""

    name: str
    start: int
    end: int
    alias: str = ""


def parties_in(opening: str) -> list[Party]:
    """The parties in their order; none where the opening names fewer than two."""
    for begin in _BETWEEN.finditer(opening):
        end = _end(opening, begin.end())
        found = _named(opening, begin.end(), end)
        if len(found) >= 2:
            return found
    return _of_letter(opening)


def is_company(name: str) -> bool:
    """Whether a name ends as those of companies do."""
    return _COMPANY.fullmatch(name.strip()) is not None


def _of_letter(opening: str) -> list[Party]:
    """A letter that is a contract names its parties where it says what each is called from there on."""
    salutation = _SALUTATION.search(opening)
    if salutation is None:
        return []
    start = salutation.end()
    paragraph = re.compile(r"\S[^\n]*\n[ \t]*\n").search(opening, start)
    found = _named(opening, start, paragraph.end() if paragraph else len(opening))
    called = [each for each in found if each.alias]
    return called if len(called) >= 2 else []


def _end(text: str, start: int) -> int:
    """Where the sentence ends that names the parties: before the matter begins, before what they are called together, at a full
    stop at the end of a paragraph that is neither that of "Inc." nor in the first address."""
    ends = [start + MOST, len(text)]
    ends += [match.start() for mark in (MATTER, _TOGETHER) if (match := mark.search(text, start))]
    for match in re.finditer(r"\.\s*\n\s*\n", text[start : min(ends)]):
        before = text[start : start + match.start()]
        if ")" in before and not re.search(rf"\b{_SUFFIX}$", before):
            ends.append(start + match.start() + 1)
            break
    return min(ends)


def _named(text: str, start: int, end: int) -> list[Party]:
    """Companies by their names, others by what is said of them. A name that stands between a company and what this is called is
    part of its address."""
    found: list[Party] = []
    spans = _spans(text, start, end)
    for begin, stop, company in spans:
        alias = _ALIAS.search(text, stop, end)
        following = next((each for each, _, own in spans if own and each >= stop), end)
        called = alias[1].strip() if alias and alias.start() < following else ""
        called = "" if called.casefold() in _NO_PARTY else called
        name = " ".join(text[begin:stop].split())
        known = any(name.casefold() == each.name.casefold() for each in found)
        if not known and (company or not found or found[-1].alias != called):
            found.append(Party(name, begin, stop, called))
    return found


def _spans(text: str, start: int, end: int) -> list[tuple[int, int, bool]]:
    """(start, end, whether it is a company's) of each name outside of brackets, in order."""
    spans: list[tuple[int, int, bool]] = []
    for pattern in (_COMPANY, _OTHER):
        for match in pattern.finditer(text, start, end):
            begin, stop = match.span("name")
            overlaps = any(begin < other[1] and other[0] < stop for other in spans)
            bracketed = text.count("(", start, begin) > text.count(")", start, begin)
            named = _is_name(match["name"]) and not _ANOTHER_S.search(text[start:begin])
            if named and not overlaps and not bracketed:
                spans.append((begin, stop, pattern is _COMPANY))
    return sorted(spans)


def _is_name(said: str) -> bool:
    words = [word.casefold().strip('.,“”"') for word in said.split()]
    capital = not said.split()[-1][0].islower()  # "New York corporation" is none
    capital = capital and words[0] not in ("this", "these", "such", "each")
    return capital and sum(map(str.isalpha, said)) >= 2 and not set(words) <= _GENERIC
