"""Tables of plain text are rows under their heads; lists, forms, verses and prose stay as they are."""

from collections.abc import Callable
from pathlib import Path

import pytest
from growing import SLACK, growth

from ragdesk.domain.documents import Block
from ragdesk.ingesting.readers.text.aligned import with_tables
from ragdesk.ingesting.readers.text.plain import parse_text

PRICES = """Prices from 1 May

Boat          Hour    Weekend
------------  ------  -------
Gig            18.00    82.00
Dinghy          9.50    40.00
Lifeboat, old      5       20

All prices in euros."""

TABLE = """| Boat | Hour | Weekend |
|---|---|---|
| Gig | 18.00 | 82.00 |
| Dinghy | 9.50 | 40.00 |
| Lifeboat, old | 5 | 20 |"""


def test_columns_that_stand_below_one_another_are_a_table() -> None:
    assert with_tables(PRICES) == f"Prices from 1 May\n\n{TABLE}\n\nAll prices in euros."


def test_tabs_part_cells_wherever_they_stand() -> None:
    pasted = "Our rates:\nName\tMon\tTue\nAda Lovelace\t9\t12\nBo\t10\tclosed\nBye"
    assert with_tables(pasted) == (
        "Our rates:\n\n| Name | Mon | Tue |\n|---|---|---|\n| Ada Lovelace | 9 | 12 |\n| Bo | 10 | closed |\n\nBye"
    )


def test_wider_heads_stand_over_the_column_that_they_are_over() -> None:
    fees = "\n".join(
        [
            "                       until 30 June   1 July-31 Aug   at the door",
            "  Member                   1,900           2,300          2,700",
            "  Non-member               2,500           2,900          3,300",
            "  Student, trainee           800           1,000          1,200",
        ]
    )
    assert with_tables(fees).splitlines()[0] == "|  | until 30 June | 1 July-31 Aug | at the door |"
    aside = fees.replace(
        "until 30 June   1 July-31 Aug   at the door", "until   30 June   1 July-31 Aug, door   "
    )
    assert with_tables(aside).splitlines()[0] == aside.splitlines()[0]


def test_heads_over_all_columns_but_the_first_are_heads() -> None:
    rows = [
        "Stall             867     1,040",
        "Heating           190        88",
        "Rent               12        10",
    ]
    report = "\n".join(["Report", "              2023/24   2022/23", *rows])
    assert with_tables(report) == (
        "Report\n\n|  | 2023/24 | 2022/23 |\n|---|---|---|\n| Stall | 867 | 1,040 |\n| Heating | 190 | 88 |\n| Rent | 12 | 10 |"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Name:    Ada\nTown:    Kolding\nPhone:   0123",  # a form
        "The boat  is old.\nIt is  kept here.\nNobody sails  it any more.",  # two blanks now and then
        "Gig     18\nDinghy   9",  # two lines
        "1.  Rinse the\n2.  Dry the\n    mast.",  # the second line of an item
        "a | b\nc | d\ne | f",
        "x = 1\n\tif y:\n\t\tz()",
        "",
    ],
)
def test_all_else_stays_as_it_is(text: str) -> None:
    assert with_tables(text) == text


def test_a_text_file_has_its_tables_as_blocks(tmp_path: Path) -> None:
    path = tmp_path / "prices.txt"
    path.write_text(PRICES, encoding="utf-8")
    parsed = parse_text(path, path.name)
    table = next(block for block in parsed.blocks if block.kind == "table")
    assert isinstance(table, Block)
    assert parsed.text[table.char_start : table.char_end] == TABLE
    assert parsed.text[table.char_start : table.header_end] == "\n".join(TABLE.split("\n")[:2]) + "\n"


@pytest.mark.parametrize(
    "line",
    [
        "Name:    Ada",
        "Gig   18",
        "a  b\n-----",
        "a\tb\n",
        "Part\nA longer line under a short one, at last.\n",
    ],
)
def test_work_grows_as_the_text(line: str) -> None:
    def call(size: int) -> Callable[[], object]:
        text = f"{line}\n" * size
        return lambda: with_tables(text)

    assert growth(call, 400) <= 2 * SLACK
