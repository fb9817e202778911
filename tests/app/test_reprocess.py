"""Documents that an older version made are made anew, and only what changed is encoded."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ragdesk.app.app import App
from ragdesk.app.health import checks
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.ports import Embedder
from ragdesk.front.cli import main
from ragdesk.host.paths import open_home
from ragdesk.ingesting.readers.version import INGEST_VERSION

SECTIONS = [f"## Part {n}\n\nDevice {n} is checked every {n + 2} weeks by team {n}." for n in range(12)]


class Counting:
    """The real embedder; remembers which texts it was given to encode."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.encoded: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)

    def encode(self, texts: Sequence[str]) -> FloatArray:
        self.encoded += texts
        return self._embedder.encode(texts)


@pytest.fixture
def app(home_folder: Path) -> Iterator[App]:
    opened = App.open(open_home())
    yield opened
    opened.close()


@pytest.fixture
def counting(app: App) -> Counting:
    counting = Counting(app.engines.embedder())
    app.engines._embedder = counting
    return counting


def write(folder: Path, name: str, sections: Sequence[str] = SECTIONS) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# Guide to {path.stem}\n\n" + "\n\n".join(sections) + "\n", encoding="utf-8")
    return path


def age(app: App, *document_ids: str | None) -> None:
    """Let documents be from an older version, whose title was worse."""
    with app.library._ledger.database.writing() as connection:
        for each in document_ids:
            connection.execute(
                "UPDATE documents SET ingest_version = 1, title = 'Old title' WHERE id = ?", (each,)
            )


def test_only_the_changed_passages_of_a_changed_file_are_encoded(
    app: App, tmp_path: Path, counting: Counting
) -> None:
    path = write(tmp_path, "a.md")
    [added] = app.intake.add([path])
    assert len(counting.encoded) == added.chunks >= 4
    counting.encoded.clear()
    changed = [*SECTIONS[:5], "## Part 5\n\nDevice 5 is now checked daily by nobody.", *SECTIONS[6:]]
    [again] = app.intake.add([write(tmp_path, "a.md", changed)])
    assert again.status == "updated"
    assert 1 <= len(counting.encoded) < again.chunks
    assert any("daily by nobody" in text for text in counting.encoded)
    assert "daily by nobody" in app.passages.search("checked daily by nobody", mode="vector")[0].chunk.text
    _assert_vectors_are_those_of_their_passages(app, str(again.document_id))
    assert all(check.passed for check in checks(app.library, app.engines))


def _assert_vectors_are_those_of_their_passages(app: App, document_id: str) -> None:
    """Kept or new: each vector is what the embedder makes of its passage."""
    vectors = app.library.vectors_by_text(document_id)
    chunks = app.library.chunks.of_document(document_id)
    assert set(vectors) == {chunk.embedding_text for chunk in chunks}
    made = app.engines.embedder().encode(list(vectors))
    assert (made * list(vectors.values())).sum(axis=1).min() > 0.99


def test_what_an_older_version_made_is_listed_and_made_anew_without_encoding_it_again(
    app: App, tmp_path: Path, counting: Counting, capsys: pytest.CaptureFixture[str]
) -> None:
    old, other = app.intake.add([write(tmp_path, "old.md"), write(tmp_path, "other.md", SECTIONS[:2])])
    app.library.collections.put(str(old.document_id), ["Lab"])
    before = app.library.document(str(old.document_id))
    age(app, old.document_id)
    capsys.readouterr()
    assert main(["reprocess", "--dry-run", "--json"]) == 0
    [listed] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert listed["document_id"] == old.document_id
    assert app.library.document(str(old.document_id)).ingest_version == 1, "a dry run changes nothing"
    counting.encoded.clear()
    [result] = app.intake.reprocess(app.intake.outdated())
    assert (result.status, result.document_id) == ("updated", old.document_id)
    assert counting.encoded == []
    assert app.library.document(str(old.document_id)) == before
    assert app.library.document(str(old.document_id)).ingest_version == INGEST_VERSION
    assert app.intake.outdated() == []
    _assert_vectors_are_those_of_their_passages(app, str(old.document_id))
    assert app.passages.search("Device 7 checked", mode="words")[0].chunk.document_id == old.document_id
    assert len(app.library.documents.all()) == 2 and other.document_id
    assert all(check.passed for check in checks(app.library, app.engines))


