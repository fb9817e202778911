"""The samples are taken in like any file, answer their questions, and leave nothing behind."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragdesk.desk import Desk
from ragdesk.desk.samples import COLLECTION
from ragdesk.paths import open_home


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk.open(open_home(tmp_path / "home"))
    opened.intake.start()
    yield opened
    opened.close()


def wait_for(desk: Desk, count: int) -> None:
    deadline = time.monotonic() + 90
    while len(desk.documents()) != count or desk.intake.state().running:
        assert time.monotonic() < deadline, desk.intake.state()
        time.sleep(0.1)


def test_samples_come_answer_and_go(desk: Desk) -> None:
    assert not desk.samples.present()
    desk.samples.add()
    wait_for(desk, 3)
    assert desk.samples.present()
    assert all(one.collections == (COLLECTION,) for one in desk.documents())
    names = {one.id: one.name for one in desk.documents()}
    found = [names[desk.search(question)[0].chunk.document_id] for question in desk.samples.questions()]
    assert found == ["sop-autoclave.pdf", "handbook.md", "visitor-policy.html"]

    desk.samples.add()  # again: nothing doubles
    wait_for(desk, 3)
    assert desk.samples.remove() == 3
    assert desk.documents() == [] and desk.collections() == []
    assert not desk.samples.present() and desk.samples.remove() == 0


def test_what_a_person_added_is_no_sample(desk: Desk, examples: Path) -> None:
    list(desk.add([examples / "handbook.md"], collection="Mine"))
    assert not desk.samples.present()
    assert desk.samples.remove() == 0
    assert len(desk.documents()) == 1 and desk.collections() == ["Mine"]


def test_the_samples_ship_with_the_app(desk: Desk) -> None:
    assert [path.is_file() for path in desk.samples.paths()] == [True] * 3
    assert len(desk.samples.questions()) == 3
