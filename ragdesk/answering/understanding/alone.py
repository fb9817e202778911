"""A question that leans on the turn before it, put by the writer so that it stands alone: "and how long does it take?"."""

from collections.abc import Generator, Sequence
from dataclasses import replace

from ragdesk.answering.clock import Clock
from ragdesk.answering.finding.evidence import Found, find
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.followup import leans
from ragdesk.answering.writing import alone_prompt
from ragdesk.domain.answers import Event
from ragdesk.domain.calibration import writer_fit
from ragdesk.domain.conversations import Turn
from ragdesk.domain.ports import Cancelled, LanguageModel
from ragdesk.domain.search import Query, Scope
from ragdesk.text.tokens import content_words


def put_alone(
    found: Found,
    history: Sequence[Turn],
    resources: Resources,
    scope: Scope,
    clock: Clock,
    cancelled: Cancelled,
) -> Generator[Event, None, Found]:
    """What is found for the question as it stands alone, beside its longer forms; what was `found` where it needs nothing, where
    there is no writer, or where what it wrote is not made of what was said.

    Raises:
        ModelError: the model is missing, or it died.
    """
    query = found.query
    alone = "" if resources.quick else _written(query, history, resources.model, cancelled)
    if not alone or cancelled():
        return found
    put = replace(query, standalone=alone, checked=alone, texts=((alone, 1.0), *query.texts[1:]))
    return (yield from find(put, resources, scope, clock, cancelled))


def _written(query: Query, history: Sequence[Turn], model: LanguageModel, cancelled: Cancelled) -> str:
    """The question in full; "" where it is not sure. A turn that leans itself says too little for that."""
    fit, question = writer_fit(model.writer, model.name), query.texts[0][0]
    before = next((turn.text for turn in reversed(history) if turn.role == "user"), "")
    said = next((turn.text for turn in reversed(history) if turn.role == "assistant"), "")
    # What memory lent to it is no word of the person's, and an answer is not checked against that.
    lent = query.checked != query.standalone
    if fit is None or not before or lent or query.standalone == question or leans(before):
        return ""
    written = model.write(alone_prompt(before, said, question), cancelled)
    if written is None or written.probability < fit.alone:
        return ""
    known = set(content_words(f"{before} {said} {question}"))
    return written.text if set(content_words(written.text)) <= known else ""
