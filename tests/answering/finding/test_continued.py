"""A question that leans on the answer before it: read around its citations, and not answered by the same words again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from scripted import ScriptedModel, Shelf

from ragdesk.answering.ask import ask
from ragdesk.answering.finding.continued import read_again, repeats, with_surroundings
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.understand import understand
from ragdesk.answering.units.quotes import quotes_of
from ragdesk.domain.answers import Answer
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration import GATE
from ragdesk.domain.calibration.by_language_model import _VERIFIERS
from ragdesk.domain.calibration.by_model import _ANSWER_FITS
from ragdesk.domain.conversations import Turn
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import UnknownIdError
from ragdesk.domain.search import Hit, QueryText, Scope, TextPlace

TERM = "The rental runs for three years unless it is ended earlier."
END = "The hirer may give the boat back at any time with ninety days' notice."
OTHERS = ["The mast is made of ash.", "Sails are stored in the loft.", "The harbour closes at ten."]
PASSAGES = [*OTHERS, TERM, END, "Varnish is renewed each spring."]
FIRST, NEXT = "How long does this rental run?", "what if they want to stop sooner?"


class Scores:
    """A measured reranker by name: the first of the words, in the question and in the text, that it knows together."""

    name = next(iter(_ANSWER_FITS))

    def __init__(self, known: Mapping[tuple[str, str], float]) -> None:
        self.known = known

    def scores(self, question: str, texts: Sequence[str]) -> FloatArray:
        found = [
            next(
                (score for (asked, told), score in self.known.items() if asked in question and told in text),
                -9.0,
            )
            for text in texts
        ]
        return np.asarray(found, dtype=np.float32)


RERANKER = Scores(
    {("How long", "three years"): 5.0, ("sooner", "ninety days"): 3.0, ("sooner", "three years"): -2.0}
)


def history(shelf: Shelf) -> list[Turn]:
    term = shelf.chunks[PASSAGES.index(TERM)]
    cited = TextPlace(term.document_id, term.char_start, term.char_end)
    return [Turn("user", FIRST), Turn("assistant", "Three years.", (cited,))]


def test_the_passages_around_a_citation_are_read_behind_the_first_hits() -> None:
    shelf = Shelf(PASSAGES)
    hits = with_surroundings(understand(NEXT, history(shelf)), shelf.hits()[:5], shelf, RERANKER)
    read = [hit.chunk.text for hit in hits]
    assert len(hits) == 5 and read[: GATE.hits] == OTHERS
    assert set(read[GATE.hits :]) == {TERM, END}
    assert sorted((hit.score for hit in hits), reverse=True) == [hit.score for hit in hits]


def test_a_question_that_stands_alone_is_not_led_by_the_answer_before() -> None:
    shelf = Shelf(PASSAGES)
    assert understand("When does the harbour of Kolding close in winter?", history(shelf)).after == ()
    assert understand(NEXT, history(shelf)).after != ()
    assert understand(NEXT, history(shelf), searched_for=NEXT).after == ()


def test_the_sentence_that_answered_before_is_judged_by_the_new_question_alone() -> None:
    shelf = Shelf(PASSAGES)
    units = [JudgedUnit(quotes_of(hit)[0], 5.0) for hit in shelf.hits()]
    again = {
        unit.quote.text: unit.relevance
        for unit in read_again(understand(NEXT, history(shelf)), units, RERANKER)
    }
    assert again[TERM] == -2.0 and again[END] == 5.0


def test_an_answer_that_only_repeats_gives_way_to_what_stands_beside_it() -> None:
    shelf = Shelf(PASSAGES)
    model = ScriptedModel([TERM], name=next(iter(_VERIFIERS)), odds={"ninety": 1.0, "three years": 0.0})
    resources = Resources(
        shelf, shelf, None, RERANKER, model, Pace(), top=8, prompt_tokens=600, answer_tokens=50
    )
    answer = list(ask(NEXT, resources, history=history(shelf)))[-1]
    assert isinstance(answer, Answer)
    assert answer.verdict == "answered" and [cited.quote for cited in answer.citations] == [END]
    query = understand(NEXT, history(shelf))
    assert not repeats(query, answer)
    assert repeats(replace(query, after=(TextPlace(shelf.chunks[0].document_id, 0, 10_000),)), answer)


def test_a_row_may_answer_again_with_another_of_its_cells() -> None:
    shelf = Shelf(["| Boat | Hour | Weekend |\n|---|---|---|\n| Gig | 18 | 82 |"])
    row = quotes_of(shelf.hits()[0])[-1]
    cited = TextPlace(row.hit.chunk.document_id, row.char_start, row.char_end)
    query = replace(understand("How much is the gig for the weekend?"), after=(cited,))
    assert row.text == "| Gig | 18 | 82 |"
    assert read_again(query, [JudgedUnit(row, 5.0)], Scores({}))[0].relevance == 5.0


class Scoped(Shelf):
    """Remembers where it was asked to look."""

    def __init__(self, passages: Sequence[str]) -> None:
        super().__init__(passages)
        self.scopes: list[Scope] = []
        self.there = ["d" * 16]

    def document(self, document_id: str) -> Document:
        if document_id not in self.there:
            raise UnknownIdError("gone", "")
        return super().document(document_id)

    def search_words(self, query: QueryText, limit: int, scope: Scope) -> list[Hit]:
        self.scopes.append(scope)
        return super().search_words(query, limit, scope)


def looked_in(shelf: Scoped, question: str, before: Sequence[Turn], scope: Scope) -> Scope:
    """Where the first search for a question looks."""
    resources = Resources(
        shelf,
        shelf,
        None,
        None,
        ScriptedModel([TERM] * 4),
        Pace(),
        top=8,
        prompt_tokens=600,
        answer_tokens=50,
    )
    list(ask(question, resources, history=before, scope=scope))
    return shelf.scopes[0]


@pytest.mark.parametrize(
    ("question", "scope", "documents"),
    [
        ("and until when?", Scope(), ("d" * 16,)),  # what was spoken of
        ("and until when?", Scope(documents=("e" * 16,)), ("e" * 16,)),  # chosen by the person
        ("what if they want to stop sooner?", Scope(), ()),  # has words of its own
    ],
)
def test_a_question_without_a_word_of_its_own_is_asked_of_what_was_spoken_of(
    question: str, scope: Scope, documents: tuple[str, ...]
) -> None:
    shelf = Scoped(PASSAGES)
    assert shelf.chunks[0].document_id == "d" * 16
    assert looked_in(shelf, question, history(shelf), scope).documents == documents


def test_what_was_spoken_of_and_is_gone_is_not_looked_in() -> None:
    before = [Turn("user", FIRST), Turn("assistant", "Three years.", (TextPlace("e" * 16, 0, 9),))]
    assert looked_in(Scoped(PASSAGES), "and until when?", before, Scope()) == Scope()
