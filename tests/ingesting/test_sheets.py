"""Rows of cells as Markdown: what becomes a table, what its header, and which cells a span of text touches."""

import time
from pathlib import Path

import pytest
from flowing import given, texts
from gridded import cells, checked

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError
from ragdesk.ingesting.readers.sheet.shape import Row
from ragdesk.ingesting.readers.sheet.sheets import SheetWriter, cell_range, column_name
from ragdesk.ingesting.readers.writer import MAX_ROWS, cell_text


def rows(text: str) -> list[Row]:
    """A line a row, "." for a blank cell; a blank line is a blank row."""
    return [
        (
            row,
            {column: cell_text(cell) for column, cell in enumerate(line.split(",")) if cell not in (".", "")},
        )
        for row, line in enumerate(text.split("\n"))
    ]


def written(folder: Path, *sheets: list[Row], headed: bool = False) -> Parsed:
    writer = SheetWriter(headed=headed)
    for number, sheet in enumerate(sheets, 1):
        writer.sheet(number, f"Sheet {number}", sheet)
    return checked(writer.parsed(given(folder, b""), "spreadsheet", "Book"))


def test_columns_are_named_as_programs_do() -> None:
    names = {0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA", 16_383: "XFD"}
    assert {index: column_name(index) for index in names} == names


def test_a_table_has_its_header_and_the_numbers_of_its_rows(tmp_path: Path) -> None:
    parsed = written(tmp_path, rows("Part,Price\nPump,12.5\nValve,7"))
    assert parsed.text == (
        "## Sheet 1\n\n| # | Part | Price |\n| --- | --- | --- |\n| 2 | Pump | 12.5 |\n| 3 | Valve | 7 |"
    )
    table = parsed.blocks[1]
    assert parsed.text[table.header_end :].startswith("| 2 |")
    assert (parsed.blocks[0].level, parsed.blocks[0].title) == (2, "Sheet 1")
    assert cells(parsed) == {
        "A1": "Part",
        "B1": "Price",
        "A2": "Pump",
        "B2": "12.5",
        "A3": "Valve",
        "B3": "7",
    }


def test_blank_rows_part_tables_and_empty_columns_are_left_out(tmp_path: Path) -> None:
    parsed = written(tmp_path, rows("A,.,1\nB,.,2\n\n\n.,Total,3"))
    assert texts(parsed, "table") == [
        "| # | A | C |\n| --- | --- | --- |\n| 1 | A | 1 |\n| 2 | B | 2 |",
        "| # | B | C |\n| --- | --- | --- |\n| 5 | Total | 3 |",
    ]


@pytest.mark.parametrize(
    ("grid", "header"),
    [
        ("Part,Price\nPump,12.5", "| # | Part | Price |"),
        ("Part,Due\nPump,2024-01-02", "| # | Part | Due |"),
        ("Item,2022,2023\nRent,100,200", "| # | Item | 2022 | 2023 |"),
        ("Name,City,Team\nAda,London,Red\nBob,Paris,Blue", "| # | Name | City | Team |"),
        ("1,2\n3,4", "| # | A | B |"),
        ("Author,Ada\nStatus,Draft", "| # | A | B |"),
        ("Event,2022\nOther,2023", "| # | A | B |"),
        ("Only,one", "| # | A | B |"),
        ("x,.,.,.\n1,2,3,4", "| # | A | B | C | D |"),
    ],
)
def test_a_first_row_is_a_header_where_it_names_what_is_below(tmp_path: Path, grid: str, header: str) -> None:
    table = texts(written(tmp_path, rows(grid)), "table")[0]
    assert table.split("\n")[0] == header


def test_where_a_header_is_the_custom_words_over_words_are_one(tmp_path: Path) -> None:
    grid = rows("Term,Meaning\nPump,moves water")
    assert "| # | Term | Meaning |" in written(tmp_path, grid, headed=True).text
    assert "| # | A | B |" in written(tmp_path, grid).text


def test_words_over_a_table_are_paragraphs_with_their_cell(tmp_path: Path) -> None:
    parsed = written(tmp_path, rows("Stock list\n.,as of May\nPart,Number\nPump,3"))
    assert [b.kind for b in parsed.blocks] == ["heading", "paragraph", "paragraph", "table"]
    assert "| # | Part | Number |" in parsed.text
    assert cells(parsed)["B2"] == "as of May"


def test_long_tables_go_on_under_the_same_header(tmp_path: Path) -> None:
    count = 2 * MAX_ROWS + 1
    grid: list[Row] = [(0, {0: "Number", 1: "Word"})]
    grid += [(row, {0: str(row), 1: f"w{row}"}) for row in range(1, count)]
    parsed = written(tmp_path, grid)
    tables = texts(parsed, "table")
    assert len(tables) == 3
    assert all(table.startswith("| # | Number | Word |\n| --- | --- | --- |\n| ") for table in tables)
    assert sum(table.count("\n") - 1 for table in tables) == count - 1
    assert len(cells(parsed)) == 2 * count


def test_a_sheet_with_a_few_cells_far_apart_is_a_list(tmp_path: Path) -> None:
    parsed = written(tmp_path, [(row, {row * 16: f"value {row}"}) for row in range(900)])
    assert {block.kind for block in parsed.blocks} == {"heading", "list_item"}
    assert "- Row 3: AG = value 2" in parsed.text
    assert len(parsed.text) < 40_000


def test_pages_are_sheets_and_empty_ones_keep_their_number(tmp_path: Path) -> None:
    parsed = written(tmp_path, rows("a"), [], rows("b,1"))
    assert [page.number for page in parsed.pages] == [1, 3]
    assert cells(parsed, 3) == {"A1": "b", "B1": "1"}


def test_hidden_sheets_say_so_and_notes_follow_the_cells(tmp_path: Path) -> None:
    writer = SheetWriter()
    notes: list[str] = []

    def late() -> list[Row]:
        notes.append("From a text box")
        return rows("a")

    writer.sheet(1, "Prices\n2024", (row for row in late()), hidden=True, notes=notes)
    writer.sheet(2, "", [], notes=["Only this"])
    parsed = checked(writer.parsed(given(tmp_path, b""), "spreadsheet", " "))
    assert [b.title for b in parsed.blocks if b.title] == ["Prices 2024 (hidden)", "Sheet 2"]
    assert texts(parsed, "paragraph") == ["From a text box", "Only this"]
    assert parsed.title == "a"


def test_nothing_in_it_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EmptyFileError):
        written(tmp_path, [], [(4, {})])


