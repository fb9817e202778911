"""The units of the first hits, and how well each of them answers the question by itself.

The gate decides by the best of them, the short answer is one of them, and so is the nearest passage below a guess.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from ragdesk.answering.injection.commands import commands
from ragdesk.answering.units.faq import tells_a_question
from ragdesk.answering.units.in_context import said_quote, shown_quote, with_lead
from ragdesk.answering.units.quotes import (
    Quote,
    intact,
    is_head,
    is_sentence,
    lead_over,
    quotes_of,
    running,
    torn,
    unit_spans,
)
from ragdesk.domain.calibration import GATE, MARKING, NEAREST, AnswerFit
from ragdesk.domain.ports import Reranker, TextStore
from ragdesk.domain.search import Hit
from ragdesk.text import lexicon
from ragdesk.text.sentences import sentences
from ragdesk.text.tokens import Idf, content_words

# Characters before a passage in which the line is looked for that introduces the list it begins in.
FARTHEST_LEAD = 4_000
_ASKED = re.compile(r"\b(?:ask|asks|asked|asking|wondered|queried|fragte\w*|gefragt|wissen)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class JudgedUnit:
    """A sentence, list item or row. `relevance` is the reranker's logit; None where there is no reranker. `mark`: the probability
    that it answers, where the language model has read it (see `marking`)."""

    quote: Quote
    relevance: float | None = None
    mark: float | None = None

    @property
    def surely_marked(self) -> bool:
        """Whether it was read, and surely answers."""
        return self.mark is not None and self.mark >= MARKING.sure


def chances_of(units: Sequence[JudgedUnit], fit: AnswerFit) -> list[float | None]:
    """The probability that each unit answers: by its mark, or by the reranker's logit; where others were marked and it was not
    read, it is not likely. None where neither is known."""
    most = MARKING.unread if any(unit.mark is not None for unit in units) else 1.0
    by_reranker = (
        None if unit.relevance is None else min(fit.of_unit(unit.relevance), most) for unit in units
    )
    return [told if unit.mark is None else unit.mark for unit, told in zip(units, by_reranker, strict=True)]


def judge(
    question: str,
    hits: Sequence[Hit],
    texts: TextStore,
    reranker: Reranker | None,
    first: int = GATE.hits,
) -> list[JudgedUnit]:
    """The units of the first hits in their order; what is spoken to a model is none."""
    quotes = [
        quote
        for hit in hits[:first]
        for quote in intact(quotes_of(_from_lead(hit, texts)), texts.text(hit.chunk.document_id))
        if quote.units == 1
        and quote.char_start >= hit.chunk.char_start
        and not commands(with_lead(quote)[0].text)
    ]
    return judge_quotes(question, quotes, reranker)


def _from_lead(hit: Hit, texts: TextStore) -> Hit:
    """A passage that begins amid a list, from the line on that introduces it: "keep pets" alone does not say who may not."""
    chunk, text = hit.chunk, texts.text(hit.chunk.document_id)
    first = next(iter(unit_spans(chunk.text)), None)
    if first is None or lead_over(chunk.text, first[0]) is not None:
        return hit
    begin = max(chunk.char_start - FARTHEST_LEAD, 0)
    lead = lead_over(text[begin : chunk.char_end], chunk.char_start + first[0] - begin)
    if lead is None:
        return hit
    start = begin + lead[0]
    return replace(hit, chunk=replace(chunk, char_start=start, text=text[start : chunk.char_end]))


def judge_quotes(question: str, quotes: Sequence[Quote], reranker: Reranker | None) -> list[JudgedUnit]:
    """The quotes in their order."""
    lines = list(map(shown_quote, quotes))
    relevance = list(map(float, reranker.scores(question, lines))) if reranker else [None] * len(lines)
    return [JudgedUnit(*row) for row in zip(quotes, relevance, strict=True)]


def by_either(
    units: Sequence[JudgedUnit], question: str, best: float, reranker: Reranker | None
) -> list[JudgedUnit]:
    """The units as relevant as they are, or as they are to another question, whichever is more; `best` is what the most relevant
    to that one counts as."""
    others = judge_quotes(question, [unit.quote for unit in units], reranker)
    shift = best - max(other.relevance or 0.0 for other in others)
    return [
        replace(unit, relevance=max(unit.relevance or 0.0, (other.relevance or 0.0) + shift))
        for unit, other in zip(units, others, strict=True)
    ]


def ranked(
    question: str, units: Sequence[JudgedUnit], fit: AnswerFit | None
) -> list[tuple[JudgedUnit, float]]:
    """The units, the best one first, with the probability that each answers: without a fit, the share of the question's weight
    that stands in it. A label or the rest of a sentence says nothing by itself and is left out; a row does with its heads. So is
    "This policy sets out who may drive …", which answers none of these questions, unless it is asked what the policy does, and
    "Mr Teale asked why it is closed", unless it is asked who asked."""
    worded = [
        unit
        for unit in units
        if _says_something(unit.quote)
        and not _only_names(question, unit.quote)
        and not _only_asks(question, unit.quote)
    ]
    question_words, idf = content_words(question), Idf(unit.quote.text for unit in worded)

    told = chances_of(worded, fit) if fit is not None else [None] * len(worded)
    chances = [
        idf.coverage(question_words, content_words(unit.quote.text)) if chance is None else chance
        for unit, chance in zip(worded, told, strict=True)
    ]
    return sorted(zip(worded, chances, strict=True), key=lambda pair: -pair[1])


def _says_something(quote: Quote) -> bool:
    if torn(quote) or is_head(quote):
        return False
    fewest = NEAREST.fewest_in_sentence if is_sentence(quote.text) else NEAREST.fewest_words
    return len(content_words(with_lead(quote)[1] + said_quote(quote))) >= fewest


def _only_names(question: str, quote: Quote) -> bool:
    """Whether a sentence only names the questions that its document answers, in other words than those that are asked."""
    match = _matter().match(running(quote.text))
    return match is not None and not set(content_words(match[0])) & set(content_words(question))


def _only_asks(question: str, quote: Quote) -> bool:
    """Whether a sentence only tells that somebody put such a question, and not what was said to it."""
    alone = len(sentences(quote.text)) == 1 and tells_a_question(running(quote.text))
    return alone and not _ASKED.search(question)


@cache
def _matter() -> re.Pattern[str]:
    return re.compile(rf"(?:{lexicon.alternatives('matter_wordings')})\b", re.IGNORECASE)


def best(
    question: str, units: Sequence[JudgedUnit], fit: AnswerFit | None
) -> tuple[JudgedUnit, float] | None:
    """The first of `ranked`; None where there is no unit."""
    return next(iter(ranked(question, units, fit)), None)
