"""Whether to answer at all: decided by what was found, before the language model reads a word.

An answer that was written is checked (see `support`); where no passage bears it out, the evidence has to be surer for it to be
shown as a guess. The fits are in `domain.calibration`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.domain.answers import Stance
from ragdesk.domain.calibration import (
    GATE,
    AnswerFit,
    MarkingFit,
    RelevanceFit,
    answer_fit,
    marking_fit,
    of_embedder,
)
from ragdesk.domain.ports import Embedder, Reranker
from ragdesk.domain.search import Hit, Query
from ragdesk.text.language import UNSPACED
from ragdesk.text.tokens import Idf, content_words


@dataclass(frozen=True, slots=True)
class Fits:
    """What the signs mean for the models in use; None where a model is missing or nobody measured it. From `coverage` on the
    words are enough where there is neither."""

    relevance: RelevanceFit | None
    answer: AnswerFit | None
    coverage: float
    marking: MarkingFit | None = None
    foreign: bool = False


def fits(
    embedder: Embedder | None,
    reranker: Reranker | None,
    query: Query | None = None,
    model: str = "",
) -> Fits:
    """What the signs of a query mean; None: of one in a language that the models know. `model`: the language model's name."""
    foreign = query is not None and query.foreign
    return Fits(
        of_embedder(embedder).relevance if embedder else None,
        answer_fit(reranker, foreign),
        _enough_words(query),
        marking_fit(model),
        foreign,
    )


def _enough_words(query: Query | None) -> float:
    if query is None or not query.foreign:
        return GATE.coverage
    return GATE.foreign_coverage_characters if query.language in UNSPACED else GATE.foreign_coverage


@dataclass(frozen=True, slots=True)
class Signs:
    """What retrieval says for an answer.

    Attributes:
        cosine: best vector score, -1 to 1. None without an embedder.
        coverage: share, 0 to 1, of the question's content words, weighted by rarity, that stand in one of the best hits.
        passage: the reranker's best score of a passage (a logit). None without a reranker.
        sentence: its best score of one sentence of the first hits.
        mark: the probability of the line that answers best by the language model's word. None where it marked none.
    """

    cosine: float | None
    coverage: float
    passage: float | None = None
    sentence: float | None = None
    mark: float | None = None


def read_signs(question: str, hits: Sequence[Hit], units: Sequence[JudgedUnit]) -> Signs:
    """The signs of reranked hits, and of their judged units, but for the mark, which may be of a line further down."""
    question_words = content_words(question)
    idf = Idf(hit.chunk.placed_text for hit in hits)
    coverages = (
        idf.coverage(question_words, content_words(hit.chunk.placed_text)) for hit in hits[: GATE.hits]
    )
    return Signs(
        cosine=_highest(hit.vector_score for hit in hits),
        coverage=max(coverages, default=0.0),
        passage=_highest(hit.reranker_score for hit in hits),
        sentence=_highest(unit.relevance for unit in units),
    )


def _highest(values: Iterable[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


def probability(signs: Signs, fits: Fits) -> float | None:
    """How probable it is that the hits hold an answer; None without a reranker that was measured."""
    if fits.answer is None or signs.passage is None or signs.sentence is None:
        return None
    told = fits.answer.of_search(signs.passage, signs.sentence, signs.coverage)
    if signs.mark is None or fits.marking is None:
        return told
    return fits.marking.of_search(told, signs.mark, fits.foreign)


def answerable(
    signs: Signs, stance: Stance, fits: Fits, *, likely: bool = False, borne_out: bool = True
) -> bool:
    """Whether the hits hold an answer.

    Args:
        likely: whether the person has said where the answer is: by choosing documents, or by going on in a conversation. Then
            as little is enough as for the stance "helpful".
        borne_out: False once an answer was written that no passage bears out: whether that shall be shown.
    """
    fit, chance = fits.answer, probability(signs, fits)
    if fit is not None and chance is not None:
        threshold = fit.thresholds[stance]
        least = min(threshold, fit.thresholds["helpful"]) if likely else threshold
        return chance >= (least if borne_out else threshold + fit.doubt)
    alone = fits.relevance
    if signs.cosine is None or alone is None:
        # No embedder, or one that is not known: words alone decide.
        return signs.coverage >= fits.coverage
    return alone.of_search(signs.cosine, signs.coverage) >= alone.threshold