def test_a_range_names_the_cells_that_a_span_touches(tmp_path: Path) -> None:
    parsed = written(tmp_path, rows("Part,Price\nPump,12.5\nValve,7"), rows("Other,5"))
    layout, text = parsed.layout, parsed.text
    assert layout is not None

    def at(quote: str) -> str:
        return cell_range(layout, text.index(quote), text.index(quote) + len(quote))

    assert at("Pump") == at("um") == "A2"
    assert at("| 2 | Pump | 12.5 |") == "A2:B2"
    assert at("12.5 |\n| 3 | Valve | 7") == "A2:B3"
    assert at("7 |\n\n## Sheet 2\n\n| # | A | B |\n| --- | --- | --- |\n| 1 | Other") == "B3"
    assert at("| --- ") == at("## Sheet") == ""
    assert cell_range(layout, 0, len(text)) == "A1:B3"
    assert cell_range(layout, 5, 5) == ""


def test_text_of_a_cell_keeps_to_its_line() -> None:
    assert cell_text(" a|b\r\nc\td\x00 ") == "a\\|b<br>c d"
    assert cell_text(" \n ") == ""
    long = "word " * 50_000
    assert cell_text(long) == long.strip()


def test_many_cells_cost_time_in_proportion(tmp_path: Path) -> None:
    def seconds(count: int) -> float:
        started = time.thread_time()
        writer = SheetWriter()
        writer.sheet(1, "s", ((row, {0: str(row), 1: "x", 5: "y"}) for row in range(count)))
        writer.parsed(given(tmp_path, b""), "spreadsheet", "t")
        return time.thread_time() - started

    seconds(1_000)
    few, many = (min(seconds(count) for _ in range(3)) for count in (4_000, 40_000))
    assert many < 40 * max(few, 0.01)  # ten times is in proportion, a hundred times its square
