"""A price times a number: "what do 2 doubles for half a day come to" is the cell of one double, twice. By rules, for English and
German."""

import re
from collections.abc import Sequence

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.sums.amounts import Amount, amount, readable, written
from ragdesk.answering.composed.sums.dates import dates_in
from ragdesk.answering.composed.sums.named import CODE
from ragdesk.answering.composed.tables.cells import label_of, name_of
from ragdesk.answering.composed.tables.tables import cited_row
from ragdesk.domain.answers import Citation
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import content_words, number_of, numbers, words

# Words after a number that may say of what it is: "2 adult tickets".
FOLLOWING = 3
_TOTAL = re.compile(
    r"\b(?:come to|comes to|cost|costs|pay|price|total|altogether|in all|how much"
    r"|kosten|kostet|zahle[nt]?|bezahlen|preis|macht|zusammen|insgesamt|wie ?viel)\b",
    re.IGNORECASE,
)
# A head that is a price of one: "per night", "price per head (EUR)".
_EACH = re.compile(r"(?:^(?:a|an)|\b(?:per|each|pro|je))\s+(?P<unit>[\w-]+.*)", re.IGNORECASE)
_PRICE = re.compile(r"\b(?:price|cost|fee|charge|rate|preis|kosten|gebühr|tarif)", re.IGNORECASE)
_PERSONS = re.compile(r"(?:person|people|head|guest|participant|kopf|gast|teilnehmer)", re.IGNORECASE)
_CALLED_PERSONS = "people persons heads guests participants Personen Leute Gäste Köpfe Teilnehmer"
_OF_US = (("of", "us"), ("of", "them"), ("von", "uns"))
_PLURAL = re.compile(r"\w{2}(?:s|en|er|e|n)$")


def compose_times(asked: Asked, cited: Citation, shown: str = "") -> Composed | None:
    """The cell that is asked for of the cited row, times the number of things that the question names; None where it names no
    number of what the row is about, or it is not clear which cell is meant: by its head, or else as the only one that is
    `shown`."""
    found = cited_row(asked.hits, asked.texts, cited)
    if found is None or not asks_price(asked.question):
        return None
    table, row = found
    cells, label = table.cells(row), label_of(table)
    if dates_in(cells[label]):
        label = name_of(table)  # a list of what is on
    columns = table.columns_asked(asked.question, row, label)
    columns = columns or [at for at, head in enumerate(table.heads) if at != label and is_price(head)]
    priced = _amounts(columns, cells, table.heads)
    if len(priced) != 1:
        columns = [
            at for at, head in enumerate(table.heads) if at != label and f"{head}: {cells[at]}" in shown
        ]
        priced = _amounts(columns, cells, table.heads)
    if len(priced) != 1:
        return None
    column, one = next(iter(priced.items()))
    head = table.heads[column]
    things = _unit(head) or " ".join(lexicon.words("piece_words"))
    count = _count(asked.question, f"{cells[label]} {things}", cells[label])
    times = readable(count) if count else None
    if times is None:
        return None
    language = asked.query.language
    draft, quote = Draft(asked), table.quoted(row.start, row.end)
    product = f"{count} × {written(one.value, language)} = {written(times * one.value, language)} {one.unit}"
    draft.quote("", quote, shown=table.shown_cells(row, (label, column)))
    draft.quote("\n\n", quote, shown=product.strip())
    return draft.done()


def _amounts(columns: Sequence[int], cells: Sequence[str], heads: Sequence[str]) -> dict[int, Amount]:
    return {at: value for at in columns if (value := amount(cells[at], heads[at]))}


def asks_price(question: str) -> bool:
    """Whether it asks what something comes to."""
    return _TOTAL.search(question) is not None


def is_price(head: str) -> bool:
    """Whether a head says so and of what: "price per head"."""
    each = _EACH.search(head)
    return each is not None and _PRICE.search(head[: each.start()]) is not None


def _unit(head: str) -> str:
    """What a price of this head is of, in all words for it; "" where it is no price of one."""
    each = _EACH.search(head)
    if each is None:
        return ""
    return _CALLED_PERSONS if _PERSONS.match(each["unit"]) else each["unit"]


def _count(question: str, things: str, label: str) -> str | None:
    """The one number of the things that a row is about. None where the row's name has a number itself: "cars up to 6 m", and is
    no code."""
    about, said = set(content_words(things)), words(question)
    found = set[str]()
    for at, word in enumerate(said):
        following = said[at + 1 : at + 1 + FOLLOWING]
        number = number_of(word)
        named = not about.isdisjoint(content_words(" ".join(following)))
        # "3 of us", at a price per head.
        ourselves = tuple(following[:2]) in _OF_US and "people" in things.split()
        if number and number != "1" and (ourselves or (named and any(map(_PLURAL.search, following)))):
            found.add(number)
    own = numbers(label) and not CODE.fullmatch(fold(label))
    return found.pop() if len(found) == 1 and not own else None
