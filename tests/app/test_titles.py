"""Documents that a person renames: how they are found and shown then, and that they keep the title.

Real stores, the real embedder.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ragdesk.answering.overview.asked import wanted
from ragdesk.answering.overview.which import choose
from ragdesk.app.app import App
from ragdesk.app.health import checks
from ragdesk.app.titles import LONGEST
from ragdesk.domain.answers import Answer
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.domain.search import Scope
from ragdesk.front.cli import main
from ragdesk.host.paths import open_home

SECTIONS = [f"## Part {n}\n\nDevice {n} is checked every {n + 2} weeks by team {n}." for n in range(8)]
LATER = [f"## Part {n}\n\nDevice {n} is checked every {n + 5} weeks by team {n}." for n in range(8)]


@pytest.fixture
def app(home_folder: Path) -> Iterator[App]:
    opened = App.open(open_home())
    yield opened
    opened.close()


def write(folder: Path, name: str = "scan_07.md", sections: list[str] = SECTIONS) -> Path:
    path = folder / name
    path.write_text("\n\n".join(["# Scan 7", *sections]) + "\n", encoding="utf-8")
    return path


def add(app: App, path: Path) -> Document:
    [result] = app.intake.add([path])
    return app.library.document(str(result.document_id))


def assert_vectors_are_those_of_their_passages(app: App, document_id: str) -> None:
    vectors = app.library.vectors_by_text(document_id)
    chunks = app.library.chunks.of_document(document_id)
    assert set(vectors) == {chunk.embedding_text for chunk in chunks}
    made = app.engines.embedder().encode(list(vectors))
    assert (made * list(vectors.values())).sum(axis=1).min() > 0.99


def test_a_given_title_is_found_by_words_and_by_meaning_as_its_own_would_be(app: App, tmp_path: Path) -> None:
    document = add(app, write(tmp_path))
    add(
        app,
        write(
            tmp_path, "other.md", [f"## Place {n}\n\nRoom {n} is cleaned by {n} people." for n in range(8)]
        ),
    )
    app.titles.rename(document.id, "Calibration of centrifuges")
    app.intake.reencode()
    for mode in ("words", "vector", "hybrid"):
        found = app.passages.search("calibration of centrifuges", mode=mode)
        assert found[0].chunk.document_id == document.id, mode
    contexts = [chunk.context for chunk in app.library.chunks.of_document(document.id)]
    assert all(context.startswith("Calibration of centrifuges › ") for context in contexts)
    assert_vectors_are_those_of_their_passages(app, document.id)
    assert all(check.passed for check in checks(app.library, app.engines))


def test_taken_back_it_is_as_it_was(app: App, tmp_path: Path) -> None:
    document = add(app, write(tmp_path))
    before = app.library.chunks.of_document(document.id)
    app.titles.rename(document.id, "Calibration of centrifuges, of every maker and year")
    app.titles.rename(document.id, None)
    app.intake.reencode()
    assert app.library.document(document.id) == document
    assert app.library.chunks.of_document(document.id) == before
    assert_vectors_are_those_of_their_passages(app, document.id)


def test_a_new_version_and_a_new_reading_keep_the_given_title(app: App, tmp_path: Path) -> None:
    document = add(app, write(tmp_path))
    app.titles.rename(document.id, "Calibration of centrifuges")
    again = add(app, write(tmp_path, sections=[*SECTIONS, "## Part 9\n\nThe ninth device is new."]))
    assert again.id != document.id
    assert (again.title, again.own_title, again.title_from) == (
        "Calibration of centrifuges",
        "Scan 7",
        "heading",
    )
    assert app.passages.search("calibration centrifuges ninth", mode="words")[0].chunk.document_id == again.id
    assert_vectors_are_those_of_their_passages(app, again.id)
    [result] = app.intake.reprocess([again])
    assert (result.status, result.title) == ("updated", "Calibration of centrifuges")
    assert app.library.document(again.id) == again
    assert_vectors_are_those_of_their_passages(app, again.id)
    assert all(check.passed for check in checks(app.library, app.engines))


def test_the_thread_in_the_background_makes_the_vectors_anew(app: App, tmp_path: Path) -> None:
    document = add(app, write(tmp_path))
    app.titles.rename(document.id, "Calibration of centrifuges")
    assert app.library.needs_reencoding() == [document.id]
    app.intake.start()
    try:
        for _ in range(200):
            if not app.library.needs_reencoding():
                break
            app.intake._closing.wait(0.1)
    finally:
        app.intake.stop()
    assert_vectors_are_those_of_their_passages(app, document.id)


def test_a_long_title_leaves_a_passage_what_the_embedder_reads(app: App, tmp_path: Path) -> None:
    embedder = app.engines.embedder()
    words = " ".join(f"word{n}" for n in range(embedder.max_tokens // 3 - 12))
    document = add(app, write(tmp_path, sections=[f"## Part\n\n{words}."]))
    app.titles.rename(document.id, "Very long indeed " * 11)
    for chunk in app.library.chunks.of_document(document.id):
        [*_, spans] = embedder.counter.token_spans([chunk.placed_text])
        assert len(spans) <= embedder.max_tokens


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("", "empty"), ("  ", "empty"), ("…!", "empty"), ("a\x00b", "control"), ("a\nb", "control"), ("a\u202eb", "control"),
        ("x" * (LONGEST + 1), "201 characters"),
    ],
)  # fmt: skip
def test_what_is_no_title_is_refused(app: App, tmp_path: Path, title: str, said: str) -> None:
    document = add(app, write(tmp_path))
    with pytest.raises(UsageError, match=said):
        app.titles.rename(document.id, title)
    assert app.library.document(document.id) == document


def test_a_document_that_is_not_there_is_not_renamed(app: App) -> None:
    with pytest.raises(UnknownIdError):
        app.titles.rename("0" * 16, "Gates")


def test_a_title_may_be_of_any_script_and_long(app: App, tmp_path: Path) -> None:
    document = add(app, write(tmp_path))
    for title in ("取扱説明書", "می‌خواهم", "x" * LONGEST, "  Two   words "):
        assert app.titles.rename(document.id, title).title == " ".join(title.split())


def test_a_question_that_names_the_title_means_the_document(app: App, tmp_path: Path) -> None:
    first, other = add(app, write(tmp_path)), add(app, write(tmp_path, "scan_08.md", LATER))
    app.titles.rename(first.id, "Centrifuge manual")
    app.titles.rename(other.id, "Freezer manual")
    app.intake.reencode()
    for title, document in (("centrifuge", first), ("freezer", other)):
        found = app.passages.search(f"How often is device 3 checked according to the {title} manual?")
        assert found[0].chunk.document_id == document.id
        meant = choose(wanted(f"Main points of the {title} manual"), app.library.documents.all(), Scope())
        assert [each.id for each in meant.documents] == [document.id]
    *_, listed = app.answers.ask("Which documents do I have?")
    assert isinstance(listed, Answer) and "Centrifuge manual (scan_07.md)" in listed.text


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    capsys.readouterr()
    status = main([*arguments, "--json"])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_command_renames_lists_and_takes_back(
    home_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, [added] = command(capsys, "add", str(write(tmp_path)))
    document_id = added["document_id"]
    status, [renamed] = command(capsys, "rename", document_id, "Calibration of centrifuges")
    assert (status, renamed["title"], renamed["own_title"]) == (0, "Calibration of centrifuges", "Scan 7")
    assert [each["title"] for each in command(capsys, "list")[1]] == ["Calibration of centrifuges"]
    _, [found] = command(capsys, "search", "calibration of centrifuges", "--mode", "vector")
    assert found["hits"][0]["document_id"] == document_id, "its vectors are there at once"
    assert command(capsys, "doctor")[0] == 0
    assert main(["show", document_id]) == 0
    shown = capsys.readouterr().out
    assert "Calibration of centrifuges" in shown and "Scan 7 (from its first heading)" in shown
    status, [own] = command(capsys, "rename", document_id, "--own")
    assert (status, own["title"], own["own_title"]) == (0, "Scan 7", None)


def test_the_command_says_what_is_wrong(
    home_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, [added] = command(capsys, "add", str(write(tmp_path)))
    for arguments, status, said in (
        (("0" * 16, "Gates"), 2, "There is no document"),
        ((added["document_id"],), 2, "The title is empty"),
        ((added["document_id"], "a\tb\x07"), 2, "control characters"),
        ((added["document_id"], "Gates", "--own"), 2, "not both"),
    ):
        ended, [problem] = command(capsys, "rename", *arguments)
        assert (ended, said in problem["error"]["message"]) == (status, True), problem
