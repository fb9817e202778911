"""Every number that was fitted or chosen by measuring, and the experiment that it comes from (docs/lab, docs/decisions).

The scores of another model mean something else, so what depends on a model is keyed by it. A model that nobody measured gets
neutral values: None where only a measured scale helps, and callers then go by order, by words, or by the embedder's cosines.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from ragdesk.domain.answers import Stance
from ragdesk.domain.models import ModelInfo, ModelRole
from ragdesk.domain.ports import Embedder, Reader, Reranker

# ------------------------------------------------------------ by model: the embedder


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

# ------------------------------------------------------------ by model: the reranker


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

# ------------------------------------------------------------ by model: the reranker and the reader together


@dataclass(frozen=True, slots=True)
class AnswerFit:
    """What the scores of the first hits mean together; both are logistic.

    Of a whole search: z = bias + passage·l + sentence·s + answers·a, with the reranker's best logits of a passage (l) and of a
    sentence (s), and the reader's best one of a sentence (a). Nothing is answered below the probability of the stance. An answer
    that no passage bears out must lie `doubt` above it.

    Of one sentence: z = unit_bias + unit_sentence·s + unit_answers·a. From the probability `nearest` on it is worth being
    shown below a guess, from `short` on it stands as the short answer.
    """

    bias: float
    passage: float
    sentence: float
    answers: float
    thresholds: Mapping[Stance, float]
    doubt: float
    unit_bias: float
    unit_sentence: float
    unit_answers: float
    nearest: float
    short: float

    def of_search(self, passage: float, sentence: float, answers: float) -> float:
        """The probability that the hits hold an answer."""
        return _probability(
            self.bias + self.passage * passage + self.sentence * sentence + self.answers * answers
        )

    def of_unit(self, sentence: float, answers: float) -> float:
        """The probability that one sentence answers the question."""
        return _probability(self.unit_bias + self.unit_sentence * sentence + self.unit_answers * answers)


# docs/lab/gate.md, "One look, fitted on mixed questions"; by reranker and reader ("": none).
_ANSWER_FITS: Mapping[tuple[str, str], AnswerFit] = {
    ("ms-marco-minilm-l12-v2-1225ccd6afd0", ""): AnswerFit(
        bias=3.0,
        passage=0.35,
        sentence=0.35,
        answers=0.0,
        thresholds={"cautious": 0.7, "balanced": 0.5, "helpful": 0.3},
        doubt=0.3,
        unit_bias=-0.35,
        unit_sentence=0.35,
        unit_answers=0.0,
        nearest=0.5,
        short=0.85,
    )
}


# ------------------------------------------------------------ by model: the language model as a judge


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


# docs/lab/verify.md; by the model's name. Another model's log-odds mean something else: it is not asked.
_VERIFIERS: Mapping[str, VerifierFit] = {
    "qwen2.5-coder-1.5b-instruct-q4_k_m": VerifierFit(bias=-2.2, sentence=0.12, odds=2.2),
}


def verifier_fit(model: str) -> VerifierFit | None:
    """None for a language model that nobody measured."""
    return _VERIFIERS.get(model)


def of_embedder(embedder: Embedder) -> EmbedderCalibration:
    return _EMBEDDERS.get(_without_hash(embedder.fingerprint), _UNMEASURED_EMBEDDER)


def of_reranker(reranker: Reranker | None) -> RerankerCalibration | None:
    """None where there is no reranker, or one that nobody measured."""
    return _RERANKERS.get(reranker.name) if reranker else None


def answer_fit(reranker: Reranker | None, reader: Reader | None) -> AnswerFit | None:
    """None where there is no reranker, or one that nobody measured; a reader that nobody measured counts for nothing."""
    if reranker is None:
        return None
    return _ANSWER_FITS.get((reranker.name, reader.name if reader else "")) or _ANSWER_FITS.get(
        (reranker.name, "")
    )


def _probability(z: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, z))))


def is_measured(role: ModelRole, name: str) -> bool:
    """Whether numbers were fitted for a model, by its name in the catalogue or its fingerprint."""
    if role == "embedder":
        return name in _EMBEDDERS or _without_hash(name) in _EMBEDDERS
    if role == "reranker":
        return any(name in (known, _without_hash(known)) for known in _RERANKERS)
    if role == "reader":
        return any(name in (known, _without_hash(known)) for _, known in _ANSWER_FITS)
    return True  # what a language model writes is checked, whichever it is


_CAVEATS: Mapping[ModelRole, str] = {
    "llm": "",
    "embedder": "not measured with RAGDesk: its cosines count only between nearly equal sentences",
    "reranker": "not measured with RAGDesk: its scores count for their order alone",
    "reader": "not measured with RAGDesk: it is not asked",
}


def caveat(model: ModelInfo) -> str:
    """What does without fitted numbers because nobody measured the model; "" for one that was."""
    return "" if is_measured(model.role, model.name) else _CAVEATS[model.role]


def _without_hash(fingerprint: str) -> str:
    """An export differs by a few bits from machine to machine, and so does its hash."""
    return fingerprint.rpartition("-")[0]


# ------------------------------------------------------------ for any model


@dataclass(frozen=True, slots=True)
class RetrievalNumbers:
    # docs/lab/embedder.md, "Words 0.5 …": what words count for against vectors, 0 to 1. Half is neutral too.
    words_weight: float = 0.5
    # docs/lab/languages.md, "Vectors count less for what the embedder does not know".
    foreign_words_weight: float = 0.8
    # docs/lab/retrieval.md, "Fusion": candidates from each engine, so that a passage that only one likes is fused.
    candidates: int = 100
    # docs/lab/retrieval.md, "Reranking": 20 bring hit@5 0.013 more than 10 over eleven sets, and take twice as long.
    reranked: int = 20
    # docs/lab/retrieval.md, "Reranking", without a model: the share of the question's words in the passage, in its best
    # sentence, and next to each other.
    passage_weight: float = 0.2
    sentence_weight: float = 0.2
    neighbours_weight: float = 0.2


@dataclass(frozen=True, slots=True)
class FollowUpNumbers:
    # docs/lab/conversations.md, "A soft mixture instead of a decision": the weight of the question with the turn before it,
    # where it leans on that turn and where it stands alone; the question by itself has 1.
    leaning: float = 0.8
    standing: float = 0.3
    # The same: turns of the person that are searched with, and words of each (a pasted page would drown the question).
    turns: int = 2
    turn_words: int = 50
    # The same: fewer content words than `few` cannot name a subject and ask about it; from `many` on they do, pronoun or not.
    few: int = 4
    many: int = 6


@dataclass(frozen=True, slots=True)
class GateNumbers:
    # docs/lab/gate.md, "The gate": hits looked at; more let an off-topic question collect its words from many places.
    hits: int = 3
    # docs/lab/gate.md, "The gate": without a measured embedder, the share of the question's words that must be there.
    coverage: float = 0.5


@dataclass(frozen=True, slots=True)
class SupportNumbers:
    """docs/lab/support.md, "Support" and "0.8 instead of 0.6". Coverage is a share, weighted by rarity, of content words."""

    # Of a sentence, in its quotes; less where the embedder takes the quote for a paraphrase.
    coverage: float = 0.8
    coverage_close: float = 0.3
    # Of what the sentence says beyond the question: words of the question in a quote do not bear out what is new.
    coverage_new: float = 0.8
    # Of a sentence that says nothing beyond the question ("Yes, it is safe to …"), in the quote itself, without its title.
    coverage_echo: float = 0.8
    # Of the question, in the quotes of an answer of at most `short` words: "Japan" stands in many places.
    coverage_asked: float = 0.5
    short: int = 3
    # From this probability on, that the quote answers the question, only what is new in the sentence must stand in it.
    answers: float = 0.5
    # Of the sentence's weight, that a second quote must add.
    gain: float = 0.25
    # What a second unit in one quote must bring to be worth reading.
    length_cost: float = 0.08
    # Ranking of quotes: nearness in meaning beside shared words, and the question's words beside the sentence's.
    meaning: float = 0.5
    question: float = 0.2
    # Quotes that are compared by meaning, after the words have chosen them.
    shortlist: int = 12


@dataclass(frozen=True, slots=True)
class NearestNumbers:
    # docs/lab/support.md, "The nearest sentence": without a measured reranker, the share of the question's weight in it.
    coverage: float = 0.5
    # With fewer content words a unit is a label or the rest of a line, and says nothing by itself.
    fewest_words: int = 4


@dataclass(frozen=True, slots=True)
class VerifyNumbers:
    """docs/lab/verify.md. Probabilities by `VerifierFit`, but that of `yes_or_no`, which is the reranker's."""

    # Sentences that the language model is asked about, and words of each that it reads.
    units: int = 3
    words: int = 70
    # From here on the first one is the short answer; one of them takes the place of what is not borne out.
    short: float = 0.75
    answers: float = 0.5
    # Below it, what an answer cites does not bear it out after all.
    denied: float = 0.03
    # Where none reaches it, a guess is not shown either.
    hopeless: float = 0.2
    # The same for a question for yes or no, by `AnswerFit.of_unit`.
    yes_or_no: float = 0.6
    # In units of the reranker's logit: what is cited answers worse by this than the best sentence, and is looked at again.
    behind: float = 1.2


