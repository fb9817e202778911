"""Documents that go by a title that a person gave them: in every store, through new versions and kills."""

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from storage.samples import New, assert_consistent, encode, make_document, nearest, open_library, put, words

from ragdesk.domain.documents import Chunk
from ragdesk.domain.errors import UnknownIdError
from ragdesk.domain.intake import NewDocument
from ragdesk.host.paths import Home, open_home
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.migrations import STEPS
from ragdesk.storage.library import Library

TEXT = "autoclave cools 45 minutes\nthe gate is closed at six"


def under(chunks: list[Chunk], title: str) -> list[Chunk]:
    return [replace(chunk, context=title) for chunk in chunks]


def retitle(library: Library, new: NewDocument, title: str | None) -> None:
    document = library.document(new.document.id).called(title)
    chunks = library.chunks.of_document(document.id)
    with library.write_session() as writer:
        writer.retitle(document, under(chunks, document.title))


def reencode(library: Library) -> None:
    with library.write_session() as writer:
        for each in library.needs_reencoding():
            texts = [chunk.embedding_text for chunk in library.chunks.of_document(each)]
            writer.reencode({each: encode(texts)})


def test_a_given_title_is_the_title_everywhere_and_can_be_taken_back(
    library: Library, new: New, home: Home
) -> None:
    made, other = new(TEXT, title="scan 7", path="/a.txt"), new("another one", name="o.txt")
    put(library, made, other)
    retitle(library, made, "Sterilisation handbook")
    document = library.document(made.document.id)
    assert (document.title, document.own_title) == ("Sterilisation handbook", "scan 7")
    assert {each.title for each in library.documents.all()} == {"Sterilisation handbook", "o.txt"}
    assert [size.title for size in library.documents.sizes([document.id])] == ["Sterilisation handbook"]
    assert len(words(library, "sterilisation handbook")) == 2
    assert words(library, "scan") == [], "the word index no longer knows the old one"
    folder = home.archive / document.id
    assert (folder / "about.md").read_text(encoding="utf-8").startswith("# Sterilisation handbook\n")
    assert json.loads((folder / "metadata.json").read_bytes())["own_title"] == "scan 7"
    assert library.text(document.id) == TEXT
    assert library.needs_reencoding() == [document.id]
    reencode(library)
    assert nearest(library, made, 0)
    assert_consistent(library)
    retitle(library, made, None)
    document = library.document(made.document.id)
    assert (document.title, document.own_title) == ("scan 7", None)
    assert words(library, "sterilisation") == [] and len(words(library, "scan")) == 2
    reencode(library)
    assert_consistent(library)


def test_where_the_own_title_was_found_is_kept(library: Library, new: New) -> None:
    made = new(TEXT, title="Ovens")
    put(library, replace(made, document=replace(made.document, title_from="heading")))
    retitle(library, made, "Doors")
    assert library.document(made.document.id).title_from == "heading"


def test_a_document_that_is_read_anew_keeps_the_given_title(
    library: Library, new: New, tmp_path: Path
) -> None:
    made = new(TEXT, title="scan 7")
    put(library, made)
    retitle(library, made, "Ovens")
    read = replace(made.document, title="Scan, page 7", title_from="largest").called("Ovens")
    with library.write_session() as writer:
        writer.replace([replace(made, document=read, chunks=tuple(under(list(made.chunks), "Ovens")))])
    document = library.document(made.document.id)
    assert (document.title, document.own_title, document.title_from) == ("Ovens", "Scan, page 7", "largest")
    assert len(words(library, "ovens")) == 2
    assert_consistent(library)


def test_what_is_not_there_is_not_renamed(library: Library, new: New) -> None:
    made = new(TEXT)
    with library.write_session() as writer, pytest.raises(UnknownIdError):
        writer.retitle(made.document.called("Ovens"), [])


def test_a_ledger_of_before_has_no_given_titles(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    Database(path, STEPS[:8]).close()
    with closing(sqlite3.connect(path)) as connection:
        marks = ", ".join("?" * 17)
        connection.execute(
            f"INSERT INTO documents VALUES ({marks})",
            (
                "a" * 16,
                "a" * 64,
                "ready",
                "a.pdf",
                "Old",
                "pdf",
                "en",
                1,
                1,
                1,
                0,
                5,
                1,
                "2026",
                "[]",
                "",
                "",
            ),
        )
        connection.commit()
    database = Database(path)
    with database.reading() as connection:
        row = connection.execute("SELECT title, title_from, given_title FROM documents").fetchone()
    assert tuple(row) == ("Old", "", None)
    database.close()


KILLED = """
import os, signal, sys
from pathlib import Path
from dataclasses import replace
sys.path.insert(0, sys.argv[3])
from storage.samples import open_library
from storage.test_retitling import under
from ragdesk.host.paths import open_home
from ragdesk.storage import replacing
from ragdesk.storage.archive.archive import Archive
from ragdesk.storage.index.words import Words
from ragdesk.storage.index.vectors import Vectors

def die(*arguments, **named):
    os.kill(os.getpid(), signal.SIGKILL)

place, name = {"staging": (Archive, "stage_again"), "ledger": (replacing, "settle"), "text": (Archive, "exchange"),
    "words": (Words, "purge"), "vectors": (Vectors, "purge")}[sys.argv[2]]
library = open_library(open_home(Path(sys.argv[1])))
[document] = library.documents.all()
chunks = under(library.chunks.of_document(document.id), "Doors")
with library.write_session() as writer:
    setattr(place, name, die)
    writer.retitle(document.called("Doors"), chunks)
"""


@pytest.mark.parametrize("where", ["staging", "ledger", "text", "words", "vectors"])
def test_a_kill_at_any_step_leaves_the_old_title_or_the_new_one_in_every_store(
    tmp_path: Path, where: str
) -> None:
    home = open_home(tmp_path / "home")
    with open_library(home) as library:
        put(library, make_document(tmp_path, TEXT, title="Ovens"))
    arguments = [sys.executable, "-c", KILLED, str(home.root), where, str(Path(__file__).parent.parent)]
    ended = subprocess.run(arguments, capture_output=True, text=True, timeout=60)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    with open_library(home) as library:
        library.settle()
        [document] = library.documents.all()
        title, gone = ("Ovens", "doors") if where == "staging" else ("Doors", "ovens")
        assert document.title == title
        assert len(words(library, title)) == 2 and words(library, gone) == []
        about = (home.archive / document.id / "about.md").read_text(encoding="utf-8")
        assert about.startswith(f"# {title}\n")
        reencode(library)
        assert_consistent(library)
