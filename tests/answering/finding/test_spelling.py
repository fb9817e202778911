"""Slips of the pen in a question: mended by the words of the passages that were found, and by nothing else."""

import pytest
from scripted import Shelf

from ragdesk.answering.finding.spelling import respelled
from ragdesk.answering.understanding.understand import understand

PASSAGES = [
    "The warranty covers every part of the refrigerator for two years. Inspectors may ask for the receipt.",
    "The contact at Northgate is Ms Schmidt. The buffer is emptied at 40 degrees of temperature.",
    "Die Kündigungsfrist beträgt vier Wochen. Die Müllabfuhr kommt am Dienstag. Ein Meter neben der Tür ist frei.",
]


def read(question: str, *passages: str) -> str:
    shelf = Shelf(list(passages or PASSAGES))
    query = understand(question)
    mended = respelled(query, shelf.hits())
    assert mended is query or mended.checked == mended.standalone == mended.texts[0][0] != query.standalone
    return mended.standalone


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("how long is the waranty for the refridgerator?", "how long is the warranty for the refrigerator?"),
        ("what did the inspecters want to see", "what did the inspectors want to see"),
        ("which bufer do you mean at what tempature", "which buffer do you mean at what temperature"),
        ("who do I call at nortgate", "who do I call at northgate"),
        ("which parts are checked on the wendesday", "which parts are checked on the wednesday"),
        ("what did the inspectors want in septmber", "what did the inspectors want in september"),
        ("Wie lang ist die Kündigugnsfrist?", "Wie lang ist die Kündigungsfrist?"),
        ("Wann kommt die Müllabfur in unsere Straße?", "Wann kommt die Müllabfuhr in unsere Straße?"),
    ],
)
def test_a_word_that_is_none_is_read_as_the_one_in_the_passages(asked: str, meant: str) -> None:
    assert read(asked) == meant


@pytest.mark.parametrize(
    "asked",
    [
        "what does the warranty of refrigerators say about inspections?",  # other forms
        "how much does Ms Schmitt earn?",  # another name
        "Was sagt der Mieter zum Müller?",  # words, though "Meter" is near
        "which contract covers the courage of the recipient",  # words, though "contact", "covers" and "receipt" are near
        "is E2800 a flumbertwig",  # near nothing
    ],
)
def test_words_names_and_what_is_near_nothing_stay(asked: str) -> None:
    assert read(asked) == asked


def test_both_sides_of_a_comparison_are_mended() -> None:
    query = understand("Compare the waranty and the bufer")
    mended = respelled(query, Shelf(PASSAGES).hits())
    assert [side.name for side in mended.sides] == ["warranty", "buffer"]


def test_an_endless_word_is_no_slip() -> None:
    word = "w" + "o" * 1_500 + "rd"
    assert read(f"what is a {word}?", f"It is a {word}x.") == f"what is a {word}?"
