"""What the language model reads in one passage, and the sentence or row that holds it.

A model of this size picks badly among six passages. Of a single one it says in a few words what answers, or that nothing does.
Its words are shown to nobody: the document's own sentence is the answer. docs/lab/verify.md, "Reading one passage".
"""

import re
from collections.abc import Sequence

from ragdesk.answering.choosing.shortlist import Shortlist
from ragdesk.answering.judging.verify import passage_odds, prompt_to_read
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Answer, QuickAnswer
from ragdesk.domain.calibration import VERIFY, verifier_fit
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Hit
from ragdesk.text.tokens import numbers

_NONE = re.compile(r"\W*none\b", re.IGNORECASE)


def read_likeliest(
    refusal: Answer, hits: Sequence[Hit], quotes: Shortlist, resources: Resources, cancelled: Cancelled
) -> QuickAnswer | None:
    """Of a look-up the sentence that holds what the model reads in the passage which, by its word, answers best, or else in the
    next one. None where sentence and passage together are not likely enough to answer, where the stance is cautious, or where
    the model was never measured.

    Raises:
        ModelError: the model is missing, or it died.
    """
    question, model = refusal.standalone_question, resources.model
    measured = verifier_fit(model.name) is not None
    if refusal.kind != "lookup" or resources.stance == "cautious" or not measured:
        return None
    told = passage_odds(question, hits, model, cancelled, silent=VERIFY.passage_silent)
    likely = sorted((pair for pair in told if pair[1] >= VERIFY.passage_read), key=lambda pair: -pair[1])
    for hit, odds in likely[: VERIFY.passages_read]:
        if (quick := _said_in(hit, odds, question, quotes, resources, cancelled)) is not None:
            return quick
    return None


def _said_in(
    hit: Hit, odds: float, question: str, quotes: Shortlist, resources: Resources, cancelled: Cancelled
) -> QuickAnswer | None:
    """The sentence of one passage that holds what the model reads in it; `odds` are the passage's own."""
    written = "".join(resources.model.stream(prompt_to_read(hit, question), cancelled)).strip()
    if not written or _NONE.match(written):
        return None
    quick = quotes.saying(hit, written, VERIFY.read_answers - odds)
    if quick is None and odds >= VERIFY.passage_answers and not numbers(written):
        return quotes.within(hit)  # it wrote in words of its own
    return quick
