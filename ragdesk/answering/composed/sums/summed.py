"""The sum over the rows of a table that share a name or a state: "what did we pay Halden in total", "how much is still open".

Exact, with the formula; each row is a citation.
"""

import re
from collections.abc import Sequence

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.amounts import amount
from ragdesk.answering.composed.sums.computed import write_out
from ragdesk.answering.composed.sums.dates import dates_in
from ragdesk.answering.composed.sums.named import names, operation_of
from ragdesk.answering.composed.sums.operands import Operand
from ragdesk.answering.composed.sums.stated import asked_kinds
from ragdesk.answering.composed.tables.cells import facts_of, fit_for_stuff, is_name, name_of, totals
from ragdesk.answering.composed.tables.filtered import rows_named
from ragdesk.answering.composed.tables.in_months import Months, months_in, rows_in
from ragdesk.answering.composed.tables.tables import FoundTable, tables_in
from ragdesk.answering.composed.tables.ticks import amounts_owed, in_state, wants_unpaid
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.units.heads import columns_with_all, things_asked, things_of
from ragdesk.answering.units.in_context import ROW_NUMBER
from ragdesk.domain.calibration import COMPOSED
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words, words

# More operands are no formula that anybody reads.
MOST_ROWS = 40
_HOW_MUCH = re.compile(r"\b(?:how (?:much|many)|wie ?viele?)\b", re.IGNORECASE)
_HOW_MUCH_MONEY = re.compile(r"\bhow much\b|\bwie ?viel\b", re.IGNORECASE)
MONTHS_A_QUARTER = 3
_THIS = re.compile(
    r"\b(?:(?:in|so far|for) )?(?:this|diese[nms]?) (?P<stretch>month|quarter|year|monat|quartal|jahr)\b",
    re.IGNORECASE,
)
_TOGETHER = frozenset(("altogether", "overall", "together", "insgesamt", "zusammen"))


def compose_summed(asked: Asked) -> Composed | None:
    """None where the question asks for no sum, where its words pick no rows or all of them, or leave open which amounts are
    meant. A row without an amount is shown below the sum. The average, where that is asked for over a stretch of time."""
    months, operation = months_in(asked.question), operation_of(asked.question)
    over = months is not None and operation != "difference" and asks_amount(asked.question)
    if not (over or wants_sum(asked.question)):
        return None
    for table in tables_in(asked.hits[: COMPOSED.hits], asked.texts):
        rows = _rows(asked, table, months if over else None) if table.head is not None else []
        column = amounts_column(asked.question, table, rows) if 1 < len(rows) <= MOST_ROWS else None
        if column is None:
            continue
        found = [each for row in rows if (each := operand_of(table, row, column))]
        draft = Draft(asked)
        average = over and operation == "average"
        if len(found) > 1 and write_out(asked, draft, found, "average" if average else "sum"):
            for row in rows:
                if operand_of(table, row, column) is None:
                    draft.quote("\n- ", table.quoted(row.start, row.end), shown=f"{table.shown(row)}: –")
            return draft.done()
    return None


def asks_amount(question: str) -> bool:
    """Whether the question asks for a sum, for how much, or for money."""
    return wants_sum(question) or _HOW_MUCH.search(question) is not None or "money" in asked_kinds(question)


def wants_sum(question: str) -> bool:
    """Whether the question asks for amounts together."""
    return _plainly(question) != question or not lexicon.words("sum_words").isdisjoint(words(question))


def _plainly(question: str) -> str:
    """The question without what asks for a sum in several words: "all in all", "so far this year"."""
    phrases = "|".join(map(re.escape, sorted(lexicon.phrases("in_total"), key=len, reverse=True)))
    return re.sub(rf"\b(?:{phrases})\b", " ", question, flags=re.IGNORECASE)


