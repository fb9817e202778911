"""How many there are of what a list or a table enumerates: its items are counted, and shown.

Where the documents state a number themselves, or not all items may be meant, nothing is counted.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.candidates import lists_in
from ragdesk.answering.composed.tables.cells import facts_of, label_of
from ragdesk.answering.composed.tables.tables import tables_in
from ragdesk.answering.understanding.reading import plain
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.calibration import COMPOSED
from ragdesk.domain.search import Hit
from ragdesk.text.tokens import content_words, number_of, stem, words

# More are not counted by eye to check.
MOST_ITEMS = 40
_ASKS = re.compile(
    r"how many (?P<what>(?:[\w'-]+ ){0,2}?[\w'-]+) (?:are|is|were|do|does|did|has|have)\b(?P<rest>.*)"
    r"|wie ?viele (?P<was>(?:[\w'-]+ ){0,2}?[\w'-]+) (?:gibt|sind|stehen|hat|haben|werden|nennt|umfasst)\b(?P<dort>.*)",
    re.IGNORECASE,
)
_LISTED = (
    "listed list lists table named names mentioned mention there enumerated included include have contain given set out"
    " document need needed aufgeführt liste tabelle genannt gibt aufgezählt insgesamt total altogether all"
)


@dataclass(frozen=True, slots=True)
class Counted:
    """What enumerates: the whole of it, its items as (quote, words), and what is said over them."""

    whole: Quote
    items: tuple[tuple[Quote, str], ...]
    over: str


def compose_counted(asked: Asked) -> Composed | None:
    match = _ASKS.fullmatch(plain(asked.question))
    if match is None:
        return None
    what, rest = match["what"] or match["was"], match["rest"] or match["dort"] or ""
    counted = set(content_words(what))
    if not counted or any(_states(unit.quote.text, counted) for unit in asked.units):
        return None
    allowed = counted | set(content_words(_LISTED))
    hits = asked.hits[: COMPOSED.hits]
    found = [
        each
        for each in (*_lists(asked, hits), *_tables(asked, hits))
        if counted <= set(content_words(each.over))
        and set(content_words(rest))
        <= allowed | set(content_words(each.over)) | set(content_words(_place(each.whole)))
    ]
    if len(found) != 1 or not 1 < len(found[0].items) <= MOST_ITEMS:
        return None
    return _written(asked, found[0], what)


def _states(text: str, counted: set[str]) -> bool:
    """Whether a sentence says itself how many there are."""
    said = words(text)
    return any(
        number_of(word) and counted & {stem(after) for after in said[at + 1 : at + 4]}
        for at, word in enumerate(said)
    )


def _place(quote: Quote) -> str:
    return f"{quote.hit.chunk.context} {quote.hit.document}"


def _lists(asked: Asked, hits: Sequence[Hit]) -> Iterator[Counted]:
    for found in lists_in(hits, asked.texts):
        outer = [item for item in found.block.items if item.depth == 0]
        items = tuple(
            (found.quoted(item.span.start, item.span.end), " ".join(item.words.split())) for item in outer
        )
        lead = found.block.lead
        over = " ".join((*found.block.labels, found.text[lead.start : lead.end] if lead else ""))
        yield Counted(found.quote, items, over)


def _tables(asked: Asked, hits: Sequence[Hit]) -> Iterator[Counted]:
    """Tables whose rows are told apart by the first column."""
    for table in tables_in(hits, asked.texts):
        labels = [table.cells(row)[label_of(table)] for row in facts_of(table)]
        if table.head is not None and all(labels) and len(set(labels)) == len(labels):
            items = tuple(
                (table.quoted(row.start, row.end), label)
                for row, label in zip(facts_of(table), labels, strict=True)
            )
            yield Counted(table.quote, items, table.heads[label_of(table)])


def _written(asked: Asked, counted: Counted, what: str) -> Composed | None:
    draft = Draft(asked)
    draft.quote("", counted.whole, shown=f"{len(counted.items)} {what}")
    draft.say("\n")
    for quote, shown in counted.items:
        draft.quote("\n- ", quote, shown=shown)
    # An item that speaks to a model is left out, and would make the number wrong.
    return draft.done() if draft.quotes == len(counted.items) + 1 else None
