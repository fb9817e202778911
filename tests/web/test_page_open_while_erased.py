"""A page that was open while everything was erased, here or in another window, and that was not loaded anew.

Its links lead to what is gone: each button and link says so, or does what it does in an empty home; none shows what was erased,
and none fails."""

import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from break_it.counting import MUCH, count
from clicking import Window
from web.desk import Desk, copied, desk_in, erase, let_go, nothing_unforeseen
from web.touring import addresses, fields, links, routes

from ragdesk.front.web.actions import chat, citations, library, memory, settings, tables
from ragdesk.front.web.problems import PROBLEMS

pytestmark = [
    pytest.mark.break_it,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.timeout(300),
]
# Stands in the documents, the conversation, the table, the entry and the memory, and in nothing that is typed later.
SECRETS = (
    "About the cold rooms",
    "Valve V7 opens",
    "Ms Vance",
    "needs four minutes",
    "I prefer short answers",
)
# What is no word of it: how Gradio writes updates and states.
WITHOUT_WORDS = re.compile(r"'?__type__'?: '?update'?|'\w+': |None|True|False|<[^>]*>")
# Links to one thing that is gone: each says so. The others show what there is, or clear something away.
SAYS_SOMETHING = (
    "rd-save-title", "rd-save-collections", "rd-own-title", "rd-table-", "rd-save-cell", "rd-rating-keep", "rd-rating-back",
    "rd-chat-export click", "rd-export click", "rd-citations-tab", "rd-note-user-save", "rd-entry-save",
    "ShowDocument", "PutInCollection", "EditEntry", "ApproveEntry", "RejectEntry", "DeleteEntry", "OpenConversation",
    "RenameConversation", "EditQuestion", "AskAgain", "SearchFor", "SearchDocuments", "WriteSummary", "ShowPassages",
    "RateBad", "RateGood", "ExportAnswer", "AskAbout", "OpenHandover", "OpenCitation", "ShowCitation", "ShowBeside",
    "AskEachDocument", "AskAllDocuments", "OpenTable", "ShowCell", "ExportTable", "AcceptProposal", "MoveNote", "DeleteNote",
    "DeleteConversation", "RemoveDocuments",
)  # fmt: skip
STATIC = ("/ragdesk/static/{name}", "/ragdesk/state", "/ragdesk/notices")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A filled home, to be copied; its app is closed."""
    with desk_in(tmp_path_factory.mktemp("begun")) as desk:
        desk.fill()
    return desk


def open_everything(desk: Desk) -> None:
    """Of each kind one is open in the window: what the window remembers of them is an id that is gone later."""
    note = desk.app.memory.entries("user")[0].id
    for action in (
        settings.OpenSettings("models"),
        library.EditEntry(desk.entry),
        library.PutInCollection("Plans", (desk.pump,)),
        library.ShowCollection("Plans"),
        library.ShowDocument(desk.visitors, "text"),
        tables.OpenTable(desk.table),
        tables.ShowCell(desk.visitors, desk.column),
        memory.EditNote(note),
        chat.OpenConversation(desk.conversation),
        chat.EditQuestion(desk.answer),
        chat.RateBad(desk.answer),
        chat.OpenHandover(desk.answer),
        citations.OpenCitation(desk.answer, 1),
        citations.ShowBeside(desk.answer, 1),
    ):
        desk.do(action)


def presses(desk: Desk, clicks: list[Any]) -> dict[str, Any]:
    """All that can be pressed, by its name: every event that a person or a timer sets off, and every link that is on the page."""
    found: dict[str, Any] = {}
    for event in list(desk.page.fns.values()):
        block, kind = event.targets[0]
        name = getattr(desk.page.blocks.get(block), "elem_id", None) or "(timer)"
        if event.trigger_after is None and not name.startswith("rd-act-") and kind != "load":
            found[f"{name} {kind} {event._id}"] = lambda event=event: desk.window.press_event(
                event, fields(desk)
            )
    return found | {str(action): lambda action=action: desk.do(action) for action in clicks}


@pytest.mark.parametrize("whose", ["another window", "this window"])
def test_each_button_of_a_page_that_stayed_open_says_what_became_of_it(
    whose: str, begun: Desk, tmp_path: Path
) -> None:
    if not MUCH and whose == "this window":
        pytest.skip("`make break` runs it (RAGDESK_BREAK=1)")
    with copied(begun, tmp_path) as desk:
        open_everything(desk)
        clicks, asked = links(desk), addresses(desk)
        before = desk.app._current.runtime
        erase(desk.app, desk.window if whose == "this window" else Window(desk.page))
        let_go(before)
        remembered = deepcopy(desk.window._session.state_data)
        for name, reply in routes(desk, asked).items():
            status, _, words = reply.partition(" ")
            says = " " in words.strip() and "/archive/" not in words and "Traceback" not in words
            held = status == "200" if name in STATIC else status in ("404", "422") and says
            assert count("route after everything was erased", held), (name, reply)
        for name, press in presses(desk, clicks).items():
            desk.window._session.state_data.clear()
            desk.window._session.state_data.update(deepcopy(remembered))
            PROBLEMS.clear()
            told = str(press())  # what is raised here a person would see as "That did not work."
            nothing_unforeseen()
            shown = [secret for secret in SECRETS if secret in told]
            silent = not re.search(r"[^\W\d_]{3,}", WITHOUT_WORDS.sub("", told))
            held = not shown and not (silent and name.startswith(SAYS_SOMETHING))
            assert count("button after everything was erased", held), (name, shown, told)
