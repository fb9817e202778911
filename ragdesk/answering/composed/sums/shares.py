"""What share of a table's total one row has."""

import re

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.amounts import amount, written
from ragdesk.answering.composed.sums.named import names
from ragdesk.answering.composed.tables.cells import called_total, columns_of, facts_of, name_of
from ragdesk.answering.composed.tables.tables import FoundTable, cited_row, tables_in
from ragdesk.answering.understanding.reading import plain
from ragdesk.domain.answers import Citation
from ragdesk.domain.calibration import COMPOSED
from ragdesk.text.tokens import numbers

_ASKS = re.compile(
    r"(?:what|which|how (?:large|big|high) is the) (?:(?:is the|are the) )?(?:share|proportion|percentage|percent|part)\b.*"
    r"\b(?:total|sum|whole|overall|all|budget)\b.*"
    r"|(?:welche[rn]?|wie (?:hoch|groß) ist der|wie ?viel) (?:anteil|prozent)\b.*"
    r"\b(?:summe|gesamt\w*|aller?|insgesamt|budgets?)\b.*",
    re.IGNORECASE,
)
# What is asked of a part, whose whole the question does not call a total: "what percentage of the calls were false alarms?"
_ASKS_PART = re.compile(
    r"(?:what|which) (?:share|proportion|percentage|percent|per cent) (?:of )?.*|(?:welcher anteil|wie ?viel prozent)\b.*",
    re.IGNORECASE,
)
# Cells that are shares themselves are looked up.
_SHARES = re.compile(r"%|per ?cent|prozent|share|anteil|proportion", re.IGNORECASE)


def asks_share(question: str) -> bool:
    return _ASKS.fullmatch(plain(question)) is not None


def compose_share(asked: Asked) -> Composed | None:
    if not asked.answerable or not asks_share(asked.question):
        return None
    tables = tables_in(asked.hits[: COMPOSED.hits], asked.texts)
    judged = zip(tables, asked.judged([table.quote for table in tables]), strict=True)
    for table, _ in sorted(judged, key=lambda pair: -pair[1][1]):
        if not _SHARES.search(table.quote.text) and (shared := _share(asked, table)):
            return shared
    return None


def _share(asked: Asked, table: FoundTable) -> Composed | None:
    """The share of the one row that is named, in the one column that is; None where the total does not agree with the rows."""
    label, columns = name_of(table), columns_of(asked.question, table)
    rows = [row for row in facts_of(table) if names(asked.question, table.cells(row)[label])]
    if len(rows) != 1 or len(columns) != 1:
        return None
    return _of_row(asked, table, rows[0], columns[0], stated_only=False)


def compose_share_around(asked: Asked, cited: Citation) -> Composed | None:
    """What share of its column the cited row has, where a part is asked for. None where it is not clear which column, or where
    neither a row of totals nor the document's text states what the column adds up to."""
    found = cited_row(asked.hits, asked.texts, cited)
    if found is None or not _ASKS_PART.fullmatch(plain(asked.question)):
        return None
    table, row = found
    columns = columns_of(asked.question, table)
    if len(columns) != 1 or row not in facts_of(table) or _SHARES.search(table.quote.text):
        return None
    return _of_row(asked, table, row, columns[0], stated_only=True)


def _of_row(
    asked: Asked, table: FoundTable, row: Slice, column: int, *, stated_only: bool
) -> Composed | None:
    """The share of a row in the sum of its column; `stated_only`: only where the document states that sum."""
    label, facts, head = name_of(table), facts_of(table), table.heads[column]
    amounts = [found for row in facts if (found := amount(table.cells(row)[column], head))]
    if len(amounts) < len(facts):
        return None
    part, whole = amounts[facts.index(row)], sum(each.value for each in amounts)
    summed = [row for row in table.rows if called_total(table.cells(row), label)]
    stated = [found.value for row in summed if (found := amount(table.cells(row)[column], head))]
    if (
        not whole
        or len({each.unit for each in amounts}) > 1
        or any(each.value < 0 for each in amounts)
        or stated not in ([], [whole])
        or (stated_only and not stated and f"{whole.normalize():f}" not in numbers(table.text))
    ):
        return None
    terms = [written(each, asked.query.language) for each in (part.value, whole, 100 * part.value / whole)]
    draft = Draft(asked)
    over = summed if stated else [each for each in facts if each is not row]
    quotes = [table.quoted(each.start, each.end) for each in (row, *over)]
    draft.quote("", *quotes, shown=f"{terms[0]} / {terms[1]} = {terms[2]} %")
    draft.say("\n")
    for each in (row, *over):
        cells = table.cells(each)
        shown = f"{cells[label]}: {cells[column]} {part.unit}".strip()
        draft.quote("\n- ", table.quoted(each.start, each.end), shown=shown)
    return draft.done()
