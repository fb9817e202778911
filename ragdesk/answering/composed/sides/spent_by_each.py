"""Which of two spent more: "who paid more, Nora or Eli?", of a table with several rows of each. What each spent is summed up."""

from decimal import Decimal

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sides.compared import head_of, which_has_more
from ragdesk.answering.composed.sums.computed import write_out
from ragdesk.answering.composed.sums.spent import amounts_of, rows_of_kind
from ragdesk.answering.composed.tables.tables import FoundTable, headed_tables
from ragdesk.domain.search import ComparisonSide
from ragdesk.text import lexicon
from ragdesk.text.tokens import words

_ASKING: tuple[lexicon.WordList, ...] = (
    "spending_words",
    "higher_words",
    "lower_words",
    "highest_words",
    "lowest_words",
)


def compose_spent_by_each(asked: Asked) -> Composed | None:
    """The sum of each side, and which of two is more. None where the question does not ask what was spent, or one table has not
    rows of each side with amounts in one unit, several of one side."""
    sides = asked.query.sides
    if len(sides) < 2 or lexicon.words("spending_words").isdisjoint(words(asked.question)):
        return None
    for table in headed_tables(asked.hits, asked.texts):
        found = [amounts_of(asked.question, table, _rows(side, asked, table)) for side in sides]
        operands = [each for one in found for each in one]
        one_unit = len({each.amount.unit for each in operands}) == 1
        if not all(found) or len(operands) == len(sides) or not one_unit:
            continue
        draft = Draft(asked)
        for side, one in zip(sides, found, strict=True):
            draft.say(f"\n\n**{head_of(side)}**: ")
            write_out(asked, draft, one, "sum")
        sums = [sum((each.amount.value for each in one), Decimal()) for one in found]
        if len(sides) == 2 and sums[0] != sums[1]:
            units = [one[0].written for one in found]
            shown = which_has_more(sides, sums, units, asked.query.language)
            draft.quote("\n\n", *(each.quote for each in operands), shown=shown)
        return draft.done()
    return None


def _rows(side: ComparisonSide, asked: Asked, table: FoundTable) -> list[Slice]:
    """The rows of a side, and of these those of what else the question names: "on the house"; none where it says more."""
    own = rows_of_kind(side.name, table)
    others = {word for each in asked.query.sides for word in words(each.name)}
    rest = " ".join(word for word in words(asked.question) if word not in others)
    within = [row for row in rows_of_kind(rest, table) if row in own] or own
    asking = set().union(*map(lexicon.words, _ASKING))
    return within if table.covers(rest, asking, " ".join(map(table.shown, within))) else []
