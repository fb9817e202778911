"""The Chat tab's handlers with 200 conversations, one of them of 300 messages: what a click waits for on the server."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import gradio as gr
import pytest
from scripted import make_hit
from storage.test_codec import ANSWER

from ragdesk.app.app import App
from ragdesk.domain.conversations import Turn
from ragdesk.front.web.parts import shown_tab
from ragdesk.front.web.tabs.chat.tab import ChatTab
from ragdesk.front.web.tabs.chat.talks_panel import Listing
from ragdesk.front.web.tabs.chat.window import ChatWindow
from ragdesk.front.web.work import Crew
from ragdesk.host.paths import open_home

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
# Seconds. A person takes less than 0.1 for at once; the rest of it is the browser's.
AT_ONCE = 0.1


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ChatTab, str]]:
    """The tab without a page, and the long conversation."""
    app = App.open(open_home(tmp_path_factory.mktemp("speed") / "home"))
    for number in range(199):
        conversation = app.conversations.create(f"About number {number}").id
        app.library.conversations.add(conversation, Turn("user", f"What is number {number}? " * 20))
    long = app.conversations.create("A long talk").id
    passages = tuple(make_hit(f"Passage {number}. " * 60) for number in range(10))
    for number in range(150):
        app.library.conversations.add(long, Turn("user", f"Question {number}?"))
        answer = Turn("assistant", f"Answer {number}.")
        app.library.conversations.add(long, answer, _with(passages))
    chat = ChatTab(app, Crew())
    with gr.Blocks():
        chat.unseen()
        with gr.Tabs(), gr.Tab("Chat"):
            chat.layout()
        chat.wire(shown_tab())
    yield chat, long
    app.close()


def _with(passages: Any) -> Any:
    return replace(ANSWER, hits=passages)


def best_of(times: int, what: Callable[[], Any]) -> float:
    """Seconds of processor of the quickest run: what the machine does beside it is not the handler's."""
    taken = []
    for _ in range(times):
        started = time.thread_time()
        what()
        taken.append(time.thread_time() - started)
    return min(taken)


@pytest.mark.parametrize("verb", ["open", "earlier", "more-talks", "edit", "passages", "refresh", "find"])
def test_what_is_clicked_answers_at_once(tab: tuple[ChatTab, str], verb: str) -> None:
    chat, long = tab
    last = chat._app.library.conversations.page(long, 1)[0][0].id
    argument = {"open": long, "earlier": "60", "more-talks": "200"}.get(verb, last)
    doings: dict[str, Callable[[], Any]] = {
        "refresh": lambda: chat.refreshed(long, Listing()),
        "find": lambda: chat.talks.find("number 7", long, Listing()),
    }
    act = doings.get(verb, lambda: list(chat.do(f"{verb}:{argument}#1", ChatWindow(long))))
    taken = best_of(5, act)
    print(f"{verb}: {1000 * taken:.0f} ms")
    assert taken < AT_ONCE


def test_the_thread_and_the_list_are_windows(tab: tuple[ChatTab, str]) -> None:
    chat, long = tab
    [shown] = chat.do(f"open:{long}#1", ChatWindow(long))
    assert shown[chat.thread.thread].count('class="rd-question"') == 15
    assert "270 more messages" in shown[chat.thread.thread]
    assert shown[chat.talks.list].count("rd-talk-facts") == 50 and "150 more" in shown[chat.talks.list]
    [shown] = chat.do("earlier:60#2", ChatWindow(long))
    assert shown[chat.thread.thread].count('class="rd-question"') == 30 and shown[chat.states.length] == 60
