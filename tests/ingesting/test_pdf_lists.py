"""Lists on a page: an item ends where a line begins that stands where none of its lines does."""

from pathlib import Path

import pymupdf
from paged import check

from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.readers.pdf.read import read_pdf

PITCH = 16.0
LEAD = (72.0, "Please bring with you:")
NEXT = "The lockers are emptied on Friday evening. What is left in them is kept at the desk for four weeks."


def paragraphs(tmp_path: Path, lines: list[tuple[float, str]]) -> list[str]:
    """What is read of a page with one line below the other; a line begins at its x (points), its bullet 14 points before."""
    document = pymupdf.open()
    page = document.new_page()
    for number, (x, text) in enumerate(lines):
        y = 100 + number * PITCH
        if text.startswith("• "):
            page.insert_text((x - 14, y), "•", fontsize=11)
        page.insert_text((x, y), text.removeprefix("• "), fontsize=11)
    path = tmp_path / "list.pdf"
    document.save(path)
    given = InputFile(path, path.name, Unpacked(tmp_path / "parts", 1_000_000), "")
    return check(read_pdf(given)).text.split("\n")


def test_a_paragraph_left_of_the_marks_is_no_part_of_the_last_item(tmp_path: Path) -> None:
    items = ["• a towel", "• shoes with a light sole", "• the card"]
    read = paragraphs(tmp_path, [LEAD, *((94.0, item) for item in items), (72.0, NEXT)])
    assert [line for line in read if line] == [
        LEAD[1],
        "- a towel",
        "- shoes with a light sole",
        "- the card",
        NEXT,
    ]


def test_a_mark_without_white_space_behind_it_is_a_mark(tmp_path: Path) -> None:
    read = paragraphs(
        tmp_path, [LEAD, *((94.0, item) for item in ("•a towel", "•2 pairs of shoes", "•the card"))]
    )
    assert [line for line in read if line] == [LEAD[1], "- a towel", "- 2 pairs of shoes", "- the card"]


def test_a_line_below_the_mark_ends_an_item_whose_lines_hung(tmp_path: Path) -> None:
    first = "• a towel that is large enough to lie on, since the benches of the steam room are"
    read = paragraphs(tmp_path, [LEAD, (86.0, first), (86.0, "covered with tiles and get hot"), (72.0, NEXT)])
    assert (
        "- a towel that is large enough to lie on, since the benches of the steam room are covered"
        in " ".join(read)
    )
    assert NEXT in read


def test_an_item_that_goes_on_below_its_mark_stays_whole(tmp_path: Path) -> None:
    first = "• a towel that is large enough to lie on, since the benches of the steam room are covered"
    read = paragraphs(tmp_path, [LEAD, (86.0, first), (72.0, "with tiles and get hot")])
    assert f"- {first[2:]} with tiles and get hot" in read


def test_a_clause_whose_first_line_is_indented_stays_whole(tmp_path: Path) -> None:
    first = "(a) The tenant keeps the hedges along the lane and the yard below the height of two metres"
    read = paragraphs(
        tmp_path,
        [
            (72.0, NEXT),
            (94.0, first),
            (72.0, "And Sons, the gardeners of the estate, may cut what is higher."),
        ],
    )
    assert f"{first} And Sons, the gardeners of the estate, may cut what is higher." in read


def test_a_numbered_heading_in_the_type_of_its_text_stands_alone(tmp_path: Path) -> None:
    text = "Bicycles without a green label are removed from the cellar on the fifteenth day of the month."
    read = paragraphs(tmp_path, [(72.0, "2. Bicycles"), (72.0, text), (72.0, "3. Heating"), (72.0, NEXT)])
    assert [line.lstrip("0123456789. ") for line in read if line] == ["Bicycles", text, "Heating", NEXT]


def test_what_goes_on_beside_the_number_belongs_to_its_item(tmp_path: Path) -> None:
    long = "1. The lockers are emptied on Friday evening, and the keys are then given back to the porter by"
    read = paragraphs(
        tmp_path, [(72.0, long), (72.0, "Mrs Tan."), (72.0, "2. Bicycles"), (94.0, "Green ones only.")]
    )
    first, second = (line for line in read if line)
    assert first.endswith("by Mrs Tan.") and second.endswith("Bicycles Green ones only.")


def test_what_stands_further_in_is_an_item_of_the_item_above(tmp_path: Path) -> None:
    items = [(94.0, "• towels"), (110.0, "• two small ones"), (110.0, "• a large one"), (94.0, "• shoes")]
    read = paragraphs(tmp_path, [LEAD, *items, (72.0, NEXT), (94.0, "• the card")])
    assert [line for line in read if line] == [
        LEAD[1],
        "- towels",
        "  - two small ones",
        "  - a large one",
        "- shoes",
        NEXT,
        "- the card",
    ]


def test_a_bold_item_has_those_under_it_that_are_not(tmp_path: Path) -> None:
    lines = ["**Sauna", "a towel", "the card", "**Court", "a racket"]
    document = pymupdf.open()
    page = document.new_page()
    for number, line in enumerate(lines):
        font = "hebo" if line.startswith("**") else "helv"
        page.insert_text((80, 100 + number * PITCH), f"•{line.strip('*')}", fontsize=11, fontname=font)
    path = tmp_path / "groups.pdf"
    document.save(path)
    text = check(read_pdf(InputFile(path, path.name, Unpacked(tmp_path / "parts", 1_000_000), ""))).text
    assert text.split("\n") == ["- Sauna", "  - a towel", "  - the card", "- Court", "  - a racket"]
