"""Every button and link of Settings on a page that was open before something else was changed, in this window or in another one.

What only shows says what a page says that was opened after the change, on the same home. What changes something changes it, each
in a home of its own, and the page goes on: a document is there, a question is answered, a file is taken in.
"""

import re
import socket
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from break_it.counting import count, long_part
from tiny_gguf import gguf
from until import until
from web.desk import (
    EMBEDDER,
    QUESTION,
    RERANKER,
    SAYS,
    SITUATIONS,
    Desk,
    change,
    copied,
    desk_in,
    differences,
    under_another_name,
)
from web.touring import ELSEWHERE

from ragdesk.front.web.actions import settings
from ragdesk.front.web.actions.codec import _TABS, _VERBS
from ragdesk.front.web.problems import PROBLEMS
from ragdesk.front.web.tabs.settings.settings_fields import FORMS

pytestmark = [
    pytest.mark.break_it,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.timeout(300),
]
SECTIONS = ("models", "answers", "documents", "people", "look", "programs", "privacy", "help")
DROPPED = "dropped.gguf"
# How fast a model is, and whether the machine has the memory for it at this moment.
OF_THE_MOMENT = re.compile(r"(?<=reads )[\d.…]+|(?<=writes )[\d.…]+| \(more than is free now\)")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A filled home, to be copied; its app is closed."""
    with desk_in(tmp_path_factory.mktemp("begun")) as desk:
        desk.fill()
    return desk


def fields(desk: Desk, **typed: object) -> dict[str, Any]:
    """What the window's fields hold, with what was typed: everything else as it is in force."""
    now = desk.app.settings
    places = [(each.section, each.key) for form in FORMS.values() for each in form]
    places += [("serve", "enabled"), ("serve", "port")]
    held = {f"rd_set_{section}_{key}": getattr(getattr(now, section), key) for section, key in places}
    return {**held, "rd_language": now.ui.language, "rd_theme": now.ui.theme, **typed}


def press(desk: Desk, element: str, kind: str = "", **typed: object) -> str:
    return str(desk.window.press(element, kind, **fields(desk, **typed))[-1])


# ------------------------------------------------------------ what only shows

SHOWN: list[Any] = [
    *(settings.OpenSettings(section) for section in SECTIONS),
    settings.AskUseModel(EMBEDDER),
    settings.UseModel("none-of-that-name"),
    settings.ModelAdded(),
    *(settings.MeasureModel(role) for role in ("llm", "embedder", "reranker", "reader")),
]
# (element, its event, what was typed)
IDLE: list[tuple[str, str, dict[str, object]]] = [
    ("rd-settings-tab", "select", {}),
    *((f"rd-set-{form}-save", "click", {}) for form in FORMS),
    ("rd-set-serve-enabled", "input", {}),
    ("rd-set-serve-port", "submit", {}),
    ("rd-set-serve-port", "blur", {}),
    ("rd-model-path", "submit", {"rd_model_path": "model.gguf"}),
    ("rd-model-add", "click", {"rd_model_path": "/there/is/none"}),
    ("rd-erase", "click", {"rd_erase_word": "yes"}),
    ("rd-erase-word", "submit", {"rd_erase_word": "yes"}),
    ("rd-library-add", "click", {"rd_library_name": "x", "rd_library_place": "none"}),
    ("rd-library-remove", "click", {}),
    ("rd-diagnose", "click", {}),
]


def shown(desk: Desk) -> dict[str, str]:
    """What Settings says, without what is new each time."""
    PROBLEMS.clear()
    (desk.app.home.models / ".speeds.json").unlink(missing_ok=True)
    said = {f"{element} {kind}": press(desk, element, kind, **typed) for element, kind, typed in IDLE}
    said |= {str(action): str(desk.do(action)[-1]) for action in SHOWN}
    return {name: OF_THE_MOMENT.sub("", desk.plain(told)) for name, told in said.items()}


@long_part
@pytest.mark.parametrize("whose", ["this window", "another window"])
@pytest.mark.parametrize("happened", SITUATIONS)
def test_what_settings_show_is_what_a_page_shows_that_was_opened_afterwards(
    happened: str, whose: str, begun: Desk, tmp_path: Path
) -> None:
    with copied(begun, tmp_path) as desk:
        change(desk, happened, whose)
        said = shown(desk)
    with desk_in(tmp_path) as desk:
        usual = shown(desk)
    found = differences(usual, said)
    count("settings shown after a change", True, len(said) - len(found))
    assert count("settings shown after a change", not found, len(found)), "\n".join(found)


# ------------------------------------------------------------ what changes something


@dataclass(frozen=True)
class Change:
    """A press, what it says when it is done, and whether it is."""

    press: Callable[[Desk], str]
    says: str
    done: Callable[[Desk], bool]
    erases: bool = False


def saving(section: str, key: str, value: object, form: str) -> Change:
    return Change(
        lambda desk: press(desk, f"rd-set-{form}-save", **{f"rd_set_{section}_{key}": value}),
        "Saved.",
        lambda desk: getattr(getattr(desk.app.settings, section), key) == value,
    )


def looking(field: str, value: str, says: str = "Saved.") -> Change:
    return Change(
        lambda desk: press(desk, f"rd-{field}", **{f"rd_{field}": value}),
        says,
        lambda desk: getattr(desk.app.settings.ui, field) == value,
    )


def adding(element: str) -> Change:
    def add(desk: Desk) -> str:
        (desk.folder / DROPPED).write_bytes(gguf())
        return press(desk, element, rd_model_path=str(desk.folder / DROPPED))

    return Change(add, "Added.", lambda desk: (desk.app.home.models / DROPPED).exists())


