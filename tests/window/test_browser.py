"""Which browser shows the window, and how it is called."""

import os
import sys
import time
from pathlib import Path

import pytest

from ragdesk.front.window import browser

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")


@pytest.fixture
def stand_in(tmp_path: Path) -> Path:
    """A browser that writes down what it is called with."""
    script = tmp_path / "chromium"
    script.write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$@" > {tmp_path}/called.draft\nmv {tmp_path}/called.draft {tmp_path}/called\n'
    )
    script.chmod(0o755)
    return script


def test_a_browser_of_chromiums_family_gets_a_frame_and_a_profile_of_its_own(
    stand_in: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RAGDESK_BROWSER", raising=False)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert browser.find() == stand_in
    process = browser.open_window("http://127.0.0.1:5/?token=x", tmp_path / "profile")
    assert process is not None and process.wait(10) == 0
    called = (tmp_path / "called").read_text().splitlines()
    assert called[:2] == ["--app=http://127.0.0.1:5/?token=x", f"--user-data-dir={tmp_path / 'profile'}"]
    assert "--disable-extensions" in called


def test_without_one_the_usual_browser_is_asked(
    stand_in: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGDESK_BROWSER", "none")
    monkeypatch.setattr("webbrowser._tryorder", None)
    monkeypatch.setattr("webbrowser._browsers", {})
    monkeypatch.setenv("BROWSER", f"{stand_in} %s")
    assert browser.open_window("http://127.0.0.1:5/", tmp_path / "profile") is None
    deadline = time.monotonic() + 10
    while not (tmp_path / "called").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert (tmp_path / "called").read_text().split() == ["http://127.0.0.1:5/"]
