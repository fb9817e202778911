"""Which lines of plain text are headings."""

from pathlib import Path

import pytest

from ragdesk.ingesting.readers.text.plain import parse_text
from ragdesk.ingesting.sections import sections


def headings(tmp_path: Path, text: str) -> list[tuple[int, str]]:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    parsed = parse_text(path, path.name)
    found = [block for block in parsed.blocks if block.kind == "heading"]
    assert all(block.title in parsed.text[block.char_start : block.char_end] for block in found)
    return [(block.level, block.title) for block in found]


RULES = """Rules of the rowing club

1. Membership

   Anyone over twelve may join.

  1.1. Fees

    1. Adults pay 90 euros a year.
    2. Children pay half.

  1.2. Leaving

   Write to the secretary before December.

2. Boats

   Sign a boat out in the book.
"""


def test_numbered_lines_that_stand_alone_are_headings_by_their_depth(tmp_path: Path) -> None:
    assert headings(tmp_path, RULES) == [
        (1, "1. Membership"),
        (2, "1.1. Fees"),
        (2, "1.2. Leaving"),
        (1, "2. Boats"),
    ]


def test_a_section_of_plain_text_holds_what_stands_under_its_heading(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(RULES)
    parsed = parse_text(path, path.name)
    under = {
        part.path[-1]: parsed.text[part.start : part.end]
        for part in sections(parsed.blocks, parsed.text)
        if part.path
    }
    assert "before December" in under["1.2. Leaving"]
    assert "half" not in under["1.2. Leaving"]


LETTER = """Green Lane School

Dear parents,

in June we go to the lake for a week, and this letter says what you have to know.

Travel
The coach leaves from the lower car park at a quarter to eight.

What to bring

Each pupil needs two towels, a swimming costume and a cap.

Pocket money
Fifteen pounds at most, for the small shop of the centre.

Kind regards

Jo Kern
"""


def test_short_lines_over_longer_texts_are_headings_where_that_is_the_way_of_the_text(tmp_path: Path) -> None:
    assert headings(tmp_path, LETTER) == [(2, "Travel"), (2, "What to bring"), (2, "Pocket money")]
    assert headings(tmp_path, LETTER.replace("Travel\n", "").replace("Pocket money\n", "")) == []


def test_lines_of_a_poem_and_the_first_lines_of_prose_are_no_headings(tmp_path: Path) -> None:
    verses = "The storm\nhas gone to sea\n\nA gull\nis left to me\n\nAnd tea\nfor two or three\n"
    prose = "I went out.\nThe day was bright, and nobody was to be seen.\n\n" * 4
    assert headings(tmp_path, verses) == headings(tmp_path, prose) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("To do\n\n1. Buy milk\n\n2. Buy bread\n\n3. Call Ann\n\nThat is all.\n", []),
        ("Chapter 3\n\nThe storm began.\n", [(1, "Chapter 3")]),
        ("§ 4 Ruhezeiten\n\nVon 13 bis 15 Uhr ist Ruhe.\n", [(1, "§ 4 Ruhezeiten")]),
        ("OPENING HOURS\nMonday to Friday, 9 to 5.\n", [(1, "OPENING HOURS")]),
        ("NOTICE TO ALL\nMEMBERS OF THE CLUB\nCome early.\n", []),
        ("A letter.\n\nHow do you do?\n\n2. Then we left.\n\nYours, Ann\n", []),
        ("The end\n\n4. A number that heads nothing\n", []),
        ("Heading\n=======\nWords.\n\nLesser\n------\nMore words.\n", [(1, "Heading"), (2, "Lesser")]),
        ("12 Station Road\n\nDear Ann, the train is late.\n", []),
    ],
)
def test_lists_addresses_and_sentences_are_no_headings(
    tmp_path: Path, text: str, expected: list[tuple[int, str]]
) -> None:
    assert headings(tmp_path, text) == expected
