"""The log: its owner's alone, however often a new file is begun."""

import logging
import os
from pathlib import Path

import pytest

from ragdesk.host import log


@pytest.fixture(autouse=True)
def wide_umask() -> object:
    old = os.umask(0)
    yield
    os.umask(old)
    log.close_log()


def test_every_file_of_a_rotation_is_its_owners_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "MAX_BYTES", 200)
    log.open_log(tmp_path / "ragdesk.log", "INFO")
    for number in range(30):
        logging.getLogger("ragdesk.somewhere").info("counted %d", number)
    files = sorted(tmp_path.iterdir())
    assert [each.name for each in files] == [
        "ragdesk.log",
        *(f"ragdesk.log.{n}" for n in range(1, log.BACKUPS + 1)),
    ]
    assert {each.stat().st_mode & 0o777 for each in files} == {0o600}
    assert "counted 29" in files[0].read_text(encoding="utf-8")


def test_opening_again_leaves_the_first_file_alone(tmp_path: Path) -> None:
    log.open_log(tmp_path / "a.log", "INFO")
    log.open_log(tmp_path / "b.log", "INFO")
    logging.getLogger("ragdesk.somewhere").info("once")
    assert (tmp_path / "a.log").read_text() == "" and "once" in (tmp_path / "b.log").read_text()
