"""What a document corrects or changes further down leads the answer."""

import pytest
from composing import asked_over, cited_line
from scripted import ScriptedModel

from ragdesk.answering.choosing.amended import with_amendment
from ragdesk.domain.answers import Answer, Sentence, Timings
from ragdesk.domain.calibration.by_language_model import _VERIFIERS
from ragdesk.domain.ports import never

HIRE = """# Hire of the parish barn

## 2 Booking

A reservation of the barn is kept for 10 days without a deposit.

The loft may be used for music until 22:00.

## Corrections since the first printing

In section 2 a reservation of the barn is kept for 7 days, not 10.

10 February 2025: deposit for the barn raised from £200.

## 9 Parking

Cars are parked in the yard. With effect from 1 June 2025 the loft may be used for music until 21:00.
"""
NUTZUNG = """# Nutzung der Werkstatt

Mittwochs ist die Werkstatt bis 18 Uhr offen.

# Änderung vom 3. Mai

Mittwochs ist die Werkstatt bis 20 Uhr offen.
"""

MAIL = """# Estimate

The hinges carry a guarantee of two years. Update: from May the porch is closed at 9 pm, not 10.

I said that the oak door carries a guarantee of five years. It is ten, as in the estimate. The porch is closed at 10 pm.
"""


def _amended(question: str, cited: str, *passages: str, odds: float = 3.0) -> Answer:
    model = ScriptedModel(name=next(iter(_VERIFIERS)), odds={"": odds})
    asked = asked_over(question, passages, model)
    citation = cited_line(asked, cited)
    answer = Answer(
        question,
        question,
        citation.quote,
        "answered",
        (citation,),
        (Sentence(citation.quote, (1,), supported=True),),
        tuple(asked.hits),
        Timings(0.1),
    )
    return with_amendment(answer, asked.query, asked.resources, never)


@pytest.mark.parametrize(
    ("question", "cited", "text", "said"),
    [
        (
            "how long is a barn reservation kept without a deposit",
            "A reservation",
            HIRE,
            "In section 2 a reservation of the barn is kept for 7 days, not 10.\n\nBefore this change: "
            "A reservation of the barn is kept for 10 days without a deposit.",
        ),
        (
            "until when may there be music in the loft",
            "The loft",
            HIRE,
            "With effect from 1 June 2025 the loft may be used for music until 21:00.\n\nBefore this change: "
            "The loft may be used for music until 22:00.",
        ),
        (
            "Wie lange ist die Werkstatt mittwochs offen?",
            "Mittwochs",
            NUTZUNG,
            "Mittwochs ist die Werkstatt bis 20 Uhr offen.\n\nVor dieser Änderung: "
            "Mittwochs ist die Werkstatt bis 18 Uhr offen.",
        ),
    ],
)
def test_the_later_words_lead_the_answer(question: str, cited: str, text: str, said: str) -> None:
    answer = _amended(question, cited, text)
    assert answer.text == said
    assert [sentence.citations for sentence in answer.sentences] == [(1,), (2,)]
    assert [citation.number for citation in answer.citations] == [1, 2]


def test_what_was_said_comes_with_what_is_right() -> None:
    answer = _amended("how long is the guarantee of the oak door", "I said", MAIL)
    assert answer.text == (
        "I said that the oak door carries a guarantee of five years. It is ten, as in the estimate."
    )
    assert len(answer.citations) == 1 and answer.citations[0].quote == answer.text


def test_a_correction_is_cited_in_its_own_passage() -> None:
    first, second = HIRE.split("## Corrections")
    answer = _amended(
        "how long is a barn reservation kept without a deposit",
        "A reservation",
        first,
        f"## Corrections{second}",
    )
    later, earlier = answer.citations
    assert later.quote.startswith("In section 2") and later.chunk_id != earlier.chunk_id
    assert later.chunk_id in {hit.chunk.id for hit in answer.hits}


def test_a_correction_that_names_the_number_needs_no_model() -> None:
    answer = _amended(
        "how long is a barn reservation kept without a deposit", "A reservation", HIRE, odds=-4.0
    )
    assert answer.text.startswith("In section 2 a reservation of the barn is kept for 7 days, not 10.")


def test_a_sentence_may_say_by_itself_that_it_corrects() -> None:
    answer = _amended("when is the porch closed", "The porch is closed", MAIL)
    assert answer.text.startswith(
        "Update: from May the porch is closed at 9 pm, not 10.\n\nBefore this change: "
    )


@pytest.mark.parametrize(
    ("question", "cited", "odds"),
    [
        ("where are cars parked", "Cars are", 3.0),  # no change is about it
        ("until when may there be music in the loft", "The loft", -4.0),
        ("how long is a barn reservation kept", "In section 2", 3.0),  # it is the correction itself
    ],
)
def test_other_answers_stay_as_they_are(question: str, cited: str, odds: float) -> None:
    answer = _amended(question, cited, HIRE, odds=odds)
    assert len(answer.citations) == 1 and "Before this change" not in answer.text


def test_a_line_about_the_version_changes_nothing_that_is_asked_about_its_year() -> None:
    guide = (
        "Programme office, version 2 of 20 January 2025 (version 1 is no longer valid).\n\n"
        "Not eligible are museums that received a grant from this fund in 2024 or 2025.\n"
    )
    answer = _amended(
        "had a grant from the fund in 2024, can our museum apply in 2025", "Not eligible", guide
    )
    assert "Before this change" not in answer.text
