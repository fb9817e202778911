"""What answers after all where the gate has refused: a sentence in other words than the question's, or the likeliest one of a
passage that answers as a whole.

People ask in other words than the documents', and a sentence alone shows less of what it is about than its passage does.
"""

from collections.abc import Sequence

from ragdesk.answering.quick import as_answer
from ragdesk.answering.resources import Resources
from ragdesk.answering.shortlist import Shortlist
from ragdesk.answering.verify import prompt_over_passage
from ragdesk.domain.answers import Answer
from ragdesk.domain.calibration import VERIFY, verifier_fit
from ragdesk.domain.ports import Cancelled, LanguageModel
from ragdesk.domain.search import Hit


def after_all(refusal: Answer, quotes: Shortlist, least: float, resources: Resources) -> Answer:
    """The sentence that answers in other words than the question's; the refusal, where none stands out by `least`.

    Raises:
        ModelError: the model is missing, or it died.
    """
    quick = quotes.after_all(least) if resources.stance != "cautious" else None
    return as_answer(refusal, quick) if quick is not None else refusal


def where_refused(refusal: Answer, quotes: Shortlist, resources: Resources, cancelled: Cancelled) -> Answer:
    """What answers where the gate has refused: such a sentence, or one of a passage that answers as a whole; else the refusal.

    Raises:
        ModelError: the model is missing, or it died.
    """
    answer = after_all(refusal, quotes, VERIFY.stands_out, resources)
    return answer if answer.citations else _of_passage(refusal, quotes, resources, cancelled)


def _of_passage(refusal: Answer, quotes: Shortlist, resources: Resources, cancelled: Cancelled) -> Answer:
    """Of a look-up the likeliest sentence of a passage that answers as a whole; the refusal, where there is none."""
    told = refusal.kind == "lookup" and verifier_fit(resources.model.name) is not None
    if resources.stance == "cautious" or not told:
        return refusal
    passage = _likely(refusal.standalone_question, refusal.hits, resources.model, cancelled)
    quick = quotes.within(passage) if passage is not None else None
    return as_answer(refusal, quick) if quick is not None else refusal


def _likely(question: str, hits: Sequence[Hit], model: LanguageModel, cancelled: Cancelled) -> Hit | None:
    """Of the first passages the one that answers by the model's word; None where none does, or the model cannot tell."""
    told = list[tuple[float, Hit]]()
    for hit in hits[: VERIFY.passages]:
        odds = model.log_odds(prompt_over_passage(hit, question), ("Yes", "No"), cancelled)
        if odds is None:
            return None
        told.append((odds, hit))
    odds, best = max(told, key=lambda pair: pair[0], default=(float("-inf"), None))
    return best if odds >= VERIFY.passage_answers else None
