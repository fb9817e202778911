"""What is removed is nowhere any more: not in any file of the home, in no encoding, compressed or not."""

import contextlib
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragdesk.app.app import App
from ragdesk.app.health import checks
from ragdesk.domain.answers import Answer, Citation, Timings
from ragdesk.domain.conversations import Turn
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import UnknownIdError
from ragdesk.domain.intake import SourceInfo
from ragdesk.front.cli import main
from ragdesk.host.paths import open_home
from ragdesk.ingesting.readers.parse import FORMATS

SECRET = "The xylophonist Wolfgrambe hid seventeen emeralds under the Zanzibar pavilion."
INNER = "Quetzalcoatl was seen by the vice-regent of Ouagadougou at a quarter past six."
ZSTD, ZLIB = b"\x28\xb5\x2f\xfd", re.compile(rb"\x78[\x01\x5e\x9c\xda]")


@pytest.fixture
def app(home_folder: Path) -> Iterator[App]:
    opened = App.open(open_home())
    yield opened
    opened.close()


def unfolded(content: bytes, path: Path) -> Iterator[bytes]:
    """The bytes, and whatever unfolds from them: members of zips, zlib and zstd streams at any place."""
    import pyarrow

    yield content
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            yield from (archive.read(name) for name in archive.namelist())
    for match in ZLIB.finditer(content):
        try:
            yield zlib.decompressobj().decompress(content[match.start() :], 1 << 22)
        except zlib.error:
            continue
    start = content.find(ZSTD)
    while start >= 0:
        with contextlib.suppress(OSError, ValueError):
            yield pyarrow.CompressedInputStream(pyarrow.BufferReader(content[start:]), "zstd").read(1 << 22)
        start = content.find(ZSTD, start + 1)


def traces(home: Path, *sentences: str) -> list[tuple[str, str]]:
    """(file, words) wherever a word of the sentences that nobody else uses is found."""
    words = {word.strip(".") for sentence in sentences for word in sentence.split() if len(word) > 8}
    patterns = [
        (word, form.encode(encoding))
        for word in words
        for form in (word, word.lower())
        for encoding in ("utf-8", "utf-16-le", "utf-16-be")
    ]
    files = [path for path in home.rglob("*") if path.is_file()]
    return [
        (path.name, word)
        for path in files
        for content in unfolded(path.read_bytes(), path)
        for word, pattern in patterns
        if pattern in content
    ]


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_search_for_traces_finds_what_is_there(app: App, tmp_path: Path) -> None:
    list(app.intake.add([write(tmp_path, "a.md", f"# A\n\n{SECRET}\n")]))
    assert {name for name, _ in traces(app.home.root, SECRET)} >= {
        "library.db",
        "document.md",
        "original.md",
    }
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "zlib").write_bytes(b"before" + zlib.compress(SECRET.encode()))
    (hidden / "utf16").write_bytes(SECRET.encode("utf-16"))
    assert {name for name, _ in traces(hidden, SECRET)} == {"zlib", "utf16"}


def test_a_removed_document_is_nowhere_in_the_home(app: App, tmp_path: Path) -> None:
    kept = [write(tmp_path, f"{n}.md", f"# Kept {n}\n\n" + "Harmless words. " * 60) for n in range(5)]
    secret = write(tmp_path, "secret.md", f"# Wolfgrambe\n\n{SECRET}\n\n## More\n\n{INNER}\n")
    app.intake.start()
    app.intake.queue_copies({write(tmp_path, "blob", f"# Copy\n\n{INNER}\n"): "quetzalcoatl.md"})
    *_, added = app.intake.add([*kept, secret])
    [dropped] = [one for one in app.library.documents.all() if one.name == "quetzalcoatl.md"] or _wait_for(
        app
    )
    list(app.intake.add([write(tmp_path, "secret.md", f"# Wolfgrambe again\n\n{SECRET}\n")]))
    [second] = [one for one in app.library.documents.all() if one.name == "secret.md"]
    assert second.id != added.document_id
    assert app.passages.search("xylophonist Wolfgrambe") and traces(app.home.root, SECRET)
    app.removals.remove([second.id, dropped.id])
    assert traces(app.home.root, SECRET, INNER) == []
    assert len(app.library.documents.all()) == 5
    assert all(check.passed for check in checks(app.library, app.engines))


def _wait_for(app: App) -> list[Document]:
    from until import until

    until(lambda: any(one.name == "quetzalcoatl.md" for one in app.library.documents.all()))
    return [one for one in app.library.documents.all() if one.name == "quetzalcoatl.md"]


def contained(app: App, tmp_path: Path) -> tuple[str, Path]:
    """A container with the secret inside, added; its document's id, and its file."""
    archive = tmp_path / "letters.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("folder/inner.md", f"# Inner\n\n{INNER}\n")
        made.writestr("readme.md", "# Read me\n\nNothing much.\n")
    if any(".zip" in one.endings for one in FORMATS):
        results = list(app.intake.add([archive]))
        assert [result.status for result in results] == ["ready"] * 3
        return str(results[0].document_id), archive
    return _by_hand(app, tmp_path), archive


