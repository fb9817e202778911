"""Questions that a document puts and answers itself: the answer is one unit, read with its question."""

import pytest
from scripted import make_hit

from ragdesk.answering.units.faq import MOST_ANSWER_WORDS, question_before, says_yes_or_no
from ragdesk.answering.units.in_context import shown_quote, stated, with_lead
from ragdesk.answering.units.quotes import quotes_of

BOLD = "**Can I borrow against my pot?**\nNo. The trustees never lend, whatever the reason."
LABELLED = "Q: Can my guest come in?\nA: Yes, but only on Sundays. Ring twice."
HEADED = "### Do you ship abroad?\n\nNot yet. We hope to from May on."
GERMAN = "F: Darf ich rauchen?\n\n**Antwort:** Nein, auch nicht auf dem Balkon. Im Hof schon."
NUMBERED = "7. Is there parking?\nYes, behind the hall. It costs 3 euros."


def units(text: str) -> list[str]:
    return [quote.text for quote in quotes_of(make_hit(text)) if quote.units == 1]


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (BOLD, "Can I borrow against my pot?", "No. The trustees never lend, whatever the reason."),
        (LABELLED, "Can my guest come in?", "Yes, but only on Sundays. Ring twice."),
        (HEADED, "Do you ship abroad?", "Not yet. We hope to from May on."),
        (GERMAN, "Darf ich rauchen?", "Nein, auch nicht auf dem Balkon. Im Hof schon."),
        (NUMBERED, "Is there parking?", "Yes, behind the hall. It costs 3 euros."),
    ],
)
def test_an_answer_is_one_unit_and_knows_its_question(text: str, question: str, answer: str) -> None:
    assert units(text)[-1] == answer
    asked = question_before(text, text.index(answer))
    assert asked is not None and text[slice(*asked)] == question


def test_prose_and_long_answers_go_by_the_sentence() -> None:
    assert units("The hall is old. Why did it close? The roof leaked. It was sold.") == [
        "The hall is old.",
        "Why did it close?",
        "The roof leaked.",
        "It was sold.",
    ]
    sentence = "The keys hang behind the door of the office. "
    long = "Where are the keys?\n" + sentence * (MOST_ANSWER_WORDS // len(sentence.split()) + 1)
    assert units(long)[1] == sentence.strip() and len(units(long)) > 3


def test_several_questions_in_a_row_answer_none() -> None:
    assert units("Is it dry? Is it warm? Yes. No.") == ["Is it dry?", "Is it warm?", "Yes.", "No."]


def test_a_cell_before_a_row_is_no_question() -> None:
    table = "| Asked | Said |\n|---|---|\n| Is it dry? | Yes |\n| Is it warm? | No |"
    assert question_before(table, table.index("| Is it warm")) is None


def test_what_answers_is_read_with_its_question_and_quoted_with_it_where_it_begins_with_yes_or_no() -> None:
    no, not_yet = (quotes_of(make_hit(text))[1 if text is BOLD else 0] for text in (BOLD, HEADED))
    assert shown_quote(no).endswith(f"Can I borrow against my pot? {no.text}")
    wide, lead = with_lead(no)
    assert wide.text.startswith("Can I borrow") and lead == "Can I borrow against my pot? "
    assert stated(no) == f"Can I borrow against my pot? {no.text}"
    assert with_lead(not_yet) == (not_yet, "")


@pytest.mark.parametrize(
    ("answer", "said"), [("Yes, always.", True), ("Nein.", False), ("Not yet.", None), ("", None)]
)
def test_the_first_word_says_yes_or_no(answer: str, said: bool | None) -> None:
    assert says_yes_or_no(answer) is said