def using(action: Any, role: str, says: str = "In use from now on.") -> Change:
    """Another model of that role; files of it lie in the home."""
    name = getattr(action, "name", "off")

    def use(desk: Desk) -> str:
        models = desk.app.home.models
        if role == "llm":
            (models / f"{name}.gguf").write_bytes(gguf())
        if role == "embedder":
            under_another_name(models / name)
        return str(desk.do(action)[-1])

    return Change(use, says, lambda desk: getattr(desk.app.settings.models, role) == name)


def erasing(element: str, models: bool = False) -> Change:
    def erase(desk: Desk) -> str:
        (desk.app.home.models / DROPPED).write_bytes(gguf())
        return press(desk, element, rd_erase_word="erase", rd_erase_models=models)

    def erased(desk: Desk) -> bool:
        models_left = (desk.app.home.models / DROPPED).exists()
        return desk.app.library.documents.all() == [] and models_left is not models

    return Change(erase, "Everything was erased", erased, erases=True)


def opened_to_programs(element: str) -> Change:
    """The door opens at a port, and is closed again by the same switch."""

    def switch(desk: Desk) -> str:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        if element == "rd-set-serve-port":
            press(desk, "rd-set-serve-enabled", rd_set_serve_enabled="on", rd_set_serve_port=port)
            with socket.create_server(("127.0.0.1", 0)) as free:
                port = free.getsockname()[1]
        told = press(desk, element, rd_set_serve_enabled="on", rd_set_serve_port=port)
        with socket.create_connection(("127.0.0.1", port), timeout=10):
            assert desk.app.settings.serve.port == port
        press(desk, "rd-set-serve-enabled", rd_set_serve_enabled="off")
        return told

    return Change(switch, "http://127.0.0.1:", lambda desk: desk.app.settings.serve.enabled == "off")


CHANGES: dict[str, Change] = {
    "rd-set-models-save": saving("models", "context_tokens", 3_000, "models"),
    "rd-set-answers-save": saving("search", "top", 3, "answers"),
    "rd-set-documents-save": saving("ingest", "max_file_mb", 77, "documents"),
    "rd-set-people-save": saving("handover", "name", "Ada", "people"),
    "rd-set-help-save": saving("log", "level", "ERROR", "help"),
    "rd-language": looking("language", "de", "Gespeichert."),
    "rd-theme": looking("theme", "dark"),
    "rd-model-path": adding("rd-model-path"),
    "rd-model-add": adding("rd-model-add"),
    "use a reranker": using(settings.UseModel(RERANKER), "reranker"),
    "use an embedder": using(settings.UseModel("a-third-embedder"), "embedder"),
    "use a language model": using(settings.UseModel("a-third-model"), "llm"),
    "switch the reranker off": using(settings.SwitchRerankerOff(), "reranker", "Switched off."),
    "rd-set-serve-enabled": opened_to_programs("rd-set-serve-enabled"),
    "rd-set-serve-port": opened_to_programs("rd-set-serve-port"),
    "rd-erase": erasing("rd-erase"),
    "rd-erase with the models": erasing("rd-erase", models=True),
    "rd-erase-word": erasing("rd-erase-word"),
}


# In what everybody runs: one that exchanges everything, after one that did.
SOME = ("settings saved", "rd-erase")
PAIRS = [
    pytest.param(*pair, marks=[] if pair == SOME else [long_part]) for pair in product(SITUATIONS, CHANGES)
]


def goes_on(desk: Desk, empty: bool) -> bool:
    """The same window takes a file in, which is found, and answers; what was there is, unless it was erased."""
    document = desk.door.ask("GET", f"/ragdesk/view/{desk.visitors}")
    there = (
        (document.status_code == 404)
        if empty
        else (document.status_code == 200 and SAYS[:13] in document.text)
    )
    desk.window.press("rd-drop", rd_drop=desk.uploaded("ladder.md"))
    desk.app.intake.start()
    until(lambda: any(each.name == "ladder.md" for each in desk.app.library.documents.all()), 120)
    desk.app.intake.stop()
    found = str(desk.window.press("rd-find", rd_query="ladder"))
    answered = str(desk.window.press("rd-ask", rd_question=QUESTION))
    return there and "yard" in found and "rd-answer" in answered


@pytest.mark.parametrize(("happened", "pressed"), PAIRS)
def test_what_settings_change_is_changed_and_the_page_goes_on(
    happened: str, pressed: str, begun: Desk, tmp_path: Path
) -> None:
    changed = CHANGES[pressed]
    with copied(begun, tmp_path) as desk:
        change(desk, happened, "another window")
        told = changed.press(desk)
        held = changed.says in told and changed.done(desk)
        assert count("settings changed after a change", held), (told, desk.app.settings)
        empty = changed.erases or happened == "everything erased"
        assert count("the page goes on after both", goes_on(desk, empty))


def test_every_button_and_action_of_settings_is_tried(begun: Desk, tmp_path: Path) -> None:
    with copied(begun, tmp_path) as desk:
        targets = [event.targets[0][0] for event in desk.page.fns.values()]
        names = {getattr(desk.page.blocks.get(target), "elem_id", None) or "" for target in targets}
    left_out_there = {name for name in names if ELSEWHERE.match(name)}
    pressed = {element for element, _, _ in IDLE} | set(CHANGES) | {"rd-act-settings"}
    assert left_out_there - pressed == set()
    tried = {type(action) for action in SHOWN} | {settings.UseModel, settings.SwitchRerankerOff}
    assert tried == set(_VERBS) & set(_TABS["settings"]._classes.values())
