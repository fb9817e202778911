"""The app as a person runs it (the server's real settings), spoken to in bytes, so that no client mends what is forged."""

import contextlib
import re
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragdesk.app.app import App
from ragdesk.front.web.guard.guard import Keys
from ragdesk.front.window.listening import listen, server_of
from ragdesk.front.window.run import _build
from ragdesk.host.paths import open_home

HOST = "127.0.0.1"
# Stands in a document, in its name, in a conversation and in the memory: no stranger may read it.
SECRET = "heliotrope-7319"
Header = tuple[str, str | bytes]


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back; status 0 where the server just closed the connection."""

    status: int
    head: str
    body: bytes

    @property
    def tells(self) -> bool:
        """Whether there is anything in it that only its person may read, or that changed something."""
        return 200 <= self.status < 300 or SECRET.encode() in self.body or "set-cookie" in self.head.lower()


@dataclass(slots=True)
class Wire:
    """The served app: its port, its keys, what was opened, and the Gradio app in it."""

    port: int
    keys: Keys
    opened: App
    app: Any

    @property
    def host(self) -> str:
        return f"{HOST}:{self.port}"

    @property
    def cookie(self) -> str:
        return f"ragdesk_{self.port}={self.keys.cookie}"

    def speak(self, said: bytes, seconds: float = 20, close: bool = True) -> Reply:
        """Send bytes, and read what is answered until the connection ends; of a stream, what comes at first."""
        with socket.create_connection((HOST, self.port), timeout=seconds) as connection:
            with contextlib.suppress(ConnectionError):
                connection.sendall(said)
            return _read(connection, close)

    def ask(
        self,
        method: str,
        target: str | bytes,
        headers: Sequence[Header] = (),
        body: bytes | None = None,
        *,
        host: str | bytes | None = "",
        cookie: str | None = "",
        seconds: float = 20,
    ) -> Reply:
        """One request. `host` and `cookie`: "" for the right one, None for none."""
        lines: list[Header] = [("Connection", "close")]
        if host is not None:
            lines.append(("Host", host or self.host))
        if cookie is not None:
            lines.append(("Cookie", cookie or self.cookie))
        if body is not None:
            lines.append(("Content-Length", str(len(body))))
        first = b"%s %s HTTP/1.1" % (method.encode(), _bytes(target))
        rest = [_bytes(name) + b": " + _bytes(value) for name, value in (*lines, *headers)]
        return self.speak(b"\r\n".join([first, *rest, b"", body or b""]), seconds)


def _bytes(value: str | bytes) -> bytes:
    return value if isinstance(value, bytes) else value.encode("utf-8", "surrogateescape")


def _read(connection: socket.socket, close: bool) -> Reply:
    read = b""
    with contextlib.suppress(ConnectionError, TimeoutError):
        while more := connection.recv(65_536):
            read += more
            if b"text/event-stream" in read and b"\r\n\r\n" in read:
                break  # it would go on for ever
            if not close and b"\r\n\r\n" in read:
                break
    head, _, body = read.partition(b"\r\n\r\n")
    status = re.match(rb"HTTP/1\.[01] (\d{3})", head)
    return Reply(int(status[1]) if status else 0, head.decode("latin-1"), body)


def furnish(opened: App, folder: Path, examples: Path) -> None:
    """Something of each kind that a stranger might want."""
    note = folder / f"{SECRET}.md"
    note.write_text(f"# {SECRET}\n\nThe code word of the door is {SECRET}.\n", encoding="utf-8")
    assert [one.status for one in opened.intake.add([note, examples / "sop-autoclave.pdf"])] == [
        "ready",
        "ready",
    ]
    opened.conversations.create(SECRET)
    opened.memory.save_text("user", f"- The code word is {SECRET}.\n", "")


@contextmanager
def serving(opened: App) -> Iterator[Wire]:
    """The app, built and served with the settings of `ragdesk app`, on a free port."""
    listening = listen(0)
    port, keys = int(listening.getsockname()[1]), Keys()
    app = _build(opened, port, keys)
    started = threading.Event()
    server = server_of(app, started.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        assert started.wait(60)
        yield Wire(port, keys, opened, app)
    finally:
        server.should_exit = True
        thread.join(30)
        listening.close()


@contextmanager
def furnished(folder: Path, examples: Path) -> Iterator[Wire]:
    """`serving` a new desk with documents, a conversation and a memory in it."""
    opened = App.open(open_home(folder / "home"))
    try:
        furnish(opened, folder, examples)
        with serving(opened) as wire:
            yield wire
    finally:
        opened.close()


def gradio_app(wire: Wire) -> Any:
    """Gradio's own ASGI app, below the guard."""
    starlette = wire.app._app._app._app
    pages = next(route.app for route in starlette.routes if hasattr(route.app, "_made"))
    return next(iter(pages._made.values()))


@contextmanager
def canary() -> Iterator[tuple[str, list[bytes]]]:
    """A stranger on this machine: its address, and what was said to it."""
    told: list[bytes] = []
    with socket.create_server((HOST, 0)) as server:
        server.settimeout(0.1)
        over = threading.Event()

        def listen_on() -> None:
            while not over.is_set():
                with contextlib.suppress(TimeoutError):
                    connection, _ = server.accept()
                    with connection:
                        connection.settimeout(2)
                        told.append(connection.recv(200) or b"(connected)")

        thread = threading.Thread(target=listen_on)
        thread.start()
        try:
            yield f"{HOST}:{server.getsockname()[1]}", told
        finally:
            over.set()
            thread.join()
