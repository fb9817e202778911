"""A sheet's rows are shown as they stand in the sheet: without what its reader put beside them."""

import pytest

from ragdesk.text.sheet_rows import head_over, quoted_cells
from ragdesk.text.unmarked import rows

DUES = "## Dues\n\n| # | No. | Member |\n| --- | --- | --- |\n| 2 | 1 | Abel |\n| 3 |  | Total |"


def test_the_numbers_of_a_sheet_s_rows_are_not_shown() -> None:
    assert rows(DUES) == ["Dues", "No. · Member", "1 · Abel", "Total"]
    numbered = "| # | # | Boat |\n| --- | --- | --- |\n| 2 | 1 | Kestrel |"
    assert rows(numbered) == ["# · Boat", "1 · Kestrel"], "the sheet's own numbers stay"


def test_columns_without_names_get_no_letters_over_them() -> None:
    assert rows("| # | A | B |\n| --- | --- | --- |\n| 1 | Who has a key | since |") == [
        "Who has a key · since"
    ]
    assert rows("| # | B | AA |\n| --- | --- | --- |\n| 1 | x | y |") == ["x · y"]


def test_a_passage_from_the_middle_of_a_table_is_told_by_its_head() -> None:
    assert rows("| 40 | 39 | Zoe |", "Club\n| # | No. | Member |") == ["39 · Zoe"]
    assert rows("| 40 | 39 | Zoe |", "Club\n| Id | No. | Member |") == ["40 · 39 · Zoe"]


@pytest.mark.parametrize(
    ("table", "shown"),
    [
        ("| # | Office |\n|---|---|\n| 1 | Leeds |\n| 2 | Bath |", ["# · Office", "1 · Leeds", "2 · Bath"]),
        ("| Nr. | A |\n|---|---|\n| 2 | B |", ["Nr. · A", "2 · B"]),
        ("| # | Office |", ["# · Office"]),
    ],
)
def test_a_text_s_own_numbers_and_heads_stay(table: str, shown: list[str]) -> None:
    assert rows(table) == shown


def test_a_quoted_row_begins_with_its_first_cell() -> None:
    row = "| 6 | 5 | Edda |"
    assert quoted_cells(row, "A6:F6") == quoted_cells(row, "Dues 2026 › A6:F6") == "| 5 | Edda |"
    assert quoted_cells(row, "B7:C9") == quoted_cells(row, "Dues 6") == quoted_cells(row, "") == row
    assert quoted_cells("| # | No. |\n| 2 | 1 |\n| 3 | 2 |", "A1:A3") == "| No. |\n| 1 |\n| 2 |"


def test_a_head_of_letters_is_none() -> None:
    assert rows(head_over("| # | No. | Due |")) == ["No. · Due"]
    assert head_over("| # | A | B |") == ""
    assert head_over("| Month | Due |") == "| Month | Due |"