def _rows(asked: Asked, table: FoundTable, months: Months | None) -> list[Slice]:
    """Those in the state or the stretch of time that the question names, and of these the ones that it names; none where it names
    none of these, or something that the table does not hold, unless one of the rows is the line that is marked best."""
    facts = facts_of(table)
    whole, question = asked.question, _without_its_stretch(_plainly(asked.question), table, facts)
    within = in_state(question, table, facts)
    stated = len(within) < len(facts)
    lying = rows_in(months, table, within) if months else None
    if months and lying is not None:
        within, question = lying, question.replace(months.words, " ")
    rows = _called(question, table, rows_named(question, table, within))
    asking = lexicon.table("amount_kinds").keys() | lexicon.words("sum_words") | lexicon.words("unpaid_words")
    asking |= lexicon.words("paid_words") | lexicon.words("average_words")
    asking |= lexicon.words("using_words")
    said = " ".join([table.over, *(table.shown(row) for row in rows)])
    told = stated or table.covers(question, asking, said) or _is_among(asked.best_marked, table, rows)
    return rows if told and (len(rows) < len(facts) or _of_a_whole_column(whole, table)) else []


def _is_among(unit: JudgedUnit | None, table: FoundTable, rows: Sequence[Slice]) -> bool:
    """Whether a unit is one of some rows of the table."""
    if unit is None or unit.quote.hit.chunk.document_id != table.hit.chunk.document_id:
        return False
    return any(row.start <= unit.quote.char_start < row.end for row in rows)


def _without_its_stretch(question: str, table: FoundTable, rows: Sequence[Slice]) -> str:
    """The question without "this quarter", where all dates of the table lie in one."""
    match = _THIS.search(question)
    if match is None:
        return question
    days = [day for row in rows for cell in table.cells(row) for day, _ in dates_in(cell)]
    kind = match["stretch"][:1].casefold()
    if kind in "yj":
        held = {(day.year, 0) for day in days}
    else:
        months = MONTHS_A_QUARTER if kind == "q" else 1
        held = {(day.year, (day.month - 1) // months) for day in days}
    return _THIS.sub(" ", question) if len(held) == 1 else question


def _of_a_whole_column(question: str, table: FoundTable) -> bool:
    """Whether the question wants all rows together, and names their column: "how many members altogether", under "Members"."""
    asked = set(content_words(question))
    together = _plainly(question) != question or not _TOGETHER.isdisjoint(words(question))
    return together and any(asked & set(content_words(head)) for head in table.heads)


def _called(question: str, table: FoundTable, rows: list[Slice]) -> list[Slice]:
    """Those of the rows that have a cell whose every word the question says: "KX 20" is not "KX 19"."""
    named = [
        (len(words(cell)), row)
        for row in rows
        for cell in table.cells(row)
        if is_name(cell) and names(question, cell)
    ]
    longest = max((length for length, _ in named), default=0)
    return [row for row in rows if (longest, row) in named] or rows


def amounts_column(question: str, table: FoundTable, rows: Sequence[Slice]) -> int | None:
    """The column of amounts that the question names by its head; else that of the totals, or the only one: of money, where it
    is asked how much. Of what is unpaid that of what is outstanding."""
    if wants_unpaid(question) and (owed := amounts_owed(table)) is not None:
        return owed
    columns = [
        at
        for at, head in enumerate(table.heads)
        if head != ROW_NUMBER
        and lexicon.words("reading_words").isdisjoint(words(head))
        and 2 * sum(amount(table.cells(row)[at], head) is not None for row in rows) > len(rows)
    ]
    columns = fit_for_stuff(question, table, columns)
    asked = set(content_words(question)) - lexicon.words("sum_words")
    how_much = _HOW_MUCH_MONEY.search(question) is not None
    for chosen in (
        [at for at in columns_with_all(question, table.heads) if at in columns],
        [at for at in columns if asked & set(content_words(table.heads[at]))],
        [at for at in columns if things_asked(question) & things_of(table.heads[at])],
        [at for at in columns if totals(table.heads[at])],
        [at for at in columns if how_much and _of_money(table, rows[0], at)],
        columns,
    ):
        if len(chosen) == 1:
            return chosen[0]
    return None


def _of_money(table: FoundTable, row: Slice, column: int) -> bool:
    held = amount(table.cells(row)[column], table.heads[column])
    return held is not None and held.kind == "money"


def operand_of(table: FoundTable, row: Slice, column: int) -> Operand | None:
    found = amount(table.cells(row)[column], table.heads[column])
    name = table.cells(row)[name_of(table)]
    return Operand(name, found, table.quoted(row.start, row.end), found.unit) if found else None
