"""All that stands in one column of a table: "list all our suppliers", over a column "Supplier" beside others. Each once."""

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.tables.cells import facts_of, is_name, label_of
from ragdesk.answering.composed.tables.tables import FoundTable, headed_tables
from ragdesk.answering.units.in_context import ROW_NUMBER
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import content_words, words

# More are shown as the table itself.
MOST = 25


def compose_column(asked: Asked) -> Composed | None:
    """None where the question says more than a head, a table's place and that it wants all, or where several columns are called
    so. The column that names the rows is a list of the rows."""
    found = [
        (table, column)
        for table in headed_tables(asked.hits, asked.texts)
        for column in range(len(table.heads))
        if column != label_of(table) and _asks_for(asked.question, table, column)
    ]
    if len(found) != 1:
        return None
    table, column = found[0]
    values = _values(table, column)
    if not 1 < len(values) <= MOST:
        return None
    draft = Draft(asked)
    for shown, row in values.values():
        draft.quote("\n- ", table.quoted(row.start, row.end), shown=shown)
    return draft.done()


def _asks_for(question: str, table: FoundTable, column: int) -> bool:
    """Whether the question calls this column by its whole head, wants all of it, and names nothing else that the table holds."""
    head, asked = set(content_words(table.heads[column])), set(content_words(question))
    if table.heads[column] == ROW_NUMBER or not head or not head <= asked:
        return False
    wants_all = not lexicon.words("whole_words").isdisjoint(words(question))
    asking = lexicon.words("listing_words") | lexicon.words("whole_words")
    return wants_all and table.covers(question, asking, table.over)


def _values(table: FoundTable, column: int) -> dict[str, tuple[str, Slice]]:
    """The names in a column, each as it is first written, with the first row that has it."""
    found = dict[str, tuple[str, Slice]]()
    for row in facts_of(table):
        cell = table.cells(row)[column]
        if is_name(cell):
            found.setdefault(fold(cell), (cell, row))
    return found
