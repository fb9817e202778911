"""The app's words: what the code says and what the German file translates belong to each other, text by text."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragdesk.front.web import wording
from ragdesk.host.paths import open_home
from ragdesk.host.settings import change_setting

UI = Path(wording.__file__).parent
# The splash says, too, why there is no app.
PLACES = (UI, UI.parent / "window")


def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(path for place in PLACES for path in place.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield f"{path.name}:{node.lineno}", node


def literal(argument: ast.expr) -> str | None:
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def texts() -> set[str]:
    said = [literal(call.args[0]) for name in ("t", "mark") for _, call in calls(name)]
    return {text for text in said if text is not None}


def counts() -> dict[str, str]:
    found = {}
    for place, call in calls("plural"):
        one, many = literal(call.args[1]), literal(call.args[2])
        assert one is not None and many is not None, f"{place}: the forms must be literals"
        found[one] = many
    return found


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    wording.use("en")


def test_the_language_that_was_saved_is_spoken_before_the_app_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    home = open_home(tmp_path / "home")
    change_setting(home.settings, "ui", "language", "de")
    assert wording.use_saved(home.settings) == "de" and wording.use_saved(None) == "en"
    home.settings.write_text("no settings at all", encoding="utf-8")
    assert wording.use_saved(home.settings) == "en"
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert wording.use_saved(home.settings) == "de"


LANGUAGES = sorted(set(wording.LANGUAGES) - {"en"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_nothing_is_left_over(language: str) -> None:
    known = wording.wording(language)
    assert sorted(texts() - set(known.texts)) == [], "not translated"
    assert sorted(set(known.texts) - texts()) == [], "no longer said"
    assert sorted(set(counts()) ^ set(known.counts)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_placeholders(language: str) -> None:
    known = wording.wording(language)
    wrong = [text for text, said in known.texts.items() if placeholders(text) != placeholders(said)]
    for one, forms in known.counts.items():
        wrong += [one for form in forms if placeholders(form) != placeholders(one) | {"count"}]
    assert wrong == []
    assert all(len(forms) == 2 for forms in known.counts.values())


def test_no_text_is_put_together_before_it_is_translated() -> None:
    for name in ("t", "mark"):
        for place, call in calls(name):
            assert not isinstance(call.args[0], ast.JoinedStr | ast.BinOp), place


def test_what_is_given_to_a_text_is_what_it_names() -> None:
    for place, call in calls("t"):
        text = literal(call.args[0])
        if text is not None:
            assert placeholders(text) == {keyword.arg for keyword in call.keywords}, place
    for place, call in calls("plural"):
        one, many = literal(call.args[1]), literal(call.args[2])
        given = {keyword.arg for keyword in call.keywords} | {"count"}
        assert placeholders(one or "") == placeholders(many or "") == given, place


def test_a_text_is_said_in_the_language_in_use() -> None:
    assert wording.use("de") == "de"
    assert wording.t("Settings") == "Einstellungen"
    assert wording.t("nobody translated {this}", this="it") == "nobody translated it"
    assert wording.plural(1, "{count} file", "{count} files") == "1 Datei"
    assert wording.plural(1204, "{count} file", "{count} files") == "1.204 Dateien"
    assert wording.number(0.75) == "0,75"
    assert wording.use("en") == "en"
    assert wording.t("Settings") == "Settings"
    assert wording.plural(1204, "{count} file", "{count} files") == "1,204 files"


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_CH"}, "de"),
    ],
)
def test_auto_is_the_language_of_the_system(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert wording.use("auto") == language
