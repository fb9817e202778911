"""The licences of others: found by what RAGDesk needs, or read from the bundle's file."""

import sys
from pathlib import Path

import pytest

from ragdesk.host import notices


def test_what_ragdesk_needs_is_named_with_its_licence_and_what_tests_need_is_not() -> None:
    names = {one.metadata["Name"].lower() for one in notices.installed()}
    assert {"gradio", "lancedb", "numpy", "pymupdf", "starlette", "tantivy"} <= names
    assert not names & {"ragdesk", "pytest", "playwright", "ruff"}
    said = notices.text()
    numpy = next(one for one in notices.installed() if one.metadata["Name"] == "numpy")
    assert f"\nnumpy {numpy.version}: BSD-3-Clause" in said
    assert "Redistribution and use in source and binary forms" in said


def test_a_bundle_shows_its_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "ragdesk"))
    with pytest.raises(FileNotFoundError):
        notices.text()
    (tmp_path / notices.FILE).write_text("Größe: MIT", encoding="utf-8")
    assert notices.text() == "Größe: MIT"
