"""Which cells of a row the writer takes: only what stands in one of them."""

import pytest
from scripted import ScriptedModel, make_hit

from ragdesk.answering.choosing.copied import copied_cells
from ragdesk.answering.units.in_context import said_cells
from ragdesk.answering.units.quotes import Quote, quotes_of
from ragdesk.domain.calibration.by_language_model import WRITERS
from ragdesk.domain.ports import never

WRITER, MODEL = next(iter(WRITERS))
FEES = "\n".join(
    (
        "| Code | Work | Without plan | With plan |",
        "|---|---|---|---|",
        "| T1 | Simple extraction | 135.00 | 108.00 |",
        "| C1 | Check-up | 40.00 | 40.00 |",
    )
)
NARROW = "| Site | Rent |\n|---|---|\n| Boston | 44 |"


def row(table: str, words: str) -> Quote:
    return next(quote for quote in quotes_of(make_hit(table)) if words in quote.text)


def copied(writes: str | None, quote: Quote, writer: str = WRITER, surely: float = 0.9) -> str:
    told = {} if writes is None else {"pulled": writes}
    model = ScriptedModel(name=MODEL, writer=writer, writes=told, surely=surely)
    found = copied_cells("a tooth pulled, with the plan", [said_cells(quote)], 0, model, never)
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("writes", "shown"),
    [
        ("108.00", "Code: T1; Work: Simple extraction; With plan: 108.00"),
        ("108.00; 135.00", "Code: T1; Work: Simple extraction; Without plan: 135.00; With plan: 108.00"),
        ("simple extraction", "Code: T1; Work: Simple extraction"),
        ("extraction", "Code: T1; Work: Simple extraction"),
        ("T1", "Code: T1; Work: Simple extraction"),
        ("109.00", ""),
        ("108", ""),
        ("108.00; free", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_what_it_copies_is_shown_under_its_head(writes: str | None, shown: str) -> None:
    assert copied(writes, row(FEES, "T1")) == shown


def test_where_it_is_not_sure_the_row_is_shown_whole() -> None:
    assert copied("108.00", row(FEES, "T1"), surely=0.6) == ""


def test_what_stands_in_two_cells_is_none() -> None:
    assert copied("40.00", row(FEES, "C1")) == ""


def test_minutes_are_no_price() -> None:
    quote = row("| Item | Minutes | Cars |\n|---|---|---|\n| Pulled start | 360 | 2 |", "360")
    assert copied("360", quote) == "Item: Pulled start; Minutes: 360"
    model = ScriptedModel(name=MODEL, writer=WRITER, writes={"pulled": "360"})
    assert copied_cells("what does a pulled start cost", [said_cells(quote)], 0, model, never) is None


def test_a_short_row_is_shown_whole_and_so_it_is_without_a_writer() -> None:
    assert copied("44", row(NARROW, "Boston")) == ""
    assert copied("108.00", row(FEES, "T1"), writer="") == ""


@pytest.mark.parametrize(
    ("writes", "own", "taken"),
    [
        ("108.00", 0, (0, "Code: T1; Work: Simple extraction; With plan: 108.00")),
        ("108.00", 1, (0, "Code: T1; Work: Simple extraction; With plan: 108.00")),
        ("Check-up", 0, (1, "Code: C1; Work: Check-up")),
        ("40.00", 0, None),  # in two cells of its row
        ("C1; 108.00", 0, None),  # of two rows
        ("T2; 96.00", 0, (2, "Code: T2; With plan: 96.00")),
        ("12.00", 0, None),
    ],
)
def test_of_several_rows_it_takes_the_one_that_has_the_words(
    writes: str, own: int, taken: tuple[int, str] | None
) -> None:
    rows = [*map(said_cells, quotes_of(make_hit(FEES))[1:]), [("Code", "T2"), ("With plan", "96.00")]]
    model = ScriptedModel(name=MODEL, writer=WRITER, writes={"pulled": writes})
    assert copied_cells("a tooth pulled, with the plan", rows, own, model, never) == taken


def test_where_rows_have_the_same_words_its_own_is_taken() -> None:
    rows = [[("Room", room), ("Fee", "54")] for room in ("Duck", "Robin")]
    model = ScriptedModel(name=MODEL, writer=WRITER, writes={"fee": "54"})
    assert copied_cells("what is the fee", rows, 1, model, never) == (1, "Room: Robin; Fee: 54")
    rows.append([("Room", "Wren"), ("Fee", "60")])
    assert copied_cells("what is the fee", rows, 2, model, never) is None


def test_that_none_answers_is_no_cell() -> None:
    assert (
        copied("NONE", row("| Medium | Days | Renewals |\n|---|---|---|\n| Magazine | 7 | none |", "7")) == ""
    )


STRIP = "| Strip | Level | Cups |\n|---|---|---|\n| 3 red squares | hard | 450 |\n| 4 red squares | very hard | 250 |"
ROOMS = "| Room | Age in months | Morning | Afternoon |\n|---|---|---|---|\n| Duck | 3 to 17 | 60 | 54 |"


@pytest.mark.parametrize(
    ("table", "words", "cell", "shown"),
    [
        (STRIP, "450", "450", "Strip: 3 red squares; Level: hard; Cups: 450"),
        (ROOMS, "Duck", "54", "Room: Duck; Age in months: 3 to 17; Afternoon: 54"),
    ],
)
def test_what_a_row_is_about_is_shown_with_its_cells(table: str, words: str, cell: str, shown: str) -> None:
    assert copied(cell, row(table, words)) == shown
