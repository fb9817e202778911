"""What share of a table's total one row has."""

import re

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.sums.amounts import amount, written
from ragdesk.answering.composed.sums.named import names
from ragdesk.answering.composed.tables.cells import called_total, columns_of, facts_of, name_of
from ragdesk.answering.composed.tables.tables import FoundTable, tables_in
from ragdesk.answering.understanding.reading import plain
from ragdesk.domain.calibration import COMPOSED

_ASKS = re.compile(
    r"(?:what|which|how (?:large|big|high) is the) (?:(?:is the|are the) )?(?:share|proportion|percentage|percent|part)\b.*"
    r"\b(?:total|sum|whole|overall|all|budget)\b.*"
    r"|(?:welche[rn]?|wie (?:hoch|groß) ist der|wie ?viel) (?:anteil|prozent)\b.*"
    r"\b(?:summe|gesamt\w*|aller?|insgesamt|budgets?)\b.*",
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
    label, columns, facts = name_of(table), columns_of(asked.question, table), facts_of(table)
    rows = [row for row in facts if names(asked.question, table.cells(row)[label])]
    if len(rows) != 1 or len(columns) != 1:
        return None
    head, column = table.heads[columns[0]], columns[0]
    amounts = [found for row in facts if (found := amount(table.cells(row)[column], head))]
    part, whole = amounts[facts.index(rows[0])], sum(each.value for each in amounts)
    summed = [row for row in table.rows if called_total(table.cells(row), label)]
    stated = [found.value for row in summed if (found := amount(table.cells(row)[column], head))]
    if (
        not whole
        or len({each.unit for each in amounts}) > 1
        or any(each.value < 0 for each in amounts)
        or stated not in ([], [whole])
    ):
        return None
    terms = [written(each, asked.query.language) for each in (part.value, whole, 100 * part.value / whole)]
    draft = Draft(asked)
    over = summed if stated else [row for row in facts if row is not rows[0]]
    quotes = [table.quoted(row.start, row.end) for row in (rows[0], *over)]
    draft.quote("", *quotes, shown=f"{terms[0]} / {terms[1]} = {terms[2]} %")
    draft.say("\n")
    for row in (rows[0], *over):
        cells = table.cells(row)
        shown = f"{cells[label]}: {cells[column]} {part.unit}".strip()
        draft.quote("\n- ", table.quoted(row.start, row.end), shown=shown)
    return draft.done()
