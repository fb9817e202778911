"""The app from its start to its end: a splash at once, the heavy libraries behind it, the end with the last window."""

import contextlib
import gc
import logging
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragdesk.app.erasing import erase_window
from ragdesk.domain.errors import RagdeskError
from ragdesk.front.window import browser, instance
from ragdesk.front.window.listening import HOST, listen, server_of
from ragdesk.front.window.splash import Splash
from ragdesk.host.paths import Home, open_home

if TYPE_CHECKING:
    from ragdesk.app.app import App
    from ragdesk.front.web.guard.guard import Keys
    from ragdesk.front.window.presence import Presence

log = logging.getLogger(__name__)

# Seconds without a window after which the app ends: a reload on a slow machine takes some, a window whose own browser has
# ended takes none.
GRACE_SECONDS = 10.0
GONE_SECONDS = 1.0
LOOK_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Wish:
    """How the app is to be opened.

    Attributes:
        home: None for the usual one. port: 0 for any free one.
        files: to be taken in.
        window: whether one is opened; without, the app runs until it is told to end.
        stay: go on when the last window is closed.
    """

    home: Path | None = None
    port: int = 0
    files: tuple[Path, ...] = ()
    window: bool = True
    stay: bool = False


def run(wish: Wish, announce: Callable[[str], None]) -> None:
    """Open the app, or hand over to the one that is open for this home, and return when it has ended.

    `announce` gets the address with its launch token once the app listens.

    Raises:
        RagdeskError: it cannot be opened; a window, where one is wanted, says so too.
    """
    with listen(wish.port) as listening, _Opening(wish, listening) as opening:
        home = open_home(wish.home)
        mine = instance.claim(home.root)
        if mine is None:
            address = instance.hand_over(home.root, [path.absolute() for path in wish.files])
            announce(address)
            if wish.window:
                browser.open_window(address, home.window)
            return
        with mine:
            opening.show(home)
            _serve(wish, home, listening, opening, mine, announce)


class _Opening:
    """The splash and the window in front of it; a problem while the app is loaded is shown there."""

    def __init__(self, wish: Wish, listening: socket.socket) -> None:
        self._splash = Splash(listening) if wish.window else None
        self.process: subprocess.Popen[bytes] | None = None
        self._shown = False
        self._home: Home | None = None

    def __enter__(self) -> "_Opening":
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if self._splash is None:
            return
        if isinstance(error, Exception):
            if not self._shown:
                self.process = browser.open_window(self._splash.address, _no_home())
            self._splash.refuse(*_words(error, self._home))
        elif self.process is not None and self.process.poll() is None:
            self.process.terminate()
        self._splash.hand_over()

    def show(self, home: Home) -> None:
        """Open the window, on the splash."""
        self._home = home
        erase_window(home)
        if self._splash is not None:
            self.process = browser.open_window(self._splash.address, home.window)
            self._shown = True

    def leave(self) -> None:
        """The port is the app's from now on."""
        if self._splash is not None:
            self._splash.hand_over()

    def lead_to(self, address: str) -> None:
        if self._splash is not None:
            self._splash.lead_to(address)


def _words(error: Exception, home: Home | None) -> tuple[str, str, str]:
    """That it is not open, what happened, and what to do, for a person."""
    from ragdesk.front.web.wording import t, told_apart, use_saved

    use_saved(home.settings if home else None)
    title = t("RAGDesk could not be opened")
    if isinstance(error, RagdeskError):
        return title, *told_apart(error)
    log.error("unexpected", exc_info=error)
    said = t("Something unexpected went wrong ({where}).", where=type(error).__name__)
    return title, said, t("Try again; the log has the details.")


def _no_home() -> Path:
    """Where a window keeps its things that tells that there is no home."""
    import tempfile

    return Path(tempfile.mkdtemp(prefix="ragdesk-window-"))


def _serve(
    wish: Wish,
    home: Home,
    listening: socket.socket,
    opening: _Opening,
    mine: instance.Instance,
    announce: Callable[[str], None],
) -> None:
    port = int(listening.getsockname()[1])
    with contextlib.ExitStack() as ending:
        with _nothing_collected():
            from ragdesk.app.app import App
            from ragdesk.front.web.guard.guard import Keys

            app, keys = ending.enter_context(contextlib.closing(App.open(home))), Keys()
            asgi = _build(app, port, keys)
        opening.leave()

        def opened() -> None:
            address = _address(port, keys)
            announce(address)
            opening.lead_to(_address(port, keys) if wish.window else address)
            _take(app, [path.absolute() for path in wish.files])
            mine.answer_with(lambda asked: _answer(app, asked, port, keys))

        server = server_of(asgi, opened)
        ended_alone = wish.window and not wish.stay
        if ended_alone:
            ending.enter_context(_ending(asgi, app, opening, server))
        server.run(sockets=[listening])


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """While a thousand modules are loaded and the page is made, Python does not look for garbage: there is none, and the search
    for it takes a tenth of the start. What is loaded by then is never looked at again."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _build(app: "App", port: int, keys: "Keys") -> "Presence":
    from ragdesk.front.web.app import build
    from ragdesk.front.window.presence import Presence

    return Presence(build(app, port, keys))


def _address(port: int, keys: "Keys") -> str:
    return f"http://{HOST}:{port}/?token={keys.mint()}"


def _answer(app: "App", asked: instance.Request, port: int, keys: "Keys") -> str:
    _take(app, asked.files)
    return _address(port, keys)


def _take(app: "App", files: Sequence[Path]) -> None:
    """Documents go into the queue, and a model among the models, which takes a while: in the background."""
    models = [path for path in files if path.suffix.lower() == ".gguf"]
    app.intake.queue([path for path in files if path not in models])
    if models:
        threading.Thread(target=_add, args=(app, models), name="models", daemon=True).start()


def _add(app: "App", models: Sequence[Path]) -> None:
    from ragdesk.front.web.problems import explain

    for path in models:
        try:
            app.engines.add(path)
        except RagdeskError as problem:
            explain(problem)  # it stands among the errors in Settings, whose badge says so


@contextmanager
def _ending(asgi: "Presence", app: "App", opening: _Opening, server: Any) -> Iterator[None]:
    """End the server when the last window is closed and nothing is being worked on."""
    stopped = threading.Event()

    def watch() -> None:
        shown_by_ours = False
        while not stopped.wait(LOOK_SECONDS):
            alive = opening.process is not None and opening.process.poll() is None
            # Some browsers are started by a program that ends at once; the end of such a one says nothing.
            shown_by_ours = shown_by_ours or (alive and asgi.shown())
            grace = GONE_SECONDS if shown_by_ours and not alive else GRACE_SECONDS
            if asgi.empty_for() > grace and not app.busy():
                log.info("the last window is closed")
                server.should_exit = True
                return

    thread = threading.Thread(target=watch, name="ending", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()
