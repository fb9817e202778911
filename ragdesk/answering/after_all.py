"""What answers after all where the gate has refused: a sentence in other words than the question's, or the likeliest one of a
passage that answers as a whole.

People ask in other words than the documents', and a sentence alone shows less of what it is about than its passage does.
"""

from ragdesk.answering.quick import as_answer
from ragdesk.answering.read_passage import read_likeliest
from ragdesk.answering.resources import Resources
from ragdesk.answering.shortlist import Shortlist
from ragdesk.domain.answers import Answer
from ragdesk.domain.calibration import VERIFY
from ragdesk.domain.ports import Cancelled


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
    """Of a look-up the sentence of a passage that answers as a whole; the refusal, where there is none."""
    if refusal.kind != "lookup" or resources.stance == "cautious":
        return refusal
    hits = refusal.hits[: VERIFY.passages]
    quick = read_likeliest(refusal.standalone_question, hits, quotes, resources.model, cancelled)
    return as_answer(refusal, quick) if quick is not None else refusal
