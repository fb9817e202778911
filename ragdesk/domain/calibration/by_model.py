"""What the scores of a model mean. Those of another one mean something else, so each fit is keyed by its model.

A model that nobody measured gets neutral values: None where only a measured scale helps, and callers then go by order, by words,
or by the embedder's cosines.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ragdesk.domain.answers import Stance
from ragdesk.domain.models import Adapter, ModelInfo, ModelRole
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
        return _probability(self.bias + self.cosine * cosine + self.coverage * coverage)


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
        return _probability(self.bias + scores + self.coverage * coverage)

    def of_unit(self, sentence: float) -> float:
        """The probability that one sentence answers the question."""
        return _probability(self.unit_bias + self.unit_sentence * sentence)


# docs/lab/gate.md, "One look, fitted on mixed questions"; by reranker.
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


# ------------------------------------------------------------ the language model as a judge


@dataclass(frozen=True, slots=True)
class VerifierFit:
    """Logistic: z = bias + sentence·s + odds·o, with the reranker's logit of a sentence (s) and the language model's log-odds
    that it answers the question (o)."""

    bias: float
    sentence: float
    odds: float

    def of_unit(self, sentence: float, odds: float) -> float:
        """The probability that the sentence answers the question."""
        return _probability(self.bias + self.sentence * sentence + self.odds * odds)


@dataclass(frozen=True, slots=True)
class JudgeFit:
    """A judge's log-odds (o) on the scale of the language model without it: scale·o + shift is as sure as that would be there.
    What was fitted to that scale holds for both. Of whether a text answers, and of whether it says yes or no to something."""

    scale: float
    shift: float
    whether_scale: float
    whether_shift: float

    def as_without(self, judging: Literal["answers", "whether"], odds: float) -> float:
        """These log-odds as the language model alone would give them for an equally likely text."""
        if judging == "whether":
            return self.whether_scale * odds + self.whether_shift
        return self.scale * odds + self.shift


# docs/lab/judge.md, "On the old scale"; by judge and language model.
_JUDGES: Mapping[tuple[str, str], JudgeFit] = {
    ("ragdesk-judge", "qwen2.5-coder-1.5b-instruct-q4_k_m"): JudgeFit(
        scale=0.54, shift=0.85, whether_scale=1.3, whether_shift=-0.4
    ),
}


def judge_fit(judge: str, model: str) -> JudgeFit | None:
    """None where nobody measured the two together: it is not asked."""
    return _JUDGES.get((judge, model))


# docs/lab/verify.md; by the model's name. Another model's log-odds mean something else: it is not asked.
_VERIFIERS: Mapping[str, VerifierFit] = {
    "qwen2.5-coder-1.5b-instruct-q4_k_m": VerifierFit(bias=-2.2, sentence=0.12, odds=2.2),
}


# docs/lab/verify.md, "Does it say whether?": the same for questions for yes or no.
_WHETHER: Mapping[str, VerifierFit] = {
    "qwen2.5-coder-1.5b-instruct-q4_k_m": VerifierFit(bias=-0.9, sentence=0.12, odds=2.2),
}


def verifier_fit(model: str, whether: bool = False) -> VerifierFit | None:
    """None for a language model that nobody measured. `whether`: for questions for yes or no."""
    return (_WHETHER if whether else _VERIFIERS).get(model)


@dataclass(frozen=True, slots=True)
class MarkingFit:
    """Logistic. Of a line: z = bias + line·s + odds·o, with the reranker's logit (s) and the log-odds of its mark (o); by the
    second pair, bias and odds, in a language that the reranker does not read.

    Of a whole search: z = search_bias + gate·g + mark·m, with the log-odds of the gate by the reranker alone (g), and those of
    the best line (m); the second three in a language that the reranker does not read.
    """

    bias: float
    line: float
    odds: float
    foreign: tuple[float, float]
    search: tuple[float, float, float]
    search_foreign: tuple[float, float, float]

    def of_line(self, sentence: float | None, odds: float) -> float:
        """The probability that a line answers the question; without the reranker's logit, where it does not read the language."""
        if sentence is None:
            bias, weight = self.foreign
            return _probability(bias + weight * odds)
        return _probability(self.bias + self.line * sentence + self.odds * odds)

    def of_search(self, gate: float, mark: float, foreign: bool) -> float:
        """The probability that the hits hold an answer, from two others: by the reranker, and of the best line."""
        bias, weight, own = self.search_foreign if foreign else self.search
        return _probability(bias + weight * log_odds(gate) + own * log_odds(mark))


