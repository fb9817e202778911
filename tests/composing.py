"""Documents of a few passages, and what is composed of them: judged by shared words, by a scripted reranker."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from scripted import ScriptedModel, Shelf

from ragdesk.answering.checking.support import citation_of
from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.compose import compose
from ragdesk.answering.composed.tables.tables import tables_in
from ragdesk.answering.judging.judged import judge
from ragdesk.answering.judging.marking import marked
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.answers import Citation
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration import AnswerFit
from ragdesk.domain.calibration.by_language_model import _MARKINGS
from ragdesk.domain.ports import TextStore, never
from ragdesk.text.tokens import content_words

FIT = AnswerFit(
    bias=0.0,
    passage=0.5,
    sentence=0.5,
    coverage=0.0,
    thresholds={"cautious": 0.7, "balanced": 0.5, "helpful": 0.3},
    doubt=0.3,
    unit_bias=-2.0,
    unit_sentence=8.0,
    nearest=0.5,
    short=0.85,
)

# What a household bought.
BOOKINGS = """# 2026

| Date | Item | Category | Paid by | EUR |
|---|---|---|---|---|
| 2026-01-08 | Tyres | Car | Nora | 412.50 |
| 2026-01-21 | Oil change | Car | Eli | 96 |
| 2026-02-03 | Heating service | House | Nora | 138.40 |
| 2026-02-17 | Cat vaccination | Pets | Eli | 61 |
| 2026-04-11 | Cat food | Pets | Nora | 74.90 |
"""


class SharedWords:
    """Scores a passage by the share of the question's words that stand in it."""

    name = "shared-words"

    def __init__(self, steep: float = 1.0) -> None:
        self._steep = steep

    def scores(self, question: str, passages: Sequence[str]) -> FloatArray:
        asked = set(content_words(question))
        shares = [len(asked & set(content_words(passage))) / max(len(asked), 1) for passage in passages]
        return np.array(shares, dtype=np.float32) * self._steep


def composed(
    question: str,
    passages: Sequence[str],
    model: ScriptedModel | None = None,
    answerable: bool = True,
    steep: float = 1.0,
    marks: Mapping[str, float] | None = None,
) -> Composed | None:
    """What code makes of the passages, the best found first. `answerable`: what the gate says; `steep`: by how much the
    reranker tells all shared words from none; `marks`: log-odds by which a measured model marks the lines with these words."""
    asked = asked_over(question, passages, model, answerable, steep)
    if marks is not None:
        marking = ScriptedModel(name=next(iter(_MARKINGS)), marks=marks)
        asked = replace(asked, units=marked(question, asked.units, marking, never))
    answer = compose(asked)
    if answer is not None:
        _hold_together(answer, asked.texts)
    return answer


def asked_over(
    question: str,
    passages: Sequence[str],
    model: ScriptedModel | None = None,
    answerable: bool = True,
    steep: float = 1.0,
) -> Asked:
    """The question over the passages, as a composer is given it. Arguments as for `composed`."""
    shelf, reranker = Shelf(passages), SharedWords(steep)
    query = understand(question, ())
    hits = shelf.hits()
    units = judge(query.standalone, hits, shelf, reranker)
    resources = Resources(
        shelf,
        shelf,
        None,
        reranker,
        model or ScriptedModel(),
        Pace(),
        top=5,
        prompt_tokens=600,
        answer_tokens=50,
    )
    return Asked(query, hits, units, FIT, resources, never, answerable)


def cited_row(asked: Asked, label: str) -> Citation:
    """The citation of the row of the only table whose first cell is the label."""
    (table,) = tables_in(asked.hits, asked.texts)
    row = next(row for row in table.rows if table.cells(row)[0] == label)
    return citation_of(table.quoted(row.start, row.end), 1, asked.texts, asked.resources.cells)


def cited_line(asked: Asked, beginning: str) -> Citation:
    """The citation of the first sentence, item or row that begins so."""
    unit = next(unit for unit in asked.units if unit.quote.text.startswith(beginning))
    return citation_of(unit.quote, 1, asked.texts, asked.resources.cells)


def _hold_together(answer: Composed, texts: TextStore) -> None:
    """What is true of every composed answer: its sentences stand in its text in order, and its quotes in the document."""
    at = 0
    for sentence in answer.sentences:
        assert sentence.supported and sentence.citations
        at = answer.text.index(sentence.text, at) + len(sentence.text)
    for citation in answer.citations:
        assert texts.text("")[citation.char_start : citation.char_end] == citation.quote
    assert [c.number for c in answer.citations] == list(range(1, len(answer.citations) + 1))
