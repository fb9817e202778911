"""Ruled tables of a PDF that go on over a page break."""

from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest
from paged import check

from ragdesk.domain.documents import Parsed
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.readers.pdf.read import read_pdf

HEAD = ("Grade", "Points")
UPPER = (("A plus", "5.0"), ("A minus", "4.5"))
LOWER = (("B plus", "4.0"), ("B minus", "3.0"))


def draw(
    page: pymupdf.Page, rows: Sequence[Sequence[str]], top: float, left: float = 80, width: float = 300
) -> None:
    """A table with lines around every cell, its rows 20 points high."""
    columns = len(rows[0])
    for line in range(len(rows) + 1):
        page.draw_line((left, top + 20 * line), (left + width, top + 20 * line))
    for column in range(columns + 1):
        x = left + width * column / columns
        page.draw_line((x, top), (x, top + 20 * len(rows)))
    for line, row in enumerate(rows):
        for column, cell in enumerate(row):
            page.insert_text((left + 5 + width * column / columns, top + 14 + 20 * line), cell, fontsize=11)


def read(document: pymupdf.Document, tmp_path: Path) -> Parsed:
    path = tmp_path / "made.pdf"
    document.save(path)
    parsed = read_pdf(InputFile(path, path.name, Unpacked(tmp_path / "parts", 1_000_000)))
    check(parsed)
    return parsed