@dataclass(frozen=True, slots=True)
class ComposedNumbers:
    """docs/decisions/0043-composed-answers.md. Probabilities are of a quote, that it answers (`AnswerFit.of_unit`)."""

    # Hits whose lists, tables and sentences are looked at.
    hits: int = 6
    # From here on a list, judged as one piece, is what was asked for.
    answers: float = 0.4
    # As long as no single sentence is so much surer.
    behind: float = 0.25
    # Lists that lie no further apart are equally good.
    alike: float = 0.05
    # An inner list takes the place of the whole with this share of the question's words that the whole holds.
    inner: float = 0.75
    # From here on a sentence is an item of a scattered list, which has at least so many.
    scattered: float = 0.6
    fewest_scattered: int = 3
    # From here on a sentence decides yes or no; with this share of the question's words in it.
    decides: float = 0.7
    shared_no: float = 0.5
    shared_yes: float = 0.75
    # From here on a sentence is what a side of a comparison is answered with; where it is the only side.
    side: float = 0.5
    alone: float = 0.7
    # Where all sides state an amount of the kind that is asked for.
    parallel: float = 0.1
    # The share of a side's own words that name it.
    named: float = 0.5
    # With a larger share of empty cells it is a page's columns that were taken for a table.
    empty: float = 0.3


