"""When a language model that judges single sentences and passages is asked, and from what on its word decides."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Bar:
    """From where on a sentence stands out: by the model's word with its distance, and by its distance `alone`, where no model is
    asked."""

    asked: float
    alone: float


@dataclass(frozen=True, slots=True)
class VerifyNumbers:
    """docs/lab/verify.md. Probabilities by `VerifierFit`, but that of `yes_or_no`, which is the reranker's."""

    # Hits whose sentences are looked at; of these, how many the language model is asked about, and words of each that it reads.
    hits: int = 5
    units: int = 5
    words: int = 110
    # docs/lab/verify.md, "Which of those that are close": among so many at most, whose logits are so near the first one's, the
    # model chooses.
    chosen_from: int = 5
    close: float = 2.0
    # docs/lab/reader.md, "With the language model beside it": sentences that the reader reads to tell a near miss from an answer,
    # and how many the language model is asked about where it doubts.
    read: int = 6
    doubted: int = 2
    # From `answers` on the first one is the answer, or one of them takes the place of what is not borne out; from `short` on one
    # after it is.
    short: float = 0.75
    answers: float = 0.5
    # The same of one that holds what the model wrote, which says that it is the one.
    written: float = 0.15
    # And of a row, where the question names it and the column.
    named: float = 0.15
    # docs/lab/verify.md, "Corrections": a sentence that changes what was said before, of the same thing.
    amends: float = 0.25
    # docs/lab/verify.md, "Near by meaning": of so many sentences that are nearest by their vectors one is the answer, where the
    # reranker knows none, from these log-odds on.
    near: int = 3
    near_answers: float = 1.6
    # Of chosen documents with so few passages, all sentences are looked at.
    near_read: int = 60
    # docs/lab/verify.md, "In a language that the reranker does not read": hits whose sentences are looked at, sentences that the
    # language model is asked about, the log-odds of the best from which it answers; the same where the gate has refused; and
    # those of one that is enough.
    unread_hits: int = 9
    unread: int = 10
    unread_answers: float = 0.7
    unread_refused: float = 0.9
    unread_enough: float = 2.0
    # Where the gate has refused: the model's log-odds and so much of the distance from the third sentence, in units of the
    # reranker's logit, make this together.
    apart: float = 0.35
    stands_out: Bar = Bar(1.0, 1.3)
    # The same where the gate has not refused, and what the model wrote is "not here" or not borne out.
    stands_out_unwritten: Bar = Bar(1.6, 2.0)
    # docs/lab/verify.md, "Whole passages": where all this refuses, so many passages are looked at, so many words of each; from
    # these log-odds on one answers, and of so many of its sentences the likeliest is shown.
    passages: int = 4
    passage_words: int = 160
    passage_answers: float = 1.2
    passage_units: int = 8
    # The same of a list or of steps in documents that a person chose.
    passage_chosen: float = 1.0
    # The same of a question for yes or no, and the log-odds of a sentence of that passage from which it says whether.
    passages_whether: int = 3
    whether_answers: float = 0.5
    # docs/lab/verify.md, "Reading one passage": log-odds below which a passage says nothing of it, and from which the model is
    # asked what it says; tokens of that; the sentences that hold it and are asked about; the log-odds of a sentence, and of
    # passage and sentence together, from which it answers.
    passage_silent: float = -0.5
    passage_read: float = 0.1
    # Of the passages so likely, the likeliest ones are read until one holds an answer.
    passages_read: int = 2
    read_tokens: int = 24
    holders: int = 3
    holder: float = -0.6
    read_answers: float = 0.7
    # Below it, what an answer cites does not bear it out after all.
    denied: float = 0.03
    # Where none reaches it, a guess is not shown either.
    hopeless: float = 0.5
    # The same for a question for yes or no, and for a row that the question names, by `AnswerFit.of_unit`.
    yes_or_no: float = 0.6
    named_row: float = 0.5
    # In units of the reranker's logit: what is cited answers worse by this than the best sentence, and is looked at again.
    behind: float = 1.2


VERIFY = VerifyNumbers()
