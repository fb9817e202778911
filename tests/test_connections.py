"""What the Privacy page is told of the network: real sockets, a real audit hook, real children."""

import contextlib
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from ragdesk.host.connections import RECORD, Connection, ConnectionLog, is_here, look


@pytest.fixture
def listening() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def seen(doing: str, place: str) -> Connection | None:
    return next((one for one in RECORD.all() if (one.doing, one.place) == (doing, place)), None)


@pytest.mark.parametrize(
    "host", [None, "", "localhost", "127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", b"localhost"]
)
def test_this_computer(host: object) -> None:
    assert is_here(host)


@pytest.mark.parametrize(
    "host", ["example.org", "93.184.216.34", "192.168.1.7", "::ffff:10.0.0.1", "localhost.example.org"]
)
def test_other_computers(host: object) -> None:
    assert not is_here(host)


def test_the_hook_counts_connections_of_this_process(listening: int) -> None:
    before = seen("connected", "127.0.0.1")
    for _ in range(3):
        socket.create_connection(("127.0.0.1", listening)).close()
    after = seen("connected", "127.0.0.1")
    assert after is not None and after.own and after.here
    assert after.times == (before.times if before else 0) + 3


def test_what_leaves_is_seen_even_where_it_fails_and_where_it_is_no_tcp() -> None:
    # In a process of its own, which the tests' own refusal does not reach; 192.0.2.0/24 is nobody's (RFC 5737).
    code = (
        "import socket, ragdesk\n"
        "from ragdesk.host.connections import RECORD\n"
        "s = socket.socket(); s.settimeout(0.01)\n"
        "try:\n    s.connect(('192.0.2.1', 443))\nexcept OSError:\n    pass\n"
        "u = socket.socket(type=socket.SOCK_DGRAM)\n"
        "try:\n    u.sendto(b'x', ('192.0.2.2', 53))\nexcept OSError:\n    pass\n"
        "try:\n    socket.getaddrinfo('nowhere.invalid', 80)\nexcept OSError:\n    pass\n"
        "print(sorted((o.doing, o.place, o.here) for o in RECORD.all()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == str(
        [
            ("connected", "192.0.2.1:443", False),
            ("looked_up", "nowhere.invalid", False),
            ("sent", "192.0.2.2:53", False),
        ]
    )


def test_a_look_finds_what_a_child_has_open(listening: int) -> None:
    connect = f"s = socket.create_connection(('127.0.0.1', {listening}))"
    code = f"import socket, sys; {connect}; print('on', flush=True); sys.stdin.read()"
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout is not None and child.stdout.readline() == "on\n"
        record = ConnectionLog()
        look(record)
        look(record)
        found = [one for one in record.all() if one.own and one.program.startswith("python")]
        assert [(one.place, one.here, one.times) for one in found] == [("127.0.0.1", True, 1)]
    finally:
        with contextlib.suppress(BrokenPipeError):
            child.communicate(timeout=20)


def test_those_to_other_computers_stand_first_and_are_never_left_out() -> None:
    record = ConnectionLog()
    for number in range(600):
        record.add("connected", "RAGDesk", f"127.0.{number // 250}.{number % 250}", own=True, here=True)
    record.add("connected", "RAGDesk", "192.0.2.1:443", own=True, here=False)
    known = record.all()
    assert known[0].place == "192.0.2.1:443"
    assert len(known) == 501


def test_the_hook_is_not_disturbed_by_what_is_no_address() -> None:
    record = ConnectionLog()
    for address in ("/run/socket", None, (7,), b"\0abstract"):
        record.on_audit_event("socket.connect", (None, address))
    record.on_audit_event("open", ("x",))
    assert record.all() == []