# docs/lab/marking.md; by the model's name.
_MARKINGS: Mapping[str, MarkingFit] = {
    "qwen2.5-coder-1.5b-instruct-q4_k_m": MarkingFit(
        bias=0.1,
        line=0.11,
        odds=0.63,
        foreign=(0.0, 0.74),
        search=(1.2, 0.52, 0.96),
        search_foreign=(1.9, 0.32, 0.6),
    ),
}


def marking_fit(model: str) -> MarkingFit | None:
    """None for a language model that nobody measured."""
    return _MARKINGS.get(model)


@dataclass(frozen=True, slots=True)
class WriterFit:
    """From what on a writer is believed. By its log-odds of Yes against No, where it is asked a question with one sentence before
    it: from `yes` on yes, from `no` down no, between them it is not told. By the probability of what it wrote: cells that are
    `copied`, a `formula`, a question that stands `alone`."""

    yes: float
    no: float
    copied: float
    formula: float
    alone: float


# docs/lab/writer.md; by writer and language model.
_WRITERS: Mapping[tuple[str, str], WriterFit] = {
    ("ragdesk-writer", "qwen2.5-coder-1.5b-instruct-q4_k_m"): WriterFit(
        yes=0.3, no=-1.0, copied=0.8, formula=0.4, alone=0.05
    ),
}


def writer_fit(writer: str, model: str) -> WriterFit | None:
    """None where nobody measured the two together: it is not asked."""
    return _WRITERS.get((writer, model))


def fits_beside(role: Adapter, adapter: str, model: str) -> bool:
    """Whether the adapter was measured beside this language model."""
    return (adapter, model) in (_JUDGES if role == "judge" else _WRITERS)


@dataclass(frozen=True, slots=True)
class PolarityFit:
    """What the language model's log-odds of Yes against No mean, where it is asked a question with one sentence before it.

    From `yes` on the sentence says yes; from `yes_worded` on where it has the question's words. Never where something in it is
    denied: there it says no up to `no`, and up to `no_worded` where just that is denied which was asked. A low value alone says
    nothing: so has a sentence that does not answer.
    """

    yes: float
    yes_worded: float
    no: float
    no_worded: float


# docs/lab/verify.md, "Yes or no?"; by the model's name.
_POLARITIES: Mapping[str, PolarityFit] = {
    "qwen2.5-coder-1.5b-instruct-q4_k_m": PolarityFit(yes=2.0, yes_worded=1.0, no=0.3, no_worded=2.5),
}


def polarity_fit(model: str) -> PolarityFit | None:
    """None for a language model that nobody measured."""
    return _POLARITIES.get(model)


# ------------------------------------------------------------ the reader, and the language model beside it


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


def _probability(z: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, z))))


def log_odds(probability: float) -> float:
    """Natural; of what is nearly sure or nearly impossible, those of a billionth."""
    inside = min(max(probability, 1e-9), 1.0 - 1e-9)
    return math.log(inside / (1.0 - inside))


def is_measured(role: ModelRole, name: str) -> bool:
    """Whether numbers were fitted for a model, by its name in the catalogue or its fingerprint."""
    if role == "embedder":
        return name in _EMBEDDERS or _without_hash(name) in _EMBEDDERS
    if role == "reranker":
        return any(name in (known, _without_hash(known)) for known in _RERANKERS)
    if role == "reader":
        return any(name in (known, _without_hash(known)) for known, _ in _NEAR_MISSES)
    if role == "judge":
        return any(name == known for known, _ in _JUDGES)
    if role == "writer":
        return any(name == known for known, _ in _WRITERS)
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
