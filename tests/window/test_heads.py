"""A request whose head does not end is hung up on, and one that does is answered as ever; real connections."""

import errno
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from until import until

from ragdesk.front.window.heads import MOST_WAITING, bounded_protocol
from ragdesk.front.window.listening import listen

pytestmark = pytest.mark.break_it("head of a request without an end")

HEAD_SECONDS, SOON = 1.5, 20
WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@contextmanager
def serving(head_seconds: float) -> Iterator[int]:
    listening = listen(0)
    app = Starlette(routes=[Route("/", lambda _: PlainTextResponse("here"))])
    server = uvicorn.Server(
        uvicorn.Config(app, http=bounded_protocol(head_seconds), log_config=None, timeout_keep_alive=60)
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    until(lambda: server.started)
    yield int(listening.getsockname()[1])
    server.should_exit = True
    thread.join(20)
    listening.close()


@pytest.fixture
def port() -> Iterator[int]:
    with serving(HEAD_SECONDS) as one:
        yield one


@pytest.fixture
def patient_port() -> Iterator[int]:
    """Where nothing is hung up on for its head's sake while a test lasts."""
    with serving(600) as one:
        yield one


def answered(connection: socket.socket) -> bool:
    """Ask for the page, and read until it is there: its head may come by itself."""
    connection.sendall(WHOLE)
    connection.settimeout(20)
    read = b""
    while not read.endswith(b"here"):
        more = connection.recv(4_096)
        if not more:
            return False
        read += more
    return True


def hung_up_within(connection: socket.socket, seconds: float) -> bool:
    connection.settimeout(seconds)
    try:
        return connection.recv(4_096) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n"])
def test_a_head_that_does_not_come_to_an_end_is_hung_up_on(port: int, begun: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port)) as half:
        half.sendall(begun)
        assert hung_up_within(half, HEAD_SECONDS + 8)


def test_nor_does_one_that_drips_or_follows_a_request_hold_its_connection(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as kept:
        assert answered(kept)
        kept.sendall(b"GET / HTTP/1.1\r\n")
        began = time.monotonic()
        with pytest.raises(OSError):
            while time.monotonic() - began < HEAD_SECONDS + 8:
                kept.sendall(b"X: y\r\n")
                time.sleep(0.1)
        assert time.monotonic() - began < HEAD_SECONDS + 8


def test_of_many_that_have_no_head_the_first_ones_go_and_a_person_is_answered(
    patient_port: int,
) -> None:
    """A thousand of them took every descriptor for as long as a head may take, from any program of the person's own account,
    and the app filled its standard error with tracebacks meanwhile, until whoever had to read it let it stand still."""
    halves = [socket.create_connection(("127.0.0.1", patient_port)) for _ in range(3 * MOST_WAITING)]
    try:
        assert hung_up_within(halves[0], SOON)
        with socket.create_connection(("127.0.0.1", patient_port)) as own:
            assert answered(own)
    finally:
        for half in halves:
            half.close()


def test_where_nobody_can_say_whose_a_connection_is_it_is_hung_up_on(
    patient_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody_to_ask(*_: object) -> bool:
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as patch:
        patch.setattr("ragdesk.front.window.heads.of_another_account", nobody_to_ask)
        with socket.create_connection(("127.0.0.1", patient_port)) as unknown:
            assert hung_up_within(unknown, SOON)
    with socket.create_connection(("127.0.0.1", patient_port)) as own:
        assert answered(own)


def test_a_connection_that_waits_between_two_requests_stays(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as kept:
        for _ in range(2):
            assert answered(kept)
            time.sleep(HEAD_SECONDS + 1)
        assert answered(kept)