def test_the_command_makes_them_anew_and_then_there_is_nothing_to_do(
    app: App, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = list(app.intake.add([write(tmp_path, f"{n}.md", SECTIONS[n : n + 2]) for n in range(3)]))
    age(app, *(result.document_id for result in results))
    app.close()
    capsys.readouterr()
    assert main(["reprocess", "--json"]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["status"] for line in printed] == ["updated"] * 3
    assert main(["reprocess", "--dry-run"]) == 0
    assert "made by this version" in capsys.readouterr().out
    assert main(["reprocess", "--dry-run", "--below", str(INGEST_VERSION + 1), "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_one_that_cannot_be_read_any_more_stays_as_it_was(app: App, tmp_path: Path) -> None:
    results = list(app.intake.add([write(tmp_path, f"{n}.md", SECTIONS[n : n + 2]) for n in range(2)]))
    age(app, *(result.document_id for result in results))
    bad = str(results[1].document_id)
    app.library.original(bad).write_bytes(b"\x00\x01\x02" * 100)
    made = {result.document_id: result for result in app.intake.reprocess(app.intake.outdated())}
    assert made[results[0].document_id].status == "updated"
    assert made[bad].status == "failed" and "stays as it was" in str(made[bad].problem)
    assert app.passages.search("Device 2 checked", mode="words")
    assert [document.id for document in app.intake.outdated()] == [bad]
    [again] = app.intake.reprocess(app.intake.outdated())
    assert again.status == "failed"
    [damaged] = [check for check in checks(app.library, app.engines) if not check.passed]
    assert damaged.name == "archive" and bad in damaged.detail and "add their files again" in damaged.hint


def test_an_original_that_is_not_its_own_is_not_read_in_its_stead(app: App, tmp_path: Path) -> None:
    """Damaged, but a text still; or that of another document, whose folder was exchanged with its own."""
    files = [write(tmp_path, f"{n}.md", SECTIONS[n : n + 2]) for n in range(3)]
    one, other, changed = (str(result.document_id) for result in app.intake.add(files))
    age(app, one, other, changed)
    app.library.original(changed).write_text("# Something else\n", encoding="utf-8")
    folders = [app.library.original(each).parent for each in (one, other)]
    folders[0].rename(tmp_path / "between")
    folders[1].rename(folders[0])
    (tmp_path / "between").rename(folders[1])
    before = {each: app.library.chunks.of_document(each) for each in (one, other, changed)}
    made = list(app.intake.reprocess(app.intake.outdated()))
    assert [result.status for result in made] == ["failed"] * 3
    assert all("another document's file" in str(result.problem) for result in made)
    assert {each: app.library.chunks.of_document(each) for each in before} == before
    assert [result.status for result in app.intake.resume()] == []
    made = list(app.intake.reprocess(app.intake.outdated()))
    assert {result.document_id: result.status for result in made} == {
        one: "updated",
        other: "updated",
        changed: "failed",
    }


def test_an_entry_that_is_made_anew_stays_one_passage(app: App) -> None:
    entry = app.library.entries.propose("How long must it cool?", "45 minutes.\n\n## Never\n\nless.")
    app.entries.approve(entry.id)
    app.intake.start()
    from until import until

    until(app.library.documents.all)
    app.intake.stop()
    [document] = app.library.documents.all()
    age(app, document.id)
    [result] = app.intake.reprocess(app.intake.outdated())
    assert (result.status, result.chunks) == ("updated", 1)
    assert app.library.documents.all() == [document]
