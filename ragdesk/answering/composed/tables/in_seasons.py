"""A cell of the season that a question's day lies in, where the table has only "A", "B" and "C" over its columns: another table,
or a line, says which days these are."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.tables.cells import is_name, label_of
from ragdesk.answering.composed.tables.tables import FoundTable, row_at, tables_of_text
from ragdesk.answering.units.days import holds_all_of, holds_some_of, names_day, stretches_of
from ragdesk.text.fold import fold
from ragdesk.text.tokens import negated, words

# A line that says when a season is: "High season: 1 July to 31 August", "Season B (24 May – 4 July)".
_LINE = re.compile(
    r"^(?:[-•*][ \t]*)?(?P<said>)(?P<name>[^\n:(|]{1,40}?)[ \t]*(?::|\(|[–—])[ \t]*(?P<days>[^\n|)]{5,80}?)[).;,]*[ \t]*$",
    re.MULTILINE,
)
# And a sentence: '"High season" means 20 June to 31 August, both days included.', "High season runs from 1 July to 31 August.".
_SENTENCE = re.compile(
    r"(?P<said>)[\"“„']?\b(?P<name>(?:[^\W\d_]+ ){0,2}?[^\W\d_]+)[\"”“']? "
    r"(?:means|is|runs|lasts|are|ist|dauert|läuft|gilt|umfasst)(?: from| vom| von)? (?P<days>[^\n.;,(]{5,60}?)"
    r"(?:, (?:both|beide|inclusive|einschl)[^\n.;]{0,30})?[.;\n]"
)
_SEASON = frozenset(("season", "saison"))
# What a column is called that holds outside the one season that has dates.
_OTHER = frozenset(
    ("other", "else", "rest", "otherwise", "remaining", "sonst", "sonstige", "übrige", "übrig", "andere")
)


@dataclass(frozen=True, slots=True)
class _Season:
    """A name by its words, what says of which days it is, and these days."""

    name: frozenset[str]
    where: Slice
    days: str

    def is_called(self, head: str) -> bool:
        """By a word of its name alone ("B" for "B Middle"), or among other words ("Route 2 High")."""
        said = _name(head)
        return bool(said) and (said <= self.name or self.name <= said)


def compose_in_season(asked: Asked) -> Composed | None:
    """The cells of the row that is marked best, in the columns of the seasons that hold some of the day or month which the
    question names, or of the other days, and what says so of the seasons. None where every column does."""
    best = asked.best_marked
    if best is None or not best.surely_marked or not names_day(asked.question) or negated(asked.question):
        return None
    found = row_at(asked.hits, asked.texts, best.quote.hit.chunk.document_id, best.quote.char_start)
    if found is None or found[0].head is None:
        return None
    table, row = found
    columns = _columns(table, _seasons(table.text))
    holding = {
        at: season for at, season in columns.items() if season and holds_some_of(asked.question, season.days)
    }
    others = {at for at, season in columns.items() if season is None}
    if any(holds_all_of(asked.question, season.days) for season in holding.values()):
        others = set()
    shown, label = sorted({*holding, *others}), label_of(table)
    if not shown or len(shown) == len(columns) or not is_name(table.cells(row)[label]):
        return None
    draft = Draft(asked)
    draft.quote("", table.quoted(row.start, row.end), shown=table.shown_cells(row, (label, *shown)))
    told = dict.fromkeys((holding or {at: season for at, season in columns.items() if season}).values())
    for season in told:
        where = season.where
        quote = asked.in_its_place(table.quoted(where.start, where.end))
        draft.quote("\n", quote, shown=_shown(table.text, where))
    return draft.done()


def _columns(table: FoundTable, seasons: Sequence[_Season]) -> dict[int, _Season | None]:
    """The columns of seasons by their heads, and those of all other days (None); none where they are all of one."""
    found = dict[int, _Season | None]()
    for at, head in enumerate(table.heads):
        called = [season for season in seasons if season.is_called(head)]
        if len(called) == 1 and not table.rows[0].start <= called[0].where.start < table.rows[-1].end:
            found[at] = called[0]
        elif not _OTHER.isdisjoint(_name(head)):
            found[at] = None
    return found if len(set(found.values())) > 1 else {}


def _seasons(text: str) -> list[_Season]:
    """Where the text says of which days each season is: in rows, in lines, in sentences; of each name the first."""
    rows = [(row, cells) for rows in tables_of_text(text) for row, cells in rows]
    said = [
        (Slice(match.start("said"), match.end()), [match["name"], match["days"]])
        for form in (_LINE, _SENTENCE)
        for match in form.finditer(text)
    ]
    found = dict[frozenset[str], _Season]()
    for where, cells in (*rows, *said):
        name = frozenset(_name(cells[0]))
        days = next((cell for cell in cells[1:] if stretches_of(cell)), "")
        if name and days:
            found.setdefault(name, _Season(name, where, days))
    return list(found.values())


def _name(said: str) -> set[str]:
    """The words of a season's name, but for "season", which all have."""
    return set(words(fold(said))) - _SEASON


def _shown(text: str, where: Slice) -> str:
    """A row as "name: days"; a line or a sentence as it stands."""
    line = text[where.start : where.end]
    return ": ".join(filter(None, map(str.strip, line.split("|")))) if "|" in line else line.strip()