@dataclass(frozen=True, slots=True)
class ExcerptNumbers:
    """docs/lab/prompt.md, "How much evidence". Sizes in tokens of the language model."""

    # A smaller piece says too little to be read.
    least: int = 40
    # The number in brackets and the blank line.
    frame: int = 6
    # Passages that are read however far below the best one they lie.
    always: int = 2


@dataclass(frozen=True, slots=True)
class OverviewNumbers:
    """docs/lab/overview.md, "Key points". What a sentence is worth is added to its cosines, -1 to 1, with its part and with the
    whole.
    """

    # Cutting a document into parts: what a section's beginning is worth, and what a part costs that is too small, both in the
    # variance of a passage.
    section_gain: float = 0.5
    small_part: float = 4.0
    # A sentence has so many letters and so few capitals, of its characters, and of the small words (the, of, is) at least this
    # part of what the document's sentences usually have: else it is figures, a heading, an address.
    least_letters: float = 0.6
    most_capitals: float = 0.4
    small_words: float = 0.4
    # A word in this share of the passages is no topic of its own.
    everywhere: float = 0.25
    # Points of a summary: the fewest, one more from each of these numbers of sentences on, the most; of what a document is
    # about; and the passages that count as its opening for that.
    fewest_points: int = 5
    lengths: tuple[int, ...] = (20, 60, 120)
    most_points: int = 8
    subject_points: int = 3
    opening: int = 4
    # Sections of a written overview: the fewest sentences of the document that one stands for, on an average, how many make one
    # more, and the most sections; characters of each that the language model reads.
    fewest_in_section: int = 3
    enough_in_section: int = 15
    most_sections: int = 12
    section_chars: int = 1_000
    # Of the points, those out of a section that sums up the document itself.
    summary_share: float = 0.5
    # Sentences of a part that are compared one by one.
    shortlist: int = 12
    # What nearness to the whole document counts beside nearness to the part.
    whole: float = 0.5
    # What it counts that other places say it too, by so many of the nearest passages.
    restated: float = 1.5
    nearest: int = 3
    # What it counts that a sentence speaks in the document's own frequent words.
    common: float = 0.2
    # What nearness to a chosen point costs.
    repeats: float = 0.5
    # A sentence that begins a section, begins a paragraph, says what the document is for; one that leans on the sentence
    # before it; each mention of another place ("see section 5").
    begins_section: float = 0.1
    begins_paragraph: float = 0.06
    says_purpose: float = 0.15
    leans: float = 0.12
    refers: float = 0.05
    # Words up to which a longer sentence says more, and from which it is a burden; what they are worth.
    enough_words: int = 18
    many_words: int = 35
    length: float = 0.1
    each_more: float = 0.004
    # A number in it, up to two.
    number: float = 0.04


