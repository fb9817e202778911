"""A cell of the season that a question's day lies in, where the table has only "A", "B" and "C" over its columns: another table,
or a line, says which days these are."""

import re
from collections.abc import Mapping, Sequence

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.tables.cells import is_name, label_of
from ragdesk.answering.composed.tables.tables import FoundTable, tables_in, tables_of_text
from ragdesk.answering.units.days import holds_some_of, names_day, stretches_of
from ragdesk.text.fold import fold
from ragdesk.text.tokens import negated, words

# A line that says when a season is: "High season: 1 July to 31 August", "Season B (24 May – 4 July)".
_LINE = re.compile(
    r"^[ \t]*(?:[-•*][ \t]*)?(?P<name>[^\n:(|]{1,40}?)[ \t]*(?::|\(|[–—])[ \t]*(?P<days>[^\n|)]{5,80}?)[).;,]*[ \t]*$",
    re.MULTILINE,
)
_SEASON = frozenset(("season", "saison"))


def compose_in_season(asked: Asked) -> Composed | None:
    """The cells of the row that is marked best, in the columns of the seasons that hold some of the day or month which the
    question names, and what says so of the seasons. None where no season, or every season, does."""
    best = asked.best_marked
    if best is None or not best.surely_marked or not names_day(asked.question) or negated(asked.question):
        return None
    document = best.quote.hit.chunk.document_id
    table = next(
        (
            each
            for each in tables_in(asked.hits, asked.texts)
            if each.hit.chunk.document_id == document
            and any(row.start == best.quote.char_start for row in each.rows)
        ),
        None,
    )
    if table is None or table.head is None:
        return None
    row = next(row for row in table.rows if row.start == best.quote.char_start)
    columns = _columns(table, _seasons(table.text))
    holding = {at: where for at, (where, days) in columns.items() if holds_some_of(asked.question, days)}
    label = label_of(table)
    if not holding or len(holding) == len(columns) or not is_name(table.cells(row)[label]):
        return None
    draft = Draft(asked)
    draft.quote("", table.quoted(row.start, row.end), shown=table.shown_cells(row, (label, *holding)))
    for where in holding.values():
        draft.quote("\n", table.quoted(where.start, where.end), shown=_shown(table.text, where))
    return draft.done()


def _columns(table: FoundTable, seasons: Mapping[str, tuple[Slice, str]]) -> dict[int, tuple[Slice, str]]:
    """The columns whose heads are the names of seasons, or a word of one name alone; none where only one is."""
    found = dict[int, tuple[Slice, str]]()
    for at, head in enumerate(table.heads):
        said = _name(head)
        called = [season for name, season in seasons.items() if said and said <= set(name.split())]
        if len(called) == 1 and not table.rows[0].start <= called[0][0].start < table.rows[-1].end:
            found[at] = called[0]
    return found if len(found) > 1 else {}


def _seasons(text: str) -> dict[str, tuple[Slice, str]]:
    """By name, where the text says of which days each season is, and the days; none where fewer than two have any."""
    found = dict[str, tuple[Slice, str]]()
    for rows in tables_of_text(text):
        for row, cells in rows:
            _add(found, row, cells)
    for match in _LINE.finditer(text):
        _add(found, Slice(match.start("name"), match.end()), (match["name"], match["days"]))
    return found if len(found) > 1 else {}


def _add(found: dict[str, tuple[Slice, str]], where: Slice, cells: Sequence[str]) -> None:
    """The first cell is the name; the days are the first other one that says nothing else."""
    name = " ".join(sorted(_name(cells[0])))
    days = next((cell for cell in cells[1:] if stretches_of(cell)), "")
    if name and days:
        found.setdefault(name, (where, days))


def _name(said: str) -> set[str]:
    """The words of a season's name, but for "season", which all have."""
    return set(words(fold(said))) - _SEASON


def _shown(text: str, where: Slice) -> str:
    """A row as "name: days"; a line as it stands."""
    line = text[where.start : where.end]
    return ": ".join(filter(None, map(str.strip, line.split("|")))) if "|" in line else line.strip()
