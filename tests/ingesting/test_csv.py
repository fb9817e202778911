"""Tables as plain text: encodings, delimiters, quotes, and what is wrong with them."""

import time
from pathlib import Path

import pytest
from flowing import given, texts
from gridded import cells, checked

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, UnreadableFileError
from ragdesk.ingesting.readers.sheet.csv_file import parse_csv


def read(folder: Path, data: bytes | str, name: str = "prices.csv") -> Parsed:
    data = data.encode() if isinstance(data, str) else data
    return checked(parse_csv(given(folder, data, name)))


def test_a_table_with_its_title_and_places(tmp_path: Path) -> None:
    parsed = read(tmp_path, 'Part,Price,Note\nPump,12.5,"wet, cold"\nValve,7,\n')
    assert (parsed.title, parsed.kind) == ("prices", "table")
    assert texts(parsed, "table") == [
        "| # | Part | Price | Note |\n| --- | --- | --- | --- |\n| 2 | Pump | 12.5 | wet, cold |\n| 3 | Valve | 7 |  |"
    ]
    assert cells(parsed)["C2"] == "wet, cold"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(tmp_path: Path, delimiter: str) -> None:
    lines = [["Part", "Price", "Town"], ["Pump", "12.5", "Bonn"], ["Valve", "7", "Köln"]]
    parsed = read(tmp_path, "\r\n".join(delimiter.join(line) for line in lines))
    assert cells(parsed)["C3"] == "Köln"


@pytest.mark.parametrize(
    ("data", "row"),
    [
        ("Maß;Preis\n1,5;2,30\n2,5;3,10\n", "| 2 | 1,5 | 2,30 |"),
        ("1,5;2,5\n1,6;2,7\n", "| 1 | 1,5 | 2,5 |"),
        ("1,5,7\n2,5,8\n", "| 1 | 1 | 5 | 7 |"),
        ("a,b;c\nd,e;f\n", "| 2 | d | e;f |"),
        ('name;note\nA;"x;y"\nB;"z"\n', "| 2 | A | x;y |"),
        ("note\nwords, and words\nmore\nthe end\n", "| 3 | more |"),
    ],
)
def test_commas_and_semicolons_in_values_do_not_mislead(tmp_path: Path, data: str, row: str) -> None:
    assert row in read(tmp_path, data).text


def test_a_stated_delimiter_is_no_row(tmp_path: Path) -> None:
    assert cells(read(tmp_path, "sep=;\na;b,c\n1;2\n")) == {"A1": "a", "B1": "b,c", "A2": "1", "B2": "2"}
    assert cells(read(tmp_path, '"sep=\t"\na\tb\n1\t2\n'))["B2"] == "2"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    text = "Größe;Straße\n" + "1,5 m;Schöne Allee für Bürger\n" * 5
    assert cells(read(tmp_path, text.encode(encoding), "a.csv"))["B6"] == "Schöne Allee für Bürger"


def test_quotes_hold_line_ends_delimiters_and_pipes(tmp_path: Path) -> None:
    parsed = read(tmp_path, 'name,note\nA,"one\ntwo | ""three"""\nB,plain\n')
    assert cells(parsed)["B2"] == 'one<br>two \\| "three"'
    assert cells(parsed)["A3"] == "B"


def test_inches_are_no_quotes(tmp_path: Path) -> None:
    assert cells(read(tmp_path, 'size,note\n5" pipe,12" long\n7,"ok"\n'))["A2"] == '5" pipe'


@pytest.mark.parametrize("rest", ["", "C,3\n" * 3_000])
def test_a_quote_that_is_never_closed_does_not_swallow_the_rest(tmp_path: Path, rest: str) -> None:
    parsed = read(tmp_path, 'name,note\nA,"never closed\nB,2\n' + rest)
    assert cells(parsed)["B2"] == "never closed"
    assert cells(parsed)["B3"] == "2"


def test_ragged_rows_and_blank_lines(tmp_path: Path) -> None:
    parsed = read(tmp_path, "a,b\n1,2,3\n4\n\n\nx,5\n")
    assert {name: text for name, text in cells(parsed).items() if name in ("C2", "A3", "B6")} == {
        "C2": "3",
        "A3": "4",
        "B6": "5",
    }


def test_one_column_is_a_table_too(tmp_path: Path) -> None:
    assert cells(read(tmp_path, "Numbers\n1\n2\n")) == {"A1": "Numbers", "A2": "1", "A3": "2"}


def test_one_long_cell_is_kept_whole(tmp_path: Path) -> None:
    long = "word " * 60_000
    assert long.strip() in read(tmp_path, f"a,b\n1,{long}\n").text


@pytest.mark.parametrize("data", [b"", b" \n\n", b",,,\n,,\n", b'""\n'])
def test_nothing_in_it(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(EmptyFileError):
        read(tmp_path, data)


def test_what_is_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read(tmp_path, bytes(range(256)) * 50)
    assert "prices.csv" in caught.value.message


def test_many_rows_cost_time_in_proportion(tmp_path: Path) -> None:
    def seconds(count: int) -> float:
        data = "id,note\n" + "".join(f'{row},"n{row}"\n' for row in range(count))
        started = time.thread_time()
        read_only = parse_csv(given(tmp_path, data.encode(), "a.csv"))
        assert f"| {count + 1} | {count - 1} | n{count - 1} |" in read_only.text
        return time.thread_time() - started

    seconds(1_000)
    few, many = (min(seconds(count) for _ in range(3)) for count in (6_000, 60_000))
    assert many < 40 * max(few, 0.01)  # ten times is in proportion, a hundred times its square
