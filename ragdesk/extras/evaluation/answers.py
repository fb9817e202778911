"""How good answers are: do they hold the right answer, cite the right place, refuse what the documents do not say, and when.

Each measure has one value a question, None where it does not apply; `statistics` says how they become figures.
"""

import re
import string
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ragdesk.domain.answers import Answer, Citation
from ragdesk.domain.errors import ModelFailedError
from ragdesk.domain.search import Scope
from ragdesk.extras.evaluation.places import Places
from ragdesk.extras.evaluation.ports import MeasuredApp
from ragdesk.extras.evaluation.questions import Question

Json = dict[str, Any]
Values = dict[str, float | None]

MEASURES = (
    "contained", "token_f1", "cites_gold", "citation_precision", "citation_recall", "refusal_precision",
    "refusal_recall", "wrongly_refused", "supported", "quotes_exact", "nearest_shown", "nearest_contained",
    "nearest_cites_gold",
)  # fmt: skip
# Medians: one slow question must not stand for all.
SECONDS = ("first_evidence", "first_token", "total")
COUNTS = ("prompt_tokens", "answer_tokens")

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
# "1577.00" is 1577: without this, the normalisation makes 157700 of it.
_ZEROS = re.compile(r"(?<=\d)\.0+(?!\d)")


def normalise(text: str) -> str:
    """Lower case, without punctuation, the articles and extra white space, in the order of SQuAD's own script (Rajpurkar et
    al., "SQuAD: 100,000+ Questions for Machine Comprehension of Text", 2016); before it, zeros after the decimal point go."""
    bare = _ZEROS.sub("", text.lower()).translate(_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def contains(text: str, golds: Sequence[Sequence[str]]) -> bool:
    """Whether all parts of one right answer stand in the text, as whole words where words have spaces between them."""
    bare = normalise(text)
    return any(all(_stands(normalise(part), bare) for part in parts) for parts in golds if parts)


def _stands(part: str, text: str) -> bool:
    if not part:
        return False
    if _unspaced(part):
        return part.replace(" ", "") in text.replace(" ", "")
    return f" {part} " in f" {text} "


def _unspaced(text: str) -> bool:
    """Whether it has Chinese, Japanese or Thai letters, which are written without spaces."""
    return any("\u0e00" <= c <= "\u0e7f" or "\u3040" <= c <= "\u9fff" for c in text)


def token_f1(text: str, golds: Sequence[Sequence[str]]) -> float:
    """The best F1 of shared tokens with a right answer, as SQuAD's script computes it; letters are the tokens of Chinese."""
    return max((_f1(_tokens(text), _tokens(" ".join(parts))) for parts in golds), default=0.0)


def _tokens(text: str) -> list[str]:
    return [
        piece for word in normalise(text).split() for piece in (list(word) if _unspaced(word) else [word])
    ]


def _f1(answer: Sequence[str], gold: Sequence[str]) -> float:
    if not answer or not gold:
        return float(answer == gold)
    shared = sum((Counter(answer) & Counter(gold)).values())
    return 2 * shared / (len(answer) + len(gold))


def ask(app: MeasuredApp, question: Question, scope: Scope = Scope()) -> Answer:
    """The app's answer to a question in its conversation, from the documents of the scope; nothing is kept of it.

    Raises:
        ModelError. QuestionError.
    """
    answer: Answer | None = None
    for event in app.answers.ask_once(question.text, history=question.history, scope=scope):
        if isinstance(event, Answer):
            answer = event
    if answer is None:
        raise ModelFailedError("The answer did not come to an end.", "Ask again.")
    return answer


def judge(app: MeasuredApp, places: Places, question: Question, answer: Answer) -> Values:
    """All values of one answer."""
    refused = answer.verdict == "not_found"
    # What the app said by itself, without a look into the documents, is neither an answer of theirs nor a refusal.
    answered = answer.verdict in ("answered", "unsupported")
    values: Values = dict.fromkeys(MEASURES)
    values["refusal_precision"] = float(not question.answerable) if refused else None
    if question.answerable:
        values["wrongly_refused"] = float(not answered)
        if question.answers:
            values["contained"] = float(answered and contains(answer.text, question.answers))
            values["token_f1"] = token_f1(answer.text, question.answers) if answered else 0.0
        if answered and question.gold:
            values |= _cited(places, question, answer.citations)
        values |= _nearest(places, question, answer)
    else:
        values["refusal_recall"] = float(refused)
    if answered and answer.sentences:
        values["supported"] = _share([sentence.supported for sentence in answer.sentences])
    if answered and answer.all_citations:
        values["quotes_exact"] = _share([_exact(app, citation) for citation in answer.all_citations])
    timings = answer.timings
    values |= {
        "first_evidence": timings.first_evidence,
        "first_token": timings.first_token,
        "total": timings.total,
    }
    # Nothing was read or written where the gate refused.
    read = timings.prompt_tokens > 0
    values["prompt_tokens"] = float(timings.prompt_tokens) if read else None
    values["answer_tokens"] = float(timings.answer_tokens) if read else None
    return values


def _cited(places: Places, question: Question, citations: Sequence[Citation]) -> Values:
    """Precision: the share of citations that stand for gold. Recall: the share of gold that is cited. An answer without
    citations has a recall of 0 and no precision."""
    gold = set(places.gold(question.gold))
    units = [set(places.of_citation(citation, question.gold)) & gold for citation in citations]
    cited = set().union(*units)
    return {
        "cites_gold": float(bool(cited)),
        "citation_precision": _share([bool(unit) for unit in units]) if units else None,
        "citation_recall": len(cited) / len(gold),
    }


def _nearest(places: Places, question: Question, answer: Answer) -> Values:
    """The passage that code added below a guess is measured by itself: it is no merit of the model's."""
    if answer.verdict != "unsupported":
        return {}
    if answer.nearest is None:
        return {"nearest_shown": 0.0}
    quote, values = answer.nearest.citation, Values(nearest_shown=1.0)
    if question.answers:
        values["nearest_contained"] = float(contains(quote.quote, question.answers))
    if question.gold:
        values["nearest_cites_gold"] = _cited(places, question, [quote])["cites_gold"]
    return values


def _exact(app: MeasuredApp, citation: Citation) -> bool:
    return app.library.text(citation.document_id)[citation.char_start : citation.char_end] == citation.quote


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags)
