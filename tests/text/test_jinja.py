"""Templates: what is compiled once is kept, and never in the place of what the template says now."""

import sys
from pathlib import Path

import pytest

from ragdesk.text.jinja import environment


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one template, in which Python keeps what it compiles."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    (tmp_path / "a.html.j2").write_text("one {{ x }}", encoding="utf-8")
    return tmp_path


def rendered(folder: Path) -> str:
    return environment(folder, {}, {}).get_template("a.html.j2").render(x="<b>")


def kept(folder: Path) -> list[Path]:
    return list(folder.glob("__pycache__/*"))


def test_a_compiled_template_is_kept_and_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rendered(folder) == "one &lt;b&gt;" and len(kept(folder)) == 1
    made = environment(folder, {}, {})
    monkeypatch.setattr(type(made), "compile", lambda *_, **__: pytest.fail("it was compiled again"))
    assert made.get_template("a.html.j2").render(x="<b>") == "one &lt;b&gt;"


def test_a_changed_template_is_compiled_anew(folder: Path) -> None:
    rendered(folder)
    (folder / "a.html.j2").write_text("two {{ x }}", encoding="utf-8")
    assert rendered(folder) == "two &lt;b&gt;"


def test_nothing_is_kept_where_python_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert rendered(folder) == "one &lt;b&gt;" and kept(folder) == []


def test_a_folder_that_takes_nothing_costs_nothing_but_time(folder: Path) -> None:
    (folder / "__pycache__").write_text("in the way", encoding="utf-8")
    assert rendered(folder) == "one &lt;b&gt;"
