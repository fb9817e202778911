import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ragdesk.domain.errors import BusyError, StoreError, UsageError
from ragdesk.extras.memory import files


def test_a_file_that_is_not_there_is_empty_and_one_that_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "USER_MEMORY.md"
    assert files.read(path) == ""
    files.write(path, "# Me\n\n- Ärztin, 日本\n")
    assert files.read(path) == "# Me\n\n- Ärztin, 日本\n"
    assert path.stat().st_mode & 0o777 == 0o600


def test_line_ends_and_a_byte_order_mark_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "m.md"
    path.write_bytes(b"\xef\xbb\xbf# Me\r\n\r\n- one\r\n")
    files.update(path, lambda text: text + "- two\r\n")
    assert path.read_bytes() == b"\xef\xbb\xbf# Me\r\n\r\n- one\r\n- two\r\n"


def test_a_text_that_is_too_long_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "m.md"
    files.write(path, "kept")
    with pytest.raises(UsageError):
        files.write(path, "x" * (files.MAX_CHARACTERS + 1))
    assert files.read(path) == "kept"


def test_a_file_in_another_encoding_is_named_and_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "m.md"
    path.write_bytes(b"\xff\xfe\x00bad")
    with pytest.raises(StoreError, match=r"m\.md"):
        files.read(path)
    with pytest.raises(StoreError, match=r"m\.md"):
        files.update(path, lambda text: text + "more")
    assert path.read_bytes() == b"\xff\xfe\x00bad"


def test_a_change_that_fails_leaves_the_file_and_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "m.md"
    files.write(path, "kept")

    def fail(text: str) -> str:
        raise UsageError("no", "no")

    with pytest.raises(UsageError):
        files.update(path, fail)
    assert files.read(path) == "kept"
    assert {each.name for each in tmp_path.iterdir()} <= {"m.md", "m.md.lock"}


def test_two_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.md"
    code = (
        "import sys\nfrom pathlib import Path\nfrom ragdesk.extras.memory import files\n"
        "for n in range(40):\n"
        "    files.update(Path(sys.argv[1]), lambda text: text + f'- {sys.argv[2]}{n}\\n')\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(path), name]) for name in "ab"]
    assert [each.wait(60) for each in running] == [0, 0]
    lines = files.read(path).splitlines()
    assert sorted(lines) == sorted(f"- {name}{n}" for name in "ab" for n in range(40))
    assert [line for line in lines if line.startswith("- a")] == [f"- a{n}" for n in range(40)]


def test_who_waits_too_long_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    path, inside, go_on = tmp_path / "m.md", threading.Event(), threading.Event()

    def slowly(text: str) -> str:
        inside.set()
        go_on.wait(10)
        return text + "- first\n"

    slow = threading.Thread(target=files.update, args=(path, slowly))
    slow.start()
    inside.wait(10)
    with pytest.raises(BusyError):
        files.update(path, lambda text: text + "- second\n", wait=0.1)
    go_on.set()
    slow.join()
    assert files.read(path) == "- first\n"
