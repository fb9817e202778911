"""Whether a question leaves open which column of a row it asks for."""

from collections.abc import Sequence

from ragdesk.answering.composed.sums.amounts import amount
from ragdesk.answering.units.heads import things_asked
from ragdesk.answering.units.quotes import Quote
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words, numbers, words

# So many words of a question may be no row's: "please", "exactly".
_LEFT_OUT = 1


def left_open(question: str, quote: Quote, cells: Sequence[tuple[str, str]], columns: Sequence[int]) -> bool:
    """Whether other columns may be the ones, too, since the question says more than the row and its place do. Those that are not
    named, but only of the kind that is asked for: "how many oaks were sound" is not how many there are. And those beside a named
    one that hold amounts like it: "per night, once the first week is over"."""
    others = [cell for at, (_, cell) in enumerate(cells) if at not in columns and numbers(cell)]
    named = names_one(question, [cells[at][0] for at in columns])
    if named:
        units = {_unit(cells[at][1]) for at in columns} - {""}
        others = [cell for cell in others if _unit(cell) in units]
    counts = named or not things_asked(question).isdisjoint(("number", "money"))
    if not counts or not others:
        return False
    known = " ".join(
        [quote.hit.chunk.context, quote.hit.document, *(f"{head} {cell}" for head, cell in cells)]
    )
    asking = lexicon.table("head_things").keys() | lexicon.table("asked_things").keys()
    left = content_words(" ".join(word for word in words(question) if word not in asking))
    return len(set(left) - set(content_words(known))) > (_LEFT_OUT if named else 0)


def _unit(cell: str) -> str:
    """What the amount in a cell is counted in; "" for a bare number, and for what is none."""
    found = amount(cell)
    return found.unit if found else ""


def names_one(question: str, heads: Sequence[str]) -> bool:
    """Whether the question has a word of one of the heads."""
    return not set(content_words(question)).isdisjoint(content_words(" ".join(heads)))
