"""What of the network this process has touched since it started: an audit hook sees every connection that Python code
makes, and a look at the system's tables now and then sees those of native code and of the programs that it started.

Knows addresses only, never what was sent. A connection of native code or of a child that begins and ends between two looks
is not seen.
"""

import ipaddress
import sys
import threading
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

Touching = Literal["connected", "looked_up", "sent"]

# So many connections are remembered; beyond them, only those to other computers.
MAX_LOCAL = 500
# Between two looks at the system's tables, in seconds.
LOOK_SECONDS = 10.0
# https://docs.python.org/3/library/audit_events.html
_EVENTS: dict[str, Touching] = {
    "socket.connect": "connected",
    "socket.sendto": "sent",
    "socket.sendmsg": "sent",
    "socket.getaddrinfo": "looked_up",
    "socket.gethostbyname": "looked_up",
}


@dataclass(frozen=True, slots=True)
class Connection:
    """To where, by which program, how often. `own`: RAGDesk or a part of it; else a program that it opened, such as the
    browser. `here`: the other end is this computer. `first`, `last`: ISO moments in UTC."""

    doing: Touching
    program: str
    own: bool
    place: str
    here: bool
    first: str
    last: str
    times: int


def is_here(host: object) -> bool:
    """Whether a host, as a socket takes it, is this computer."""
    if host in (None, "", b"", "localhost", b"localhost"):
        return True
    text = host.decode("latin-1") if isinstance(host, bytes) else str(host)
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_loopback or address.is_unspecified


class ConnectionLog:
    """What was seen since the moment `since` (ISO, UTC). Safe to use from several threads, and from within an audit hook."""

    def __init__(self) -> None:
        # An audit event may come while this very thread holds the lock (a destructor that closes a socket).
        self._lock = threading.RLock()
        self.since = datetime.now(UTC).isoformat(timespec="seconds")
        self._connections: dict[tuple[Touching, str, str], Connection] = {}

    def add(
        self, doing: Touching, program: str, place: str, *, own: bool, here: bool, again: bool = True
    ) -> None:
        """Note one connection; `again` false: one that was seen before is the same one, and only lasted longer."""
        moment = datetime.now(UTC).isoformat(timespec="seconds")
        with self._lock:
            key = (doing, program, place)
            earlier = self._connections.get(key)
            if earlier is not None:
                self._connections[key] = replace(earlier, last=moment, times=earlier.times + again)
            elif len(self._connections) < MAX_LOCAL or not here:  # another computer is never left out
                self._connections[key] = Connection(doing, program, own, place, here, moment, moment, 1)

    def all(self) -> list[Connection]:
        """Those to other computers first, then the newest."""
        with self._lock:
            newest = sorted(self._connections.values(), key=lambda connection: connection.last, reverse=True)
        return sorted(newest, key=lambda connection: connection.here)

    def on_audit_event(self, event: str, arguments: tuple[object, ...]) -> None:
        """The audit hook: notes what is about the network, and never raises."""
        doing = _EVENTS.get(event)
        if doing is None:
            return
        if doing == "looked_up":
            host = arguments[0]
            if not _is_address(host):
                self.add(doing, "RAGDesk", _text(host), own=True, here=is_here(host))
            return
        address = arguments[1] if len(arguments) > 1 else None
        if isinstance(address, tuple) and len(address) >= 2:
            here = is_here(address[0])
            # The ports of this computer change with every start and say nothing.
            place = _text(address[0]) if here else f"{_text(address[0])}:{address[1]}"
            self.add(doing, "RAGDesk", place, own=True, here=here)


def _is_address(host: object) -> bool:
    try:
        ipaddress.ip_address(_text(host).partition("%")[0])
    except ValueError:
        return False
    return True


def _text(host: object) -> str:
    return host.decode("latin-1") if isinstance(host, bytes) else "localhost" if not host else str(host)


RECORD = ConnectionLog()
_watching = threading.Lock()


def watch() -> None:
    """Log every connection of this process from now on. Once: an audit hook cannot be removed."""
    if _watching.acquire(blocking=False):
        sys.addaudithook(RECORD.on_audit_event)


def look(record: ConnectionLog = RECORD) -> None:
    """Note the internet connections that this process and those below it have open now."""
    import psutil

    me = psutil.Process()
    for process in [me, *me.children(recursive=True)]:
        try:
            own = process.pid == me.pid or process.exe() == me.exe()
            name = "RAGDesk" if process.pid == me.pid else process.name()
            connections = process.net_connections(kind="inet")
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
        for connection in connections:
            if connection.raddr and connection.status != "LISTEN":
                here = is_here(connection.raddr.ip)
                if not here or process.pid != me.pid:  # those of this process to itself are the window's
                    address = connection.raddr
                    place = address.ip if here else f"{address.ip}:{address.port}"
                    record.add("connected", name, place, own=own, here=here, again=False)


class ConnectionWatch:
    """Looks every `LOOK_SECONDS` in a thread of its own, until it is stopped; it can be started again."""

    def __init__(self) -> None:
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._over.clear()
        self._thread = threading.Thread(target=self._run, name="connections", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            look()
