from pathlib import Path

import pytest

from ragdesk.errors import StoreError, UsageError
from ragdesk.memory import files


def test_a_file_that_is_not_there_is_empty_and_one_that_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "USER_MEMORY.md"
    assert files.read(path) == ""
    files.write(path, "# Me\n\n- Ärztin, 日本\n")
    assert files.read(path) == "# Me\n\n- Ärztin, 日本\n"
    assert path.stat().st_mode & 0o777 == 0o600


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
