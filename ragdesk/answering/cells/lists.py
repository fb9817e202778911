"""Cells with a list: the parties of a contract, the items of a list or an enumeration that answers."""

import re

from ragdesk.answering.cells.evidence import CellEvidence
from ragdesk.answering.cells.found import ABSENT, Finding, surest, verdict_of
from ragdesk.answering.cells.parties import Party, parties_in
from ragdesk.answering.cells.values import folded
from ragdesk.answering.composed.asked import Asked
from ragdesk.answering.composed.lists.lists import compose_list
from ragdesk.answering.units.quotes import Quote, cells_of
from ragdesk.domain.tables import CellValue, ColumnDraft

_ASKS_PARTIES = re.compile(
    r"\b(?:parties|contracting part\w+|counterpart\w+|vertragspartei\w*|vertragspartner\w*)\b|\bbetween whom\b",
    re.IGNORECASE,
)
_ITEMS = re.compile(r"\s*[,;]\s*(?:and\s+|und\s+|or\s+|oder\s+)?|\s+(?:and|und)\s+")
# Items that one cell holds, at most; words of an item of an enumeration.
MOST_ITEMS, ITEM_WORDS = 20, 12


def list_cell(column: ColumnDraft, evidence: CellEvidence) -> Finding:
    """Raises:
    ModelError: the model is missing, or it died.
    """
    if _ASKS_PARTIES.search(column.question):
        return _parties(evidence)
    asked = Asked(
        evidence.query,
        evidence.hits,
        evidence.units,
        evidence.fit,
        evidence.resources,
        evidence.cancelled,
        evidence.answerable,
    )
    composed = compose_list(asked)
    if composed is not None:
        items = [CellValue(_line(each.quote), folded(each.quote), each) for each in composed.citations]
        return Finding("found" if evidence.answerable else "unsure", tuple(items[:MOST_ITEMS]))
    best = surest(evidence, evidence.ranking)
    if best is None or (verdict := verdict_of(best[1], evidence)) == "absent":
        return ABSENT
    return Finding(verdict, _enumerated(best[0].quote, evidence))


def _parties(evidence: CellEvidence) -> Finding:
    """Those that the opening names; where it names none, the sentence that answers best, for a person to look at."""
    found = parties_in(evidence.opening)
    if found:
        values = tuple(value for party in found if (value := _party(party, evidence)) is not None)
        return Finding("found" if len(values) == len(found) else "unsure", values)
    best = surest(evidence, evidence.ranking)
    if best is None or verdict_of(best[1], evidence) == "absent":
        return ABSENT
    return Finding("unsure", _enumerated(best[0].quote, evidence))


def _party(party: Party, evidence: CellEvidence) -> CellValue | None:
    cited = evidence.cite(party.start, party.end)
    text = f"{party.name} ({party.alias})" if party.alias else party.name
    return CellValue(text, folded(party.name), cited) if cited is not None else None


def _enumerated(quote: Quote, evidence: CellEvidence) -> tuple[CellValue, ...]:
    """The items of a sentence that enumerates; the sentence itself where it does not, or one of them is long."""
    cited = evidence.cite(quote.char_start, quote.char_end)
    said = " · ".join(filter(None, cells_of(quote.text))) if quote.text.startswith("|") else _line(quote.text)
    items = [item.strip(" .") for item in _ITEMS.split(said.rpartition(":")[2]) if item.strip(" .")]
    if len(items) < 2 or ":" not in said or any(len(item.split()) > ITEM_WORDS for item in items):
        return (CellValue(said, folded(said), cited),)
    return tuple(CellValue(item, folded(item), cited) for item in items[:MOST_ITEMS])


def _line(text: str) -> str:
    return " ".join(text.split())
