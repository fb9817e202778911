"""Rows that a question names alike: "when can I drive" means both "Driving, automatic" and "Driving, all others"."""

import re
from collections.abc import Sequence

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.tables.cells import label_of
from ragdesk.answering.composed.tables.filtered import rows_named
from ragdesk.answering.composed.tables.in_months import months_in, rows_in
from ragdesk.answering.composed.tables.tables import FoundTable, cited_row
from ragdesk.domain.answers import Citation
from ragdesk.text.tokens import content_words, numbers

# More rows are a group of the table, and none of them was meant in particular.
MOST = 4
# "How much" and "when" ask for one thing.
_OF_EACH = re.compile(r"(?:and |und )?(?:what|which|who|was|welche\w*|wer) ", re.IGNORECASE)
# More rows are more than what was asked for.
MOST_ROWS = 15


def compose_siblings(asked: Asked, cited: Citation) -> Composed | None:
    """The cited row of a table and its siblings; None where it has none, or where the question tells them apart."""
    found = cited_row(asked.hits, asked.texts, cited)
    if found is None:
        return None
    table, own = found
    rows = _siblings(asked.question, table, own)
    return _said(asked, table, rows) if 1 < len(rows) <= MOST else None


def compose_all_rows(asked: Asked, cited: Citation) -> Composed | None:
    """All rows of the table that a cited row stands in, for a question for a list; of these the ones of which the question says
    what it says of the cited one, besides what the rows are called by the heads: "which came out with conditions". None where
    that is this one row, or so many that nobody meant all of them."""
    found = cited_row(asked.hits, asked.texts, cited)
    if found is None:
        return None
    table, own = found
    said = set(content_words(asked.question)) - set(content_words(" ".join(table.heads)))

    def named(row: Slice) -> set[str]:
        return said & set(content_words(" ".join(table.cells(row))))

    rows = [row for row in table.rows if named(own) <= named(row)]
    return _said(asked, table, rows) if 1 < len(rows) <= MOST_ROWS else None


def compose_of_months(asked: Asked, cited: Citation) -> Composed | None:
    """All rows of the months that the question names, where the cited row is one of several and something of each is asked for:
    "what was sold in March"."""
    found, months = cited_row(asked.hits, asked.texts, cited), months_in(asked.question)
    if found is None or months is None or not _OF_EACH.match(asked.question):
        return None
    table, own = found
    rows = rows_in(months, table, table.rows) or []
    rows = rows_named(asked.question.replace(months.words, " "), table, rows)
    return _said(asked, table, rows) if own in rows and 1 < len(rows) <= MOST_ROWS else None


def _siblings(question: str, table: FoundTable, own: Slice) -> list[Slice]:
    """The rows whose labels begin with the same word, which the question says, and of which it says nothing else more."""
    asked, label = set(content_words(question)), label_of(table)

    def begins(row: Slice) -> str:
        return next(iter(content_words(table.cells(row)[label])), "")

    def said(row: Slice) -> set[str]:
        return asked & set(content_words(" ".join(table.cells(row))))

    first = begins(own)
    # A number in the question picks its row: "the fare for a 5 m car" is that of "cars up to 6 m".
    if first not in asked or (numbers(question) and numbers(table.cells(own)[label])):
        return [own]
    return [row for row in table.rows if begins(row) == first and said(row) == said(own)]


def _said(asked: Asked, table: FoundTable, rows: Sequence[Slice]) -> Composed | None:
    """Each row with the cells that the question asks for, or all of them; and what tells rows apart that are called the same."""
    label, draft = label_of(table), Draft(asked)
    others = [at for at in range(len(table.heads)) if at != label]
    same = len({table.cells(row)[label] for row in rows}) < len(rows)
    telling = [at for at in others if len({table.cells(row)[at] for row in rows}) == len(rows)]
    for row in rows:
        shown = table.columns_asked(asked.question, row, label) or others
        columns = [label, *sorted({*shown, *(telling[:1] if same else ())})]
        draft.quote("\n- ", table.quoted(row.start, row.end), shown=table.shown_cells(row, columns))
    return draft.done()
