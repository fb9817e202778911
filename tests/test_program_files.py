"""The bundle's files against their hashes."""

import hashlib
from pathlib import Path

import pytest

from ragdesk.host import program_files


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """A folder of five files with their hashes, as build/pack.py writes them."""
    names = [f"_internal/Büro {number}.so" for number in range(5)]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    lines = [f"{hashlib.sha256(name.encode()).hexdigest()}  {name}\n" for name in names]
    (tmp_path / program_files.HASHES).write_text("".join(lines), encoding="utf-8")
    return tmp_path


def test_a_whole_bundle_passes(packed: Path) -> None:
    (check,) = program_files.checks(packed)
    assert check.passed and "5" in check.detail


def test_a_changed_and_a_missing_file_are_named(packed: Path) -> None:
    (packed / "_internal/Büro 1.so").write_bytes(b"x")
    (packed / "_internal/Büro 3.so").unlink()
    (check,) = program_files.checks(packed)
    assert not check.passed and check.detail.endswith("Büro 1.so, _internal/Büro 3.so")


def test_a_bundle_without_its_list_does_not_pass(tmp_path: Path) -> None:
    (check,) = program_files.checks(tmp_path)
    assert not check.passed and "Install RAGDesk again" in check.hint


def test_there_is_nothing_to_check_where_nothing_is_frozen() -> None:
    assert program_files.checks() == []