def two_pages(second: Sequence[Sequence[str]], *, over: str = "", **where: float) -> pymupdf.Document:
    """A table at the end of a page, another at the top of the next one; page numbers below both."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((80, 100), "Grades are given for every module.", fontsize=11)
    draw(page, (HEAD, *UPPER), 700)
    page.insert_text((290, 820), "1", fontsize=9)
    page = document.new_page()
    if over:
        page.insert_text((80, 70), over, fontsize=11)
    draw(page, second, 80, **where)
    page.insert_text((80, 300), "A plus raises the value.", fontsize=11)
    page.insert_text((290, 820), "2", fontsize=9)
    return document


def tables(parsed: Parsed) -> list[str]:
    return [parsed.text[b.char_start : b.char_end] for b in parsed.blocks if b.kind == "table"]


@pytest.mark.parametrize("second", [LOWER, (HEAD, *LOWER)], ids=["rows alone", "head printed again"])
def test_a_table_goes_on_over_the_page(tmp_path: Path, second: Sequence[Sequence[str]]) -> None:
    parsed = read(two_pages(second), tmp_path)
    [table] = tables(parsed)
    rows = [" ".join(cell.strip() for cell in line.strip("|").split("|")) for line in table.splitlines()]
    assert [row for row in rows if "-" not in row] == [" ".join(row) for row in (HEAD, *UPPER, *LOWER)]
    # The rows of the second page stand on it.
    assert parsed.pages[1].char_start == parsed.text.index("| B plus")


def test_a_table_goes_on_over_two_pages(tmp_path: Path) -> None:
    document = two_pages((HEAD, *LOWER))
    document.delete_page(1)
    for rows in (LOWER, (("C plus", "2.5"), ("C minus", "2.0"))):
        draw(document.new_page(), (HEAD, *rows), 80)
    [table] = tables(read(document, tmp_path))
    assert table.count("Grade") == 1 and table.count("\n") == 7


@pytest.mark.parametrize(
    ("second", "how"),
    [
        (LOWER, {"over": "Points of the evening school"}),
        (LOWER, {"width": 200}),
        ((("B plus", "4.0", "yes"), ("B minus", "3.0", "no")), {}),
    ],
    ids=["text between", "another width", "another number of columns"],
)
def test_another_table_stays_another(
    tmp_path: Path, second: Sequence[Sequence[str]], how: dict[str, str | float]
) -> None:
    assert len(tables(read(two_pages(second, **how), tmp_path))) == 2  # type: ignore[arg-type]


def test_a_caption_over_the_head_is_part_of_it(tmp_path: Path) -> None:
    head = (("Targets", "", ""), ("Year", "Aim", "Reached"))
    document = two_pages((*head, ("2007", "40 minutes", "yes"), ("2008", "35 minutes", "yes")))
    document.delete_page(0)
    page = document.new_page(0)
    page.insert_text((80, 100), "Targets are set for every year, and told to the members.", fontsize=11)
    draw(page, (*head, ("2005", "50 minutes", "yes"), ("2006", "45 minutes", "no")), 500)
    parsed = read(document, tmp_path)
    [table] = [block for block in parsed.blocks if block.kind == "table"]
    assert parsed.text[table.char_start : table.header_end].strip().endswith("| Year | Aim | Reached |")
    assert parsed.text.count("Reached") == 1 and "2007" in parsed.text


PRICES = """<h2>Hire</h2><table>
<tr><th>Season</th><th>Monday to Thursday</th><th>Friday, Sunday</th><th>Saturday</th></tr>
<tr><td>1 November to 28 February</td><td>£1,150</td><td>£1,600</td><td>£2,200</td></tr>
<tr><td>March to May</td><td>£1,700</td><td>£2,450</td><td>£3,400</td></tr>
<tr><td>October</td><td>£1,500</td><td>£2,100</td><td>£2,900</td></tr></table>
<p>These prices hold from the first of January on, and for all days.</p><table>
<tr><th>You cancel</th><th>You pay of the hire</th></tr><tr><td>more than 9 months before</td><td>25%, the deposit</td></tr>
<tr><td>9 to 4 months before</td><td>50%</td></tr><tr><td>less than 4 months before</td><td>90%</td></tr></table>
<p>An example of a bill, as it is sent out within a week of the work that was done, stands here in full, with all its amounts and
with the sum that is to be paid for it.</p><table><tr><th>Item</th><th>Quantity</th><th>Price</th><th>Amount</th></tr>
<tr><td>Labour, hours</td><td>6.5</td><td>£58.00</td><td>£377.00</td></tr>
<tr><td>Copper pipe, metres</td><td>4</td><td>£11.20</td><td>£44.80</td></tr>
<tr><td>Call-out</td><td>1</td><td>£45.00</td><td>£45.00</td></tr>
<tr><td>Net</td><td></td><td></td><td>£466.80</td></tr><tr><td>VAT 20%</td><td></td><td></td><td>£93.36</td></tr></table>"""


def test_a_printed_page_whose_cells_hardly_stand_apart(tmp_path: Path) -> None:
    story, path = pymupdf.Story(PRICES), tmp_path / "printed.pdf"
    writer = pymupdf.DocumentWriter(str(path))
    page = pymupdf.paper_rect("a4")
    device = writer.begin_page(page)
    story.place(page + (50, 50, -50, -50))
    story.draw(device)
    writer.end_page()
    writer.close()
    with pymupdf.open(path) as document:
        text = read(document, tmp_path).text
    assert "| Season | Monday to Thursday | Friday, Sunday | Saturday |" in text
    assert "| 1 November to 28 February | £1,150 | £1,600 | £2,200 |" in text
    assert "| March to May | £1,700 | £2,450 | £3,400 |" in text
    assert "\nThese prices hold from the first of January on, and for all days.\n" in text
    assert (
        "| You cancel | You pay of the hire |\n|---|---|\n| more than 9 months before | 25%, the deposit |"
        in text
    )
    assert (
        "| Item | Quantity | Price | Amount |\n|---|---|---|---|\n| Labour, hours | 6.5 | £58.00 | £377.00 |"
        in text
    )


def test_a_heading_between_two_tables_parts_them(tmp_path: Path) -> None:
    document = pymupdf.open()
    page, y = document.new_page(), 80.0
    lines: list[tuple[float, list[tuple[float, str]]]] = [
        (11, [(60, "Quiet"), (200, "6 January to 31 March")]),
        (11, [(60, "Busy"), (200, "1 April to 30 September")]),
        (11, [(60, "Late"), (200, "1 October to 19 December")]),
        (14, [(56, "Prices in £")]),
        (11, [(266, "Quiet"), (346, "Busy"), (426, "Late")]),
        (11, [(56, "Taster evening"), (266, "28"), (346, "34"), (426, "30")]),
        (11, [(56, "Wheel course"), (266, "165"), (346, "195"), (426, "175")]),
    ]
    for size, cells in lines:
        for x, text in cells:
            page.insert_text((x, y), text, fontsize=size)
        y += 20
    text = read(document, tmp_path).text
    assert "| Quiet | 6 January to 31 March |" in text
    assert "| | Quiet | Busy | Late |" in text and "| Wheel course | 165 | 195 | 175 |" in text


def poured(rows: Sequence[Sequence[str]], tmp_path: Path) -> list[str]:
    """The rows read of a table that has a line below its head and none between its rows."""
    document = pymupdf.open()
    page = document.new_page()
    draw(page, (("Division", "2023", "2024"), ("", "", "")), 100)
    bottom = 142 + 14 * len(rows)
    page.draw_line((80, bottom), (380, bottom))
    for column in range(4):
        page.draw_line((80 + 100 * column, 140), (80 + 100 * column, bottom))
    page.draw_rect((79, 119, 381, 141), color=None, fill=(1, 1, 1))
    for line, row in enumerate(rows):
        for column, cell in enumerate(row):
            page.insert_text((85 + 100 * column, 154 + 14 * line), cell, fontsize=11)
    [table] = tables(read(document, tmp_path))
    return [
        " / ".join(cell.strip() for cell in line.strip("|").split("|")) for line in table.splitlines()[2:]
    ]


def test_rows_without_lines_between_them_are_told_by_their_figures(tmp_path: Path) -> None:
    rows = (("Boats", "1,204", "1,377"), ("Bicycles", "(88)", "96"), ("Repairs", "1,116", "1,473"))
    assert poured(rows, tmp_path)[-3:] == [" / ".join(row) for row in rows]


def test_a_label_that_goes_on_below_its_figures_is_one(tmp_path: Path) -> None:
    rows = (("Boats and", "1,204", "1,377"), ("their parts", "", ""), ("Bicycles", "88", "96"))
    assert poured(rows, tmp_path)[-2:] == ["Boats and their parts / 1,204 / 1,377", "Bicycles / 88 / 96"]


def test_texts_side_by_side_in_a_row_stay_one_row(tmp_path: Path) -> None:
    rows = (("Boats are hired", "by the hour", "or the day."), ("Wear a vest", "at all times", "on board."))
    assert poured(rows, tmp_path)[-1].startswith("Boats are hired Wear a vest /")
