"""A share of a total that the document states: "a deposit of 25 % of the total" is an amount where there is one total."""

import re
from decimal import Decimal

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.candidates import quoted
from ragdesk.answering.composed.sums.amounts import Amount, amount, written
from ragdesk.answering.composed.tables.cells import name_of
from ragdesk.answering.composed.tables.tables import tables_in
from ragdesk.answering.units.quotes import Quote, running
from ragdesk.domain.answers import Citation
from ragdesk.text import lexicon
from ragdesk.text.tokens import words

_PERCENT = re.compile(r"(\d{1,2}(?:[.,]\d+)?) ?(?:%|per ?cent\b|Prozent\b)", re.IGNORECASE)
_OF_TOTAL = re.compile(
    _PERCENT.pattern + r" (?:of|von|vom|der|des) (?:(?:the|der|des|dem) )?(?:\w+ )?"
    r"(?:total|price|sum|Gesamt\w*|Summe|End\w*|Rechnungs\w*|Auftrags\w*|Preis\w*)\b",
    re.IGNORECASE,
)
_HOW_MUCH = re.compile(
    r"\b(?:how much|how many (?:pounds|euros|dollars|francs)|what (?:do|does|must|will|would) .*(?:pay|owe|cost)"
    r"|wie ?viel(?:e (?:euro|franken))?|was (?:zahl|kost)\w*)\b",
    re.IGNORECASE,
)
# The sum of the items, before tax or after it: "Total to pay" is one, "Total hours" is none.
_PAYABLE = frozenset("to pay payable due amount price invoice zu zahlen zahlbar fällig betrag preis".split())


def compose_percent(asked: Asked, cited: Citation) -> Composed | None:
    """The cited share of the total, and the amount that it is. None where the sentence has not one such share, or its document
    not one total."""
    hit = asked.hit_of(cited)
    share = _OF_TOTAL.search(cited.quote)
    if hit is None or share is None or not _HOW_MUCH.search(asked.question):
        return None
    if len(_PERCENT.findall(cited.quote)) > 1 or _PERCENT.search(asked.question):
        return None
    found = _totals(asked, cited.document_id)
    if len({each for each, _ in found}) != 1:
        return None
    (total, row), *_ = found
    language, text = asked.query.language, asked.texts.text(cited.document_id)
    percent = Decimal(share[1].replace(",", "."))
    product = total.value * percent / 100
    draft = Draft(asked)
    draft.quote("", quoted(hit, text, cited.char_start, cited.char_end), shown=running(cited.quote))
    formula = f"{written(percent, language)} % × {written(total.value, language)} = {written(product, language)} {total.unit}"
    draft.quote("\n\n", row, shown=formula.strip())
    return draft.done()


def _totals(asked: Asked, document_id: str) -> list[tuple[Amount, Quote]]:
    """The amounts of the rows of a document's tables that are called its total, each with the row."""
    hits = [hit for hit in asked.hits if hit.chunk.document_id == document_id]
    return [
        (found, table.quoted(row.start, row.end))
        for table in tables_in(hits, asked.texts)
        for row in table.rows
        if any(map(_is_total, table.cells(row)[: name_of(table) + 1]))
        and (found := amount(table.cells(row)[-1], table.heads[-1])) is not None
    ]


def _is_total(label: str) -> bool:
    said, sums = set(words(label)), lexicon.words("sum_words")
    return not said.isdisjoint(sums) and said <= sums | _PAYABLE
