"""What answers after all where the gate has refused: a sentence in other words than the question's, or what the model reads in a
passage that answers as a whole.

People ask in other words than the documents', and a sentence alone shows less of what it is about than its passage does.
"""

from collections.abc import Sequence

from ragdesk.answering.quick import as_answer
from ragdesk.answering.read_passage import read_likeliest
from ragdesk.answering.resources import Resources
from ragdesk.answering.shortlist import Shortlist
from ragdesk.answering.verify import passage_odds
from ragdesk.domain.answers import Answer, QuickAnswer
from ragdesk.domain.calibration import VERIFY, verifier_fit
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Hit


def after_all(refusal: Answer, quotes: Shortlist, least: float, resources: Resources) -> Answer:
    """The sentence that answers in other words than the question's; the refusal, where none stands out by `least`.

    Raises:
        ModelError: the model is missing, or it died.
    """
    quick = quotes.after_all(least) if resources.stance != "cautious" else None
    return as_answer(refusal, quick) if quick is not None else refusal


def where_refused(
    refusal: Answer, quotes: Shortlist, resources: Resources, cancelled: Cancelled, chosen: bool
) -> Answer:
    """What answers where the gate has refused: such a sentence, or one of a passage that answers as a whole; else the refusal.

    Args:
        chosen: whether a person chose the documents to look at.

    Raises:
        ModelError: the model is missing, or it died.
    """
    answer = after_all(refusal, quotes, VERIFY.stands_out, resources)
    if answer.citations:
        return answer
    hits = refusal.hits[: VERIFY.passages]
    if refusal.kind in ("list", "procedure"):
        quick = _of_likeliest(refusal, hits, quotes, resources, cancelled, chosen)
    else:
        quick = read_likeliest(refusal, hits, quotes, resources, cancelled)
    return as_answer(refusal, quick) if quick is not None else refusal


def _of_likeliest(
    refusal: Answer,
    hits: Sequence[Hit],
    quotes: Shortlist,
    resources: Resources,
    cancelled: Cancelled,
    chosen: bool,
) -> QuickAnswer | None:
    """The likeliest item, step or sentence of the passage that answers best by the model's word; what stands around it comes with
    it. None where no passage answers, or the model cannot tell."""
    if resources.stance == "cautious" or verifier_fit(resources.model.name) is None:
        return None
    question = refusal.standalone_question
    told = passage_odds(question, hits, resources.model, cancelled, silent=VERIFY.passage_silent)
    hit, most = max(told, key=lambda pair: pair[1], default=(None, float("-inf")))
    least = VERIFY.passage_chosen if chosen else VERIFY.passage_answers
    return quotes.within(hit) if hit is not None and most >= least else None
