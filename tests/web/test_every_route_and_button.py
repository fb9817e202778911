"""Every route and every button of a page that was open before settings were saved, another model was chosen, or everything was
erased, in this window or in another one: each says and does just what it does where nothing of that happened.

Through Gradio's own events, as a window sends them, without a browser. What is there after an erasure was taken in again.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from break_it.counting import long_part
from cited import MARKDOWN, cite, converse, write_pdf
from clicking import Window
from given_engines import engines_with
from guarded import Door
from scripted import ScriptedModel
from starlette.routing import Route
from tiny_gguf import gguf
from web.test_actions import clicked

from ragdesk.app.app import App
from ragdesk.app.runtime import Runtime
from ragdesk.domain.tables import ColumnDraft
from ragdesk.front.web import app as web
from ragdesk.front.web import texts, wording
from ragdesk.front.web.actions import chat, citations, library, memory, settings, tables
from ragdesk.front.web.actions.codec import _TABS, _VERBS
from ragdesk.front.web.problems import PROBLEMS
from ragdesk.front.web.work import Crew
from ragdesk.host.paths import bundled_models, open_home
from ragdesk.serve.keeper import DoorKeeper

# Each home has another key for other programs, and "Make another key" gives one each time.
KEY = re.compile(r"ragdesk-[\w-]{40,}")
pytestmark = [
    pytest.mark.break_it("every route and button after a change"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.timeout(300),
]
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
WINDOWS = ("this window", "another window")
IN_THE_LONG_PART = {
    ("another model", "this window"),
    *product(("another embedder", "another language model"), WINDOWS),
}
CASES = [
    pytest.param(*case, marks=[long_part] if case in IN_THE_LONG_PART else [])
    for case in product(SITUATIONS, WINDOWS)
]


# ------------------------------------------------------------ what is clicked


def fields(desk: Desk) -> dict[str, Any]:
    """What a person has typed and chosen, by element."""
    return {
        "rd-collection": "",
        "rd-document-title": "The visitors' book",
        "rd-drop": desk.uploaded("dropped.md"),
        "rd-entry-answer": SAYS,
        "rd-entry-question": QUESTION,
        "rd-chat-export-format": "md",
        "rd-export-format": "md",
        "rd-filter": "p",
        "rd-folder": str(desk.folder / "watched"),
        "rd-folder-collection": "",
        "rd-handover-reply": f"The porter does.\n\n{SAYS}",
        "rd-memory-user": "- Uses SAP.\n",
        "rd-own-files": desk.uploaded("own.md"),
        "rd-note-user-words": "Leads the audits.",
        "rd-note-company-words": "The laboratory is in building C.",
        "rd-password": "secret",
        "rd-query": "valve",
        "rd-question": QUESTION,
    }


# What is told there hangs on the settings, which this changes: test_settings_after_a_change.py.
ELSEWHERE = re.compile(r"rd-(set|model|erase|act-settings|settings|diagnose|language|theme)\b")


def buttons(desk: Desk) -> Iterator[tuple[str, list[list[Any]]]]:
    """Every event that a person sets off, and each that a timer does, but for links; what the page is told of each."""
    for event in list(desk.page.fns.values()):
        block, kind = event.targets[0]
        name = getattr(desk.page.blocks.get(block), "elem_id", None) or ""
        if event.trigger_after is not None or name.startswith("rd-act-") or ELSEWHERE.match(name):
            continue
        yield f"{name} {kind} {event._id}", desk.window.press_event(event, fields(desk))


def links(desk: Desk) -> list[Any]:
    """An action of each kind, on what is there; those that take something away come last."""
    [note] = desk.app.memory.entries("user")[:1]
    proposal = desk.app.memory.proposals()[0].id
    return [
        library.GoToLibrary(),
        library.ShowDocument(desk.visitors, "text"),
        library.ShowDocument(desk.manual, "pages", 2),
        library.CloseDocument(),
        library.SortDocuments("title"),
        library.ShowMoreDocuments(),
        library.MakeCollection("Plans"),
        library.PutInCollection("Plans", (desk.pump,)),
        library.ShowCollection("Plans"),
        library.TakeOutOfCollection("Plans", (desk.pump,)),
        library.DeleteCollection("Plans"),
        library.ShowCollection(""),
        library.AddSamples(),
        library.CancelJob(1),
        library.LeaveLockedFile(1),
        library.CancelAllJobs(),
        library.ClearFinishedJobs(),
        library.ChooseLockedFile(1),
        library.EditEntry(desk.entry),
        library.AskDeleteEntry(desk.entry),
        library.KeepEntry(),
        library.ApproveEntry(desk.entry),
        library.RejectEntry(desk.entry),
        chat.OpenConversation(desk.conversation),
        chat.VisitConversation(desk.conversation),
        chat.RenameConversation(desk.conversation, "Of the gate"),
        chat.ListMoreConversations(100),
        chat.ShowEarlierMessages(60),
        chat.EditQuestion(desk.answer),
        chat.StopEditing(),
        chat.HoldQuestion(),
        chat.AskAgain(desk.answer),
        chat.SearchFor(desk.answer, "valve"),
        chat.SearchDocuments(desk.answer),
        chat.WriteSummary(desk.visitors),
        chat.ShowPassages(desk.answer),
        chat.RateBad(desk.answer),
        chat.ExportAnswer(desk.answer),
        chat.RateGood(desk.answer),
        chat.AskExample(QUESTION),
        chat.AskAbout(desk.visitors, QUESTION),
        chat.AskAboutThese((desk.visitors,)),
        chat.AskAboutDocument(desk.visitors),
        chat.PutArrivalsAway(),
        chat.OpenHandover(desk.answer),
        chat.AskDeleteHandover("r"),
        chat.KeepHandover(),
        chat.DeleteHandover("r"),
        citations.OpenCitation(desk.answer, 1),
        citations.ShowCitation(desk.answer, 1),
        citations.StepCitation(1),
        citations.ShowMoreText("above"),
        citations.ListEarlierCitations(),
        citations.ListLaterCitations(),
        citations.ShowBeside(desk.answer, 1),
        citations.CloseBeside(),
        library.AskEachDocument(desk.answer),
        tables.RemoveTable(),
        library.AskAllDocuments((desk.visitors, desk.pump)),
        tables.CloseTable(),
        tables.OpenTable(desk.table),
        tables.SortTable(desk.column),
        tables.FilterTable("unsure"),
        tables.FilterTable(""),
        tables.ShowRows(1),
        tables.ProposeColumns(),
        tables.TakeProposal("not proposed"),
        tables.ShowCell(desk.visitors, desk.column),
        tables.CheckCell(),
        tables.GoOnWithTable(),
        tables.PauseTable(),
        tables.ExportTable("md"),
        tables.AskCellAgain(),
        tables.LeaveCell(),
        tables.AddTemplate("procedures"),
        tables.DropColumn(desk.column),
        tables.AskRemoveTable(),
        tables.KeepTable(),
        tables.RemoveTable(),
        memory.AddNote("user"),
        memory.EditNote(note.id),
        memory.AskDeleteNote(note.id),
        memory.KeepNote(),
        memory.AcceptProposal(proposal),
        memory.ForgetWritten(proposal),
        memory.AcceptBesideOld(proposal),
        memory.RejectProposal(proposal),
        memory.MoveNote(note.id),
        memory.DeleteNote(note.id),
        chat.DeleteConversation(desk.conversation),
        chat.RestoreConversation(desk.conversation),
        library.DeleteEntry(desk.entry),
        library.StopWatching(str(desk.folder / "watched")),
        library.LetMissingGo(str(desk.folder / "watched")),
        library.AskRemoveDocuments((desk.pump,)),
        library.KeepDocuments(),
        library.RemoveDocuments((desk.pump,)),
        library.RemoveDocumentsAndAnswers((desk.visitors,)),
    ]


def addresses(desk: Desk) -> dict[str, str]:
    """An address of each route of ours, on what is there, by the route."""
    export, _ = desk.app.exports.offer("md", conversation=desk.conversation)
    draft = desk.app.handovers.draft(desk.answer)
    handover, _ = desk.app.handovers.offer(desk.app.handovers.message(draft, "Ada <ada@example.org>"), "eml")
    asked = {
        "/ragdesk/original/{document_id}": f"/ragdesk/original/{desk.visitors}",
        "/ragdesk/view/{document_id}": f"/ragdesk/view/{desk.visitors}",
        "/ragdesk/view/{document_id}/{start:int}/{end:int}": f"/ragdesk/view/{desk.visitors}/4/9",
        "/ragdesk/page/{document_id}/{number:int}": f"/ragdesk/page/{desk.manual}/1",
        "/ragdesk/page/{document_id}/{number:int}/{dpi:int}": f"/ragdesk/page/{desk.manual}/2/165",
        "/ragdesk/page/{document_id}/{number:int}/text": f"/ragdesk/page/{desk.manual}/2/text",
        "/ragdesk/page/{document_id}/{number:int}/words": f"/ragdesk/page/{desk.manual}/2/words",
        "/ragdesk/find/{document_id}": f"/ragdesk/find/{desk.manual}?words=valve",
        "/ragdesk/leaves/{document_id}": f"/ragdesk/leaves/{desk.manual}",
        "/ragdesk/state": "/ragdesk/state",
        "/ragdesk/notices": "/ragdesk/notices",
        "/ragdesk/model": f"/ragdesk/model?drop={'0' * 32}&name=x.gguf&last=1",
        "/ragdesk/handover/{token}": f"/ragdesk/handover/{handover}",
        "/ragdesk/export/{token}": f"/ragdesk/export/{export}",
        "/ragdesk/table/{token}": f"/ragdesk/table/{desk.app.table_files.offer(desk.table, 'md')}",
        "/ragdesk/static/{name}": "/ragdesk/static/app.js",
    }
    ours = [route.path for route in web._routes(desk.app, desk.folder) if isinstance(route, Route)]
    assert sorted(asked) == sorted(ours), "a route that is not asked here"
    return asked


def routes(desk: Desk, asked: dict[str, str]) -> dict[str, str]:
    """What is answered at these addresses, by the route: a status and words."""
    said = {}
    for route, path in asked.items():
        method, more = ("POST", {"content": b"no model"}) if route == "/ragdesk/model" else ("GET", {})
        reply = desk.door.ask(method, path, **more)
        said[route] = f"{reply.status_code} {desk.plain(reply.content.decode(errors='replace'))}"
    return said


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


def tour(desk: Desk) -> dict[str, str]:
    """What the page says of everything that a person can do on it, without what is new each time."""
    PROBLEMS.clear()
    said = routes(desk, addresses(desk))
    for name, told in buttons(desk):
        said[name] = desk.plain(told[-1])
    for action in links(desk):
        said[desk.plain(action)] = desk.plain(desk.do(action)[-1])
    nothing_unforeseen()
    return said


def nothing_unforeseen() -> None:
    odd = [each for each in PROBLEMS.all() if each.problem.template.startswith("Something unexpected")]
    assert odd == []


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What everything says where nothing happened."""
    with desk_in(tmp_path_factory.mktemp("usual")) as desk:
        desk.fill()
        said = tour(desk)
    assert all(
        words.startswith("200 ")
        for path, words in said.items()
        if path.startswith("/ragdesk/") and path != "/ragdesk/model"
    )
    return said


