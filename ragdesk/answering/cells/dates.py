"""Cells with a date: the document's own on its first page, what a defined term stands for, the end of a term that begins then."""

import calendar
import re
from collections.abc import Sequence
from datetime import date, timedelta

from ragdesk.answering.cells.days import Day, blank_day, days_in, readings
from ragdesk.answering.cells.evidence import OPENING, CellEvidence
from ragdesk.answering.cells.found import ABSENT, Finding, surest, told_apart, verdict_of
from ragdesk.answering.cells.parties import MATTER
from ragdesk.answering.cells.periods import LastingPeriod, periods_in
from ragdesk.answering.cells.terms import definitions, points_to_the_opening, terms_in
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.answers import Citation
from ragdesk.domain.calibration import CELLS
from ragdesk.domain.tables import CellValue, ColumnDraft

_ASKS_END = re.compile(
    r"\b(?:expir\w+|ends?|end date|terminat\w+|run out|due|until|läuft .*aus|ablauf\w*|ende[tn]?)\b",
    re.IGNORECASE,
)
_ASKS_OWN = re.compile(
    r"\b(?:date|datum|dated|when was .*(?:signed|made|written|issued|published)|effective|take effect|in force|into force|"
    r"in kraft|wirksam|commence\w*|begins?|starts?)\b",
    re.IGNORECASE,
)
_ASKS_EFFECT = re.compile(
    r"\b(?:effective|effect|force|commence\w*|begins?|starts?|kraft|wirksam)\b", re.IGNORECASE
)
_DATED = re.compile(
    r"\b(?:dated|made|entered|effective|executed|as\s+of|this|on|date|datum|stand|vom|am|issued|published)\b[^.]{0,80}$",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:expir\w+|ends?|ending|terminat\w+|until|through|due|payable|läuft|endet|bis|fällig)\b",
    re.IGNORECASE,
)
_LASTS = re.compile(
    r"\b(?:terms?|period|continue[sd]?|remain|effect|expir\w+|years?|laufzeit|dauer)\b", re.IGNORECASE
)
# Characters at least, before the matter of a contract begins, that say when it was made.
_SHORTEST_HEAD = 400
_NO_TERM = re.compile(r"\bnotice|prior|before|within|frist", re.IGNORECASE)
_AFTERWARDS = re.compile(
    r"[^.;]{0,30}\b(?:after|following|nach)\b[^.;]{0,40}\b(?:terminat\w+|expir\w+|end)\b", re.IGNORECASE
)
_BEGINS = re.compile(
    r"\b(?:commenc\w+|begin\w*|start\w*|effective|beginn\w*|ab|vom)\b[^.;]{0,40}$", re.IGNORECASE
)
_GOES_ON = re.compile(
    r"\b(?:agreement|contract|lease|licen[cs]e|vertrag)\b[^.;]{0,120}\b(?:perpetual\w*|indefinite\w*|unbefristet\w*|"
    r"(?:continue|remain|govern|läuft)\b[^.;]{0,120}?\b(?:until|unless|bis)\b[^.;]{0,60}\b(?:terminat\w+|cancel\w+|gekündigt))",
    re.IGNORECASE,
)
_SIGNED_ON = re.compile(r"\b(?:date|dated|datum)\b\s*[:|]", re.IGNORECASE)
_SIGNATURE = re.compile(r"\b(?:by|name|title|signature|signed|unterschrift)\s*:", re.IGNORECASE)
# Characters of a block of signatures before its day, and of a day with what stands before it.
_BLOCK, _DAY = 500, 40
_STARTS = ("Effective Date", "Commencement Date", "Start Date", "Closing Date", "Agreement Date")


def date_cell(column: ColumnDraft, evidence: CellEvidence) -> Finding:
    """Raises:
    ModelError: the model is missing, or it died.
    """
    if _ASKS_END.search(column.question):
        return _end(evidence)
    if _ASKS_OWN.search(column.question):
        own = _own(column, evidence)
        if own.verdict != "absent":
            return own
    return _stated(evidence)


def _own(column: ColumnDraft, evidence: CellEvidence) -> Finding:
    """The day that the document bears itself."""
    if _ASKS_EFFECT.search(column.question):
        for term in ("Effective Date", "Commencement Date"):
            if value := _defined(term, evidence):
                return Finding("found", (value,))
        said = [
            (unit, chance)
            for unit, chance in evidence.ranking
            if _ASKS_EFFECT.search(unit.quote.text) and days_in(unit.quote.text)
        ]
        if said and said[0][1] >= CELLS.found:
            return told_apart(_values(said[0][0].quote, evidence))
        return _of_opening(evidence)
    head = _of_opening(evidence)
    return head if head.verdict != "absent" else _of_signatures(evidence)


