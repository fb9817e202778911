"""The Tantivy index by itself: what is found, in which order, and what is left of what was removed."""

import json
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

from ragdesk.domain.errors import StoreError
from ragdesk.storage.index.word_fields import FieldBoosts, WordRow
from ragdesk.storage.index.words import Words


def row(chunk_id: str, text: str, *, document: str = "d1", language: str = "en", **fields: str) -> WordRow:
    rest = dict.fromkeys(("title", "section", "context", "keywords", "metadata"), "") | fields
    return WordRow(chunk_id=chunk_id, document_id=document, language=language, text=text, **rest)


def found(words: Words, query: str, *, languages: Sequence[str] = ("en",), limit: int = 10) -> list[str]:
    return [chunk_id for chunk_id, _ in words.search(query, limit, languages=languages)]


def keeping(rows: Iterable[WordRow]) -> Callable[[Sequence[str]], list[WordRow]]:
    by_id = {each.chunk_id: each for each in rows}
    return lambda chunk_ids: [by_id[chunk_id] for chunk_id in chunk_ids]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "words"


@pytest.fixture
def words(folder: Path) -> Words:
    return Words(folder)


def test_inflected_words_are_found(words: Words) -> None:
    words.add([row("c1", "The autoclave must cool down."), row("c2", "Visitors sign the book.")])
    assert found(words, "cooling autoclaves") == ["c1"]


def test_the_passage_with_more_of_the_query_comes_first(words: Words) -> None:
    words.add(
        [row("c1", "door of the autoclave"), row("c2", "door of the office"), row("c3", "nothing of it")]
    )
    assert found(words, "autoclave door") == ["c1", "c2"]


def test_a_passage_is_found_by_its_documents_title_and_its_section(words: Words) -> None:
    words.add(
        [
            row("c1", "Wait.", title="Autoclave manual"),
            row("c2", "Wait.", section="Cooling"),
            row("c3", "Wait."),
        ]
    )
    assert found(words, "autoclave") == ["c1"]
    assert found(words, "cooling") == ["c2"]


def test_a_table_row_is_found_by_its_header(words: Words) -> None:
    place = {"title": "Manual", "section": "Limits"}
    header = "Manual › Limits\n| Device | Pressure |"
    words.add(
        [row("c1", "| Autoclave | 2 bar |", context=header, **place), row("c2", "| Oven | 1 bar |", **place)]
    )
    assert found(words, "pressure") == ["c1"]


def test_a_title_that_the_context_repeats_counts_once(words: Words) -> None:
    words.add(
        [
            row("c1", "some text", title="Autoclave", section="Door", context="Autoclave › Door"),
            row("c2", "some text", title="Autoclave", section="Door"),
        ]
    )
    (_, first), (_, second) = words.search("autoclave door", 5, languages=["en"])
    assert first == pytest.approx(second)


def test_a_word_of_the_text_counts_more_than_one_of_the_title(words: Words) -> None:
    words.add(
        [row("c1", "some words here", title="Autoclave"), row("c2", "autoclave words here", title="Manual")]
    )
    assert found(words, "autoclave") == ["c2", "c1"]


@pytest.mark.parametrize(
    "query", ["SOP-QA-014", "sop-qa-014?", "what does (SOP‑QA‑014) say", "E-204.7", "“e-204.7”"]
)
def test_identifiers_are_found_as_they_are_written(words: Words, query: str) -> None:
    decoys = [row(f"x{n}", f"SOP-QA-{n:03} and E-{n}.7 and 014 204") for n in range(20, 40)]
    words.add([row("c1", "This is SOP-QA-014; on error E-204.7, stop."), *decoys])
    assert found(words, query)[0] == "c1"


def test_metadata_is_found_whatever_the_language_of_the_document(words: Words) -> None:
    words.add([row("c1", "Abkühlen lassen", language="de", metadata="handbook.pdf SOP-QA-014 Sterilisation")])
    assert found(words, "handbook", languages=["de"]) == ["c1"]
    assert found(words, "SOP-QA-014", languages=["de"]) == ["c1"]


def test_documents_of_several_languages_are_found_together(words: Words) -> None:
    words.add(
        [
            row("c1", "Überprüfungen der Zentrifuge", language="de"),
            row("c2", "inspections of the centrifuge", language="en"),
            row("c3", "遠心分離機の検査", language="ja"),
        ]
    )
    languages = ["de", "en", "ja"]
    assert found(words, "Überprüfung", languages=languages) == ["c1"]
    assert found(words, "inspection", languages=languages) == ["c2"]
    assert found(words, "検査", languages=languages) == ["c3"]


def test_the_same_match_scores_the_same_however_many_languages_there_are(words: Words) -> None:
    words.add(
        [row("c1", "hotel minibar 1984", language="en"), row("c2", "hotel minibar 1984", language="de")]
    )
    one = words.search("hotel minibar", 5, languages=["en"])
    both = dict(words.search("hotel minibar", 5, languages=["en", "de"]))
    assert both["c1"] == pytest.approx(one[0][1])
    assert both["c1"] == pytest.approx(both["c2"])


