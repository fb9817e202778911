"""One row of a table: what a question asks of it where it names the row and nothing else, or where it names its code."""

import re
from collections.abc import Collection, Sequence

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.named import names
from ragdesk.answering.composed.tables.cells import is_name, label_of
from ragdesk.answering.composed.tables.in_months import months_in, rows_in
from ragdesk.answering.composed.tables.open_columns import left_open
from ragdesk.answering.composed.tables.tables import FoundTable, headed_tables, tables_in
from ragdesk.answering.judging.answer_type import has_expected_type
from ragdesk.answering.judging.marking import best_mark
from ragdesk.answering.units.days import holding_day
from ragdesk.answering.units.heads import things_asked, things_of, words_akin
from ragdesk.answering.units.in_context import ROW_NUMBER
from ragdesk.domain.calibration import VERIFY
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import content_words, negated

# A row of so few cells is shown whole: what a message means, and what to do.
WHOLE_ROW = 4
# Cells, and words of the question in these, that name a row together.
FEWEST_CROSSED = 2
# Letters and digits: "E07", "H-2413", "27B"; neither "3rd" nor "24h".
_CODE = re.compile(
    r"\b(?=[\w-]*\d)(?=[\w-]*[a-z])(?!\d+(?:st|nd|rd|th|h|m|cm|mm|km|g|kg|l|ml|p|am|pm)\b)[a-z\d]+(?:-[a-z\d]+)*\b"
)


def compose_coded(asked: Asked) -> Composed | None:
    """The row that stands under a code which the question names ("what does E07 mean"), in the months that it names; None where
    several do, or it asks for a person, a day, a distance or the like that no column holds."""
    codes = set(_CODE.findall(fold(asked.question)))
    if len(codes) != 1 or negated(asked.question):
        return None
    code = codes.pop()
    found = [
        (table, row)
        for table in tables_in(asked.hits, asked.texts)
        for row in table.rows
        if any(fold(cell) == code for cell in table.cells(row))
    ]
    if named := months_in(asked.question):
        found = [(table, row) for table, row in found if rows_in(named, table, [row])]
    if len(found) > 1:
        found = _of_heads_said(asked.question, found)
    if len(found) != 1:
        return None
    table, row = found[0]
    cells = table.cells(row)
    name = next(at for at, cell in enumerate(cells) if fold(cell) == code)
    wanted = table.columns_asked(asked.question, row, name)
    if things_asked(asked.question) and not wanted:
        return None
    whole = [at for at in range(len(cells)) if at != name]
    shown = (name, *(wanted if wanted and len(cells) > WHOLE_ROW else whole))
    if not has_expected_type(asked.question, table.shown_cells(row, shown)):
        return None
    return _said(asked, table, row, shown)


def _of_heads_said(question: str, rows: Sequence[tuple[FoundTable, Slice]]) -> list[tuple[FoundTable, Slice]]:
    """Of rows of several tables those under the heads of which the question says most."""
    asked = set(content_words(question))
    said = [len(asked & set(content_words(" ".join(table.heads)))) for table, _ in rows]
    most = max(said)
    return [each for each, count in zip(rows, said, strict=True) if count == most > 0]


def compose_cell(asked: Asked) -> Composed | None:
    """None where the question names no row, or several, or says more than the table's own words: then it has to name the column,
    too, and the model has to take the row for an answer.

    Raises:
        ModelError: the model is missing, or it died.
    """
    if negated(asked.question):
        return None
    found = [
        (table, row, name, column)
        for table in headed_tables(asked.hits, asked.texts)
        for row, name in _named(asked.question, table)
        for column in table.columns_asked(asked.question, row, name)
    ]
    if not found:
        return compose_nearly_named(asked)
    if len(found) != 1:
        return None
    table, row, name, column = found[0]
    if not _says_no_more(asked.question, *found[0]):
        head = set(content_words(table.heads[column])) - set(content_words(table.cells(row)[name]))
        said = (
            head <= set(content_words(asked.question)) or holding_day(asked.question, table.heads) == column
        )
        if not head or not said or not asked.answerable:
            return None
        if asked.verified(table.quoted(row.start, row.end)) < VERIFY.named:
            return None
    shown = (name, column) if _may_hold(asked.question, table) else range(len(table.heads))
    return _said(asked, table, row, shown)


def _may_hold(question: str, table: FoundTable) -> bool:
    """Whether a column that the question names may be what it asks for: "who won the vote" asks for nobody's votes, and where no
    head says that it is of people, any other column may be."""
    things = {thing for head in table.heads for thing in things_of(head)}
    return "person" not in things_asked(question) - things or len(table.heads) > WHOLE_ROW


def compose_nearly_named(asked: Asked) -> Composed | None:
    """The cell of the only row of whose name the question says most, with a word that no other row's has: "the flourless
    chocolate cake" is the "Flourless chocolate torte". No line may be marked higher, and the model has to take the row for an
    answer."""
    if negated(asked.question):
        return None
    found = [
        (table, row, name, columns)
        for table in headed_tables(asked.hits, asked.texts)
        for row, name in _nearly_named(asked.question, table)
        if (columns := table.columns_asked(asked.question, row, name))
    ]
    if len(found) != 1:
        return None
    table, row, name, columns = found[0]
    told = len(columns) == 1 and has_expected_type(asked.question, table.shown_cells(row, columns))
    quote = table.quoted(row.start, row.end)
    better = (best_mark(asked.units) or 0.0) > asked.lines_marked(quote)
    if not told or better or asked.verified(quote) < VERIFY.named:
        return None
    return _said(asked, table, row, _shown(asked.question, table, row, (name, *columns)))