def _of_opening(evidence: CellEvidence) -> Finding:
    """The first day before the matter begins that stands behind a word such as "dated", or alone on its line, as in a letter."""
    matter = MATTER.search(evidence.opening, _SHORTEST_HEAD)
    opening = evidence.opening[: matter.start() if matter else OPENING]
    days = [
        day
        for day in days_in(opening)
        if _DATED.search(opening[max(day.start - 120, 0) : day.start]) or _alone(day, opening)
    ]
    if days:
        return _one(days[0], 0, evidence)
    blank = blank_day(opening)
    if blank is not None and (cited := evidence.cite(*blank)):
        text = " ".join(cited.quote.split())
        return Finding("person", (CellValue(text, text, cited),))
    return ABSENT


def _of_signatures(evidence: CellEvidence) -> Finding:
    """The last of the days beside the signatures."""
    text = evidence.text
    signed = [
        (match.end(), day)
        for match in _SIGNED_ON.finditer(text)
        if _SIGNATURE.search(text, max(match.start() - _BLOCK, 0), match.start())
        for day in days_in(text[match.end() : match.end() + _DAY])[:1]
        if not text[match.end() : match.end() + day.start].strip("| ")
    ]
    last = max(signed, key=lambda each: each[1].day, default=None)
    return _one(last[1], last[0], evidence) if last else ABSENT


def _alone(day: Day, text: str) -> bool:
    before, after = text[: day.start].rpartition("\n")[2], text[day.end :].partition("\n")[0]
    return not f"{before}{after}".strip("#*_., ")


def _one(day: Day, offset: int, evidence: CellEvidence) -> Finding:
    return told_apart(_both_readings(day, offset, evidence))


def _both_readings(day: Day, offset: int, evidence: CellEvidence) -> list[CellValue]:
    """A day as a value; two where month and day may be taken for one another."""
    cited = evidence.cite(offset + day.start, offset + day.end)
    text = " ".join(evidence.text[offset + day.start : offset + day.end].split())
    return day_values(day, text, cited, evidence)


def day_values(day: Day, text: str, cited: Citation | None, evidence: CellEvidence) -> list[CellValue]:
    """A day as it is written; where it may be two, each of them with that: "2025-03-11 (03/11/2025)"."""
    found = readings(day, evidence.text)
    if len(found) == 1:
        return [CellValue(text, found[0].isoformat(), cited)]
    return [CellValue(f"{each.isoformat()} ({text})", each.isoformat(), cited) for each in found]


def _defined(term: str, evidence: CellEvidence) -> CellValue | None:
    """What a term stands for, where that is a day: what follows "means", or stands last before the term in brackets."""
    for start, end in definitions(term, evidence.text):
        days = days_in(evidence.text[start:end])
        if days:
            after = (
                evidence.text[max(start - 40, 0) : start]
                .rstrip()
                .endswith(("means", "mean", "be", "is", ":"))
            )
            value = _both_readings(days[0 if after else -1], start, evidence)
            return value[0] if len(value) == 1 else None
        if points_to_the_opening(evidence.text[start:end]):
            own = _of_opening(evidence)
            return own.values[0] if own.verdict == "found" else None
    return None


def _values(quote: Quote, evidence: CellEvidence) -> list[CellValue]:
    """The days in a sentence, each cited with the whole of it."""
    cited = evidence.cite(quote.char_start, quote.char_end)
    return [
        value
        for day in days_in(quote.text)
        for value in day_values(day, _line(quote.text[day.start : day.end]), cited, evidence)
    ]


def _stated(evidence: CellEvidence) -> Finding:
    """The day in the sentence that answers best; that of the term which such a sentence names."""
    with_days = [(unit, chance) for unit, chance in evidence.ranking if days_in(unit.quote.text)]
    best = surest(evidence, with_days)
    if best is not None and (verdict := verdict_of(best[1], evidence)) != "absent":
        found = told_apart(_values(best[0].quote, evidence))
        return found if verdict == "found" else Finding("unsure", found.values)
    return _by_term(evidence, evidence.ranking[:1])