def test_only_the_documents_asked_for_are_searched_and_scores_stay(words: Words) -> None:
    words.add([row(f"c{n}", "the autoclave door", document=f"d{n}") for n in range(5)])
    everywhere = dict(words.search("autoclave", 10, languages=["en"]))
    scoped = words.search("autoclave", 10, languages=["en"], documents={"d2", "d4", "d9"})
    assert {chunk_id for chunk_id, _ in scoped} == {"c2", "c4"}
    assert all(score == pytest.approx(everywhere[chunk_id]) for chunk_id, score in scoped)
    assert words.search("autoclave", 10, languages=["en"], documents=set()) == []


@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        "the of and",
        '+-&&||!(){}[]^"~*?:\\/',
        "text:autoclave AND NOT",
        "\x00",
        "a" * 4_000,
        "😀",
        "\u202e",
        "'",
    ],
)
def test_any_query_is_safe(words: Words, query: str) -> None:
    words.add([row("c1", "The autoclave door")])
    assert len(found(words, query)) <= 1


def test_a_question_of_four_thousand_characters_is_answered(words: Words) -> None:
    words.add([row("c1", "The autoclave door")])
    question = " ".join(f"word{n}" for n in range(500)) + " autoclave"
    assert found(words, question, languages=["en", "de", "fr"]) == ["c1"]


def test_boosts_change_the_order(words: Words) -> None:
    words.add(
        [row("c1", "some words here", title="Autoclave"), row("c2", "autoclave words here", title="Manual")]
    )
    boosts = FieldBoosts(text=0.1, title=5.0)
    assert [chunk for chunk, _ in words.search("autoclave", 5, languages=["en"], boosts=boosts)] == [
        "c1",
        "c2",
    ]


def test_what_is_removed_is_not_found_and_the_rest_still_is(words: Words) -> None:
    rows = [row(f"c{n}", f"autoclave number {n}", document=f"d{n % 3}") for n in range(30)]
    words.add(rows[:20])
    words.add(rows[20:])
    gone = words.purge({"d1"}, keeping(rows))
    assert gone == {"d1": 10}
    assert words.ids() == {each.chunk_id for each in rows if each.document_id != "d1"}
    assert set(found(words, "autoclave", limit=50)) == words.ids()


def test_no_segment_keeps_deleted_text(words: Words, folder: Path) -> None:
    rows = [row(f"c{n}", f"autoclave xylophone{n}", document=f"d{n}") for n in range(40)]
    for start in range(0, 40, 10):
        words.add(rows[start : start + 10])
    words.purge({"d7", "d25"}, keeping(rows))
    segments = json.loads((folder / "meta.json").read_text())["segments"]
    assert all(segment["deletes"] is None for segment in segments)
    alive = {segment["segment_id"].replace("-", "") for segment in segments}
    files = {
        path.stem for path in folder.iterdir() if path.suffix in {".term", ".idx", ".store", ".fieldnorm"}
    }
    assert files == alive


def test_removing_what_is_not_there_changes_nothing(words: Words, folder: Path) -> None:
    words.add([row("c1", "autoclave")])
    before = (folder / "meta.json").read_bytes()
    assert not words.purge({"elsewhere"}, keeping([]))
    assert (folder / "meta.json").read_bytes() == before


def test_rows_that_fail_half_way_leave_nothing(words: Words) -> None:
    def rows() -> Iterable[WordRow]:
        yield row("c1", "autoclave")
        raise RuntimeError("the ledger went away")

    with pytest.raises(RuntimeError, match="went away"):
        words.add(rows())
    assert words.ids() == set()
    words.add([row("c2", "autoclave")])
    assert found(words, "autoclave") == ["c2"]


def test_a_second_opening_sees_each_commit_of_the_first(words: Words, folder: Path) -> None:
    reader = Words(folder)
    words.add([row("c1", "autoclave")])
    assert found(reader, "autoclave") == ["c1"]
    words.purge({"d1"}, keeping([]))
    assert found(reader, "autoclave") == []


def test_many_threads_may_search_while_one_writes(words: Words) -> None:
    words.add([row("c0", "autoclave")])
    problems: list[BaseException] = []
    done = threading.Event()

    def search() -> None:
        try:
            while not done.is_set():
                assert "c0" in found(words, "autoclave", limit=100)
        except BaseException as error:  # noqa: BLE001 - raised again by the test's own thread
            problems.append(error)

    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(1, 9):
        words.add([row(f"c{number}", "autoclave", document=f"d{number}")])
    done.set()
    for thread in threads:
        thread.join()
    assert problems == []
    assert len(words.ids()) == 9


def test_damaged_files_are_a_store_error_with_a_way_out(words: Words, folder: Path) -> None:
    words.add([row("c1", "autoclave")])
    (folder / "meta.json").write_text("garbage")
    with pytest.raises(StoreError) as caught:
        Words(folder)
    assert "doctor" in caught.value.hint


def test_the_deletes_of_a_writer_that_was_killed_before_its_commit_are_no_hindrance(
    words: Words, folder: Path
) -> None:
    rows = [
        row(f"c{number}", f"passage {number} of the autoclave", document=f"d{number % 2}")
        for number in range(6)
    ]
    words.add(rows)
    meta = json.loads((folder / "meta.json").read_text())
    [segment] = [each["segment_id"].replace("-", "") for each in meta["segments"]]
    for later in range(1, 60):  # the next commit's opstamp is one of these
        (folder / f"{segment}.{meta['opstamp'] + later}.del").write_bytes(b"half")
    words.purge({"d1"}, keeping(rows))
    assert found(words, "autoclave") == ["c0", "c2", "c4"]
