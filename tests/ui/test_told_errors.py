"""What the parts below the app say when something fails, in the language of the person: their code stays English."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragdesk import errors
from ragdesk.answer.pipeline import MAX_QUESTION
from ragdesk.desk import Desk
from ragdesk.paths import open_home
from ragdesk.ui import render, wording

PACKAGE = Path(errors.__file__).parent
LANGUAGES = sorted(set(wording.LANGUAGES) - {"en"})
# What a person meets while adding files and asking: all of it is to be translated.
MET = {
    "QuestionError",
    "EmptyFileError",
    "TooLargeError",
    "UnknownFormatError",
    "ParserDiedError",
    "BusyError",
}


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    wording.use("en")


def said(kinds: set[str]) -> set[str]:
    """The sentences that errors of these kinds are made with; "\\0" stands for each value."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        if {"ui", "window"} & set(path.relative_to(PACKAGE).parts):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds:
                found |= {text for each in node.args[:2] if (text := _sentence(each))}
    return found


def _sentence(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(each.value) if isinstance(each, ast.Constant) else "\0" for each in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def every_constant() -> set[str]:
    return {
        node.value
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_person_meets_is_translated(language: str) -> None:
    wording.use(language)
    missing = [
        each for each in sorted(said(MET)) if wording.told(each.replace("\0", "7")) == each.replace("\0", "7")
    ]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_translated_is_still_said(language: str) -> None:
    kinds = {name for name in vars(errors) if name.endswith("Error")}
    known = [each for each in said(kinds) if len(re.sub(r"\0|\W", "", each)) > 5]
    shapes = [re.compile(".+".join(map(re.escape, each.split("\0"))), re.DOTALL) for each in known]
    constants = every_constant()
    gone = [
        text
        for text in wording.wording(language).errors
        if not any(shape.fullmatch(text) for shape in shapes)
        and text not in constants
        and text.removeprefix("{file} ").removesuffix(".") not in constants
    ]
    assert gone == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_values(language: str) -> None:
    def names(text: str) -> list[str]:
        return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)

    known = wording.wording(language).errors
    assert [text for text, translated in known.items() if names(text) != names(translated)] == []


def test_values_stay_as_they_are_and_what_is_unknown_stays_english() -> None:
    problem = "{x} <b>.txt is empty."
    hint = "Check whether it was saved or copied completely."
    assert wording.told(f"{problem} {hint}") == f"{problem} {hint}"
    wording.use("de")
    assert wording.told(problem) == "{x} <b>.txt ist leer."
    assert wording.told("v1. 2. a.txt is empty. " + hint).startswith("v1. 2. a.txt ist leer. Prüfen Sie, ob")
    assert wording.told("Nobody has said this. Or that.") == "Nobody has said this. Or that."


def test_what_the_desk_refuses_is_shown_in_german(tmp_path: Path) -> None:
    (tmp_path / "leer.txt").write_bytes(b"")
    (tmp_path / "a.xyz").write_bytes(b"\x00\x01\x02" * 50)
    wording.use("de")
    desk = Desk.open(open_home(tmp_path / "home"))
    try:
        empty, unknown = (
            wording.told(each.problem or "") for each in desk.add([tmp_path / "leer.txt", tmp_path / "a.xyz"])
        )
        for question in ("  ", "x" * (MAX_QUESTION + 1)):
            with pytest.raises(errors.QuestionError) as refused:
                list(desk.ask(question))
            assert "Frage" in render.error(refused.value) and "question" not in render.error(refused.value)
    finally:
        desk.close()
    assert empty == "leer.txt ist leer. Prüfen Sie, ob die Datei vollständig gespeichert oder kopiert wurde."
    assert unknown.startswith(
        ("a.xyz: Dateien dieser Art werden nicht gelesen. Gelesen werden: ", "a.xyz ist kein Text. ")
    )
