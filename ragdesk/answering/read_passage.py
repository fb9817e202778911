"""What the language model reads in one passage, and the sentence or row that holds it.

A model of this size picks badly among six passages. Of a single one it says in a few words what answers, or that nothing does.
Its words are shown to nobody: the document's own sentence is the answer. docs/lab/verify.md, "Reading one passage".
"""

import re
from collections.abc import Sequence

from ragdesk.answering.shortlist import Shortlist
from ragdesk.answering.verify import prompt_over_passage, prompt_to_read
from ragdesk.domain.answers import QuickAnswer
from ragdesk.domain.calibration import VERIFY, verifier_fit
from ragdesk.domain.ports import Cancelled, LanguageModel
from ragdesk.domain.search import Hit
from ragdesk.text.tokens import numbers

_NONE = re.compile(r"\W*none\b", re.IGNORECASE)


def read_likeliest(
    question: str, hits: Sequence[Hit], quotes: Shortlist, model: LanguageModel, cancelled: Cancelled
) -> QuickAnswer | None:
    """The sentence that holds what the model reads in the passage which, by its word, answers best; None where the two together
    are not likely enough to answer, or the model was never measured.

    Raises:
        ModelError: the model is missing, or it died.
    """
    told = _told(question, hits, model, cancelled) if verifier_fit(model.name) is not None else []
    hit, odds = max(told, key=lambda pair: pair[1], default=(None, 0.0))
    if hit is None or odds < VERIFY.passage_read:
        return None
    written = "".join(model.stream(prompt_to_read(hit, question), cancelled)).strip()
    if not written or _NONE.match(written):
        return None
    quick = quotes.saying(hit, written, VERIFY.read_answers - odds)
    if quick is None and odds >= VERIFY.passage_answers and not numbers(written):
        return quotes.within(hit)  # it wrote in words of its own
    return quick


def _told(
    question: str, hits: Sequence[Hit], model: LanguageModel, cancelled: Cancelled
) -> list[tuple[Hit, float]]:
    """The passages and their log-odds; none where the model cannot tell. After two that clearly say nothing no other is read."""
    told = list[tuple[Hit, float]]()
    for hit in hits:
        if len(told) > 1 and all(odds < VERIFY.passage_silent for _, odds in told):
            break
        odds = model.log_odds(prompt_over_passage(hit, question), ("Yes", "No"), cancelled)
        if odds is None:
            return []
        told.append((hit, odds))
    return told
