"""Places that are taken and places that are left: "which trips are full", "how many places are left on the coast path", over the
columns "Places" and "Booked"."""

import re
from dataclasses import dataclass

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.amounts import amount
from ragdesk.answering.composed.sums.computed import write_out
from ragdesk.answering.composed.sums.named import names
from ragdesk.answering.composed.sums.operands import Operand
from ragdesk.answering.composed.tables.cells import facts_of, name_of
from ragdesk.answering.composed.tables.tables import FoundTable, headed_tables
from ragdesk.text.tokens import negated

_PLACES = re.compile(
    r"(?:max\w*\.? )?(?:places?|seats?|spaces?|capacity|limit|plätze|kapazität|höchstzahl)\b", re.IGNORECASE
)
_TAKEN = re.compile(
    r"(?:places? |seats? |plätze )?(?:booked|taken|sold|reserved|filled|occupied|registered|sign(?:ed)?[- ]?ups?|bookings"
    r"|belegt|gebucht|vergeben|verkauft|angemeldet|anmeldungen)\b",
    re.IGNORECASE,
)
_FULL = re.compile(
    r"\b(?:full|fully booked|booked (?:up|out)|sold out|no (?:places?|seats?|spaces?) left|voll|ausgebucht|ausverkauft|belegt)\b",
    re.IGNORECASE,
)
_LEFT = re.compile(
    r"\b(?:how many|wie ?viele) (?:(?:places?|seats?|spaces?|spots|tickets|plätze|karten)\b.*\b)?"
    r"(?:(?:are|is|sind) )?(?:(?:still|there|noch) )*(?:left|free|available|open|frei|übrig)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _PlaceColumns:
    """Where a table says how many places there are, and how many are taken."""

    places: int
    taken: int


def compose_full(asked: Asked) -> Composed | None:
    """The rows with no place left; None where the question does not ask for them, or no table tells, or all or none are full."""
    if _FULL.search(asked.question) is None or negated(_FULL.sub(" ", asked.question)):
        return None
    for table in headed_tables(asked.hits, asked.texts):
        columns, facts = _columns(table), facts_of(table)
        rows = [row for row in facts if columns and _left(table, row, columns) == 0]
        if columns and 0 < len(rows) < len(facts):
            draft, shown = Draft(asked), (name_of(table), columns.places, columns.taken)
            for row in rows:
                draft.quote("\n- ", table.quoted(row.start, row.end), shown=table.shown_cells(row, shown))
            return draft.done()
    return None


def compose_left(asked: Asked) -> Composed | None:
    """How many places are left of the one row that the question names; None where it does not ask for that, or no table tells."""
    if _LEFT.search(asked.question) is None:
        return None
    found = [
        (table, row, columns)
        for table in headed_tables(asked.hits, asked.texts)
        if (columns := _columns(table))
        for row in facts_of(table)
        if names(asked.question, table.cells(row)[name_of(table)])
    ]
    if len(found) != 1 or _left(*found[0]) is None:
        return None
    table, row, columns = found[0]
    cells, quote = table.cells(row), table.quoted(row.start, row.end)
    held = [(at, amount(cells[at], table.heads[at])) for at in (columns.places, columns.taken)]
    draft = Draft(asked)
    write_out(asked, draft, [Operand(table.heads[at], one, quote) for at, one in held if one], "difference")
    return draft.done()


def _columns(table: FoundTable) -> _PlaceColumns | None:
    """None where the heads name no such columns, or several."""
    places = [at for at, head in enumerate(table.heads) if _PLACES.match(head) and not _TAKEN.match(head)]
    taken = [at for at, head in enumerate(table.heads) if _TAKEN.match(head)]
    return _PlaceColumns(places[0], taken[0]) if len(places) == len(taken) == 1 else None


def _left(table: FoundTable, row: Slice, columns: _PlaceColumns) -> int | None:
    """None where a cell holds no bare number, or more are taken than there are."""
    cells = table.cells(row)
    held = [amount(cells[at]) for at in (columns.places, columns.taken)]
    numbers = [int(one.value) for one in held if one is not None and not one.unit]
    return numbers[0] - numbers[1] if len(numbers) == 2 and numbers[0] >= numbers[1] else None
