"""A browser for tests: chromium by playwright, every request and every console message kept."""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str:
    """The browser's path; the test is skipped where there is none."""
    found = os.environ.get("RAGDESK_CHROMIUM") or shutil.which("chromium")
    if not found:
        pytest.skip("no chromium on this machine (set RAGDESK_CHROMIUM)")
    return found


@dataclass
class Seen:
    """What a browser window asked for and complained of."""

    requests: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)

    def foreign(self) -> list[str]:
        """Requests to anything but this computer; data: and blob: never leave the page."""
        return [
            url
            for url in self.requests
            if urlsplit(url).scheme not in {"data", "blob"} and urlsplit(url).hostname != "127.0.0.1"
        ]

    def violations(self) -> list[str]:
        """Complaints about the Content-Security-Policy, and scripts that failed."""
        return [line for line in self.console if line.startswith("error")]


@contextmanager
def window(width: int = 1280, height: int = 800, dark: bool = False):  # type: ignore[no-untyped-def]
    """A fresh browser window, with a profile of its own, and what all its pages saw: yields (page, Seen)."""
    context = browser().new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        accept_downloads=True,
    )
    page, seen = context.new_page(), Seen()
    context.on("request", lambda request: seen.requests.append(request.url))
    context.on("console", lambda message: seen.console.append(f"{message.type}: {message.text}"))
    context.on("weberror", lambda problem: seen.console.append(f"error: {problem.error}"))
    context.on("dialog", lambda dialog: (seen.dialogs.append(dialog.message), dialog.dismiss()))
    yield page, seen
    context.close()


@cache
def playwright():  # type: ignore[no-untyped-def]
    """The one playwright of a test module: a second one cannot be begun beside it."""
    from playwright.sync_api import sync_playwright

    return sync_playwright().start()


@cache
def browser():  # type: ignore[no-untyped-def]
    """The one browser of a test module."""
    return playwright().chromium.launch(executable_path=chromium(), args=list(FLAGS))


def end_browser() -> None:
    """At the end of each module (conftest.py): playwright keeps an event loop going, beside which there can be no other."""
    if browser.cache_info().currsize:
        browser().close()
    if playwright.cache_info().currsize:
        playwright().stop()
    browser.cache_clear()
    playwright.cache_clear()


@contextmanager
def serving(app, port: int = 0) -> Iterator[str]:  # type: ignore[no-untyped-def]
    """The app on this port of 127.0.0.1, or on a free one, in a thread: yields its address with a launch token."""
    import uvicorn

    from ragdesk.front.web.app import build
    from ragdesk.front.web.guard.guard import Keys
    from ragdesk.front.window.listening import listen

    listening = listen(port)
    port, keys = listening.getsockname()[1], Keys()
    config = uvicorn.Config(
        build(app, port, keys), http="h11", ws="none", log_config=None, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}/?token={keys.mint()}"
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()


def open_tab(page, name: str) -> None:  # type: ignore[no-untyped-def]
    page.get_by_role("tab", name=name, exact=True).click()


def open_settings(page, url: str, section: str) -> None:  # type: ignore[no-untyped-def]
    """The page anew, at a section of Settings."""
    page.goto(url, timeout=90_000)
    page.wait_for_selector("#rd-settings-tab-button", timeout=90_000)
    open_tab(page, "Settings")
    page.click(f'a.rd-section[href$=":{section}"]')
    page.wait_for_selector(f"#rd-in-{section}", state="visible", timeout=90_000)


def reload(page, seen: Seen) -> None:  # type: ignore[no-untyped-def]
    """Load the page anew. What Gradio complains of when that cuts off a poll is forgotten."""
    assert seen.violations() == []
    page.reload()
    seen.console.clear()


def fill_until(page, field, text: str, done: Callable[[], bool]) -> None:  # type: ignore[no-untyped-def]
    """Type, and again where Gradio filled the field anew meanwhile, until it came about."""

    def tried() -> bool:
        if field.input_value() != text:
            field.fill(text)
        return done()

    field.fill(text)
    until(page, tried)


def until(page, done: Callable[[], bool], seconds: float = 60) -> None:  # type: ignore[no-untyped-def]
    """Wait in Python: the page's policy allows no evaluated strings, which playwright's own waiting needs."""
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, "it did not come about"
        page.wait_for_timeout(150)


def keep(page, name: str) -> None:  # type: ignore[no-untyped-def]
    """A picture of the window, where RAGDESK_SCREENSHOTS names a folder for them."""
    folder = os.environ.get("RAGDESK_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.wait_for_timeout(600)
        picture = Path(folder, f"{name}.png")
        page.screenshot(path=str(picture), full_page=True)
        _make_small(picture)


def _make_small(picture: Path) -> None:
    """A picture of a screen needs few colours; a fraction of its bytes is left."""
    from PIL import Image

    with Image.open(picture) as shown:
        few = shown.convert("RGB").quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(picture, optimize=True)


def write_memory(page, text: str) -> None:  # type: ignore[no-untyped-def]
    """Open the Memory tab, write the person's own file as a whole, and press Save."""
    open_tab(page, "Memory")
    page.get_by_role("button", name="The whole file").first.click()
    editor = page.locator("#rd-memory-user textarea")
    editor.wait_for()
    # Gradio makes what is in a fold when it is first opened, and fills it a moment later.
    page.wait_for_timeout(1_000)
    editor.fill(text)
    page.click("#rd-save-user")
    page.get_by_text("Saved.").wait_for(timeout=60_000)
