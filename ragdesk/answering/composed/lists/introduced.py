"""A list that answers a look-up: where the best sentence only introduces it ("Either party may end this early if:"), or is one
of its items and answers hardly better than the others ("what shall I pack?"), the items are the answer. So they are where the
language model takes the list for an answer rather than any sentence ("when do I have to call at once?")."""

import re
from collections.abc import Sequence
from statistics import median

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.candidates import FoundList, lists_in
from ragdesk.answering.composed.lists.lists import write_items
from ragdesk.answering.composed.lists.outline import ListItem
from ragdesk.answering.composed.lists.procedure import compose_around
from ragdesk.answering.judging.answer_type import has_expected_type
from ragdesk.answering.judging.judged import JudgedUnit, ranked
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.answers import Citation
from ragdesk.domain.calibration import COMPOSED, VERIFY
from ragdesk.text.tokens import content_words, numbers

# "Apologies: Greg Shaw" says what it has to say.
_LABELLED = re.compile(r":\s+\S")
# A longer list is looked into, not read out.
MOST_ITEMS = 12
# Passages whose lists the language model is asked about, and lists of these.
FIRST = 2
# "What may I not do", "which papers": several things may be meant. "What bulb" asks for one.
_SEVERAL = re.compile(
    r"(?:[^?]*[,:;] )?(?:and |und )?(?:what(?:'s)?(?: else| all)?|which|who(?: else| all)?) "
    r"(?:am|are|is|was|were|do|does|did|can|could|shall|should|must|may|might|will|would|has|have|had|needs?|to|of"
    r"|[^\W\d_]+[^\Ws]s)\b|(?:und )?(?:was|welche)\b",
    re.IGNORECASE,
)

# "Which weapon" asks for one thing, whatever else may be listed.
_ONE = re.compile(
    r"(?:and |und )?(?:which (?!(?:am|are|do|can|shall|should|must|may|might|will|would|have|had|need|to|of)\b)"
    r"[^\W\d_]*[^\Ws]\b|welche[rsnm]\b)",
    re.IGNORECASE,
)
# When something is so may be told by cases: "after meals", "after bathing".
_WHEN = re.compile(r"(?:and |und )?(?:when|wann) ", re.IGNORECASE)


def compose_introduced(asked: Asked) -> Composed | None:
    """None where the best sentence introduces no list and is not one item among equals, or the list is not sure to answer; and
    where the language model does not prefer one.

    Raises:
        ModelError: the model is missing, or it died.
    """
    ranking = ranked(asked.question, asked.units, asked.fit)
    if not ranking:
        return None
    lead, chance = ranking[0][0].quote, ranking[0][1]
    lists = [
        each
        for each in lists_in(asked.hits[: COMPOSED.hits], asked.texts)
        if len(each.block.items) <= MOST_ITEMS and has_expected_type(asked.question, each.quote.text)
    ]
    found = next((each for each in lists if _introduces(lead, each) or _one_of(lead, each, asked)), None)
    if found is not None:
        (_, of_all), *_ = asked.judged([found.quote])
        found = found if asked.sure_of(found.quote, max(chance, of_all)) else None
    found = found or _preferred(asked, lists, ranking)
    if found is None:
        return None
    draft = Draft(asked)
    write_items(found, asked, draft)
    return draft.done()


def compose_list_of(asked: Asked, cited: Citation) -> Composed | None:
    """The list whose item was cited, whole, where several things may be meant, and the item has no word of the question."""
    item = cited.quote.splitlines()[-1]
    several = _SEVERAL.match(asked.question) or (_WHEN.match(asked.question) and not numbers(item))
    several = several and has_expected_type(asked.question, cited.quote)
    return compose_around(asked, cited) if several and _is_unnamed(asked.question, item) else None


def _preferred(
    asked: Asked, lists: Sequence[FoundList], ranking: Sequence[tuple[JudgedUnit, float]]
) -> FoundList | None:
    """The list of the best passages that the language model takes for an answer, and for a better one than the best sentences.
    None where a sentence is sure.

    Raises:
        ModelError: the model is missing, or it died.
    """
    sure = asked.fit is None or ranking[0][1] >= asked.fit.short
    if sure or asked.query.foreign or _ONE.match(asked.question):
        return None
    first = [each for each in lists if each.hit in asked.hits[:FIRST]]
    listed = asked.leanings([each.quote for each in first[:FIRST]])
    best = max(zip(listed, first, strict=False), key=lambda pair: pair[0], default=None)
    if best is None or best[0] < COMPOSED.preferred:
        return None
    sentences = asked.leanings([unit.quote for unit, _ in ranking[: VERIFY.units]])
    return best[1] if best[0] >= max(sentences, default=0.0) else None


def _introduces(quote: Quote, found: FoundList) -> bool:
    """Whether a quote is the end of what stands over the list, and says nothing without it."""
    lead = found.block.lead
    return (
        lead is not None
        and found.hit.chunk.document_id == quote.hit.chunk.document_id
        and lead.start < quote.char_end <= lead.end
        and quote.text[-1:] not in ".!?;…|"
        and not _LABELLED.search(quote.text)
    )


def _one_of(quote: Quote, found: FoundList, asked: Asked) -> bool:
    """Whether a quote is an item of the list, and the others answer nearly as well: what is asked is in the line over them. So it
    is, too, where the model has read the item and took it, though it has no word of the question."""
    items, lead = found.block.items, found.block.lead
    if lead is None or len(items) < COMPOSED.fewest_items or not _SEVERAL.match(asked.question):
        return False
    scores = {number: _best(item, found, asked) for number, item in enumerate(items)}
    own = next((number for number, item in enumerate(items) if item.holds(quote.char_start)), None)
    others = [score for number, score in scores.items() if number != own and score is not None]
    best = scores.get(own) if own is not None else None
    if best is None or len(others) < COMPOSED.fewest_items - 1:
        return False
    if asked.marked and _is_unnamed(asked.question, quote.text):
        return True
    return median(others) >= best - COMPOSED.among_equals


def _is_unnamed(question: str, item: str) -> bool:
    """Whether an item has no word of the question: why this one, and not the next?"""
    return set(content_words(question)).isdisjoint(content_words(item))


def _best(item: ListItem, found: FoundList, asked: Asked) -> float | None:
    """The reranker's best logit of a sentence of an item; None where none was judged."""
    document_id = found.hit.chunk.document_id
    units = (
        one
        for one in asked.units
        if one.quote.hit.chunk.document_id == document_id and item.holds(one.quote.char_start)
    )
    return max((one.relevance for one in units if one.relevance is not None), default=None)
