"""What the scores of a language model mean, alone and with the judge and the writer beside it.

Those of another one mean something else, so each fit is keyed by its model; one that nobody measured is not asked.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ragdesk.domain.calibration.odds import log_odds, probability_of
from ragdesk.domain.models import Adapter


@dataclass(frozen=True, slots=True)
class VerifierFit:
    """Logistic: z = bias + sentence·s + odds·o, with the reranker's logit of a sentence (s) and the language model's log-odds
    that it answers the question (o)."""

    bias: float
    sentence: float
    odds: float

    def of_unit(self, sentence: float, odds: float) -> float:
        """The probability that the sentence answers the question."""
        return probability_of(self.bias + self.sentence * sentence + self.odds * odds)


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
JUDGES: Mapping[tuple[str, str], JudgeFit] = {
    ("ragdesk-judge", "qwen2.5-coder-1.5b-instruct-q4_k_m"): JudgeFit(
        scale=0.54, shift=0.85, whether_scale=1.3, whether_shift=-0.4
    ),
}


def judge_fit(judge: str, model: str) -> JudgeFit | None:
    """None where nobody measured the two together: it is not asked."""
    return JUDGES.get((judge, model))


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
            return probability_of(bias + weight * odds)
        return probability_of(self.bias + self.line * sentence + self.odds * odds)

    def of_search(self, gate: float, mark: float, foreign: bool) -> float:
        """The probability that the hits hold an answer, from two others: by the reranker, and of the best line."""
        bias, weight, own = self.search_foreign if foreign else self.search
        return probability_of(bias + weight * log_odds(gate) + own * log_odds(mark))


# docs/lab/marking.md; by the model's name.
_MARKINGS: Mapping[str, MarkingFit] = {
    "qwen2.5-coder-1.5b-instruct-q4_k_m": MarkingFit(
        bias=0.1,
        line=0.11,
        odds=0.58,
        foreign=(-0.1, 0.68),
        search=(1.2, 0.52, 0.96),
        search_foreign=(1.9, 0.32, 0.6),
    ),
}


def marking_fit(model: str) -> MarkingFit | None:
    """None for a language model that nobody measured."""
    return _MARKINGS.get(model)


@dataclass(frozen=True, slots=True)
class WriterFit:
    """From what on a writer is believed. By its log-odds of Yes against No, where it is asked a question with one sentence
    before it: from `yes` on yes, from `no` down no, between them it is not told. By the probability of what it wrote: cells
    that are `copied`, those of the `row` of a table none of which is sure by its mark, a `formula`, a question that stands
    `alone`, one that is taken apart into `parts`, the line of its `choice`."""

    yes: float
    no: float
    copied: float
    row: float
    formula: float
    alone: float
    parts: float
    choice: float


# docs/lab/writer.md; by writer and language model.
WRITERS: Mapping[tuple[str, str], WriterFit] = {
    ("ragdesk-writer", "qwen2.5-coder-1.5b-instruct-q4_k_m"): WriterFit(
        yes=0.3, no=-1.0, copied=0.85, row=0.7, formula=0.4, alone=0.05, parts=0.001, choice=0.9
    ),
}


def writer_fit(writer: str, model: str) -> WriterFit | None:
    """None where nobody measured the two together: it is not asked."""
    return WRITERS.get((writer, model))


def fits_beside(role: Adapter, adapter: str, model: str) -> bool:
    """Whether the adapter was measured beside this language model."""
    return (adapter, model) in (JUDGES if role == "judge" else WRITERS)


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
