"""The samples are taken in like any file, answer their questions, and leave nothing behind."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragdesk.app.app import App
from ragdesk.app.samples import COLLECTION
from ragdesk.host.paths import open_home


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    opened.intake.start()
    yield opened
    opened.close()


def wait_for(app: App, count: int) -> None:
    deadline = time.monotonic() + 90
    while len(app.library.documents.all()) != count or app.intake.state().running:
        assert time.monotonic() < deadline, app.intake.state()
        time.sleep(0.1)


def test_samples_come_answer_and_go(app: App) -> None:
    assert not app.samples.present()
    app.samples.add()
    wait_for(app, 3)
    assert app.samples.present()
    assert all(one.collections == (COLLECTION,) for one in app.library.documents.all())
    names = {one.id: one.name for one in app.library.documents.all()}
    found = [
        names[app.passages.search(question)[0].chunk.document_id] for question in app.samples.questions()
    ]
    assert found == ["sop-autoclave.pdf", "handbook.md", "visitor-policy.html"]

    app.samples.add()  # again: nothing doubles
    wait_for(app, 3)
    assert app.samples.remove() == 3
    assert app.library.documents.all() == [] and [each.name for each in app.library.collections.all()] == []
    assert not app.samples.present() and app.samples.remove() == 0


def test_what_a_person_added_is_no_sample(app: App, examples: Path) -> None:
    list(app.intake.add([examples / "handbook.md"], collection="Mine"))
    assert not app.samples.present()
    assert app.samples.remove() == 0
    assert len(app.library.documents.all()) == 1 and [
        each.name for each in app.library.collections.all()
    ] == ["Mine"]


def test_the_samples_ship_with_the_app(app: App) -> None:
    assert [path.is_file() for path in app.samples.paths()] == [True] * 3


def test_only_questions_that_the_library_answers_are_offered(app: App, examples: Path) -> None:
    assert app.samples.questions() == []
    list(app.intake.add([examples / "handbook.md"]))
    assert app.samples.questions() == ["Who approves travel expenses above 2,000 euros?"]
