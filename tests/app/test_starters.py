"""Questions to begin with: made of a person's own files, checked against them, kept and forgotten with them."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragdesk.app.app import App
from ragdesk.app.starters import VERSION
from ragdesk.domain.ports import never
from ragdesk.host.paths import open_home

GUIDE = """# Boat house guide

## Keys
The harbour master is responsible for the keys of the boat house.

## Membership
The notice period is three months.

| Boat | Weekly fee |
|---|---|
| Rowing boat | 12 euros |
| Sailing boat | 45 euros |
"""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


def add(app: App, folder: Path, name: str, text: str, collection: str = "") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    [result] = app.intake.add([path], collection=collection)
    assert result.document_id
    return result.document_id


def make(app: App) -> None:
    while (document := app.starters.waiting()) is not None:
        assert app.starters.make(document, never)


def test_a_document_is_offered_with_questions_that_it_answers(app: App, tmp_path: Path) -> None:
    document = add(app, tmp_path, "guide.md", GUIDE)
    assert app.starters.of_document(document) == () and app.starters.of_library() == []
    make(app)
    questions = app.starters.of_document(document)
    assert "Who is responsible for the keys of the boat house?" in questions
    assert "What is the weekly fee for Rowing boat?" in questions
    assert len(questions) <= 4 and app.starters.of_library() == list(questions)
    assert app.starters.waiting() is None, "made once"


def test_questions_go_with_their_document_and_with_its_text(app: App, tmp_path: Path) -> None:
    document = add(app, tmp_path, "guide.md", GUIDE)
    make(app)
    list(app.intake.reprocess([app.library.document(document)]))
    assert app.starters.of_document(document) == () and app.starters.waiting() is not None
    make(app)
    assert app.starters.of_document(document)
    app.removals.remove([document])
    assert app.starters.of_document(document) == () and app.starters.of_library() == []


def test_the_start_of_chat_leaves_out_a_collection_and_lets_documents_take_turns(
    app: App, tmp_path: Path
) -> None:
    first, second = add(app, tmp_path, "a.txt", "A"), add(app, tmp_path, "b.txt", "B", collection="Samples")
    third = add(app, tmp_path, "c.txt", "C")
    for number, document in enumerate((first, second, third)):
        app.library.starters.keep(document, VERSION, [f"{number} one?", f"{number} two?"])
    assert sorted(app.starters.of_library(apart_from="Samples")) == ["0 one?", "0 two?", "2 one?", "2 two?"]
    assert {question[2:] for question in app.starters.of_library(apart_from="Samples")[:2]} == {"one?"}


def test_what_is_cancelled_is_made_later(app: App, tmp_path: Path) -> None:
    add(app, tmp_path, "guide.md", GUIDE)
    waiting = app.starters.waiting()
    assert waiting is not None and not app.starters.make(waiting, lambda: True)
    assert app.starters.waiting() == waiting


def test_they_are_made_in_idle_time(app: App, tmp_path: Path) -> None:
    document = add(app, tmp_path, "guide.md", GUIDE)
    app.intake.start()
    deadline = time.monotonic() + 60
    while not app.starters.of_document(document):
        assert time.monotonic() < deadline
        time.sleep(0.1)
