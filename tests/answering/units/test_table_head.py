"""Which rows of a table name its columns."""

import pytest

from ragdesk.answering.units.quotes import cells_of
from ragdesk.answering.units.table_head import heads_of, is_group


def heads(table: str) -> tuple[list[str], int]:
    return heads_of([cells_of(line) for line in table.splitlines()])


def test_a_usual_head_is_one_row() -> None:
    assert heads("| Site | Rent |\n| Boston | 44 |") == (["Site", "Rent"], 1)


def test_a_long_head_over_figures_is_one_too() -> None:
    table = (
        "| You cancel | You pay of the hire |\n| months before | 25%, the deposit |\n| weeks before | 50% |"
    )
    assert heads(table) == (["You cancel", "You pay of the hire"], 1)


@pytest.mark.parametrize(
    "table",
    [
        "| Oak | 3.0 |\n| Ash | 2.5 |\n| Elm | 2.0 |",  # goes on from the page before
        "| All boats (12) | 59% |\n| Large boats (4) | 65b |",
        "| Water | € 12 | 3 |\n| Power | € 40 | 2 |",
        "| Member | 1,900 | 2,300 | 2,700 |\n| Guest | 2,500 | 2,900 | 3,300 |",
        "| Rack, indoors | 210 pounds a year |\n| Rack, outdoors | 120 pounds a year |",
        "| Date of the plan: | 7 May 2025 |\n| Author: | Lund |",
        "| Red | Walls, or possibly secret doors |\n| Yellow | Steps that go up |",
    ],
)
def test_a_first_row_that_is_as_those_under_it_names_nothing(table: str) -> None:
    named, count = heads(table)
    assert count == 0 and not any(named)


@pytest.mark.parametrize(
    ("table", "first"),
    [
        ("| Item | 2023 | 2024 |\n| Rent | 100 | 120 |", "2023"),
        ("| Zone | 1 kg | 2 kg | 5 kg |\n| A | 4.50 | 6.20 | 9 |", "1 kg"),
        ("| Stay | 1 night | 7 nights |\n| Tent | 9 pounds | 50 pounds |", "1 night"),
        ("| | 1 | 2 | 3 |\n| Men | 7 | 5 | 6 |", "1"),
    ],
)
def test_years_and_figures_in_order_are_names(table: str, first: str) -> None:
    named, count = heads(table)
    assert count == 1 and named[1] == first


def test_a_second_line_stands_under_the_groups() -> None:
    named, count = heads(
        "| Zone | Adult | | Child | |\n| | single | return | single | return |\n| A | 1.20 | 2.00 | 0.60 | 1.00 |"
    )
    assert count == 2
    assert named == ["Zone", "Adult single", "Adult return", "Child single", "Child return"]
    years, _ = heads("| | Net | | Phone | |\n| | 2012 | 2013 | 2012 | 2013 |\n| Men | 1 | 2 | 3 | 4 |")
    assert years == ["", "Net 2012", "Net 2013", "Phone 2012", "Phone 2013"]


def test_a_group_s_name_may_stand_amid_its_columns() -> None:
    table = (
        "| Group | Moths | | D / F | | S / F |\n| | n | ratio | 95% | ratio | 95% |\n"
        "| All | 11,842 | 1.18 | 1.04–1.34 | 1.41 | 1.22–1.63 |"
    )
    assert heads(table) == (
        ["Group", "Moths n", "D / F ratio", "D / F 95%", "S / F ratio", "S / F 95%"],
        2,
    )


def test_under_a_caption_the_next_row_is_the_head() -> None:
    named, count = heads("| Plan of works | | |\n| Year | Task | Place |\n| 2005 | paint | shed |")
    assert (named, count) == (["Year", "Task", "Place"], 2)


def test_a_row_of_facts_under_a_head_with_a_gap_is_no_head() -> None:
    assert heads("| Site | Rent | |\n| Boston | fixed | monthly |\n| Leer | free | yearly |")[1] == 1


def test_a_row_with_nothing_but_a_name_is_a_group() -> None:
    assert is_group(["Adults", "", ""]) and not is_group(["Adults", "", "3"])
    assert not is_group(["2005", ""]) and not is_group(["", ""])


def test_days_over_days_are_no_heads() -> None:
    actions = "| Ann | letter to the landlord | by 31 January |\n| Bo | list of helpers | by 1 March |"
    assert heads(actions)[1] == 0
    assert heads("| Room | Cleaner | 3 March |\n| Loft | Ann | done |")[1] == 1


def test_years_that_begin_in_one_and_end_in_the_next_are_heads() -> None:
    assert heads("| Report | 2023/24 | 2022/23 |\n| Stall | 867 | 1,040 |") == (
        ["Report", "2023/24", "2022/23"],
        1,
    )


@pytest.mark.parametrize(
    ("head", "named"),
    [
        (
            "| Well | Salt spring | summer | Iron spring | summer |",
            ["Well", "Salt spring", "Salt summer", "Iron spring", "Iron summer"],
        ),
        (
            "| Well | Depth 2023 | 2024 | Flow 2023 | 2024 | State 2024 |",
            ["Well", "Depth 2023", "Depth 2024", "Flow 2023", "Flow 2024", "State 2024"],
        ),
        ("| Well | Price | Price | Total price |", ["Well", "Price", "Price", "Total price"]),
    ],
)
def test_groups_that_were_read_into_one_line_name_all_their_columns(head: str, named: list[str]) -> None:
    row = "|".join(["", " W1 ", *[" 3.5 "] * (len(named) - 1), ""])
    assert heads(f"{head}\n{row}") == (named, 1)