def _nearly_named(question: str, table: FoundTable) -> list[tuple[Slice, int]]:
    """The rows of whose names the question says more than half, with a word that no other row's has, each with the name's
    column."""
    asked = set(content_words(question))
    at = label_of(table)
    labels = {row: set(content_words(table.cells(row)[at])) for row in table.rows}
    return [
        (row, at)
        for row, own in labels.items()
        if 2 * len(shared := own & asked) > len(own) >= FEWEST_CROSSED
        and any(sum(word in each for each in labels.values()) == 1 for word in shared)
    ]


def compose_crossed(asked: Asked) -> Composed | None:
    """The cells that are asked for of the row that the question names by several of its cells: "the clutch of the Fiesta". None
    where several rows have as many of its words, or it asks for no column. Where it says more than the table, the model has to
    take the row for an answer.

    Raises:
        ModelError: the model is missing, or it died.
    """
    if negated(asked.question):
        return None
    tables = headed_tables(asked.hits, asked.texts)
    found = [(table, *crossed) for table in tables if (crossed := _crossed(asked.question, table))]
    if len(found) != 1:
        return None
    table, row, naming = found[0]
    columns = [at for at in table.columns_asked(asked.question, row, min(naming)) if at not in naming]
    if not columns or _names_others(asked.question, tables, " ".join(table.cells(row))):
        return None
    asking = _asking(things_asked(asked.question))
    asking |= {word for at in columns for word in words_akin(asked.question, table.heads[at])}
    covered = table.covers(asked.question, asking, table.shown(row))
    if not covered and asked.verified(table.quoted(row.start, row.end)) < VERIFY.named:
        return None
    shown = sorted({*naming, *columns})
    return _said(asked, table, row, shown if covered else _shown(asked.question, table, row, shown))


def _crossed(question: str, table: FoundTable) -> tuple[Slice, set[int]] | None:
    """The only row with the most words of the question, where these stand in several cells, and the columns of these."""
    asked = set(content_words(question)) - set(content_words(" ".join(table.heads)))
    asked = {word for word in asked if not word.isdigit()}
    held = dict[Slice, dict[int, set[str]]]()
    for row in table.rows:
        cells = enumerate(table.cells(row))
        shared = {at: asked & set(content_words(cell)) for at, cell in cells if is_name(cell)}
        held[row] = {at: words for at, words in shared.items() if words}
    counts = {row: len(set().union(*cells.values())) for row, cells in held.items()}
    most = max(counts.values(), default=0)
    rows = [row for row, count in counts.items() if count == most]
    if most < FEWEST_CROSSED or len(rows) > 1 or len(held[rows[0]]) < FEWEST_CROSSED:
        return None
    return rows[0], set(held[rows[0]])


def _names_others(question: str, tables: Sequence[FoundTable], said: str) -> bool:
    """Whether the question calls a row by a name that these words do not have: then what it asks is not of them."""
    held = set(content_words(said))
    return any(
        not set(content_words(table.cells(row)[name])) <= held
        for table in tables
        for row, name in _named(question, table)
    )


def _shown(question: str, table: FoundTable, row: Slice, columns: Sequence[int]) -> Sequence[int]:
    """These columns, or the whole row where others may be the ones: "spoken for" is neither "in stock" nor "reserved"."""
    pairs = list(zip(table.heads, table.cells(row), strict=True))
    is_open = left_open(question, table.quoted(row.start, row.end), pairs, columns)
    return (
        [at for at, (head, cell) in enumerate(pairs) if cell and head != ROW_NUMBER] if is_open else columns
    )


def _said(asked: Asked, table: FoundTable, row: Slice, columns: Sequence[int]) -> Composed | None:
    """The cells of these columns, each under its head."""
    draft = Draft(asked)
    draft.quote("", table.quoted(row.start, row.end), shown=table.shown_cells(row, columns))
    return draft.done()


def _named(question: str, table: FoundTable) -> list[tuple[Slice, int]]:
    """The rows that the question calls by a cell's words, each with that cell's column: the longest names alone."""
    named = [
        (max(1, len(content_words(cell))), row, at)
        for row in table.rows
        for at, cell in enumerate(table.cells(row))
        if table.heads[at] != ROW_NUMBER and is_name(cell) and names(question, cell)
    ]
    longest = max((length for length, _, _ in named), default=0)
    return [(row, at) for length, row, at in named if length == longest]


def _says_no_more(question: str, table: FoundTable, row: Slice, name: int, column: int) -> bool:
    """Whether each word of the question is one of the row's name, the heads or the table's place, or asks for the column."""
    things = things_asked(question)
    asks = bool(things) or not set(content_words(question)).isdisjoint(content_words(table.heads[column]))
    return asks and table.covers(question, _asking(things), table.cells(row)[name])


def _asking(things: Collection[str]) -> set[str]:
    """The words that ask for these things."""
    return {word for word, thing in lexicon.table("head_things").items() if thing in things}
