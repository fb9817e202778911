"""What answers after all where the gate has refused: a sentence in other words than the question's, or what the model reads in a
passage that answers as a whole.

People ask in other words than the documents', and a sentence alone shows less of what it is about than its passage does.
"""

from ragdesk.answering.choosing.quick import as_answer
from ragdesk.answering.choosing.read_passage import read_likeliest
from ragdesk.answering.choosing.shortlist import Shortlist
from ragdesk.answering.judging.verify import likeliest_passage
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Answer, QuickAnswer
from ragdesk.domain.calibration import VERIFY, Bar, verifier_fit
from ragdesk.domain.ports import Cancelled


def after_all(refusal: Answer, quotes: Shortlist, bar: Bar, resources: Resources) -> Answer:
    """The sentence that answers in other words than the question's; the refusal, where none stands out by `bar`.

    Raises:
        ModelError: the model is missing, or it died.
    """
    quick = quotes.after_all(bar) if resources.stance != "cautious" else None
    return as_answer(refusal, quick) if quick is not None else refusal


def where_refused(refusal: Answer, quotes: Shortlist, resources: Resources, cancelled: Cancelled) -> Answer:
    """What answers where the gate has refused: such a sentence, or one of a passage that answers as a whole; else the refusal.

    Raises:
        ModelError: the model is missing, or it died.
    """
    answer = after_all(refusal, quotes, VERIFY.stands_out, resources)
    if answer.citations or quotes.marked:
        return answer  # the lines of these passages were read already
    if refusal.kind in ("list", "procedure"):
        quick = _of_likeliest(refusal, quotes, resources, cancelled)
    else:
        quick = read_likeliest(refusal, refusal.hits[: VERIFY.passages], quotes, resources, cancelled)
    return as_answer(refusal, quick) if quick is not None else refusal


def _of_likeliest(
    refusal: Answer, quotes: Shortlist, resources: Resources, cancelled: Cancelled
) -> QuickAnswer | None:
    """The likeliest item, step or sentence of the passage that answers best by the model's word; what stands around it comes with
    it. None where no passage answers, or the model cannot tell."""
    if resources.stance == "cautious" or verifier_fit(resources.model.name) is None:
        return None
    hit = likeliest_passage(
        refusal.standalone_question,
        refusal.hits[: VERIFY.passages],
        resources.model,
        cancelled,
        VERIFY.passage_chosen if quotes.of_chosen else VERIFY.passage_answers,
        silent=VERIFY.passage_silent,
    )
    return quotes.within(hit) if hit is not None else None
