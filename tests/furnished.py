"""A desk as it looks after some weeks of work: documents of each kind, conversations with and without support, notes, entries,
errors. What the tests of the whole page, and the pictures of docs/tour.md, are made with. The model's words are scripted."""

import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from cited import MARKDOWN, PAGES_QUOTE, add, cite, converse, write_mail, write_pdf, write_sheet
from paced import PacedModel
from ragdesk_browser import Seen, open_tab, serving, until, window

from ragdesk.answering.choosing.shortlist import Shortlist
from ragdesk.app.app import App
from ragdesk.domain.search import Scope
from ragdesk.front.web.problems import PROBLEMS
from ragdesk.host.paths import open_home

SURE = Shortlist.sure
QUESTION = "How long must the autoclave cool down before the door is opened?"
TRUE = "The autoclave must cool down for at least 45 minutes before the door is opened."
ODD = "The badge is made of gold."
ABSENT = "Which opera did Verdi write last?"
# No blank in it, and no hyphen: what makes a page wider than its window.
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2
FIELD = "#rd-question textarea"
MS = 60_000


@dataclass
class Furnished:
    """The desk, one window on it, and the model that writes its answers."""

    app: App
    page: Any
    seen: Seen
    model: PacedModel
    url: str

    def again(self, *, language: str = "en", dark: bool = False) -> Any:
        """The page loaded anew, in a language and a look, on its Chat."""
        change_language(self.app, language)
        self.page.emulate_media(color_scheme="dark" if dark else "light")
        self.page.goto(
            "about:blank"
        )  # else the page loads itself anew as well, when it hears of another language
        self.page.goto(self.url)
        self.seen.console.clear()  # what Gradio complains of when a reload cuts off a poll
        self.page.wait_for_selector("#rd-question:visible", timeout=MS)
        if self.app.conversations.all():
            until(self.page, lambda: self.page.locator("a.rd-talk").count() > 0)
        return self.page

    @contextmanager
    def real_model(self) -> Iterator[None]:
        """Answers are the default model's own meanwhile, which is warm, as at the start of the app."""
        engines = vars(self.app.engines)
        scripted = engines.pop("llm")
        writes, Shortlist.sure = Shortlist.sure, SURE  # type: ignore[method-assign]
        try:
            App._warm(self.app, self.app._current.runtime)
            yield
        finally:
            engines["llm"] = scripted
            Shortlist.sure = writes  # type: ignore[method-assign]


def change_language(app: App, language: str) -> None:
    from ragdesk.front.web import wording

    app.change_now({("ui", "language"): language})
    wording.use(language)


@contextmanager
def furnished(
    folder: Path,
    examples: Path,
    *,
    answers: Sequence[str] = (f"{TRUE} {ODD}",),
    bare: bool = False,
    **size: Any,
) -> Iterator[Furnished]:
    """The app with a full home (`bare`: an empty one) and a window on it."""
    app = App.open(open_home(folder / "home"))
    model = PacedModel(answers)
    Shortlist.sure = lambda shortlist: None  # type: ignore[method-assign]  # the model writes, whatever is sure
    app.engines.llm = lambda: model  # type: ignore[method-assign, assignment, return-value]
    app.warm = lambda: None  # type: ignore[method-assign]
    PROBLEMS.clear()
    try:
        if not bare:
            fill(app, folder, examples)
        with serving(app) as url, window(**size) as (page, seen):
            reach(page, url)
            yield Furnished(app, page, seen, model, url.split("?")[0])
    finally:
        model.go_on()
        app.close()
        Shortlist.sure = SURE  # type: ignore[method-assign]
        change_wording_back()


def change_wording_back() -> None:
    from ragdesk.front.web import wording

    wording.use("en")


def fill(app: App, folder: Path, examples: Path) -> None:
    """Documents, collections, entries, notes and proposals, and conversations: cited, refused, of every kind of source."""
    list(app.intake.add([examples]))
    manual = add(app, write_pdf(folder / "manual.pdf"))
    (folder / "visitors.md").write_text(MARKDOWN, encoding="utf-8")
    (folder / f"{LONG[:120]}.md").write_text(f"# {LONG}\n\n{LONG} is checked on Mondays.\n", encoding="utf-8")
    visitors = add(app, folder / "visitors.md")
    long = add(app, folder / f"{LONG[:120]}.md")
    budget, mail = (
        add(app, write_sheet(folder / "budget.xlsx")),
        add(app, write_mail(folder / "freezer.eml")),
    )
    app.library.collections.assign(
        [each.id for each in app.library.documents.all()][:2], "Quality and sterilisation"
    )
    app.library.entries.propose("Who opens the gate?", "The porter opens the gate at six.")
    remember(app)
    cited = [
        cite(app, manual, *PAGES_QUOTE, number=1),
        cite(app, visitors, "signs the", "at most **twelve** people", number=2),
        cite(app, budget, "Item 100", "1020", number=3),
        cite(app, mail, "When does the freezer arrive?", number=4),
        cite(app, long, f"{LONG} is checked", "Mondays.", number=5),
    ]
    converse(app, [cited], title="Of every kind")
    app.conversations.create(LONG, Scope(collections=("Quality and sterilisation",)))


def remember(app: App) -> None:
    app.memory.save_text(
        "user", "# About me\n\n- Leads the audits of the sterilisation room.\n- Uses SAP.\n", ""
    )
    app.memory.save_text("company", "- The laboratory is in building C.\n", "")
    app.memory.notice("I prefer short answers. As a buyer, what do I need?")
    app.memory.notice("I prefer detailed answers.")
    app.memory.notice("I work in Packaging.")


def ask(page: Any, question: str = QUESTION, *, wait: bool = True) -> None:
    """Ask in a new conversation; `wait` until the answer, or its absence, is there."""
    page.click("#rd-new")
    until(page, lambda: page.locator("#rd-thread .rd-thread").count() == 0)
    page.fill(FIELD, question)
    page.press(FIELD, "Enter")
    if wait:
        page.wait_for_selector("#rd-thread .rd-answer", timeout=MS)
        until(page, lambda: page.locator("#rd-live .rd-live").count() == 0)


def converse_about(page: Any, title: str) -> None:
    """Open a conversation whose title begins so."""
    page.get_by_role("button", name=re.compile(f"^{re.escape(title)}")).first.click()
    page.wait_for_selector("#rd-thread .rd-answer", timeout=MS)


def tabs(page: Any) -> list[str]:
    """The tabs' names, from the left, in whichever language."""
    return [name.strip() for name in page.locator("#rd-tabs [role=tab]").all_inner_texts() if name.strip()]


def reach(page: Any, url: str) -> None:
    """Open the address as soon as the server listens."""
    address = urlsplit(url)

    def listens() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex((address.hostname, address.port)) == 0

    until(page, listens)
    page.goto(url)


def go_to(page: Any, number: int) -> None:
    """Open a tab by its place: 0 Library, 1 Chat, 2 Citations, 3 Memory, 4 Settings."""
    open_tab(page, tabs(page)[number])
