"""What the scores of an embedder, a reranker or a reader mean.

Those of another one mean something else, so each fit is keyed by its model. A model that nobody measured gets neutral values:
None where only a measured scale helps, and callers then go by order, by words, or by the embedder's cosines.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ragdesk.domain.answers import Stance
from ragdesk.domain.calibration.by_language_model import JUDGES, WRITERS
from ragdesk.domain.calibration.odds import probability_of
from ragdesk.domain.models import ModelInfo, ModelRole
from ragdesk.domain.ports import Embedder, Reader, Reranker

# ------------------------------------------------------------ the embedder


@dataclass(frozen=True, slots=True)
class RelevanceFit:
    """Logistic: z = bias + cosine·c + coverage·w. Below the probability `threshold` nothing bears on the question."""

    bias: float
    cosine: float
    coverage: float
    threshold: float

    def of_search(self, cosine: float, coverage: float) -> float:
        """The probability that anything found bears on the question."""
        return probability_of(self.bias + self.cosine * cosine + self.coverage * coverage)


@dataclass(frozen=True, slots=True)
class EmbedderCalibration:
    """What cosines (-1 to 1) mean: from `paraphrase` on two sentences may say the same in other words, from `same` on they do.
    `relevance` judges hits where no measured reranker is at hand; None: words alone decide."""

    paraphrase: float
    same: float
    relevance: RelevanceFit | None


# docs/lab/embedder.md, "Cosines of another model mean something else" and "The first look's fit without a reranker".
_EMBEDDERS: Mapping[str, EmbedderCalibration] = {
    "all-minilm-l6-v2": EmbedderCalibration(
        paraphrase=0.75,
        same=0.93,
        relevance=RelevanceFit(bias=-11.5, cosine=19.0, coverage=7.84, threshold=0.3),
    ),
    "bge-small-en-v1.5": EmbedderCalibration(
        paraphrase=0.82,
        same=0.96,
        relevance=RelevanceFit(bias=-30.55, cosine=42.19, coverage=7.48, threshold=0.3),
    ),
}
# Neutral: so near that only nearly equal sentences reach it.
_UNMEASURED_EMBEDDER = EmbedderCalibration(paraphrase=0.9, same=0.97, relevance=None)

# ------------------------------------------------------------ the reranker


@dataclass(frozen=True, slots=True)
class RerankerCalibration:
    """What one unit of the reranker's logit is worth.

    Attributes:
        weight: beside retrieval's own score, which goes from 0 to 1.
        meaning: beside a cosine, where a sentence is too short to be compared by meaning.
        certain: a first hit whose logit is so far above all others is right, and is read with what stands beside it alone.
        far: a passage whose logit is so far below the best one's is about something else.
    """

    weight: float
    meaning: float
    certain: float
    far: float


_RERANKERS: Mapping[str, RerankerCalibration] = {
    "ms-marco-minilm-l12-v2-1225ccd6afd0": RerankerCalibration(
        weight=0.07,  # docs/lab/embedder.md, "Words 0.5, and the cross-encoder's logit times 0.07"
        meaning=0.1,  # docs/lab/support.md, "Support"
        certain=5.0,  # docs/lab/prompt.md, "How much evidence"
        far=5.0,  # docs/lab/prompt.md, "How much evidence"
    )
}

# ------------------------------------------------------------ whether there is an answer


@dataclass(frozen=True, slots=True)
class AnswerFit:
    """What the reranker's scores of the first hits mean; both are logistic.

    Of a whole search: z = bias + passage·l + sentence·s + coverage·w, with the best logits of a passage (l) and of a sentence
    (s), and the share of the question's words that stand in a passage (w). Nothing is answered below the probability of the
    stance. An answer that no passage bears out must lie `doubt` above it.

    Of one sentence: z = unit_bias + unit_sentence·s. From the probability `nearest` on it is worth being shown below a guess,
    from `short` on it stands as the short answer.
    """

    bias: float
    passage: float
    sentence: float
    coverage: float
    thresholds: Mapping[Stance, float]
    doubt: float
    unit_bias: float
    unit_sentence: float
    nearest: float
    short: float

    def of_search(self, passage: float, sentence: float, coverage: float) -> float:
        """The probability that the hits hold an answer."""
        scores = self.passage * passage + self.sentence * sentence
        return probability_of(self.bias + scores + self.coverage * coverage)

    def of_unit(self, sentence: float) -> float:
        """The probability that one sentence answers the question."""
        return probability_of(self.unit_bias + self.unit_sentence * sentence)


# docs/lab/gate.md, "One look, fitted on mixed questions"; by reranker. The thresholds are where a wrong answer costs as much as
# six, three and one refusals ("What a wrong answer costs").
_ANSWER_FITS: Mapping[str, AnswerFit] = {
    "ms-marco-minilm-l12-v2-1225ccd6afd0": AnswerFit(
        bias=3.0,
        passage=0.35,
        sentence=0.35,
        coverage=0.0,
        thresholds={"cautious": 0.7, "balanced": 0.5, "helpful": 0.3},
        doubt=0.3,
        unit_bias=-0.35,
        unit_sentence=0.35,
        nearest=0.5,
        short=0.85,
    )
}

# docs/lab/gate.md, "Languages that the reranker does not know": by reranker, for questions and documents in another language in
# Latin letters. It gives such passages higher logits, whatever they say.
_FOREIGN_FITS: Mapping[str, AnswerFit] = {
    "ms-marco-minilm-l12-v2-1225ccd6afd0": replace(
        _ANSWER_FITS["ms-marco-minilm-l12-v2-1225ccd6afd0"],
        bias=-2.3,
        passage=0.44,
        sentence=0.44,
        coverage=7.4,
    )
}


# ------------------------------------------------------------ the reader


@dataclass(frozen=True, slots=True)
class NearMissFit:
    """When the best sentences only look like an answer. With the reader's best logit that one of them answers (r), and the
    language model's best log-odds of the same (o): where reader·r + o lies below `least` of the stance. Nothing is asked of the
    model where r is not below `doubtful`."""

    doubtful: float
    reader: float
    least: Mapping[Stance, float]


# docs/lab/reader.md, "With the language model beside it"; by reader and language model.
_NEAR_MISSES: Mapping[tuple[str, str], NearMissFit] = {
    ("ragdesk-reader-9a0d4bc64460", "qwen2.5-coder-1.5b-instruct-q4_k_m"): NearMissFit(
        doubtful=0.0, reader=0.5, least={"cautious": 0.1, "balanced": -0.5, "helpful": -1.0}
    ),
}


def near_miss_fit(reader: Reader | None, model: str) -> NearMissFit | None:
    """None where there is no reader, or where nobody measured the two together."""
    return _NEAR_MISSES.get((reader.name, model)) if reader else None


def of_embedder(embedder: Embedder) -> EmbedderCalibration:
    return _EMBEDDERS.get(_without_hash(embedder.fingerprint), _UNMEASURED_EMBEDDER)


def of_reranker(reranker: Reranker | None) -> RerankerCalibration | None:
    """None where there is no reranker, or one that nobody measured."""
    return _RERANKERS.get(reranker.name) if reranker else None


def answer_fit(reranker: Reranker | None, foreign: bool = False) -> AnswerFit | None:
    """None where there is no reranker, or one that nobody measured. `foreign`: for a language that it does not know."""
    if reranker is None:
        return None
    return (_FOREIGN_FITS if foreign else _ANSWER_FITS).get(reranker.name)


def is_measured(role: ModelRole, name: str) -> bool:
    """Whether numbers were fitted for a model, by its name in the catalogue or its fingerprint."""
    if role == "embedder":
        return name in _EMBEDDERS or _without_hash(name) in _EMBEDDERS
    if role == "reranker":
        return any(name in (known, _without_hash(known)) for known in _RERANKERS)
    if role == "reader":
        return any(name in (known, _without_hash(known)) for known, _ in _NEAR_MISSES)
    if role == "judge":
        return any(name == known for known, _ in JUDGES)
    if role == "writer":
        return any(name == known for known, _ in WRITERS)
    return True  # what a language model writes is checked, whichever it is


_CAVEATS: Mapping[ModelRole, str] = {
    "llm": "",
    "embedder": "not measured with RAGDesk: its cosines count only between nearly equal sentences",
    "reranker": "not measured with RAGDesk: its scores count for their order alone",
    "reader": "not measured with RAGDesk: it is not asked",
    "judge": "not measured with RAGDesk: it is not asked",
    "writer": "not measured with RAGDesk: it is not asked",
}


def caveat(model: ModelInfo) -> str:
    """What does without fitted numbers because nobody measured the model; "" for one that was."""
    return "" if is_measured(model.role, model.name) else _CAVEATS[model.role]


def _without_hash(fingerprint: str) -> str:
    """An export differs by a few bits from machine to machine, and so does its hash."""
    return fingerprint.rpartition("-")[0]
