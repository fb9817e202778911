"""Values in a sentence, each with its place, its words and one notation for all ways to write it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from ragdesk.answering.cells.days import days_in
from ragdesk.answering.cells.periods import asked_periods, asks_how_long, asks_renewal_or_notice
from ragdesk.answering.composed.sums.amounts import readable
from ragdesk.answering.composed.sums.stated import Stated, stated_in
from ragdesk.domain.tables import ColumnDraft
from ragdesk.text.fold import fold
from ragdesk.text.tokens import words

_WHICH_LAW = re.compile(
    r"\b(?:which|what|whose|welche[sn]?)\b.*\b(?:law|laws|recht)\b.*|\bgoverning law\b", re.IGNORECASE
)
_LAW_OF = re.compile(
    r"\b(?:[Ll]aws?|LAWS?|[Rr]echt)\s+(?:\w+\s+in\s+force\s+in\s+|in\s+force\s+in\s+)?(?:of|OF|der|des|in)\s+(?:(?:the|THE|England)\s+)?"
    r"(?P<kind>(?:[Ss]tates?|STATE|[Cc]ommonwealth|COMMONWEALTH|[Pp]rovince|[Rr]epublic|[Pp]eople[’']s\s+[Rr]epublic)\s+(?:of|OF)\s+)?"
    r"(?P<place>[A-Z][\w.’'-]*(?:\s+(?:[A-Z][\w.’'-]*|of|and|the(?=\s+[A-Z])))*(?<!\sof)(?<!\sand)(?<!\.))"
)
_LAW_OF_THAT = re.compile(
    r"\b(?:State|Commonwealth|Province|Republic|Kingdom)\s+of\s+(?P<place>[A-Z][a-z]+(?:\s+[A-Z][a-z]+)*)\b[^.;]{0,120}?"
    r"\b[Ll]aws?\s+of\s+(?:that|such|said)\s+(?:[Ss]tate|[Cc]ommonwealth|[Pp]rovince|[Rr]epublic|[Kk]ingdom|jurisdiction)\b"
)
_LAW_ADJECTIVE = re.compile(r"\b(?P<place>[A-Z][a-z]+(?:isches|ish|an|ese))\s+(?:law|Recht)\b")
_THOUSANDS = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?:[,. ]|\b))")
_BARE_SUM = re.compile(r"[*_]*(?P<number>-?\d[\d.,']*)[*_]*\s*\W{0,2}")
_IN_BRACKETS = re.compile(r"^\s*\(\d+\)")


@dataclass(frozen=True, slots=True)
class FoundValue:
    """What stands from `start` to `end` of a text. `other` is a second way to read it ("" where there is none)."""

    start: int
    end: int
    text: str
    normal: str
    other: str = ""


def values_in(column: ColumnDraft, text: str) -> list[FoundValue]:
    """The values that a text holds of the kind that a column asks for; none for kinds that need more than to be picked out."""
    match column.kind:
        case "date":
            return [
                FoundValue(
                    day.start,
                    day.end,
                    _line(text[day.start : day.end]),
                    day.day.isoformat(),
                    day.other.isoformat() if day.other else "",
                )
                for day in days_in(text)
            ]
        case "amount":
            return [_amount(text, each) for each in stated_in(text) if each.amount.kind == "money"]
        case "number":
            return [_amount(text, each) for each in stated_in(text) if each.amount.kind != "money"]
        case "choice":
            return list(_choices(column, text))
        case "text":
            return text_values(column.question, text)
        case _:
            return []


def normal_of(column: ColumnDraft, text: str) -> str:
    """What a person wrote, in the one notation of the column's kind; as it is, folded, where it is of no such kind."""
    if column.kind == "yesno":
        said = folded(text).split(" ", 1)[0]
        return {"yes": "yes", "ja": "yes", "no": "no", "nein": "no"}.get(said, folded(text))
    if column.kind in ("amount", "number") and (plain := readable(text.strip())) is not None:
        return format(plain, "f")
    found = values_in(column, text)
    return found[0].normal if found else folded(text)


def text_values(question: str, text: str) -> list[FoundValue]:
    """What a question asks for by its words: a period, or whose law. None where any words may be the answer."""
    if asks_how_long(question):
        return [
            FoundValue(each.start, each.end, each.shown, each.normal)
            for each in asked_periods(question, text)
        ]
    if asks_whose_law(question):
        found = [*_LAW_OF.finditer(text), *_LAW_OF_THAT.finditer(text), *_LAW_ADJECTIVE.finditer(text)]
        return [
            FoundValue(*match.span("place"), _line(match["place"]), folded(match["place"]))
            for match in found
            if match["place"].casefold() not in ("party", "parties")
        ]
    return []


def money_in(text: str) -> list[FoundValue]:
    """The sums of money that a cell of a form holds. Where it names no currency, a number with two decimals, or one that is
    all there is in the cell: it has the currency of none."""
    # "3 055,20 €": thousands apart by blanks, which running text does not have.
    text = _THOUSANDS.sub("'", text)
    found = [_amount(text, each) for each in stated_in(text) if each.amount.kind == "money"]
    if found:
        return found
    match = _BARE_SUM.fullmatch(text.strip())
    value = readable(match["number"]) if match else None
    if match is None or value is None:
        return []
    start = text.find(match["number"])
    shown = format(value.quantize(Decimal("0.01")), "f")
    return [FoundValue(start, start + len(match["number"]), match["number"], shown)]


def is_told_by_words(column: ColumnDraft) -> bool:
    """Whether a value of the column is known by the words around it, wherever in a document it stands."""
    question = column.question
    by_words = asks_whose_law(question) or (asks_how_long(question) and asks_renewal_or_notice(question))
    return column.kind == "text" and by_words


def asks_whose_law(question: str) -> bool:
    return _WHICH_LAW.search(question) is not None


def folded(text: str) -> str:
    """Any words in one notation."""
    return " ".join(words(text)) or fold(text).strip()


def _amount(text: str, stated: Stated) -> FoundValue:
    start, end = stated.start, stated.end
    sign = re.search(r"(?:[€$£¥]|\b(?:US\$|EUR|USD|GBP|CHF|JPY))\s?$", text[:start])
    if sign:
        start = sign.start()
    value, unit = stated.amount.value, stated.amount.unit
    shown = format(value.normalize(), "f") if value == value.to_integral_value() else format(value, "f")
    if stated.amount.kind == "money":
        shown = format(value.quantize(Decimal("0.01")), "f")
    return FoundValue(start, end, _line(text[start:end]), f"{shown} {unit}".strip())


def _choices(column: ColumnDraft, text: str) -> Iterator[FoundValue]:
    for choice in column.choices:
        pattern = r"\b" + r"\s+".join(map(re.escape, choice.split())) + r"\b"
        for match in re.finditer(pattern, text, re.IGNORECASE):
            yield FoundValue(match.start(), match.end(), choice, choice)


def _line(text: str) -> str:
    return " ".join(text.split())