@dataclass(frozen=True, slots=True)
class UnderNumbers:
    """docs/lab/overview.md, "Seen under a word". What a sentence is worth is the sum of these."""

    # Sentences that are read one by one.
    most_read: int = 60
    # The rank that the reranker gives it, 0 to 1; without one, its cosine with the question.
    meaning: float = 0.5
    # With so many sentences worded as what is looked for is, these alone are chosen from, as key points are.
    enough: int = 5
    # For these: its passage is the nearest to the question, 0 to 1; it says so plainly ("the tenant shall").
    near: float = 0.1
    plainly: float = 0.3
    # It is worded so; it stands under such a heading; it has the words of the topic.
    worded: float = 0.4
    in_heading: float = 0.2
    topic: float = 0.3
    # What nearness to a chosen point costs, and coming from its section, and speaking of the same party.
    repeats: float = 0.15
    same_section: float = 0.05
    same_party: float = 0.08
    # Of the best one's worth: with less it is not about what was asked.
    least: float = 0.4


@dataclass(frozen=True, slots=True)
class PaceNumbers:
    """docs/lab/prompt.md, "How much evidence": how long a prompt may be on this machine."""

    # A person waits so long for the first word, at most.
    seconds: float = 10.0
    # Tokens; with fewer there is no room for the fixed part of the prompt and one passage.
    least: int = 450
    # The share of the newest observation in the estimate; readings with fewer tokens say nothing.
    newest: float = 0.5
    enough: int = 100


@dataclass(frozen=True, slots=True)
class ExportBounds:
    """docs/lab/engines.md, "The embedder's export": cosines to the original that an embedder exported here must reach. The
    default one has a mean of 0.992 and a minimum of 0.982."""

    mean_cosine: float = 0.985
    least_cosine: float = 0.95


RETRIEVAL = RetrievalNumbers()
FOLLOW_UP = FollowUpNumbers()
GATE = GateNumbers()
SUPPORT = SupportNumbers()
NEAREST = NearestNumbers()
VERIFY = VerifyNumbers()
COMPOSED = ComposedNumbers()
EXCERPTS = ExcerptNumbers()
OVERVIEW = OverviewNumbers()
UNDER = UnderNumbers()
PACE = PaceNumbers()
EXPORT = ExportBounds()
