"""Columns that say yes or no of each row ("Nuts: no"): which rows a question for such a column means, and what one row says."""

import re
from collections.abc import Sequence

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.phrases import composed_phrases
from ragdesk.answering.composed.sums.amounts import amount
from ragdesk.answering.composed.tables.cells import label_of
from ragdesk.answering.composed.tables.tables import FoundTable, tables_in
from ragdesk.answering.units.in_context import under_head
from ragdesk.domain.calibration import COMPOSED
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import content_words, negated, words

# A cell of so many words is told beside a yes or a no.
FEWEST_WORDS_TOLD = 3
_CLAUSE = re.compile(r"[,.;:?!]\s")
# "Not just traces" lacks nothing.
_NOT_ONLY = re.compile(r"\b(?:not (?:just|only)|nicht (?:nur|bloß)) [\w ]+", re.IGNORECASE)


def ticked(question: str, table: FoundTable) -> list[Slice]:
    """The rows that have what the question names by a column's head; those without it where the question denies it; all rows
    where it names no such column. Cells that say neither ("may contain") count where somebody is to keep away from it."""
    columns = _columns(question, table)
    denials = _denials(question)
    picks = _denies if denials % 2 else _may_have if denials else _affirms
    return [row for row in table.rows if all(picks(table.cells(row)[column]) for column in columns)]


def _denials(question: str) -> int:
    """How often a question denies what it names; of an odd number it means the rows without. "She can't have milk, what is off
    limits" means those with milk, as does "what can't she eat with an allergy"; "no milk and no nuts" is one denial."""
    denials = 0
    for clause in _CLAUSE.split(_NOT_ONLY.sub(" ", question)):
        said = set(words(clause))
        denials += negated(clause)
        denials += not said.isdisjoint(lexicon.words("lacking_words"))
        denials += not said.isdisjoint(lexicon.words("shunning_words"))
    return denials


def wants_unpaid(question: str) -> bool:
    """Whether a question speaks of what is unpaid."""
    denies_paid = negated(question) and not lexicon.words("paid_words").isdisjoint(words(question))
    return denies_paid or not lexicon.words("unpaid_words").isdisjoint(words(question))


def in_state(question: str, table: FoundTable, rows: Sequence[Slice]) -> list[Slice]:
    """Those of the rows that are unpaid, where the question asks for what is: by a column of what is outstanding, else by one for
    what was paid, or that says of some rows that they are open. All of them where it does not, or where no column tells."""
    if not wants_unpaid(question):
        return list(rows)
    if (owed := amounts_owed(table)) is not None:
        return [row for row in rows if _owes(table, row, owed)]
    unpaid, paid = lexicon.words("unpaid_words"), lexicon.words("paid_words")
    for column, head in enumerate(table.heads):
        cells = [table.cells(row)[column] for row in rows]
        told = not paid.isdisjoint(words(head)) or any(fold(cell) in unpaid for cell in cells)
        lacking = [row for row, cell in zip(rows, cells, strict=True) if _denies(cell)]
        if told and 0 < len(lacking) < len(rows):
            return lacking
    return list(rows)


def amounts_owed(table: FoundTable) -> int | None:
    """The column that says how much of each row is unpaid: nothing of some, something of others."""
    unpaid = lexicon.words("unpaid_words")
    for column, head in enumerate(table.heads):
        held = [amount(table.cells(row)[column], head) for row in table.rows]
        if not unpaid.isdisjoint(words(head)) and 2 * sum(each is not None for each in held) > len(held):
            owing = sum(_owes(table, row, column) for row in table.rows)
            return column if 0 < owing < len(held) else None
    return None


def _owes(table: FoundTable, row: Slice, column: int) -> bool:
    held = amount(table.cells(row)[column], table.heads[column])
    return held is not None and held.value > 0


def compose_ticked(asked: Asked) -> Composed | None:
    """Yes or no, where the question names one row and one such column; None where it does not, or denies something itself."""
    if negated(asked.question):
        return None
    for table in tables_in(asked.hits[: COMPOSED.hits], asked.texts):
        columns, rows = _columns(asked.question, table), _named_rows(asked.question, table)
        if len(columns) == 1 and len(rows) == 1 and table.cells(rows[0])[columns[0]]:
            cells = table.cells(rows[0])
            told = {label_of(table), columns[0]}
            # What is to be done stands beside a "no".
            told |= {at for at, cell in enumerate(cells) if len(words(cell)) >= FEWEST_WORDS_TOLD}
            shown = under_head([(table.heads[at], cells[at]) for at in sorted(told)])
            draft = Draft(asked)
            said = _word_for(cells[columns[0]], asked.query.language)
            draft.quote("", table.quoted(rows[0].start, rows[0].end), shown=f"{said}{shown}")
            return draft.done()
    return None


def _word_for(cell: str, language: str) -> str:
    """The yes or no before a cell; "" before one that says neither."""
    phrases = composed_phrases(language)
    return f"{phrases.no}. " if _denies(cell) else f"{phrases.yes}. " if _affirms(cell) else ""


def _columns(question: str, table: FoundTable) -> list[int]:
    """Those that the question names and that say yes or no of most rows, and no of some."""
    asked, label = set(content_words(question)), label_of(table)
    return [
        at
        for at, head in enumerate(table.heads)
        if at != label and asked & set(content_words(head)) and _tells(table, at)
    ]


def _tells(table: FoundTable, column: int) -> bool:
    cells = [table.cells(row)[column] for row in table.rows]
    return 0 < sum(map(_denies, cells)) < len(cells) <= 2 * sum(map(_is_tick, cells))


def _named_rows(question: str, table: FoundTable) -> list[Slice]:
    """The rows whose label shares most words with the question, if any does."""
    asked = set(content_words(question)) - set(content_words(" ".join(table.heads)))
    shared = {row: len(asked & set(content_words(table.cells(row)[label_of(table)]))) for row in table.rows}
    most = max(shared.values(), default=0)
    return [row for row, count in shared.items() if count == most] if most else []


def _denies(cell: str) -> bool:
    return not cell or fold(cell) in lexicon.words("no_cells") | lexicon.words("unpaid_words")


def _may_have(cell: str) -> bool:
    return not _denies(cell)


def _affirms(cell: str) -> bool:
    """Whether a cell says yes, or names or numbers something: "almond", "2"."""
    return not _denies(cell) and lexicon.words("hedging_cells").isdisjoint(words(cell))


def _is_tick(cell: str) -> bool:
    return _denies(cell) or fold(cell) in lexicon.words("yes_cells")
