"""The time between two dates that the documents state: of a sentence or a row for each event, its only date."""

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.phrases import composed_phrases
from ragdesk.answering.composed.sums.dates import dates_in
from ragdesk.answering.composed.sums.stated import CLAUSE
from ragdesk.answering.injection.commands import commands
from ragdesk.answering.understanding.compare import sides_of
from ragdesk.answering.understanding.reading import forms, plain
from ragdesk.answering.units.quotes import Quote, intact, quotes_of
from ragdesk.domain.search import ComparisonSide
from ragdesk.text.tokens import content_words

DAYS_A_WEEK = 7
MONTHS_A_YEAR = 12
_UNIT = r"(?P<unit>days|weeks|months|years)"
_EINHEIT = r"(?P<unit>tage|wochen|monate|jahre)"
_BE = r"(?:is|are|was|were|does|do|did|will|lie|lay|passed?|went by)"
_FORMS = forms(
    rf"(?:how many|what(?: is|\'s) the number of|number of) {_UNIT}\b.*?\bbetween (?P<sides>.+)",
    rf"how many {_UNIT}\b.*?\bfrom (?P<one>.+?) (?:to|until|till) (?P<two>.+)",
    rf"how many {_UNIT} (?:after|before) (?P<one>.+?) {_BE} (?P<two>.+)",
    rf"how many {_UNIT} {_BE} (?P<one>.+?) (?:after|before) (?P<two>.+)",
    rf"wie ?viele {_EINHEIT}\b.*?\bzwischen (?P<sides>.+)",
    rf"wie ?viele {_EINHEIT}\b.*?\bvo[nm] (?P<one>.+?) bis (?P<two>.+)",
    rf"wie ?viele {_EINHEIT} (?:nach|vor) (?P<one>.+?) (?:ist|sind|war|waren|beginnt|beginnen|endet|liegt) (?P<two>.+)",
)
# What an event does says nothing of which it is.
_DOING = {
    "start",
    "begin",
    "began",
    "end",
    "take",
    "took",
    "place",
    "happen",
    "finish",
    "due",
    "date",
    "beginn",
    "datum",
}


@dataclass(frozen=True, slots=True)
class Dated:
    """An event's date, its words, and the quote that states it."""

    name: str
    day: date
    words: str
    quote: Quote


def asks_between(question: str) -> tuple[str, tuple[ComparisonSide, ...]]:
    """The unit of time that is asked for, as it is worded, and the two events; no events where it is no such question."""
    for form in _FORMS:
        match = form.fullmatch(plain(question))
        if match and len(events := sides_of(match.groupdict() | {"rest": ""})) == 2:
            return match["unit"], events
    return "", ()


def compose_between(asked: Asked) -> Composed | None:
    unit, events = asks_between(asked.question)
    found = [dated for event in events if (dated := _dated(asked, event)) is not None]
    if len(found) != 2:
        return None
    first, last = sorted(found, key=lambda each: each.day)
    draft = Draft(asked)
    days = composed_phrases(asked.query.language).days.format(count=(last.day - first.day).days)
    shown = f"{first.words} → {last.words}: {days}{_in_unit(first.day, last.day, unit)}"
    draft.quote("", first.quote, last.quote, shown=shown)
    draft.say("\n")
    for each in found:
        draft.quote("\n- ", each.quote, shown=f"{each.name}: {each.words}")
    return draft.done()


def _dated(asked: Asked, event: ComparisonSide) -> Dated | None:
    """The event's date; None where the documents give it none, or several."""
    own = set(content_words(event.name)) - _DOING or set(content_words(event.name))
    found = [
        Dated(event.name, *dated, quote) for quote in _units(asked) for dated in _only_date(quote.text, own)
    ]
    return found[0] if len({each.day for each in found}) == 1 else None


def _only_date(text: str, own: set[str]) -> list[tuple[date, str]]:
    """The date of a sentence that names the event, or of the only clause that does; all, where several may be meant."""
    if not own <= set(content_words(text)):
        return []
    dates = dates_in(text)
    clauses = [clause for clause in CLAUSE.split(text) if own <= set(content_words(clause))]
    return dates_in(clauses[0]) if len(dates) > 1 and len(clauses) == 1 else dates


def _units(asked: Asked) -> Sequence[Quote]:
    return [
        quote
        for hit in asked.hits
        for quote in intact(quotes_of(hit), asked.texts.text(hit.chunk.document_id))
        if quote.units == 1 and not commands(quote.text)
    ]


def _in_unit(first: date, last: date, unit: str) -> str:
    """The same in the unit that was asked for, with the days that are over."""
    days = (last - first).days
    match unit[:1].casefold():
        case "w":
            count, over = divmod(days, DAYS_A_WEEK)
        case "m":
            count, over = _months(first, last)
        case "y" | "j":
            count, over = _years(first, last)
        case _:
            return ""
    return f" = {count} {unit}{f' + {over}' if over else ''}"


def _months(first: date, last: date) -> tuple[int, int]:
    """Whole months, and the days after them."""
    count = (last.year - first.year) * MONTHS_A_YEAR + last.month - first.month
    if last.day < first.day:
        count -= 1
    return count, (last - _later(first, count)).days


def _years(first: date, last: date) -> tuple[int, int]:
    count = _months(first, last)[0] // MONTHS_A_YEAR
    return count, (last - _later(first, count * MONTHS_A_YEAR)).days


def _later(day: date, months: int) -> date:
    """So many months later; the last day of a month that is shorter."""
    years, month = divmod(day.month - 1 + months, MONTHS_A_YEAR)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
