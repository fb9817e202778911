"""JSON as Markdown, and where it is wrong."""

import json
from pathlib import Path

import pytest
from flowing import check, given, texts

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, UnreadableFileError
from ragdesk.ingesting.readers.text.json_file import parse_json
from ragdesk.ingesting.readers.writer import MAX_ROWS


def read(folder: Path, data: object, name: str = "data.json") -> Parsed:
    raw = (
        data
        if isinstance(data, bytes)
        else data.encode()
        if isinstance(data, str)
        else json.dumps(data).encode()
    )
    parsed = check(parse_json(given(folder, raw, name)))
    assert parsed.kind == "data" and not parsed.paged
    return parsed


def test_an_object_has_its_values_first_and_objects_under_headings(tmp_path: Path) -> None:
    parsed = read(
        tmp_path, {"title": "Pump", "place": {"town": "Bonn", "at": {"x": 1}}, "ok": True, "note": None}
    )
    assert parsed.title == "Pump"
    assert parsed.text == (
        "- title: Pump\n- ok: true\n- note: null\n\n## place\n\n- town: Bonn\n\n### at\n\n- x: 1"
    )
    assert [(b.level, b.title) for b in parsed.blocks if b.kind == "heading"] == [(2, "place"), (3, "at")]


def test_numbers_stay_as_they_are_written(tmp_path: Path) -> None:
    long = "1" + "0" * 5_000
    parsed = read(tmp_path, f'{{"a": 1.10, "b": {long}, "c": 1e400, "d": -0.0, "e": [1.50, 2]}}')
    assert texts(parsed) == ["- a: 1.10", f"- b: {long}", "- c: 1e400", "- d: -0.0", "- e: 1.50, 2"]


def test_a_list_of_alike_objects_is_a_table(tmp_path: Path) -> None:
    parsed = read(tmp_path, [{"id": 1, "size": {"w": 2}}, {"id": 2, "tags": ["a|b", "c"]}])
    assert texts(parsed, "table") == [
        "| # | id | size.w | tags |\n| --- | --- | --- | --- |\n| 1 | 1 | 2 |  |\n| 2 | 2 |  | a\\|b, c |"
    ]


def test_long_lists_are_several_tables(tmp_path: Path) -> None:
    parsed = read(tmp_path, [{"a": number, "b": "x"} for number in range(MAX_ROWS + 1)])
    assert [table.count("\n") for table in texts(parsed, "table")] == [MAX_ROWS + 1, 2]


def test_lists_of_objects_that_differ_are_entries_in_their_order(tmp_path: Path) -> None:
    parsed = read(tmp_path, [{"name": "First", "body": "w " * 200}, {"deep": {"er": [{"a": [{"b": 1}]}]}}, 7])
    assert [b.title for b in parsed.blocks if b.kind == "heading"][:3] == ["1: First", "Entry 2", "deep"]
    order = [parsed.text.index(part) for part in ("## 1: First", "- name: First", "## Entry 2", "## deep")]
    assert order == sorted(order)
    assert parsed.text.endswith("- 7")


def test_what_lies_deep_has_its_path(tmp_path: Path) -> None:
    value: object = {"leaf": "found", "more": ["a", {"b": 1}]}
    for key in "gfedcba":
        value = {key: value}
    parsed = read(tmp_path, value)
    assert "- e › f › g › leaf: found" in parsed.text
    assert "- e › f › g › more[2] › b: 1" in parsed.text


def test_repeated_keys_are_all_kept(tmp_path: Path) -> None:
    assert texts(read(tmp_path, '{"a": 1, "a": 2}')) == ["- a: 1", "- a: 2"]


def test_long_texts_keep_their_lines(tmp_path: Path) -> None:
    long = "word " * 20_000
    parsed = read(tmp_path, {"text": "One.\n\nTwo.\r\nThree.", "long": long})
    assert texts(parsed)[0] == "- text: One.\n  Two.\n  Three."
    assert long.strip() in parsed.text


@pytest.mark.parametrize("name", ["a.jsonl", "a.ndjson", "a.json"])
def test_json_lines(tmp_path: Path, name: str) -> None:
    parsed = read(tmp_path, '{"q": "What?\u2028Now", "n": 1}\n\n{"q": "Why?", "n": 2}\n', name)
    assert "| 1 | What?<br>Now | 1 |\n| 2 | Why? | 2 |" in parsed.text


def test_geojson(tmp_path: Path) -> None:
    place = {"type": "Point", "coordinates": [7.1, 50.7]}
    feature = {"type": "Feature", "properties": {"name": "Bonn"}, "geometry": place}
    parsed = read(tmp_path, {"type": "FeatureCollection", "features": [feature]}, "a.geojson")
    assert "| 1 | Feature | Bonn | Point | 7.1, 50.7 |" in parsed.text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    data = '{"Straße": "Schöne Allee für Bürger, süß und gemütlich"}'.encode(encoding)
    assert "Schöne Allee für Bürger" in read(tmp_path, data).text


def test_what_no_text_may_hold_is_taken_out(tmp_path: Path) -> None:
    assert texts(read(tmp_path, b'{"a\\u0000": "x\\ud800y\\u0007\\r\\n"}')) == ["- a: xy"]


@pytest.mark.parametrize(
    ("data", "name", "place"),
    [
        ('{"a": 1,\n "b": }', "a.json", "line 2, column 7"),
        ("nope", "a.json", "line 1, column 1"),
        ('{"a": 1} x', "a.json", "line 1, column 10"),
        ('{"a": 1}\n{"b"}\n', "a.jsonl", "line 2, column 5"),
        ('{"a": "never closed', "a.json", "line 1, column 7"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, data: str, name: str, place: str) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read(tmp_path, data, name)
    assert place in caught.value.message and name in caught.value.message


@pytest.mark.parametrize("data", [b"", b" \n", b"[]", b"{}"])
def test_nothing_in_it(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(EmptyFileError):
        read(tmp_path, data)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError):
        read(tmp_path, bytes(range(256)) * 20)


@pytest.mark.parametrize("depth", [100, 900, 10_000, 100_000])
def test_any_depth_is_read(tmp_path: Path, depth: int) -> None:
    assert "needle" in read(tmp_path, "[" * depth + '"needle"' + "]" * depth).text
    parsed = read(tmp_path, '{"k":' * depth + '"needle"' + "}" * depth)
    assert "needle" in parsed.text
    assert len(parsed.text) < 10 * depth + 1_000


def test_deep_and_broad_stays_small(tmp_path: Path) -> None:
    data = '[{"' + "k" * 20_000 + '":' + "[" * 500 + '[1, {"a": 2}],' * 2_000 + "0" + "]" * 500 + "}, 1]"
    assert len(read(tmp_path, data).text) < 500_000
