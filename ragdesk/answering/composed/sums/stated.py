"""Amounts in running text: "4,000 euros", "thirty (30) days", "1.5 % per month", each with what it is measured in."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from ragdesk.answering.composed.sums.amounts import Amount, readable
from ragdesk.domain.calibration import NEAREST
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words, number_of, stem, words

_SIGNS = "[€$£¥]|(?:EUR|USD|GBP|CHF|JPY)(?=[ \\d])"
_RANGE_ENDS = re.compile(r"\d[\w ]{0,12}?\s?(?:-|–|\bto|\bbis|\bor|\boder)\s?$")
_RANGE_BEGINS = re.compile(r"[\w ]{0,12}?\s?(?:-|–|\bto|\bbis|\bor|\boder)\s?\d")
_BEFORE = 24
# Between the parts of a sentence that may speak of different things.
CLAUSE = re.compile(r"(?<!\d)[,;:]\s+|(?<=\d)[,;]\s+|\s+(?:and|while|whereas|but|und|während|aber)\s+")


@dataclass(frozen=True, slots=True)
class Stated:
    """An amount in a text, and where it stands. `exact` is False for "at least 5", "5 to 7"; `written` is its unit as the text
    has it; `head` the head of the column that it stands in."""

    amount: Amount
    written: str
    exact: bool
    start: int
    end: int
    head: str = ""

    @property
    def measured(self) -> bool:
        """Whether it is money, time or the like, and neither a number of things nor a share."""
        bare = self.amount.unit.split(" per ")[0]
        return bare != "%" and _measured(bare)


def stated_in(text: str) -> list[Stated]:
    """The amounts that a text states, in order; none of a text that holds one that may be read in two ways."""
    found = list[Stated]()
    for match in _amount().finditer(text):
        unit, written, end = _unit(match)
        value = _value(match["number"], known=bool(unit))
        if value is None:
            if unit and match["number"][0].isdigit():
                return []
            continue
        if scale := lexicon.table("scales").get((match["scale"] or "").casefold().rstrip(".")):
            value *= int(scale)
        if match["number"].isalpha() and not _measured(unit):
            continue
        rate = _rate(text[end:]) or ("" if _is_stretch(unit) else _pace(text))
        amount = Amount(value, f"{unit} per {rate}" if rate and unit else unit)
        found.append(Stated(amount, written, _exact(text, match), match.start("number"), end))
    return found


def asked_kinds(question: str) -> set[str]:
    """The kinds of amounts that a question speaks of: "cheaper" is about money."""
    table = lexicon.table("amount_kinds")
    return {table[word] for word in words(question) if word in table}


def of_clause(text: str, clause: str) -> list[Stated]:
    """The amounts of a clause, where the rest of its sentence gives amounts of the same kind alone, of something else: "the fence
    costs 90 euros, and the gate 40". Where the rest gives another kind, it goes on about the same thing, and it is not sure which
    amount is meant."""
    stated, everything = stated_in(clause), stated_in(text)
    kinds = {each.amount.kind for each in everything if each.measured}
    rest = [part for part in CLAUSE.split(text) if part != clause and stated_in(part)]
    whole = all(len(content_words(part)) >= NEAREST.fewest_words for part in rest)
    return stated if len(kinds) == 1 and whole else []


def _unit(match: re.Match[str]) -> tuple[str, str, int]:
    """The unit, how it is written, and where it ends."""
    if sign := match["before"] or match["sign"]:
        return unit_name(sign), sign, match.end("sign") if match["sign"] else match.end("number")
    scaled = (match["scale"] or "").casefold().rstrip(".") in lexicon.table("scales")
    first, second = ("unit", "more") if scaled else ("scale", "unit")
    return _of_words(match, first, second)


def _of_words(match: re.Match[str], first: str, second: str) -> tuple[str, str, int]:
    """The unit that one word or two are: "days", "business days"."""
    word, after = match[first] or "", match[second] or ""
    if not _measured(unit_name(word)) and _is_stretch(unit_name(after)):
        return f"{stem(word.casefold())} {unit_name(after)}", f"{word} {after}", match.end(second)
    if word.casefold() in lexicon.words("stop_words"):
        return "", "", match.end("number")
    return unit_name(word), word, match.end(first) if word else match.end("number")


def unit_name(word: str) -> str:
    """One name for all the words of a unit: "kg" for "kilos"."""
    folded = word.casefold()
    known = lexicon.table("measures").get(folded) or lexicon.table("stretches").get(folded)
    return known or (stem(folded) if word else "")


def _measured(unit: str) -> bool:
    return unit in lexicon.table("measures").values() or _is_stretch(unit)


def _is_stretch(unit: str) -> bool:
    return unit.rpartition(" ")[2] in lexicon.table("stretches").values()


def _value(number: str, known: bool) -> Decimal | None:
    if number[0].isdigit():
        return readable(number)
    word = number_of(number.casefold()) if known else ""
    return Decimal(word) if word else None


def _rate(after: str) -> str:
    """What the amount is paid or done for, each time: "month" of "a month"."""
    match = _rates().match(after)
    if match is None:
        return ""
    name = lexicon.table("stretches").get(match["each"].casefold(), "")
    # "A" begins much else.
    return name or (
        stem(match["each"].casefold()) if match["word"].strip().casefold() in ("per", "pro", "/") else ""
    )


def paces_in(text: str) -> set[str]:
    """How often something is paid or done, as the text says anywhere: "month" of "monthly" and of "a month"."""
    behind = (_rate(text[at.start() :]) for at in re.finditer(r"\s", text))
    return {*filter(None, behind), *_named_paces(text)}


def _pace(text: str) -> str:
    """How often it is paid or done, where the sentence says so elsewhere: "the monthly fee"."""
    return "/".join(sorted(_named_paces(text)))


def _named_paces(text: str) -> set[str]:
    paces = lexicon.table("paces")
    return {paces[word] for word in map(str.casefold, re.findall(r"\w+", text)) if word in paces}


def _exact(text: str, match: re.Match[str]) -> bool:
    start = match.start("before") if match["before"] else match.start("number")
    before = text[max(start - _BEFORE, 0) : start]
    # "Thirty (30) days": what stands before the word counts.
    before = re.sub(r"\w+ \($", "", before)
    after = text[match.end("number") :]
    return not (_inexact().search(before) or _RANGE_ENDS.search(before) or _RANGE_BEGINS.match(after))


@cache
def _inexact() -> re.Pattern[str]:
    return re.compile(
        rf"(?:\b(?:{lexicon.alternatives('inexact')})(?: the| a)?\s+|[-–<>≤≥~]\s?)$", re.IGNORECASE
    )


@cache
def _rates() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<word>\s*/\s*|\s+(?:{lexicon.alternatives('rate_words')})\s+)(?P<each>[^\W\d_]+[²³]?)",
        re.IGNORECASE,
    )


@cache
def _amount() -> re.Pattern[str]:
    """A number or its word, and what may be its unit; no part of a date, a time, a version, a name."""
    numbers = lexicon.one_of(
        word for language in lexicon.languages() for word in lexicon.ordered("number_words", language)
    )
    return re.compile(
        rf"(?<![\w.,:/§#-])(?P<before>{_SIGNS})?\s?(?P<number>\d[\d.,']*\d|\d|{numbers})(?![-–/:]\d|\w)\)?"
        r"(?:[\s-](?P<scale>[a-z]+\.?)\b)?(?:\s?(?P<sign>[%€$£¥])|[\s-](?P<unit>[^\W\d_]+[²³]?)(?:\s(?P<more>[^\W\d_]+))?)?",
        re.IGNORECASE,
    )
