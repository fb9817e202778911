"""Rows of a table that a question names alike are shown together, under the heads that it asks for."""

import pytest
from composing import asked_over, cited_row

from ragdesk.answering.composed.tables.siblings import compose_all_rows, compose_siblings

BACK = """Back to everyday life.

| What | When (usual) | Ask |
|---|---|---|
| Driving, automatic | week 3 | the surgeon |
| Driving, all others | week 6 | the surgeon |
| Desk work | week 6 | the physiotherapist |
| Bay 1 | a | b |
| Bay 2 | c | d |
| Bay 3 | e | f |
| Bay 4 | g | h |
| Bay 5 | i | j |
"""


@pytest.mark.parametrize(
    ("question", "label", "answer"),
    [
        (
            "When is driving allowed again?",
            "Driving, automatic",
            "- What: Driving, automatic; When (usual): week 3\n- What: Driving, all others; When (usual): week 6",
        ),
        (
            "When is driving an automatic allowed?",
            "Driving, automatic",
            None,
        ),  # the question tells them apart
        ("When may I be behind the wheel?", "Driving, automatic", None),  # it may, in other words
        ("When is driving allowed in week 6?", "Driving, all others", None),
        ("When is desk work allowed?", "Desk work", None),
        ("What is in bay 2 or so?", "Bay 1", None),  # its number picks the row
        ("What is in the bay?", "Bay 1", None),  # too many to be meant
    ],
)
def test_rows_that_are_named_alike_are_shown_together(question: str, label: str, answer: str | None) -> None:
    asked = asked_over(question, [BACK])
    found = compose_siblings(asked, cited_row(asked, label))
    assert (found.text if found else None) == answer
    assert found is None or len(found.citations) == 2


LESSONS = """Fees.

| Lesson | Length | Child | Adult |
|---|---|---|---|
| Single lesson | 30 min | 78 | 102 |
| Single lesson | 45 min | 112 | 146 |
"""


def test_what_tells_rows_of_one_name_apart_is_shown() -> None:
    asked = asked_over("What does a single lesson cost for a child?", [LESSONS])
    found = compose_siblings(asked, cited_row(asked, "Single lesson"))
    assert found is not None and found.text == (
        "- Lesson: Single lesson; Length: 30 min; Child: 78\n- Lesson: Single lesson; Length: 45 min; Child: 112"
    )


TASKS = """After the meeting.

| Who | What | By |
|---|---|---|
| Ann | letter to the town | 21 November |
| Bo | call for helpers | 15 January |
| Cy | order the books | 30 November |
"""


def test_a_list_is_all_rows_of_the_table_unless_one_is_named() -> None:
    asked = asked_over("Who has to do what? All the tasks please", [TASKS])
    found = compose_all_rows(asked, cited_row(asked, "Bo"))
    assert found is not None and len(found.citations) == 3
    assert "- Who: Cy; What: order the books; By: 30 November" in found.text
    named = asked_over("What are all the tasks of Bo?", [TASKS])
    assert compose_all_rows(named, cited_row(named, "Bo")) is None
    by_head = asked_over("List every one who is there", [TASKS.replace("Who", "Who is there")])
    assert compose_all_rows(by_head, cited_row(by_head, "Bo")) is not None
    longer = TASKS + "".join(f"| P{at} | sweep | soon |\n" for at in range(20))
    many = asked_over("Who has to do what? All the tasks please", [longer])
    assert compose_all_rows(many, cited_row(many, "Bo")) is None


def test_a_list_is_the_rows_of_which_the_question_says_the_same() -> None:
    visits = "| Place | Result |\n|---|---|\n| Kettle | conditions |\n| Paws | passed |\n| Moss Lane | conditions |"
    asked = asked_over("which places came out with conditions", [visits])
    found = compose_all_rows(asked, cited_row(asked, "Kettle"))
    assert found is not None
    assert found.text == "- Place: Kettle; Result: conditions\n- Place: Moss Lane; Result: conditions"