def _by_hand(app: App, tmp_path: Path) -> str:
    """A document with a part, without a parser of archives."""
    [outer] = app.intake.add([write(tmp_path, "outer.md", "# Outer\n\nThe letters.\n")])
    [inner] = app.intake.add([write(tmp_path, "inner.md", f"# Inner\n\n{INNER}\n")])
    place = str(tmp_path / "outer.md")
    with app.library.write_session() as writer:
        found = SourceInfo(f"{place}!/inner.md", 1, 1, place, str(outer.document_id), 1)
        writer.attach_source(str(inner.document_id), found)
        writer.forget_source(str(tmp_path / "inner.md"))
    return str(outer.document_id)


def test_what_was_inside_of_a_removed_file_is_nowhere_either(app: App, tmp_path: Path) -> None:
    container, _ = contained(app, tmp_path)
    assert app.passages.search("Quetzalcoatl", mode="words")
    assert "inner.md" in [Path(name).name for name, _, _ in app.contents.parts(container)]
    receipts = app.removals.remove([container])
    assert len(receipts) >= 2
    assert traces(app.home.root, INNER) == []
    assert list(app.home.incoming.iterdir()) == []
    assert app.library.documents.all() == []


def test_what_is_removed_while_its_parts_still_wait_takes_them_along(app: App, tmp_path: Path) -> None:
    if not any(".zip" in one.endings for one in FORMATS):
        pytest.skip("no parser of archives is registered")
    archive = tmp_path / "letters.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("inner.md", f"# Inner\n\n{INNER}\n")
    results = app.intake.add([archive])
    container = next(results).document_id
    results.close()  # type: ignore[attr-defined]
    assert container is not None and traces(app.home.root, INNER)
    app.removals.remove([container])
    assert traces(app.home.root, INNER) == []
    assert app.library.jobs.all() == []


def quote(app: App, document_id: str) -> str:
    """A conversation with an answer that quotes the document, as `ask` keeps it; its id."""
    [chunk] = app.library.chunks.of_document(document_id)[:1]
    start = app.library.text(document_id).index(INNER)
    citation = Citation(
        1, chunk.id, document_id, "inner.md", "Inner", None, "Inner", INNER, start, start + len(INNER)
    )
    answer = Answer("Who?", "Who?", f"{INNER} [1]", "answered", (citation,), (), (), Timings(0.1))
    conversation = app.conversations.create("About somebody")
    stored = app.library.conversations
    stored.add(conversation.id, Turn("user", "Was Quetzalcoatl seen?"))
    stored.add(conversation.id, Turn("assistant", answer.text), answer)
    stored.add(conversation.id, Turn("user", "What else?"))
    return conversation.id


def test_messages_that_quote_are_offered_and_deleted_when_asked(app: App, tmp_path: Path) -> None:
    [added] = app.intake.add([write(tmp_path, "inner.md", f"# Inner\n\n{INNER}\n")])
    conversation = quote(app, str(added.document_id))
    offered = app.removals.quoting([str(added.document_id)])
    assert [message.turn.role for message in offered] == ["user", "assistant"]
    app.removals.remove([str(added.document_id)], messages=True)
    assert [message.turn.text for message in app.library.conversations.messages(conversation)] == [
        "What else?"
    ]
    assert traces(app.home.root, INNER) == []


def test_messages_that_quote_stay_when_not_asked(app: App, tmp_path: Path) -> None:
    [added] = app.intake.add([write(tmp_path, "inner.md", f"# Inner\n\n{INNER}\n")])
    conversation = quote(app, str(added.document_id))
    app.removals.remove([str(added.document_id)])
    assert len(app.library.conversations.messages(conversation)) == 3
    assert {name for name, _ in traces(app.home.root, INNER)} <= {"library.db", "library.db-wal"}


def test_messages_that_quote_an_attachment_go_with_its_container(app: App, tmp_path: Path) -> None:
    container, _ = contained(app, tmp_path)
    [part] = [part for name, part, _ in app.contents.parts(container) if Path(name).name == "inner.md"]
    conversation = quote(app, str(part))
    assert len(app.removals.quoting([container])) == 2
    app.removals.remove([container], messages=True)
    assert [message.turn.text for message in app.library.conversations.messages(conversation)] == [
        "What else?"
    ]
    assert traces(app.home.root, INNER) == []


def test_the_command_says_how_many_answers_still_quote(
    app: App, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [added] = app.intake.add([write(tmp_path, "inner.md", f"# Inner\n\n{INNER}\n")])
    quote(app, str(added.document_id))
    capsys.readouterr()
    assert main(["remove", str(added.document_id)]) == 0
    assert "1 answer still quote" in capsys.readouterr().out
    [again] = app.intake.add([tmp_path / "inner.md"])
    assert main(["remove", str(again.document_id), "--messages"]) == 0
    assert "deleted" in capsys.readouterr().out
    assert traces(app.home.root, INNER) == []


def test_removing_one_that_is_not_there_deletes_no_message(app: App, tmp_path: Path) -> None:
    [added] = app.intake.add([write(tmp_path, "inner.md", f"# Inner\n\n{INNER}\n")])
    conversation = quote(app, str(added.document_id))
    with pytest.raises(UnknownIdError):
        app.removals.remove([str(added.document_id), "0" * 16], messages=True)
    assert len(app.library.conversations.messages(conversation)) == 3
    assert len(app.library.documents.all()) == 1