def differences(usual: dict[str, str], said: dict[str, str]) -> list[str]:
    """Where what is said is another, with what stands around it."""
    found = []
    for name, words in said.items():
        if words != usual[name]:
            pairs = enumerate(zip(words, usual[name], strict=False))
            at = next((at for at, (one, other) in pairs if one != other), min(len(words), len(usual[name])))
            found.append(f"{name}: …{usual[name][max(at - 80, 0) : at + 60]}… → …{words[at : at + 60]}…")
    return found


def test_every_action_is_clicked(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        desk.fill()
        tried = {type(action) for action in links(desk)}
    assert tried == set(_VERBS) - set(_TABS["settings"]._classes.values())


class Gone:
    """A part of a runtime that was exchanged: whoever still holds it fails."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"the runtime before is still used: {name}")


def let_go(runtime: Runtime) -> None:
    for part in (runtime.library, runtime.engines):
        for name in vars(part):
            setattr(part, name, Gone())


@pytest.mark.parametrize(("happened", "whose"), CASES)
def test_everything_says_what_it_says_usually(
    happened: str, whose: str, usual: dict[str, str], tmp_path: Path
) -> None:
    with desk_in(tmp_path) as desk:
        desk.fill()
        before = desk.app._current.runtime
        SITUATIONS[happened](desk.app, desk.window if whose == "this window" else Window(desk.page))
        assert desk.app._current.runtime is not before
        let_go(before)
        if happened == "everything erased":
            desk.fill()
        said = tour(desk)
    assert said.keys() == usual.keys()
    found = differences(usual, said)
    assert not found, "\n".join(found)
