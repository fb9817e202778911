"""An app with something of everything in it, with a page that is open on it, and what happens there while it is: settings are
saved, another model is chosen, everything is erased. Through Gradio's own events, as a window sends them, without a browser.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cited import MARKDOWN, cite, converse, write_pdf
from clicking import Window
from given_engines import engines_with
from guarded import Door
from scripted import ScriptedModel
from tiny_gguf import gguf
from web.test_actions import clicked

from ragdesk.app.app import App
from ragdesk.app.runtime import Runtime
from ragdesk.domain.tables import ColumnDraft
from ragdesk.front.web import app as web
from ragdesk.front.web import texts, wording
from ragdesk.front.web.actions import settings
from ragdesk.front.web.actions.codec import _TABS
from ragdesk.front.web.problems import PROBLEMS
from ragdesk.front.web.work import Crew
from ragdesk.host.paths import bundled_models, open_home
from ragdesk.serve.keeper import DoorKeeper

# Each home has another key for other programs, and "Make another key" gives one each time.
KEY = re.compile(r"ragdesk-[\w-]{40,}")
LLM, RERANKER, EMBEDDER = "qwen2.5-coder-1.5b-instruct-q4_k_m", "ms-marco-minilm-l12-v2", "bge-small-en-v1.5"
ANOTHER_EMBEDDER, ANOTHER_MODEL = "bge-under-another-name", "another-model"
QUESTION, SAYS = "Who signs the book at the gate?", "Every visitor signs the book at the gate."
# Ids, tokens, references, days (a run may cross midnight), moments, durations, and how often a tab was opened: new each time.
_NEW = re.compile(
    r"[0-9a-f]{12,64}|\b[0-9A-Fa-f]{8}\b|-ref-[0-9a-f]{8}|\d{4}-\d\d-\d\d(?:[T ][\d:.+]+Z?)?|\b\d\d:\d\d(?::\d\d)?\b"
    r"|(?:\b[A-Z][a-z]{2}, )?\b\d{1,2} [A-Z][a-z]{2} \d{4}\b"
    r"|\d+(?:[.,]\d+)? ?(?:ms|s|seconds?|[kMG]B)\b|(?<=citations#)\d+|(?<=chat#)\d+|(?<=settings#)\d+"
)


@dataclass
class Desk:
    """An app with something of everything in it, and a window that is open on it."""

    app: App
    page: Any
    door: Door
    window: Window
    folder: Path

    def fill(self) -> None:
        """What there is to be clicked."""
        app, watched = self.app, self.folder / "watched"
        watched.mkdir(exist_ok=True)
        (self.folder / "visitors.md").write_text(MARKDOWN, encoding="utf-8")
        (self.folder / "pump.md").write_text("# Pump\n\nThe pump needs four minutes.\n", encoding="utf-8")
        write_pdf(self.folder / "manual.pdf", pages=4)
        list(app.intake.add([self.folder / name for name in ("visitors.md", "pump.md", "manual.pdf")]))
        self.visitors, self.pump, self.manual = (
            next(each.id for each in app.library.documents.all() if each.name.startswith(name))
            for name in ("visitors", "pump", "manual")
        )
        quoted = cite(app, self.visitors, "signs the", "at most **twelve** people")
        self.conversation = converse(app, [[quoted], [cite(app, self.manual, "Valve V7 opens", number=1)]])
        self.answer = next(
            each.id for each in app.library.conversations.messages(self.conversation) if each.answer
        )
        self.column, self.table = self.asked_table()
        self.entry = app.library.entries.propose(QUESTION, SAYS).id
        app.memory.add("user", "Uses SAP.")
        app.memory.notice("I prefer short answers. As a buyer, what do I need?")
        app.watched_folders.add(watched)
        self.window.press_event(loading(self.page))

    def asked_table(self) -> tuple[str, str]:
        """A table with one cell, written by hand and not filled in the background; its column's id and its own."""
        tables = self.app.tables
        table = tables.create("Visitors", [ColumnDraft(QUESTION, "text")], documents=[self.visitors])
        tables.pause(table.id, True)
        tables.set_cell(table.id, self.visitors, table.columns[0].id, SAYS)
        return table.columns[0].id, table.id

    def plain(self, told: object) -> str:
        """Without what is new each time, and without the name of the language model, which Chat names."""
        # First the key: a part of it may look like an id.
        words = KEY.sub("(a key)", str(told).replace("<wbr>", ""))
        for folder in (str(self.folder), quote(str(self.folder), safe="")):
            words = words.replace(folder, "…")
        for name in {self.app.settings.models.llm or LLM, LLM}:
            words = words.replace(texts.model(name), "…")
        return _NEW.sub("…", words)

    def do(self, action: Any) -> list[list[Any]]:
        """Click a link that does this."""
        return click(self.window, action)

    def uploaded(self, name: str) -> list[dict[str, object]]:
        """What a field for files sends of a note that Gradio has put among the uploads."""
        folder = self.app.home.temporary / f"uploads-{os.getpid()}" / name.partition(".")[0]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("# Ladder\n\nThe ladder stands in the yard.\n", encoding="utf-8")
        return [{"path": str(folder / name), "orig_name": name, "meta": {"_type": "gradio.FileData"}}]


