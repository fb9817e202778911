"""One app a home: the first one holds a lock and listens; the next one hands over what it was given and ends.

They speak over a loopback socket of `multiprocessing.connection`, which both ends open with a key (HMAC challenge) that
lies in a file of the home which its owner alone can read. A message is one JSON object each way, never a pickle. Who connects and
says nothing keeps nobody waiting: each caller has a thread of its own, and seconds to show the key.
"""

import contextlib
import json
import logging
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Listener, answer_challenge, deliver_challenge
from pathlib import Path
from types import TracebackType
from typing import Any

from filelock import FileLock, Timeout

from ragdesk.domain.errors import BusyError, StoreError

log = logging.getLogger(__name__)

LOCK, ADDRESS = "app.lock", "app.json"
HOST = "127.0.0.1"
# The first instance writes its address right after it has taken the lock.
PATIENCE_SECONDS = 5.0
# A first instance that is just starting answers once it is there.
START_SECONDS = 60.0
LONGEST_MESSAGE = 1_000_000


@dataclass(frozen=True, slots=True)
class Request:
    """What a second start asks of the first: files to take in, and whether to have a window."""

    files: tuple[Path, ...] = ()


class Instance:
    """This process is the home's app until it is closed. Use `claim`."""

    def __init__(self, root: Path, lock: FileLock) -> None:
        key = secrets.token_bytes(32)
        self._lock = lock
        self._address = root / ADDRESS
        self._key = key
        self._listener = Listener((HOST, 0), backlog=16)
        self._answer: Callable[[Request], str] | None = None
        self._ready = threading.Event()
        self._closing = False
        draft = self._address.with_suffix(".draft")
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600)
        draft.write_text(json.dumps({"port": self._listener.address[1], "key": key.hex()}), encoding="utf-8")
        draft.replace(self._address)
        threading.Thread(target=self._serve, name="instance", daemon=True).start()

    def answer_with(self, answer: Callable[[Request], str]) -> None:
        """From now on `answer` takes what other starts ask for; it returns the address for their window."""
        self._answer = answer
        self._ready.set()

    def close(self) -> None:
        self._closing = True
        self._ready.set()
        self._address.unlink(missing_ok=True)
        self._listener.close()
        self._lock.release()

    def __enter__(self) -> "Instance":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _serve(self) -> None:
        while not self._closing:
            try:
                caller = self._listener.accept()
            except OSError:  # closed on purpose, the caller was gone at once, or there is no file handle left
                time.sleep(0.1)
                continue
            threading.Thread(target=self._hear, args=(caller,), name="caller", daemon=True).start()

    def _hear(self, caller: Any) -> None:
        """One caller: the key, both ways, then the request."""
        try:
            with caller:
                with _within(PATIENCE_SECONDS, caller):
                    deliver_challenge(caller, self._key)
                    answer_challenge(caller, self._key)
                    asked = json.loads(caller.recv_bytes(LONGEST_MESSAGE))
                self._ready.wait()
                if self._answer is None:
                    return
                files = tuple(Path(one) for one in asked["files"])
                caller.send_bytes(json.dumps({"url": self._answer(Request(files))}).encode())
        except (OSError, EOFError, AuthenticationError, ValueError, KeyError, TypeError) as problem:
            # A stranger's knock is not the person's business.
            log.debug("no request: %s", type(problem).__name__)


@contextmanager
def _within(seconds: float, connection: Any) -> Iterator[None]:
    """Whoever reads from the connection after that time finds it ended (EOFError or OSError)."""

    def end() -> None:
        with contextlib.suppress(OSError):
            line = socket.socket(fileno=connection.fileno())
            try:
                line.shutdown(socket.SHUT_RDWR)
            finally:
                line.detach()

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def claim(root: Path) -> Instance | None:
    """Become the app of the home at `root`; None where another process is.

    Raises:
        StoreError: the home cannot be locked.
    """
    lock = FileLock(root / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        return None
    except (OSError, NotImplementedError) as error:
        raise StoreError(
            "The home folder {path} cannot be locked: {why}.",
            "A folder on a network disk may not be able to; choose one on this computer with --home.",
            path=root,
            why=error,
        ) from error
    try:
        return Instance(root, lock)
    except OSError as error:
        lock.release()
        raise StoreError(
            "RAGDesk cannot use the home folder {path}: {why}.",
            "Make room on the disk, or choose another folder with --home.",
            path=root,
            why=error.strerror or error,
        ) from error


def hand_over(root: Path, files: Sequence[Path]) -> str:
    """Give `files` to the app that is open for the home at `root`; returns an address that opens one more window.

    Raises:
        BusyError: it does not answer.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, EOFError, ValueError, KeyError, AuthenticationError):
            known = json.loads((root / ADDRESS).read_text(encoding="utf-8"))
            key = bytes.fromhex(known["key"])
            with Client((HOST, int(known["port"]))) as app:
                with _within(PATIENCE_SECONDS, app):
                    answer_challenge(app, key)
                    deliver_challenge(app, key)
                    app.send_bytes(json.dumps({"files": [str(one) for one in files]}).encode())
                with _within(START_SECONDS, app):
                    return str(json.loads(app.recv_bytes(LONGEST_MESSAGE))["url"])
        time.sleep(0.1)
    raise BusyError(
        "RAGDesk is open already, and does not answer.",
        "Close its windows and wait a moment, or restart the computer; then open it again.",
    )
