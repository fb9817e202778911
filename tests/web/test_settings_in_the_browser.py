"""Settings in a real browser: fields, language, look, models, privacy, errors, and erasing everything. One app and one window,
which the tests use one after the other; the last one erases it.

With RAGDESK_SCREENSHOTS set to a folder, pictures are kept there.
"""

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from library_app import drop_from_disk
from ragdesk_browser import Seen, keep, open_tab, serving, until, window
from scripted import ScriptedModel
from tiny_gguf import gguf

from ragdesk.app.app import App
from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.ports import Cancelled, Prompt, never
from ragdesk.domain.privacy import Area
from ragdesk.engines.engines import Engines
from ragdesk.front.web import wording
from ragdesk.front.web.problems import PROBLEMS
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    # uvicorn's and gradio's own, on these versions
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


class Model(ScriptedModel):
    """Says forty words to every question."""

    def __init__(self) -> None:
        super().__init__([" ".join(["word"] * 40)])

    def warm(self, prompt: Prompt, cancelled: Cancelled = never) -> None:
        """Nothing to load."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[App]:
    with pytest.MonkeyPatch.context() as patch:
        # Of the class: a change of settings makes new engines.
        patch.setattr(Engines, "llm", lambda self: Model())
        opened = App.open(open_home(tmp_path_factory.mktemp("settings") / "home"))
        list(opened.intake.add([examples / "handbook.md"]))
        opened.memory.save_text("user", "- Uses SAP.\n", "")
        PROBLEMS.clear()
        yield opened
        opened.close()
        wording.use("en")


@pytest.fixture(scope="module")
def shown(app: App) -> Iterator[tuple[Any, Seen]]:
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-question:visible")  # the page has chosen its first tab
        open_tab(page, "Settings")
        page.wait_for_selector("#rd-models li")
        yield page, seen


def go(page: Any, section: str) -> None:
    page.click(f'a.rd-section[href$=":{section}"]')
    page.wait_for_selector(f"#rd-in-{section}", state="visible")


def fits(page: Any) -> bool:
    """Whether nothing makes the page wider than its window."""
    return int(page.locator("html").evaluate("one => one.scrollWidth - one.clientWidth")) <= 0


def test_settings_is_the_last_tab_and_the_four_keep_their_order(shown: tuple[Any, Seen]) -> None:
    page, _ = shown
    names = [one for one in page.get_by_role("tab").all_inner_texts() if one.strip()]
    assert names == ["Library", "Chat", "Citations", "Memory", "Settings"]


def test_a_model_is_measured_and_the_reranker_switched_off_and_on(shown: tuple[Any, Seen], app: App) -> None:
    page, _ = shown
    assert "needs about 1.5 GB of memory" in page.inner_text("#rd-models")
    measure = page.get_by_role("button", name="Measure its speed")
    measure.first.click()
    until(page, lambda: "tokens a second" in page.inner_text("#rd-models-note"))
    for name in ("bge-small-en", "ms-marco-minilm-l12", "ragdesk-reader"):
        item = page.locator("#rd-models li", has_text=name)
        item.get_by_role("button", name="Measure its speed").click()
        until(page, lambda item=item: "passages a second" in item.inner_text())  # type: ignore[misc]
    keep(page, "settings")
    page.get_by_role("button", name="Switch off").click()
    until(page, lambda: "Switched off." in page.inner_text("#rd-models-note"))
    assert app.settings.models.reranker == "off"
    page.locator("#rd-models li", has_text="ms-marco-minilm-l12").get_by_role("button", name="Use").click()
    until(page, lambda: "In use from now on." in page.inner_text("#rd-models-note"))
    assert app.settings.models.reranker == "ms-marco-minilm-l12-v2"
    page.fill("#rd-model-path input, #rd-model-path textarea", "models/mine.gguf")
    page.click("#rd-model-add")
    until(page, lambda: "not a whole path" in page.inner_text("#rd-models-note"))


def test_models_are_dropped_on_the_page(shown: tuple[Any, Seen], tmp_path: Path) -> None:
    page, _ = shown
    (tmp_path / "tiny.gguf").write_bytes(gguf(padding=5_000_000))
    drop_from_disk(page, [tmp_path / "tiny.gguf"])
    page.wait_for_selector("#rd-model-sending >> text=The model tiny is added.")
    page.wait_for_selector("#rd-models li >> text=tiny")
    (tmp_path / "no-model.gguf").write_text("Words.")
    drop_from_disk(page, [tmp_path / "no-model.gguf"])
    page.wait_for_selector("#rd-model-sending >> text=no-model.gguf is not a GGUF file.")
    keep(page, "settings-model-dropped")


def test_a_field_is_saved_at_once_and_a_wrong_one_is_refused(shown: tuple[Any, Seen], app: App) -> None:
    page, _ = shown
    go(page, "answers")
    field = page.locator("#rd-set-search-top input")
    until(page, lambda: field.input_value() == "10")
    refusal = "“Passages that a search shows” takes 1 to 100"

    def refused() -> bool:
        if field.input_value() != "1000":  # the form was filled anew meanwhile
            field.fill("1000")
            page.click("#rd-set-answers-save")
        return refusal in page.inner_text("#rd-set-answers-note")

    until(page, refused)
    assert app.settings.search.top == 10
    field.fill("7")
    page.get_by_label("Cautious").check()
    page.click("#rd-set-answers-save")
    until(page, lambda: "Saved." in page.inner_text("#rd-set-answers-note"))
    assert (app.settings.search.top, app.settings.answer.stance) == (7, "cautious")
    assert "top = 7" in app.home.settings.read_text(encoding="utf-8")
    assert [one.name for one in app.library.documents.all()] == ["handbook.md"]


def test_an_error_is_kept_and_announced_until_it_was_seen(shown: tuple[Any, Seen]) -> None:
    page, _ = shown
    PROBLEMS.add(RagdeskError("<b>It</b> broke.", "Mend it."))
    page.locator("body").evaluate("() => window.dispatchEvent(new Event('focus'))")  # else within 15 s
    until(page, lambda: "new error" in page.inner_text("#rd-header"), 30)
    open_tab(page, "Library")
    page.click("a.rd-badge")
    until(page, lambda: "<b>It</b> broke." in page.inner_text("#rd-errors"))
    assert page.locator("#rd-in-help").is_visible()
    assert PROBLEMS.unseen() == 0
    page.locator("a.rd-badge").evaluate("() => window.dispatchEvent(new Event('focus'))")
    until(page, lambda: "new error" not in page.inner_text("#rd-header"))
    page.click("#rd-diagnose")
    until(page, lambda: "gradio 6" in page.locator("#rd-diagnosis textarea").input_value(), 120)
    assert "handbook" not in page.locator("#rd-diagnosis textarea").input_value()


def test_the_look_is_dark_at_once_and_after_a_reload(shown: tuple[Any, Seen], app: App) -> None:
    page, seen = shown
    go(page, "look")
    page.get_by_label("Dark").check()
    until(page, lambda: "dark" in (page.locator("body").get_attribute("class") or ""))
    assert app.settings.ui.theme == "dark"
    page.goto(page.url.split("?")[0])
    assert page.url.endswith("?__theme=dark")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.wait_for_selector("#rd-question:visible")
    ground = page.locator("body").evaluate("one => getComputedStyle(one).backgroundColor")
    assert ground == "rgb(20, 24, 26)"
    open_tab(page, "Settings")
    go(page, "look")
    page.get_by_label("Light").check()
    until(page, lambda: "dark" not in (page.locator("body").get_attribute("class") or ""))
    assert seen.foreign() == []


def test_the_page_comes_back_in_german_and_in_english_again(shown: tuple[Any, Seen], app: App) -> None:
    page, seen = shown
    go(page, "look")
    page.get_by_label("Deutsch").click()  # the page goes before it could be seen checked
    until(page, lambda: page.locator("html").get_attribute("lang") == "de")
    page.get_by_role("tab", name="Einstellungen", exact=True).wait_for(timeout=30_000)
    until(page, lambda: page.locator("#rd-in-look").is_visible())  # where the choice was made
    seen.console.clear()  # what Gradio complains of when a reload cuts off a poll
    assert "Sprache des Programms" in page.inner_text("#rd-in-look")
    assert "Alles bleibt auf diesem Rechner" in page.inner_text("#rd-header")
    open_tab(page, "Gedächtnis")
    until(page, lambda: "Uses SAP." in page.inner_text("#rd-notes-user"))
    assert "Bearbeiten" in page.inner_text("#rd-notes-user")
    open_tab(page, "Einstellungen")
    go(page, "look")
    until(page, lambda: page.get_by_label("Deutsch").is_checked())
    page.get_by_label("English", exact=True).click()
    page.get_by_role("tab", name="Settings", exact=True).wait_for(timeout=30_000)
    until(page, lambda: page.locator("#rd-in-look").is_visible())
    assert page.locator("html").get_attribute("lang") == "en"
    assert app.settings.ui.language == "en"
    assert seen.foreign() == []
    seen.console.clear()


def test_privacy_says_what_was_connected_and_what_is_kept(shown: tuple[Any, Seen], app: App) -> None:
    page, _ = shown
    go(page, "privacy")
    until(page, lambda: "No connection left this computer." in page.inner_text("#rd-connections"))
    assert page.locator("#rd-connections tr.rd-foreign").count() == 0
    assert page.locator("#rd-kept tbody tr").count() == len(app.privacy.areas())
    assert str(app.home.root) in page.inner_text("#rd-kept")
    keep(page, "privacy")


@pytest.mark.parametrize("width", [320, 1280])
def test_every_section_fits_the_window(shown: tuple[Any, Seen], width: int) -> None:
    page, _ = shown
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_timeout(400)
    for section in ("models", "answers", "documents", "people", "look", "programs", "help", "privacy"):
        go(page, section)
        assert fits(page), section
    keep(page, f"settings-{width}")


def test_a_choice_stays_when_the_reply_that_fills_the_fields_comes_after_it(
    shown: tuple[Any, Seen], app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, _ = shown
    go(page, "answers")
    watched, gate, read = app.watched_folders.all, threading.Event(), threading.Event()

    def slow() -> Mapping[str, str | None]:
        gate.wait(60)
        read.set()
        return watched()

    monkeypatch.setattr(app.watched_folders, "all", slow)
    go(page, "look")
    page.get_by_label("Dark").click()
    until(page, lambda: app.settings.ui.theme == "dark")
    gate.set()
    until(page, read.is_set)
    page.wait_for_timeout(1_000)
    assert page.get_by_label("Dark").is_checked() and app.settings.ui.theme == "dark"
    page.get_by_label("Light").click()
    until(page, lambda: "dark" not in (page.locator("body").get_attribute("class") or ""))


def test_what_is_said_stays_when_a_slow_reading_ends_after_it(
    shown: tuple[Any, Seen], app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, _ = shown
    go(page, "look")
    read, areas = threading.Event(), app.privacy.areas

    def slow() -> list[Area]:
        read.wait(60)
        return areas()[:1]

    monkeypatch.setattr(app.privacy, "areas", slow)
    go(page, "privacy")
    fold = page.get_by_role("button", name="Erase everything").first
    fold.click()
    page.locator("#rd-erase-word input, #rd-erase-word textarea").fill("no")
    page.click("#rd-erase")
    until(page, lambda: "Nothing was erased" in page.inner_text("#rd-erase-note"))
    assert page.locator("#rd-kept tbody tr").count() == len(areas())  # of the reading before
    read.set()
    until(page, lambda: page.locator("#rd-kept tbody tr").count() == 1)
    assert "Nothing was erased" in page.inner_text("#rd-erase-note")
    go(page, "look")
    go(page, "privacy")
    until(page, lambda: page.inner_text("#rd-erase-note").strip() == "")
    fold.click()


def test_everything_is_erased_and_the_app_works_on(shown: tuple[Any, Seen], app: App, examples: Path) -> None:
    page, seen = shown
    page.get_by_role("button", name="Erase everything").first.click()
    word = page.locator("#rd-erase-word input, #rd-erase-word textarea")
    word.fill("yes")
    page.click("#rd-erase")
    until(page, lambda: "Nothing was erased" in page.inner_text("#rd-erase-note"))
    assert len(app.library.documents.all()) == 1
    word.fill("erase")
    page.click("#rd-erase")
    until(page, lambda: "Everything was erased" in page.inner_text("#rd-erase-note"))
    assert "Documents: originals and their texts:" in page.inner_text("#rd-erase-note")
    assert (
        app.library.documents.all() == []
        and app.memory.entries("user") == []
        and app.settings.answer.stance == "balanced"
    )
    page.get_by_role("link", name="Go on with an empty RAGDesk").click()
    page.wait_for_selector("#rd-drop input[type=file]", state="attached")
    page.set_input_files("#rd-drop input[type=file]", [str(examples / "meeting-note.txt")])
    until(page, lambda: [one.name for one in app.library.documents.all()] == ["meeting-note.txt"], 90)
    assert seen.foreign() == [] and seen.violations() == []
