"""One thing in the place of another, and nothing where it is not plain which."""

import pytest

from ragdesk.answering.understanding.ellipsis import put_in_place


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        ("How long does the lease run?", "And the licence?", "How long does the licence run?"),
        ("How do I get a visitor badge?", "and a parking permit?", "How do I get a parking permit?"),
        ("Can I bring a dog into the office?", "and cats?", "Can I bring cats into the office?"),
        ("What is the allowance for Austria?", "What about France?", "What is the allowance for France?"),
        ("What is IT's budget for 2025?", "and the library?", "What is the library's budget for 2025?"),
        ("What was the revenue in 2022?", "and 2021?", "What was the revenue in 2021?"),
        ("What was the revenue in 2022?", "and in 2021?", "What was the revenue in 2021?"),
        (
            "How long is the warranty on the oven?",
            "and on the door?",
            "How long is the warranty on the door?",
        ),
        ("What was the revenue in 2022?", "and the year before?", "What was the revenue in 2021?"),
        ("Was wurde 2021 verkauft?", "und im Jahr danach?", "Was wurde 2022 verkauft?"),
        ("Who speaks on Thursday?", "and on the day before?", "Who speaks on Wednesday?"),
        ("Wer hat am Sonntag Dienst?", "und am Tag danach?", "Wer hat am Montag Dienst?"),
        ("What was sold in December?", "and in the next month?", "What was sold in January?"),
        ("Was wurde im März verkauft?", "und im Monat davor?", "Was wurde im Februar verkauft?"),
        ("What does it cost in the first year?", "and in the third?", "What does it cost in the third year?"),
        ("What is the parental leave?", "and for trainees?", "What is the parental leave for trainees?"),
        ("Wie lange dauert die Probezeit?", "und die Schonfrist?", "Wie lange dauert die Schonfrist?"),
        (
            "what does the lakefront pitch cost a night in July",
            "and for a standard one?",
            "what does the standard pitch cost a night in July",
        ),
        ("what does the course cost in may", "and in november?", "what does the course cost in november"),
        ("a bench in mid June?", "and in may", "a bench in may?"),
        ("How long does the pass last?", "and the blue one?", "How long does the blue pass last?"),
        ("What does an adult pay on Sundays?", "and for children?", "What does children pay on Sundays?"),
        ("Was zahlen Erwachsene am Sonntag?", "und Kinder?", "Was zahlen Kinder am Sonntag?"),
        ("Was kostet der Kurs für Mitglieder?", "und für Gäste?", "Was kostet der Kurs für Gäste?"),
        (
            "The strip has 3 dark bars, how hard is the water?",
            "and 4 bars?",
            "The strip has 4 dark bars, how hard is the water?",
        ),
        (
            "What do two adults pay for six nights?",
            "and for 8 nights?",
            "What do two adults pay for 8 nights?",
        ),
        ("Was kosten zwei Nächte im Zelt?", "und für fünf Nächte?", "Was kosten fünf Nächte im Zelt?"),
    ],
)
def test_the_thing_takes_its_place_in_the_question_before(before: str, question: str, whole: str) -> None:
    assert put_in_place(question, before) == whole


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("When was the contract signed?", "and renewed?"),
        ("What do 2 nights cost, and what do 3 nights?", "and 4 nights?"),
        ("What is the fee for the badge?", "and the ladder?"),  # the fee or the badge
        ("What did Marie Novak say about the pump?", "and the boiler?"),
        ("What is the deposit?", "and pets?"),
        ("What do adults and children pay?", "and seniors?"),
        ("What is the revenue?", "and the year before?"),
        ("Who speaks on Thursday and on Friday?", "and the day before?"),
        ("Did it grow from 2020 to 2022?", "and the year before?"),
        ("How long is it valid?", "and the badge?"),  # points back itself
        ("How long does the lease run?", "Who signs the licence?"),  # stands alone
    ],
)
def test_where_it_is_not_plain_nothing_is_put_in(before: str, question: str) -> None:
    assert put_in_place(question, before) == ""


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        ("How fast should I fly for phenotyping?", "and how high?", "how high should I fly for phenotyping?"),
        ("When does the gate open?", "And where?", "where does the gate open?"),
        ("Wann kommt der Techniker?", "und wie oft?", "wie oft kommt der Techniker?"),
        ("What does it cost?", "and when?", ""),
        ("Who signs it off?", "and when?", ""),
        ("How many beds are there?", "and how big?", ""),
    ],
)
def test_an_adverb_takes_the_place_of_another(before: str, question: str, whole: str) -> None:
    assert put_in_place(question, before) == whole