def click(window: Window, action: Any) -> list[list[Any]]:
    """Click a link that does this; each click is told apart by the page's count."""
    tab = next(tab for tab, actions in _TABS.items() if type(action) in actions._classes.values())
    sent = clicked(_TABS[tab].address(action), tab)
    return window.press(f"rd-act-{tab}", **{f"rd_act_{tab}": sent})


def loading(page: Any) -> Any:
    return next(event for event in page.fns.values() if event.targets[0][1] == "load")


def save_settings(app: App, window: Window) -> None:
    window.press("rd-set-help-save", rd_set_log_level="DEBUG")
    assert app.settings.log.level == "DEBUG"


def change_model(app: App, window: Window) -> None:
    for action, now in ((settings.SwitchRerankerOff(), "off"), (settings.UseModel(RERANKER), RERANKER)):
        click(window, action)
        assert app.settings.models.reranker == now


def under_another_name(folder: Path) -> None:
    """The embedder's weights as another one, called as the folder: every passage has to be encoded anew."""
    shutil.copytree(bundled_models() / EMBEDDER, folder)
    card = folder / "ragdesk.toml"
    card.write_text(card.read_text("utf-8").replace(f'"{EMBEDDER}"', f'"{folder.name}"'), "utf-8")


def choose_embedder(app: App, window: Window) -> None:
    folder = app.home.root.parent / "downloads" / ANOTHER_EMBEDDER
    under_another_name(folder)
    window.press("rd-model-add", rd_model_path=str(folder))
    before = app.engines.embedding()
    click(window, settings.UseModel(ANOTHER_EMBEDDER))
    assert app.settings.models.embedder == ANOTHER_EMBEDDER and app.engines.embedding() != before


def change_embedder(app: App, window: Window) -> None:
    choose_embedder(app, window)
    assert len(app.library.needs_reencoding()) == len(app.library.documents.all())
    app.intake.reencode()


def change_language_model(app: App, window: Window) -> None:
    """What it says is scripted; that another is chosen exchanges everything all the same."""
    path = app.home.root.parent / f"{ANOTHER_MODEL}.gguf"
    path.write_bytes(gguf())
    window.press("rd-model-add", rd_model_path=str(path))
    click(window, settings.UseModel(ANOTHER_MODEL))
    assert app.settings.models.llm == ANOTHER_MODEL


def erase(app: App, window: Window) -> None:
    told = window.press("rd-erase", rd_erase_word="erase")
    assert "Everything was erased" in str(told) and app.library.documents.all() == []


SITUATIONS: dict[str, Callable[[App, Window], None]] = {
    "settings saved": save_settings,
    "another model": change_model,
    "another embedder": change_embedder,
    "another language model": change_language_model,
    "everything erased": erase,
}


# ------------------------------------------------------------ a desk, opened and closed


@contextmanager
def copied(begun: Desk, folder: Path) -> Iterator[Desk]:
    """A page that is open on a copy of a home that was filled before; nothing unforeseen may happen on it."""
    shutil.copytree(begun.folder / "home", folder / "home")
    with desk_in(folder) as desk:
        for name in ("visitors", "pump", "manual", "conversation", "answer", "column", "table", "entry"):
            setattr(desk, name, getattr(begun, name))
        PROBLEMS.clear()
        yield desk
        nothing_unforeseen()


@contextmanager
def desk_in(folder: Path) -> Iterator[Desk]:
    app = App.open(open_home(folder / "home"), engines_with(ScriptedModel([SAYS] * 30)))
    try:
        door = Door(app)  # first: from then on Gradio takes uploads from the home
        page = web.page(app, Crew(), DoorKeeper(app))
        yield Desk(app, page, door, Window(page), folder)
    finally:
        app.close()
        wording.use("en")


def nothing_unforeseen() -> None:
    odd = [each for each in PROBLEMS.all() if each.problem.template.startswith("Something unexpected")]
    assert odd == []


def differences(usual: dict[str, str], said: dict[str, str]) -> list[str]:
    """Where what is said is another, with what stands around it."""
    found = []
    for name, words in said.items():
        if words != usual[name]:
            pairs = enumerate(zip(words, usual[name], strict=False))
            at = next((at for at, (one, other) in pairs if one != other), min(len(words), len(usual[name])))
            found.append(f"{name}: …{usual[name][max(at - 80, 0) : at + 60]}… → …{words[at : at + 60]}…")
    return found


class Gone:
    """A part of a runtime that was exchanged: whoever still holds it fails."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"the runtime before is still used: {name}")


def let_go(runtime: Runtime) -> None:
    for part in (runtime.library, runtime.engines):
        for name in vars(part):
            setattr(part, name, Gone())


def change(desk: Desk, happened: str, whose: str) -> None:
    """In this window, or in another one; whoever still holds the runtime of before fails from then on."""
    before = desk.app._current.runtime
    SITUATIONS[happened](desk.app, desk.window if whose == "this window" else Window(desk.page))
    assert desk.app._current.runtime is not before
    let_go(before)
