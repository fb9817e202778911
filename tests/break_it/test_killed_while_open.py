"""The app is killed (SIGKILL) while a window is open on it: idle, in the middle of an answer, in the middle of an upload.

The window says so in the app's own words; none of Gradio's boxes is ever seen; and once the app is started again on that port,
the window goes on."""

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from ragdesk_browser import keep, until, window

from break_it.counting import count, long_part
from break_it.life import PUMP
from break_it.test_bad_luck_app import started
from ragdesk.app.app import App
from ragdesk.front.window.listening import listen
from ragdesk.host.paths import open_home
from ragdesk.host.settings import change_settings

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600), long_part]
MS = 120_000
# The sentence says nothing that the question does not: the model is asked.
QUESTION = "Why does the pump need four minutes to start?"
FIELD = "#rd-question textarea"
CLOSED, ANEW = "RAGDesk is closed, or does not answer.", "RAGDesk was started anew."
# What a person sees of Gradio's own in any frame, from the first one on, goes into an attribute of the page.
WATCH = r"""
(() => {
  const boxes = ".toast-wrap, .toast-body, .toast-title, [data-testid='toast-body'], .wrap > span.error";
  const words = /Connection errored out|Connection to the server was lost|Attempting reconnection|Could not (parse|resolve)/;
  const seen = new Set();
  function look() {
    const root = document.documentElement;
    for (const box of document.querySelectorAll(boxes)) {
      if (box.checkVisibility() && box.textContent.trim()) seen.add(`${box.className}: ${box.textContent.trim()}`);
    }
    const said = words.exec(document.body?.innerText ?? "");
    if (said) seen.add(said[0]);
    const told = JSON.stringify([...seen]);
    if (root.dataset.boxes !== told) root.dataset.boxes = told;
  }
  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; look(); });
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})();
"""


class SlowServer(ThreadingHTTPServer):
    """A language model's server that says one word after the other; while it is slow, for ever."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), WordByWord)
        self.slow = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class WordByWord(BaseHTTPRequestHandler):
    server: SlowServer

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        words = "The pump needs four minutes to start because its bearings fill with oil first.".split()
        while words:
            piece = {"choices": [{"delta": {"content": words[0] + " "}}]}
            try:
                self.wfile.write(f"data: {json.dumps(piece)}\n\n".encode())
                self.wfile.flush()
            except OSError:
                return
            if self.server.slow.is_set():
                time.sleep(0.3)
            words = words[1:] or (words if self.server.slow.is_set() else [])
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, *arguments: object) -> None:
        """Nothing is printed."""


@pytest.fixture
def model() -> Iterator[SlowServer]:
    with SlowServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def home(tmp_path: Path, model: SlowServer, embedder: object) -> Path:
    """One document is there, and the language model is that server."""
    note = tmp_path / "pump.md"
    note.write_text(PUMP, encoding="utf-8")
    folder = tmp_path / "home"
    with closing(App.open(open_home(folder))) as app:
        list(app.intake.add([note]))
        changes = {("models", "remote_url"): model.url, ("models", "remote_model"): "slow"}
        change_settings(app.home.settings, changes)
    return folder


def said(page: Any) -> str:
    box = page.query_selector("#rd-connection")
    return box.inner_text() if box else ""


def boxes(page: Any) -> list[str]:
    """What was seen of Gradio's own boxes since the page was loaded."""
    told = page.get_attribute("html", "data-boxes")
    assert told is not None, "nobody has looked"
    return list(json.loads(told))


def ask(page: Any) -> None:
    page.get_by_role("tab", name="Chat", exact=True).click()
    page.fill(FIELD, QUESTION)
    page.press(FIELD, "Enter")


@contextmanager
def slowed(page: Any) -> Iterator[None]:
    """What the window sends takes its time."""
    link = page.context.new_cdp_session(page)
    link.send("Network.enable")
    usual = {"offline": False, "latency": 0, "downloadThroughput": -1}
    link.send("Network.emulateNetworkConditions", {**usual, "uploadThroughput": 400_000})
    yield
    link.send("Network.emulateNetworkConditions", {**usual, "uploadThroughput": -1})


def idle(page: Any, home: Path, model: SlowServer) -> None:
    page.wait_for_timeout(2_000)


def in_an_answer(page: Any, home: Path, model: SlowServer) -> None:
    model.slow.set()
    ask(page)
    until(page, lambda: "The pump needs" in page.inner_text("#rd-live"), 120)


def in_an_upload(page: Any, home: Path, model: SlowServer) -> None:
    """By the place for files, which is Gradio's own way."""
    page.get_by_role("tab", name="Library", exact=True).click()
    large = home.parent / "large.txt"
    large.write_text("The ladder stands in the yard.\n" * 400_000, encoding="utf-8")
    with slowed(page):
        page.set_input_files("#rd-drop input[type=file]", [str(large)])
        until(page, lambda: any(path.is_file() for path in home.glob("tmp/uploads-*/*")), 60)


def in_a_drop(page: Any, home: Path, model: SlowServer) -> None:
    """By our own script, as a folder or a file dropped anywhere is sent."""
    page.get_by_role("tab", name="Library", exact=True).click()
    folder = home.parent / "folder"
    folder.mkdir()
    (folder / "large.txt").write_text("The ladder stands in the yard.\n" * 400_000, encoding="utf-8")
    with slowed(page):
        with page.expect_file_chooser() as chosen:
            page.click("#rd-choose-folder")
        chosen.value.set_files(str(folder))
        until(page, lambda: any(path.is_file() for path in home.glob("tmp/uploads-*/*")), 60)


KILLED: dict[str, Callable[[Any, Path, SlowServer], None]] = {
    "idle": idle,
    "in an answer": in_an_answer,
    "in an upload": in_an_upload,
    "in a drop": in_a_drop,
}


@pytest.mark.parametrize("when", KILLED)
def test_a_window_that_is_open_at_a_kill_says_so_itself_and_goes_on(
    when: str, home: Path, model: SlowServer, tmp_path: Path
) -> None:
    with closing(listen(0)) as free:
        port = free.getsockname()[1]
    with window() as (page, _):
        page.add_init_script(WATCH)
        with started(home, port) as (process, url):
            page.goto(url, timeout=MS)
            page.wait_for_selector("#rd-drop input[type=file]", state="attached", timeout=MS)
            page.wait_for_selector("#rd-question", state="visible", timeout=MS)
            KILLED[when](page, home, model)
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        model.slow.clear()
        until(page, lambda: CLOSED in said(page), 60)
        keep(page, f"killed-{when.replace(' ', '-')}")
        page.wait_for_timeout(6_000)  # every timer of the page has asked meanwhile
        assert count("window at a kill", CLOSED in said(page) and boxes(page) == []), (
            said(page),
            boxes(page),
        )
        with started(home, port) as (_, url):
            until(page, lambda: ANEW in said(page), 60)
            assert count("window at the start after a kill", boxes(page) == []), boxes(page)
            page.goto(url, timeout=MS)
            page.wait_for_selector("#rd-question", state="visible", timeout=MS)
            ask(page)
            until(page, lambda: "four minutes" in page.inner_text("#rd-thread .rd-answer:last-of-type"), 120)
            page.get_by_role("tab", name="Library", exact=True).click()
            later = tmp_path / "later.md"
            later.write_text("# Ladder\n\nThe ladder stands in the yard.\n", encoding="utf-8")
            page.set_input_files("#rd-drop input[type=file]", [str(later)])
            until(page, lambda: "Ladder" in page.inner_text("#rd-documents"), 120)
            assert count("window goes on after a kill", said(page) == "" and boxes(page) == []), boxes(page)
