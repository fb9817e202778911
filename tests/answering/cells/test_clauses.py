"""Clauses by what they say: the notation, the kinds that come with RAGDesk, and that the contrary is none of them."""

import pytest

from ragdesk.answering.cells.clauses import clause_words, clauses_in, folded_text, kinds, words_of
from ragdesk.domain.documents import Chunk
from ragdesk.domain.errors import UsageError
from ragdesk.domain.tables import ColumnDraft
from ragdesk.extras.tables.columns import template

_CONTRACT = "This Distribution Agreement is made between"


def _asks(question: str, *look_for: str) -> ColumnDraft:
    return ColumnDraft(question, "yesno", look_for=look_for)


def _chunk(text: str) -> Chunk:
    return Chunk("c", "d", 0, 0, len(text), text, "", (), None, None, 0, len(text))


@pytest.mark.parametrize(
    ("line", "text", "stands"),
    [
        ("insurance, maintain*|carry", "The Carrier shall maintain public liability insurance.", True),
        ("insurance, maintain*|carry", "Insurance is a matter of its own.", False),
        ("take or pay", "a TAKE-OR-PAY obligation", True),
        ("exclusive, licen*", "a non-exclusive licence", False),
        ("nonexclusive", "a non-exclusive licence", True),
        ("terminat*, notice, !breach", "may terminate upon notice of a breach", False),
        ("terminat*, notice", "may terminate" + " so and so" * 60 + " notice", False),
        ("versicher*, muss", "Der Mieter muss sich versichern.", True),
    ],
)
def test_words_stand_near_one_another(line: str, text: str, stands: bool) -> None:
    assert clause_words(line).stands_in(folded_text(text)) is stands


def test_a_line_without_words_is_refused() -> None:
    with pytest.raises(UsageError, match="names no words"):
        clause_words(" , !breach")


def test_a_clause_is_found_once_in_other_words_than_the_question() -> None:
    text = (
        "The parties wish each other well.\n\nNeither party shall be liable for indirect or consequential damages. "
        "Notices are sent by post."
    )
    lines = words_of(_asks("Is the liability of a party capped?"), _CONTRACT)
    found = list(clauses_in([_chunk(text), _chunk(text)], lines))
    assert [quote.text for quote in found] == [
        "Neither party shall be liable for indirect or consequential damages."
    ]


@pytest.mark.parametrize(
    "question",
    [
        "May a party assign this agreement without consent?",
        "Is the supplier free to compete?",
        "Is the licensor a limited liability company?",
        "Are dogs allowed in the flat?",
        "Does the price include insurance?",
    ],
)
def test_questions_about_no_known_clause_look_for_none(question: str) -> None:
    assert words_of(_asks(question), _CONTRACT) == ()


def test_only_contracts_have_clauses_unless_the_column_says_what_to_look_for() -> None:
    question = "Is there an exclusivity clause?"
    assert words_of(_asks(question), "Minutes of the meeting of 3 May") == ()
    assert words_of(_asks(question), _CONTRACT) != ()
    assert len(words_of(_asks(question, "sole dealer"), "Minutes of the meeting of 3 May")) == 1


def test_the_questions_of_the_template_are_about_known_clauses() -> None:
    columns = [each for each in template("contracts").columns if each.kind == "yesno"]
    assert columns and all(words_of(each, _CONTRACT) for each in columns)


def test_every_kind_asks_and_says_something() -> None:
    assert len({kind.name for kind in kinds()}) == len(kinds()) >= 20
    assert all(kind.asked and kind.says for kind in kinds())
