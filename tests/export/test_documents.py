"""A document is one entry of a bibliography, however many of its passages are cited; its hash stands once; times are local."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
import rispy
from export import reading
from export.records import A, B, answer, citation, of_one, said
from export.test_formats import READABLE, text_of, written

from ragdesk.domain.answers import Sentence
from ragdesk.extras.export import wording
from ragdesk.extras.export.bibliography import page_ranges
from ragdesk.extras.export.record import Record


def many(*chosen: int) -> Record:
    """An answer that cites pages 8, 3 and 7 of one document, page 3 in two places, and a mail without pages in two sections."""
    cited = (
        citation(1, A, "Eight.", 800, page=8),
        citation(2, B, "A mail.", 10, section="Opening"),
        citation(3, A, "Three.", 300, page=3),
        citation(4, A, "Seven.", 700, page=7),
        citation(5, A, "Three, too.", 320, page=3),
        citation(6, B, "A mail's end.", 90, section="Closing"),
    )
    sentences = tuple(Sentence(f"Sentence {each.number}.", (each.number,), True) for each in cited)
    return of_one(said(2, "", answer("Why?", sentences, cited)), chosen)


@pytest.fixture
def an_hour_east(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "EAST-01:00")  # POSIX counts westward
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_bibtex_has_one_entry_for_each_document_with_all_its_pages() -> None:
    first, second = reading.entries(written(many(), "bibtex"))
    assert [first["key"], second["key"]] == [f"ragdesk-{A}", f"ragdesk-{B}"]
    assert first["pages"] == "3, 7--8"
    assert "pages" not in second and "Cited: Opening, Closing" in reading.latex(second["note"])
    for quote in ("Eight.", "Three.", "Seven.", "Three, too."):
        assert first["annote"].count(f"“{quote}”") == 1
        assert quote not in first["note"]
    assert first["note"].count("SHA-256") == 1 and "SHA-256" not in first["annote"]


def test_an_entrys_key_is_the_same_whatever_is_cited_of_the_document() -> None:
    [alone] = reading.entries(written(many(4), "bibtex"))
    assert (alone["key"], alone["pages"]) == (f"ragdesk-{A}", "7")


def test_ris_has_one_record_for_each_document_and_a_note_for_each_passage() -> None:
    first, second = rispy.loads(written(many(), "ris").decode())
    assert (first["id"], first["start_page"]) == (f"ragdesk-{A}", "3, 7-8")
    assert sum("Quote: “" in note for note in first["notes"]) == 4
    assert sum("Quote: “" in note for note in second["notes"]) == 2


@pytest.mark.parametrize(
    ("stated", "year"),
    [
        ((), ""),
        ((("file_modified", "2024-05-01"), ("modified", "2024-05-01"), ("version", "2024")), ""),
        ((("created", "2023-04-05T10:00:00Z"),), "2023"),
        ((("last_updated", "1 May 2022"),), "2022"),
    ],
)
def test_a_year_stands_only_where_the_document_states_one(
    stated: tuple[tuple[str, str], ...], year: str
) -> None:
    record = many(4)
    [reference] = record.references
    source = replace(reference.source, properties=stated, saved="2026-03-01")
    changed = replace(record, references=(replace(reference, source=source),))
    [entry] = reading.entries(written(changed, "bibtex"))
    assert entry.get("year", "") == year
    assert ("File of 2026-03-01" in entry["note"]) is not bool(year)
    assert "2026" not in entry.get("date", "")
    [same] = rispy.loads(written(changed, "ris").decode())
    assert same.get("year", "") == year


@pytest.mark.parametrize("format", READABLE)
def test_a_documents_hash_stands_once_at_the_end(format: str) -> None:
    text = text_of(written(many(), format), format)
    assert text.count(A * 4) == text.count("b" * 64) == 1
    assert text.index("Three, too.") < text.index(A * 4) < text.index("sha256sum")
    assert "Cited as: [1], [3], [4], [5]" in text and "Cited as: [2], [6]" in text


def test_json_keeps_the_hash_with_each_reference_and_its_times_in_utc(an_hour_east: None) -> None:
    value = json.loads(written(many(), "json"))
    assert [each["document"]["sha256"][:1] for each in value["references"]] == list("abaaab")
    assert value["exported_at"] == "2026-11-21T21:00:00+00:00"


@pytest.mark.parametrize("format", [*READABLE, "bibtex"])
def test_times_are_local_and_name_their_zone(format: str, an_hour_east: None) -> None:
    content = written(many(), format)
    text = content.decode() if format == "bibtex" else text_of(content, format)
    assert "2026-11-21 22:00 +01:00" in text and "UTC" not in text


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ("2026-11-24T09:05:59+00:00", "2026-11-24 10:05 +01:00"),
        ("2026-11-24T23:30:00-02:30", "2026-11-25 03:00 +01:00"),
        ("2026-11-24T09:05:00", "2026-11-24 09:05"),
        ("one\nday", "one day"),
    ],
)
def test_a_moment_is_shown_as_the_clock_on_the_wall_had_it(
    stated: str, shown: str, an_hour_east: None
) -> None:
    assert wording.moment(stated) == shown


@pytest.mark.parametrize(
    ("pages", "shown"),
    [((), ""), ((3,), "3"), ((3, 7, 8), "3, 7--8"), ((1, 2, 3, 5), "1--3, 5"), ((1, 3, 5), "1, 3, 5")],
)
def test_pages_that_follow_each_other_are_a_range(pages: tuple[int, ...], shown: str) -> None:
    assert page_ranges(pages, "--") == shown
