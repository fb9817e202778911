"""One app a home."""

import json
import socket
import stat
import sys
from multiprocessing.connection import Client
from pathlib import Path

import pytest

from ragdesk.domain.errors import BusyError
from ragdesk.front.window import instance

pytestmark = pytest.mark.break_it("second start")


def test_the_second_start_hands_its_files_to_the_first(tmp_path: Path) -> None:
    taken: list[Path] = []
    with instance.claim(tmp_path) as first:  # type: ignore[union-attr]

        def answer(asked: instance.Request) -> str:
            taken.extend(asked.files)
            return "http://127.0.0.1:1/?token=new"

        first.answer_with(answer)
        assert instance.claim(tmp_path) is None
        address = instance.hand_over(tmp_path, [tmp_path / "Übersicht.pdf"])
    assert address.endswith("token=new")
    assert taken == [tmp_path / "Übersicht.pdf"]


def test_a_home_is_free_again_when_its_app_has_ended(tmp_path: Path) -> None:
    with instance.claim(tmp_path) as first:
        assert first is not None
    assert not (tmp_path / instance.ADDRESS).exists()
    with instance.claim(tmp_path) as second:
        assert second is not None


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX's")
def test_the_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    with instance.claim(tmp_path):  # type: ignore[union-attr]
        assert stat.S_IMODE((tmp_path / instance.ADDRESS).stat().st_mode) == 0o600


def test_a_stranger_without_the_key_is_not_heard(tmp_path: Path) -> None:
    taken: list[instance.Request] = []
    with instance.claim(tmp_path) as first:  # type: ignore[union-attr]

        def answer(asked: instance.Request) -> str:
            taken.append(asked)
            return "here"

        first.answer_with(answer)
        port = json.loads((tmp_path / instance.ADDRESS).read_text())["port"]
        with (
            pytest.raises((OSError, EOFError, Exception)) as refused,
            Client(("127.0.0.1", port), authkey=b"guess"),
        ):
            pass
        assert "digest" in str(refused.value) or isinstance(refused.value, OSError | EOFError)
        assert taken == []
        assert instance.hand_over(tmp_path, []) == "here"


def test_strangers_who_say_nothing_keep_nobody_waiting(tmp_path: Path) -> None:
    with instance.claim(tmp_path) as first:  # type: ignore[union-attr]
        first.answer_with(lambda asked: "here")
        port = json.loads((tmp_path / instance.ADDRESS).read_text())["port"]
        strangers = [socket.create_connection(("127.0.0.1", port)) for _ in range(8)]
        assert instance.hand_over(tmp_path, []) == "here"
        for each in strangers:
            each.close()


def test_a_stranger_at_the_app_s_port_who_says_nothing_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The app was killed, its file is still there, and something else has its port now."""
    monkeypatch.setattr(instance, "PATIENCE_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        known = {"port": silent.getsockname()[1], "key": "00"}
        (tmp_path / instance.ADDRESS).write_text(json.dumps(known))
        with pytest.raises(BusyError, match="open already"):
            instance.hand_over(tmp_path, [])


def test_a_home_that_is_locked_and_silent_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(instance, "PATIENCE_SECONDS", 0.3)
    with pytest.raises(BusyError, match="open already"):
        instance.hand_over(tmp_path, [])
