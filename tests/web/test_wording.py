"""The app's words: what the code says and what a language's file translates belong to each other, text by text."""

import ast
import string
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
import texts
from babel.messages.catalog import Catalog

from ragdesk.front.web import wording
from ragdesk.host.paths import open_home
from ragdesk.host.settings import change_setting

LANGUAGES = sorted(set(wording.LANGUAGES) - {"en"})


def calls(names: set[str]) -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(texts.PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield f"{path.relative_to(texts.PACKAGE)}:{node.lineno}", node


def literal(argument: ast.expr) -> str | None:
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def placeholders(text: str) -> set[tuple[str, str | None, str | None]]:
    """(name, format, conversion) of each."""
    return {(name, form, how) for _, name, form, how in string.Formatter().parse(text) if name}


def names(text: str) -> set[str]:
    return {name for name, _, _ in placeholders(text)}


def translation(language: str) -> Catalog:
    return texts.read(wording.LANGUAGE_FILES / language / "LC_MESSAGES" / "ragdesk.po")


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_nothing_is_left_over(language: str) -> None:
    known, said = translation(language), texts.template()
    known_ids, ids = ({message.id for message in catalog if message.id} for catalog in (known, said))
    assert ids - known_ids == set(), "not in the file: run `make texts`, and translate them"
    assert known_ids - ids == set(), "no longer in the code: run `make texts`"
    assert [
        message.id
        for message in known
        if message.id
        and (message.fuzzy or not all(message.string if message.pluralizable else [message.string]))
    ] == []
    assert known.num_plurals == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_placeholders(language: str) -> None:
    wrong = []
    for message in translation(language):
        if message.id and message.pluralizable:
            wanted = set().union(*map(placeholders, message.id))
            wrong += [form for form in message.string if placeholders(form) != wanted]
        elif message.id and placeholders(message.id) != placeholders(message.string):
            wrong.append(message.id)
    assert wrong == []


def test_texts_of_every_kind_are_found() -> None:
    found = {message.id: message for message in texts.template()}
    assert "Settings" in found and ("{count} file", "{count} files") in found
    assert "The question is empty." in found and "Write what you want to know." in found, (
        "an error and its hint"
    )
    assert "{file} needs a password." in found, "one of two sentences"
    assert "No space left on device" in found, "a reason"
    assert not any("ragdesk eval" in str(text) for text in found), "the command line's alone"


def test_texts_of_templates_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = """<p title="{{ t('A hint') }}">{{ plural(n, "{count} bird", "{count} birds") }} {{ t("Of {name}", name=x) }}</p>"""
    (tmp_path / "front").mkdir()
    (tmp_path / "front" / "page.html.j2").write_text(page, encoding="utf-8")
    monkeypatch.setattr(texts, "PACKAGE", tmp_path)
    found = {message.id for message in texts.template() if message.id}
    assert found == {"A hint", ("{count} bird", "{count} birds"), "Of {name}"}


def test_what_only_the_command_line_says_is_still_there() -> None:
    assert [
        place for place in texts.COMMAND_LINE if not list(texts.PACKAGE.glob(place.replace("**", "*")))
    ] == []


def test_every_error_is_known_where_texts_are_collected() -> None:
    bases = {"RagdeskError", *texts.ERRORS}
    elsewhere = [
        f"{path.name}: {node.name}"
        for path in texts.PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        and {ast.unparse(base) for base in node.bases} & bases
        and node.name not in texts.ERRORS
    ]
    assert elsewhere == []


def test_no_text_is_put_together_before_it_is_translated() -> None:
    said = [(place, call.args[:1]) for place, call in calls({"t", "mark"})]
    said += [(place, call.args[1:3]) for place, call in calls({"plural"})]
    said += [(place, call.args[:2]) for place, call in calls(texts.ERRORS)]
    wrong = [
        place
        for place, arguments in said
        for argument in arguments
        if isinstance(argument, ast.JoinedStr | ast.BinOp)
        or (isinstance(argument, ast.IfExp) and (literal(argument.body) or literal(argument.orelse)))
    ]
    assert wrong == []


def test_what_is_given_to_a_text_is_what_it_names() -> None:
    wrong = []
    for place, call in calls({"t"}):
        text = literal(call.args[0])
        if text is not None and names(text) != {keyword.arg for keyword in call.keywords}:
            wrong.append(place)
    for place, call in calls({"plural"}):
        one, many = literal(call.args[1]), literal(call.args[2])
        given = {keyword.arg for keyword in call.keywords} | {"count"}
        if not (names(one or "") <= names(many or "") == given):
            wrong.append(place)
    for place, call in calls(texts.ERRORS):
        both = [literal(argument) for argument in call.args[:2]]
        given = {keyword.arg for keyword in call.keywords} - {"code"}
        whole = all(text is not None for text in both) and None not in given
        named = set().union(*(names(text) for text in both if text)) if given else set()
        if named - given or (whole and given - named):
            wrong.append(place)
    assert wrong == []


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


def test_a_date_is_written_as_the_language_does() -> None:
    then = datetime(2026, 11, 3)
    assert (wording.date(then), wording.date(then, year=False)) == ("3 Nov 2026", "3 Nov")
    wording.use("de")
    assert (wording.date(then), wording.date(then, year=False)) == ("03.11.2026", "03.11.")


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
