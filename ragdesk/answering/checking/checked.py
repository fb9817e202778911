"""What the language model wrote, as an answer: its sentences attributed to the passages that were read, and the verdict."""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.checking import support
from ragdesk.answering.choosing.shortlist import Shortlist
from ragdesk.answering.judging.answer_type import has_expected_type
from ragdesk.answering.languages.across_answer import in_own_language, put_back
from ragdesk.answering.prompting import prompt
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Answer, Verdict
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Hit, Query
from ragdesk.text.tokens import numbers


def checked(
    refusal: Answer,
    text: str,
    query: Query,
    hits: Sequence[Hit],
    quotes: Shortlist,
    crosses: bool,
    resources: Resources,
    cancelled: Cancelled,
) -> Answer:
    """What the model wrote as an answer; the refusal where it says that there is none, or something of another kind than was
    asked for: "It takes three weeks" is not what it costs, and a sum is a number."""
    if crosses:
        answer = _check_across(refusal, text, query, hits, resources, cancelled)
    else:
        answer = _check(refusal, text, query, hits, resources)
    if query.kind == "compute" and not numbers(answer.text):
        return refusal
    if answer.verdict == "answered" and quotes.denied(answer):
        return support.withdrawn(answer)
    if answer.verdict == "answered" and not (crosses or has_expected_type(query.checked, answer.text)):
        return refusal
    return answer


def _check(refusal: Answer, text: str, query: Query, hits: Sequence[Hit], resources: Resources) -> Answer:
    """Attach the citations and decide the verdict."""
    attribution = support.attribute(
        text,
        query.checked,
        hits,
        texts=resources.texts,
        cells=resources.cells,
        embedder=resources.embedder,
        reranker=resources.reranker,
    )
    claims = [sentence for sentence in attribution.sentences if not prompt.denies(sentence.text)]
    if not claims:
        return refusal
    verdict: Verdict = "answered" if any(claim.supported for claim in claims) else "unsupported"
    return replace(
        refusal,
        text=text,
        verdict=verdict,
        sentences=attribution.sentences,
        citations=attribution.citations,
    )


def _check_across(
    refusal: Answer,
    text: str,
    query: Query,
    hits: Sequence[Hit],
    resources: Resources,
    cancelled: Cancelled,
) -> Answer:
    """As `_check`, over passages in another language than the question's."""
    back = put_back(text, query, hits, resources.texts, resources.model, cancelled)
    return in_own_language(_check(refusal, back, query, hits, resources), text, query.language)