def _by_term(evidence: CellEvidence, units: Sequence[tuple[JudgedUnit, float]]) -> Finding:
    """A sentence that answers with a defined term: the day that the term stands for. Where it stands for none, a person has to
    look."""
    for unit, chance in units:
        terms = terms_in(unit.quote.text)
        if chance < CELLS.found or not terms:
            continue
        for term in terms:
            if value := _defined(term, evidence):
                return Finding("found", (value,))
        text = terms[0]
        return Finding(
            "person", (CellValue(text, text, evidence.cite(unit.quote.char_start, unit.quote.char_end)),)
        )
    return ABSENT


# ------------------------------------------------------------ the end of a term


def _end(evidence: CellEvidence) -> Finding:
    """The day on which something ends: as it is stated, else the day on which its term began and the length of it."""
    ranking = [
        pair
        for pair in evidence.ranking
        if _ENDS.search(pair[0].quote.text) or _LASTS.search(pair[0].quote.text)
    ]
    telling = [pair for pair in ranking if _end_days(pair[0].quote.text) or _length(pair[0].quote.text)]
    best = surest(evidence, telling)
    if best is None or (verdict := verdict_of(best[1], evidence)) == "absent":
        return _without_end(evidence)
    quote = best[0].quote
    values = _ending(quote, evidence) if _end_days(quote.text) else _reckoned(quote, evidence)
    if not values:
        return _to_be_read(quote, evidence)
    found = told_apart(values)
    return found if verdict == "found" else Finding("unsure", found.values)


def _without_end(evidence: CellEvidence) -> Finding:
    """The sentence by which it goes on until somebody ends it, where there is one: no day, and not nothing either."""
    told = evidence.ranked_in_full(lambda quote: _GOES_ON.search(quote.text) is not None)
    return _to_be_read(told[0][0].quote, evidence) if told else ABSENT


def _to_be_read(quote: Quote, evidence: CellEvidence) -> Finding:
    text = _line(quote.text)
    return Finding("person", (CellValue(text, text, evidence.cite(quote.char_start, quote.char_end)),))


def _ending(quote: Quote, evidence: CellEvidence) -> list[CellValue]:
    cited = evidence.cite(quote.char_start, quote.char_end)
    return [
        value
        for day in _end_days(quote.text)
        for value in day_values(day, _line(quote.text[day.start : day.end]), cited, evidence)
    ]


def _end_days(text: str) -> list[Day]:
    """The days of a sentence that stand behind a word for the end; all of them where none does and no length is told."""
    days = days_in(text) if _ENDS.search(text) else []
    behind = [day for day in days if _ENDS.search(text[max(day.start - 60, 0) : day.start])]
    return behind or ([] if _length(text) else days)


def _length(text: str) -> LastingPeriod | None:
    """How long a term lasts, by the first period in its sentence that is no notice, and does not begin when the term ends."""
    for period in periods_in(text):
        around = text[max(period.start - 60, 0) : period.end + 40]
        if (
            period.unit not in ("year", "month")
            or _NO_TERM.search(around)
            or _AFTERWARDS.match(text, period.end)
        ):
            continue
        return period
    return None


def _reckoned(quote: Quote, evidence: CellEvidence) -> list[CellValue]:
    """A term and the day on which it begins make the day on which it ends. It is no word of the document, so it is shown with the
    term: "2010-01-21 (5 years)"."""
    period, begin = _length(quote.text), _begin(quote.text, evidence)
    if period is None or begin is None:
        return []
    cited = evidence.cite(quote.char_start, quote.char_end)
    end = _after(begin, period).isoformat()
    return [CellValue(f"{end} ({period.shown})", end, cited)]


def _begin(text: str, evidence: CellEvidence) -> date | None:
    for day in days_in(text):
        if _BEGINS.search(text[: day.start]):
            return day.day
    for term in dict.fromkeys((*terms_in(text), *_STARTS)):
        if value := _defined(term, evidence):
            return date.fromisoformat(value.normal)
    own = _of_opening(evidence)
    return date.fromisoformat(own.values[0].normal) if own.verdict == "found" else None


def _after(day: date, period: LastingPeriod) -> date:
    if period.unit in ("day", "week"):
        return day + timedelta(days=period.count * (7 if period.unit == "week" else 1))
    months = day.month - 1 + period.count * (12 if period.unit == "year" else 1)
    year, month = day.year + months // 12, months % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def _line(text: str) -> str:
    return " ".join(text.split())
