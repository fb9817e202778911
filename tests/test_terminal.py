"""The command line's way to a terminal: foreign names and titles neither command it nor forge lines of its lists."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tiny_gguf import gguf

from ragdesk.front import console, terminal
from ragdesk.front.cli import main

pytestmark = pytest.mark.break_it("name that commands the terminal")

# Titles of windows, colours, links and the clipboard by OSC and CSI, in 7 and in 8 bits; line ends; the direction of the text.
HOSTILE = (
    "\x1b[31m", "\x1b]0;owned\x07", "\x1b]52;c;b3duZWQ=\x1b\\", "\x9b2J", "\x9d0;owned\x9c", "\x07", "\x08", "\x7f",
    "\n", "\r", "\r\n", "\t", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029",
    "\u202a", "\u202e", "\u2066", "\u2069",
)  # fmt: skip
FORBIDDEN = {
    chr(code) for code in (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
} - {"\n", "\t"}
FORGED = "\nffffffffffffffff      1 p  pdf       contract.pdf  Contract"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], home_folder: Path) -> Run:
    """Run a command as a person does: its exit status, what it prints, its errors."""

    def command(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main([*(str(one) for one in arguments), "--home", str(home_folder)])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return command


def clean(*texts: str) -> bool:
    return not any(FORBIDDEN & {*text} for text in texts)


@pytest.mark.parametrize("part", HOSTILE, ids=ascii)
def test_a_name_stays_one_line_that_commands_nothing_and_can_be_told_from_others(part: str) -> None:
    shown = terminal.line(f"a{part}b")
    assert clean(shown) and len(shown.splitlines()) == 1 and "\t" not in shown
    assert shown.startswith("a") and shown.endswith("b") and shown != "ab"
    assert clean(terminal.plain(f"a{part}b"))


def test_letters_of_all_languages_stay_as_they_are() -> None:
    for text in ("Wartung – Größe.pdf", "שלום.txt", "سلام.md", "報告書.docx", "👩‍🔬.txt", "a\u00a0b.pdf"):
        assert terminal.line(text) == terminal.plain(text) == text


def test_json_says_the_same_on_one_line_that_commands_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for part in (*HOSTILE, "\ud800", "ü"):
        terminal.say_json({"name": part})
        printed = capsys.readouterr().out
        assert clean(printed) and len(printed.splitlines()) == 1
        assert json.loads(printed) == {"name": part}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_file_whose_name_commands_the_terminal_and_forges_a_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / f"guide\x1b]0;owned\x07\u202e\u2028\x9b2J{FORGED}.md"
    path.write_text(f"# Guide \x1b[31m\n\nOpen valve V-12 first.\n\nSee{FORGED}\n", encoding="utf-8")
    status, added, errors = run("add", path)
    assert status == 0 and clean(added, errors) and len(added.splitlines()) == 1
    status, listed, _ = run("list")
    assert status == 0 and clean(listed) and len(listed.splitlines()) == 1
    identity = listed.split()[0]
    for command in (("show", identity), ("search", "valve"), ("remove", identity)):
        status, printed, errors = run(*command)
        assert status == 0 and clean(printed, errors)
        assert not any(line.startswith("ffffffffffffffff") for line in printed.splitlines()), command


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_failure_is_one_clean_line_whatever_it_names(run: Run, tmp_path: Path) -> None:
    name = f"no\x1b]0;owned\x07\u202e{FORGED}"
    for command in (("show", name), ("models", "use", name), ("models", "add", tmp_path / name), (name,)):
        status, printed, error = run(*command)
        assert status != 0 and printed == "" and clean(error), command
        assert error.startswith("error: ") and " hint: " in error and len(error.splitlines()) == 1, command
    status, printed, _ = run("add", tmp_path / f"{name}.pdf")
    assert status == 1 and clean(printed) and len(printed.splitlines()) == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_the_list_of_models_is_clean_whatever_a_model_is_called(run: Run, home_folder: Path) -> None:
    folder = home_folder / "models"
    assert run("models", "list")[0] == 0
    folder.mkdir(parents=True, exist_ok=True)
    before = len(run("models", "list")[1].splitlines())
    (folder / "a\x1b]0;owned\x07\u202e\nllm       forged.gguf").write_bytes(gguf())
    status, printed, errors = run("models", "list")
    assert status == 0 and clean(printed, errors)
    assert "forged" in printed and len(printed.splitlines()) == before + 1
    assert not any(line.startswith("llm       forged") for line in printed.splitlines())
    status, printed, errors = run("models", "verify")
    assert clean(printed, errors)


def test_nothing_is_printed_past_the_terminal() -> None:
    """Ruff refuses `print` everywhere else (T20)."""
    rules = (Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8")
    allowed = [line for line in rules.splitlines() if '["T20"]' in line and "ragdesk/" in line]
    assert allowed == ['"ragdesk/front/terminal.py" = ["T20"]']
    for module in ("console.py", "bundle.py"):
        source = (Path(console.__file__).parent / module).read_text(encoding="utf-8")
        assert "print(" not in source
