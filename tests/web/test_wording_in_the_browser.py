"""The page in German, in a real browser, wide and narrow: no label is left in English, and none is cut. The model's words are
scripted."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import texts
from paced import PacedModel
from ragdesk_browser import keep, open_tab, serving, until, window

from ragdesk.app.app import App
from ragdesk.front.web import wording
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
RULE = "Proben werden bei vier Grad im Kühlschrank gelagert."
TEXT = f"# Laborhandbuch\n\n## Lagerung\n\n{RULE} Die Temperatur wird jeden Morgen geprüft und ins Buch geschrieben.\n"
QUESTION = "Bei welcher Temperatur werden Proben gelagert?"
# Gradio's own words, in the language of the browser; what it says of an upload field.
GRADIOS = ("Drop File Here", "Click to Upload")

# All that can be read now: texts of elements with what stands right in them, names that are read out or pop up; and what does
# not fit: an element whose text is wider than itself, or a hint that is wider than its field. Names out of documents may be cut.
LOOK = """() => {
  const said = [], cut = [];
  const pen = document.createElement("canvas").getContext("2d");
  for (const node of document.querySelectorAll("body *")) {
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    said.push(...["title", "alt", "placeholder", "aria-label"].map((name) => node.getAttribute(name) || ""));
    const own = [...node.childNodes].filter((each) => each.nodeType === 3 && each.textContent.trim());
    const style = getComputedStyle(node);
    if (node.placeholder && !node.value) {
      pen.font = style.font;
      const room = node.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (pen.measureText(node.placeholder).width > room + 1) cut.push(`${node.placeholder} (${Math.round(room)} px)`);
    }
    const choice = node.matches("input[role=listbox]") && node.scrollWidth > node.clientWidth + 1;
    if (choice) cut.push(`${node.value} (${node.clientWidth} px)`);
    if (!own.length || ["SCRIPT", "STYLE"].includes(node.tagName)) continue;
    said.push(node.innerText, ...own.map((each) => each.textContent));
    const hidden = style.position === "absolute" && node.clientWidth <= 1; // for screen readers alone
    if (!hidden && !node.closest("bdi") && node.clientWidth && node.scrollWidth > node.clientWidth + 1) {
      cut.push(`${node.tagName}.${node.className}: ${node.innerText} (${node.scrollWidth} > ${node.clientWidth})`);
    }
  }
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) cut.push(`the page: ${page.scrollWidth} > ${innerWidth}`);
  return { said: [...new Set(said.map((each) => each.split(/\\s+/).join(" ").trim()))], cut };
}"""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[App, Any, Any]]:
    """The app in German, with a document, an answer, a question for approval and a note: (desk, page, what it saw)."""
    folder = tmp_path_factory.mktemp("german")
    home = open_home(folder / "home")
    (folder / "home" / "settings.toml").write_text('[ui]\nlanguage = "de"\n', encoding="utf-8")
    (folder / "handbuch.md").write_text(TEXT, encoding="utf-8")
    (folder / "leer.pdf").write_bytes(b"")
    app = App.open(home)
    model = PacedModel([RULE])
    app.engines.llm = lambda: model  # type: ignore[method-assign, assignment, return-value]
    list(app.intake.add([folder / "handbuch.md", folder / "leer.pdf"], collection="Labor"))
    app.library.entries.propose("Wer hat den Schlüssel?", "Die Leiterin.")
    (folder / "eingang").mkdir()
    app.watched_folders.add(folder / "eingang", "Labor")
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-question:visible")
        page.fill("#rd-question textarea", QUESTION)
        page.press("#rd-question textarea", "Enter")
        until(page, lambda: page.locator("#rd-thread .rd-supported").count() == 1)
        yield app, page, seen
    app.close()
    wording.use("en")


def english() -> list[re.Pattern[str]]:
    """Every English text that has a German one, with room for what is put in; not those that are German words as well."""
    known = texts.read(wording.LANGUAGE_FILES / "de" / "LC_MESSAGES" / "ragdesk.po")
    forms = [(forms_of(message.id), forms_of(message.string)) for message in known if message.id]
    german = {text for _, translated in forms for text in translated}
    left = {text for said, _ in forms for text in said} - german
    return [re.compile(re.sub(r"\\{\w+[^}]*\\}", ".+", re.escape(text))) for text in left]


def forms_of(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return text if isinstance(text, tuple) else (text,)


def look(page: Any, state: str, patterns: list[re.Pattern[str]]) -> list[str]:
    """What is wrong with the page as it stands."""
    keep(page, f"german-{state}")
    found = page.evaluate(LOOK)
    left = [
        f"{state}, English: {one}" for one in found["said"] if any(each.fullmatch(one) for each in patterns)
    ]
    left += [f"{state}, Gradio's: {one}" for one in found["said"] if one in GRADIOS]
    return [*left, *(f"{state}, cut: {one}" for one in found["cut"])]


def go_to(page: Any, tab: str, width: int) -> None:
    """Open a tab, and make the window as wide as that; a narrow one has some tabs in a menu."""
    page.set_viewport_size({"width": 1280, "height": 800})
    open_tab(page, tab)
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_timeout(500)


def unfold(page: Any) -> None:
    """Open every fold that is on view."""
    for fold in page.query_selector_all("button.label-wrap:not(.open)"):
        if fold.is_visible():
            fold.evaluate("node => node.click()")
    page.wait_for_timeout(300)


@pytest.mark.parametrize("width", [1280, 390])
def test_every_tab_is_german_and_nothing_is_cut(app: tuple[App, Any, Any], width: int) -> None:
    _, page, seen = app
    patterns, wrong = english(), []
    for tab in ("Chat", "Bibliothek", "Belege", "Gedächtnis", "Einstellungen"):
        go_to(page, tab, width)
        unfold(page)
        wrong += look(page, f"{tab}-{width}", patterns)
    for section in page.locator("a.rd-section").all():
        section.click()
        page.wait_for_timeout(300)
        unfold(page)
        wrong += look(page, f"{section.inner_text()}-{width}", patterns)
    go_to(page, "Bibliothek", width)
    page.locator("#rd-documents a.rd-title").first.click()
    page.wait_for_selector("#rd-document .rd-docpage")
    for view in range(page.locator("a.rd-leaf-view").count()):
        page.locator("a.rd-leaf-view").nth(view).click()
        page.wait_for_timeout(500)
        wrong += look(page, f"Dokument {view}-{width}", patterns)
    page.locator("a.rd-back").click()
    assert wrong == [], "\n".join(wrong)
    assert seen.foreign() == [] and seen.violations() == []


def test_what_is_left_in_english_or_cut_is_found(app: tuple[App, Any, Any]) -> None:
    _, page, _ = app
    page.evaluate(
        """() => {
          const wrong = document.createElement("div");
          wrong.id = "wrong";
          wrong.innerHTML = '<button style="width:40px;overflow:hidden;white-space:nowrap">Abgeschnitten</button>'
            + '<p title="Ask again">7 documents</p>';
          document.querySelector(".gradio-container").prepend(wrong);
        }"""
    )
    found = look(page, "wrong", english())
    page.evaluate("() => document.getElementById('wrong').remove()")
    assert any("English: Ask again" in each for each in found) and any(
        "7 documents" in each for each in found
    )
    assert any("cut" in each and "Abgeschnitten" in each for each in found)
