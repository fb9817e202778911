"""The short answer: the sentence or row that answers the question by itself, before the model reads anything."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.in_context import in_context, said_quote
from ragdesk.answering.judged import JudgedUnit, best
from ragdesk.answering.support import citation_of
from ragdesk.domain.answers import Answer, QuickAnswer, Sentence
from ragdesk.domain.calibration import AnswerFit
from ragdesk.domain.ports import Cells, Reader, Reranker, TextStore

# A person takes in as much at a glance.
MOST_WORDS = 30
_CLAUSE = re.compile(r"(?<=[,;:])\s+|\s+(?=[–—(])")


def quick_answer(
    question: str,
    units: Sequence[JudgedUnit],
    fit: AnswerFit | None,
    *,
    texts: TextStore,
    cells: Cells,
    reranker: Reranker | None,
    reader: Reader | None,
) -> QuickAnswer | None:
    """The best unit, where it is sure to answer. None where it is not, or where nobody measured what that takes."""
    judged = best(question, units, fit)
    if judged is None or fit is None or judged[1] < fit.short:
        return None
    quote = judged[0].quote
    text = said_quote(quote)
    if len(text.split()) > MOST_WORDS:
        text = shortened(question, quote.hit.chunk.context, text, reranker, reader)
    return QuickAnswer(text, citation_of(quote, 1, texts, cells))


def as_answer(refusal: Answer, quick: QuickAnswer) -> Answer:
    """The short answer alone: where no more is wanted, or where the model's words are not borne out."""
    sentence = Sentence(quick.text, (quick.citation.number,), supported=True)
    return replace(
        refusal,
        text=quick.text,
        verdict="answered",
        sentences=(sentence,),
        citations=(quick.citation,),
        quick=quick,
    )


def numbered(quick: QuickAnswer | None, answer: Answer) -> QuickAnswer | None:
    """The short answer with the number that its passage has in the answer, or the next one."""
    if quick is None:
        return None
    own = replace(quick.citation, number=len(answer.citations) + 1)
    same = (cited for cited in answer.citations if replace(cited, number=own.number) == own)
    return replace(quick, citation=next(same, own))


def shortened(
    question: str,
    context: str,
    text: str,
    reranker: Reranker | None,
    reader: Reader | None,
    most: int = MOST_WORDS,
) -> str:
    """Those of its clauses, side by side, that answer best: as many as `most` words allow."""
    clauses = [clause.split() for clause in _CLAUSE.split(text)]
    windows: list[tuple[int, str]] = []
    for first in range(len(clauses)):
        following = [word for clause in clauses[first:] for word in clause]
        windows.append((sum(map(len, clauses[:first])), " ".join(following[:most])))
    lines = [in_context(" ".join(context.splitlines()), words) for _, words in windows]
    if reader is not None:
        scores = reader.answers(question, lines)
    elif reranker is not None:
        scores = reranker.scores(question, lines)
    else:
        return text
    begin, words = windows[int(scores.argmax())]
    end = begin + len(words.split())
    return f"{'… ' if begin else ''}{words}{' …' if end < len(text.split()) else ''}"
