"""What answers after all where the gate has refused: a sentence in other words than the question's, or what the model reads in a
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
    if answer.citations:
        return answer
    quick = read_likeliest(refusal, refusal.hits[: VERIFY.passages], quotes, resources, cancelled)
    return as_answer(refusal, quick) if quick is not None else refusal
