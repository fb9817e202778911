"""From a telephone's width to 4K, in English and German: no page is wider than its window, and no text is cut. The library has
words and titles that do not end. The model's words are scripted."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from furnished import ABSENT, MS, Furnished, ask, converse_about, furnished, go_to
from ragdesk_browser import keep, until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
ALL_WIDTHS = (320, 390, 768, 1280, 1920, 3840)
# One state of each tab is looked at in every width, in English; the rest where room is shortest, and as most people see it.
MAIN = ("chat-answer", "citations-0", "library", "memory", "settings-models")
SECTIONS = ("models", "answers", "documents", "people", "look", "programs", "privacy", "help")
# Tables and the viewer scroll by themselves, with the keyboard, too.
MAY_SCROLL = "#rd-viewer, #rd-viewer *, .rd-table-frame, pre, [role=tablist]"
# Text that the person cannot see: cut by its own box or by one around it, and neither scrolled to nor told by a title.
CUT = """(MAY_SCROLL) => {
  const cut = [];
  const seen = (e) => e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  for (const e of document.querySelectorAll("body *")) {
    if (!e.innerText || !seen(e) || ["OPTION", "TEXTAREA", "INPUT", "STYLE", "SCRIPT"].includes(e.tagName)) continue;
    const own = [...e.childNodes].filter((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own.length || e.closest(".rd-aside, .sr-only, [title]")) continue;
    const range = document.createRange();
    range.selectNodeContents(own[0]);
    range.setEnd(own.at(-1), own.at(-1).length);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    for (let a = e; a && a !== document.body; a = a.parentElement) {
      const style = getComputedStyle(a), frame = a.getBoundingClientRect();
      if (frame.width < 2) break;
      if (["auto", "scroll"].includes(style.overflowX)) {
        if (a.scrollWidth > a.clientWidth + 1 && !a.matches(MAY_SCROLL)) {
          cut.push(`sideways in ${a.tagName}#${a.id}.${a.className}: ${e.innerText.slice(0, 60)}`);
        }
        break;
      }
      if (!["hidden", "clip"].includes(style.overflowX)) continue;
      if (box.right > frame.right + 2 || box.left < frame.left - 2) {
        cut.push(`${e.tagName}.${e.className}: ${e.innerText.slice(0, 60)}`);
        break;
      }
    }
  }
  return cut;
}"""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[Furnished]:
    with furnished(tmp_path_factory.mktemp("sizes"), examples) as given:
        yield given


class Sizes:
    """What does not fit, at every width."""

    def __init__(self, page: Any, language: str) -> None:
        self._page, self._language = page, language
        self.found: list[str] = []

    def look(self, state: str) -> None:
        thorough = self._language == "en" and state in MAIN
        for width in ALL_WIDTHS if thorough else (320, 1280):
            self._page.set_viewport_size({"width": width, "height": 700 if width < 600 else 900})
            self._page.wait_for_timeout(100)
            keep(self._page, f"{state}-{width}-{self._language}")
            over = self._page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            if over > 0:
                self.found.append(f"{state} {width}: {over} px too wide")
            self.found += [f"{state} {width}: cut: {each}" for each in self._page.evaluate(CUT, MAY_SCROLL)]
        self._page.set_viewport_size({"width": 1280, "height": 800})


def test_what_is_cut_is_found(app: Furnished) -> None:
    page = app.again()
    page.evaluate(
        "document.querySelector('.rd-claim').style.cssText = 'display: block; width: 3rem; overflow: hidden; white-space: nowrap'"
    )
    sizes = Sizes(page, "de")
    sizes.look("cut")
    assert len(sizes.found) == 2 and "Everything" in sizes.found[0], sizes.found
    page.evaluate("document.body.style.width = '4000px'")
    sizes.look("wide")
    assert any("px too wide" in each for each in sizes.found)


def chat(page: Any, look: Callable[[str], None]) -> None:
    look("chat-new")
    ask(page)
    page.wait_for_selector("#rd-thread .rd-unsupported", timeout=MS)
    look("chat-answer")
    page.evaluate("document.documentElement.classList.add('rd-open-talks', 'rd-open-evidence')")
    look("chat-folds-open")
    page.evaluate("document.documentElement.classList.remove('rd-open-talks', 'rd-open-evidence')")
    ask(page, ABSENT)
    page.wait_for_selector(".rd-notfound")
    page.locator("#rd-thread a[href^='#rd:handover:open']").last.click()
    page.wait_for_selector("#rd-handover-message:visible")
    look("chat-handover")


def citations(page: Any, look: Callable[[str], None]) -> None:
    go_to(page, 1)
    converse_about(page, "Of every kind")
    go_to(page, 2)
    page.wait_for_selector("#rd-citations li")
    for place, what in enumerate((".rd-highlight", "#rd-viewer mark", "td.rd-cell", "#rd-viewer mark")):
        page.locator("#rd-citations a.rd-source").nth(place).click()
        page.wait_for_selector(what, timeout=MS)
        here = re.compile(rf"\b{place + 1}\b\D+\b5\b")  # “Citation 2 of 5”, in whichever language
        until(page, lambda here=here: here.search(page.inner_text("#rd-toolbar")) is not None)
        look(f"citations-{place}")
    page.locator("#rd-export-fold > button").click()
    page.wait_for_selector("#rd-export:visible")
    look("citations-export")


def library(page: Any, look: Callable[[str], None]) -> None:
    go_to(page, 0)
    page.wait_for_selector("#rd-documents li")
    page.fill("#rd-query textarea, #rd-query input", "Donau Montag")
    page.click("#rd-find")
    page.wait_for_selector("#rd-side li", timeout=MS)
    for fold in ("#rd-entries-fold > button", "#rd-folders-fold > button"):
        page.click(fold)
    page.locator("#rd-documents a.rd-remove").nth(2).click()
    page.wait_for_selector("#rd-documents a.rd-danger")
    look("library")
    page.locator("a.rd-title", has_text="Donau").first.click()
    for view in ("text", "passages", "about"):
        page.locator(f"#rd-document a[href*=':{view}']").first.click()
        page.wait_for_timeout(400)
        look(f"library-{view}")


def memory_and_settings(page: Any, look: Callable[[str], None]) -> None:
    go_to(page, 3)
    page.wait_for_selector("#rd-proposals li")
    page.click("#rd-file-user > button")
    page.locator("#rd-notes-user li a").first.click()
    page.wait_for_selector("#rd-note-user:visible")
    look("memory")
    go_to(page, 4)
    page.wait_for_selector("#rd-models li")
    for section in SECTIONS:
        page.click(f'a.rd-section[href$=":{section}"]')
        page.wait_for_selector(f"#rd-in-{section}", state="visible")
        if section == "privacy":
            page.wait_for_selector("#rd-kept tbody tr", timeout=MS)
        look(f"settings-{section}")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_tab_fits_every_window(app: Furnished, language: str) -> None:
    page = app.again(language=language)
    sizes = Sizes(page, language)
    for tab in (chat, citations, library, memory_and_settings):
        tab(page, sizes.look)
    until(page, lambda: page.locator("html").get_attribute("lang") == language)
    assert sizes.found == [], "\n".join(sizes.found)
    assert app.seen.foreign() == [] and app.seen.violations() == []
