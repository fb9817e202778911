"""The door while the app is open: opened and closed as the settings say, in a thread of its own. Light: what a door needs is
imported when one is opened."""

import logging
import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.front.window.listening import listen

if TYPE_CHECKING:
    from ragdesk.app.app import App

log = logging.getLogger(__name__)

# How long one waits for a door to open, in seconds.
OPENING_SECONDS = 30.0


class DoorKeeper:
    """Opens and closes the app's door. Safe to use from several threads."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._lock = threading.Lock()
        self._port = 0
        self._server: Any = None
        self._thread: threading.Thread | None = None
        self.address = ""  # where programs ask, "" while it is closed

    def follow(self) -> None:
        """Open or close the door as the settings say now.

        Raises:
            UsageError: the port cannot be had. StoreError: the key cannot be made. Then it is closed.
        """
        wanted = self._app.settings.serve
        with self._lock:
            if self._server is not None and (wanted.enabled == "off" or wanted.port != self._port):
                self._close()
            if self._server is None and wanted.enabled == "on":
                self._open(wanted.port)

    def stop(self) -> None:
        """Close the door."""
        with self._lock:
            if self._server is not None:
                self._close()

    def _open(self, port: int) -> None:
        from ragdesk.serve.run import opened

        there = threading.Event()

        def announce(address: str) -> None:
            self.address = address
            there.set()

        with ExitStack() as stack:
            listening = stack.enter_context(listen(port))
            server = stack.enter_context(opened(self._app, listening, announce))
            kept = stack.pop_all()

        def run() -> None:
            with kept:
                server.run(sockets=[listening])
            there.set()

        self._port, self._server = port, server
        self._thread = threading.Thread(target=run, name="door", daemon=True)
        self._thread.start()
        there.wait(OPENING_SECONDS)
        log.info("the door for other programs is open port=%d", port)

    def _close(self) -> None:
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join()
        self._server, self._thread, self.address = None, None, ""
        log.info("the door for other programs is closed")


def try_to_follow(keeper: DoorKeeper) -> RagdeskError | None:
    """`follow`; gives what went wrong instead of raising it."""
    try:
        keeper.follow()
    except RagdeskError as problem:
        log.warning("the door for other programs stays closed code=%s", problem.code)
        return problem
    return None
