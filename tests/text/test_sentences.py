import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragdesk.text.sentences import sentences


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One ends. Two begins! Is it three?", ["One ends.", "Two begins!", "Is it three?"]),
        (
            "Dr. Smith paid 3.5 million, i.e. a lot. He left.",
            ["Dr. Smith paid 3.5 million, i.e. a lot.", "He left."],
        ),
        ("See e.g. Fig. 3 on p. 12. Then stop.", ["See e.g. Fig. 3 on p. 12.", "Then stop."]),
        ("J. R. R. Tolkien wrote it. Really.", ["J. R. R. Tolkien wrote it.", "Really."]),
        ("第一句。第二句！", ["第一句。", "第二句！"]),
        ("ما هذا؟ هذا كتاب.", ["ما هذا؟", "هذا كتاب."]),
        ("", []),
        ("  \n ", []),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


@given(st.text(alphabet="abc AB.!?\n;:1)。", max_size=200))
@settings(max_examples=200, deadline=None)
def test_sentences_are_in_order_apart_and_leave_out_only_space(text: str) -> None:
    spans = sentences(text)
    position = 0
    for start, end in spans:
        assert position <= start < end
        assert not text[position:start].strip()
        assert text[start:end] == text[start:end].strip()
        position = end
    assert not text[position:].strip()


@pytest.mark.parametrize(
    "sentence",
    [
        "Das war im 19. Jahrhundert so.",
        "Sie spielen nun in der vierten Liga (5. Rang in Polen), der untersten.",
        "In der 2. und 3. Klasse wird am 1. Schultag gesungen.",
        "Jeder 5. Haushalt zahlt zum 3. Mal.",
    ],
)
def test_a_number_that_counts_its_noun_ends_no_sentence(sentence: str) -> None:
    text = f"{sentence} I am 12. Then it rained. Es sind 12. Danach kommt nichts."
    assert [text[start:end] for start, end in sentences(text)] == [
        sentence,
        "I am 12.",
        "Then it rained.",
        "Es sind 12.",
        "Danach kommt nichts.",
    ]


def test_the_number_of_a_day_ends_no_sentence() -> None:
    text = "Die Ferien beginnen am 13. Oktober 2025. Sie enden im Saal 7. Danach ist Schule."
    assert [text[start:end] for start, end in sentences(text)] == [
        "Die Ferien beginnen am 13. Oktober 2025.",
        "Sie enden im Saal 7.",
        "Danach ist Schule.",
    ]


def test_a_day_in_brackets_ends_no_sentence() -> None:
    text = "Der Schaden (Bruch im dritten Stock, 6. Februar) kostete viel. Danach war Ruhe."
    assert [text[start:end] for start, end in sentences(text)] == [
        "Der Schaden (Bruch im dritten Stock, 6. Februar) kostete viel.",
        "Danach war Ruhe.",
    ]
