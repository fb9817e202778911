"""Uploads that fill the disk, end halfway, or that nobody takes in."""

import contextlib
import json
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from break_it.counting import MUCH, count
from break_it.wire import HOST, Reply, Wire
from ragdesk.front.web.guard import arriving
from ragdesk.front.web.guard.arriving import ArrivingFiles

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
FORM = ("Content-Type", "multipart/form-data; boundary=x")


@pytest.fixture
def uploads(wire: Wire) -> Path:
    """Where uploads lie, with nothing in it."""
    folder = wire.opened.home.temporary / f"uploads-{os.getpid()}"
    for path in folder.iterdir():
        arriving._delete(path)
    return folder


def body(name: str, content: bytes = b"harmless") -> bytes:
    head = f'--x\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
    return head.encode() + content + b"\r\n--x--\r\n"


def send(wire: Wire, name: str, content: bytes = b"harmless") -> Reply:
    return wire.ask("POST", "/gradio_api/upload", [FORM], body(name, content))


@contextlib.contextmanager
def half(wire: Wire, whole: bytes, sent: int) -> Iterator[socket.socket]:
    """A request of which so many bytes have been sent, and the connection is still open."""
    head = (
        f"POST /gradio_api/upload HTTP/1.1\r\nHost: {wire.host}\r\nCookie: {wire.cookie}\r\n"
        f"Content-Type: {FORM[1]}\r\nContent-Length: {len(whole)}\r\n\r\n"
    )
    with socket.create_connection((HOST, wire.port), timeout=20) as connection:
        connection.sendall(head.encode() + whole[:sent])
        yield connection


def until(true: object, seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:  # type: ignore[operator]
        time.sleep(0.05)
    return bool(true())  # type: ignore[operator]


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def door(wire: Wire) -> ArrivingFiles:
    found = wire.app._app._app
    assert isinstance(found, ArrivingFiles)
    return found


def test_an_upload_that_ends_halfway_leaves_nothing(wire: Wire, uploads: Path) -> None:
    whole = body("long.txt", b"word " * 400_000)
    for sent in range(200, len(whole), len(whole) // (40 if MUCH else 6)):
        with half(wire, whole, sent):
            until(lambda: files(uploads), 2)
        assert count("upload that ends halfway", until(lambda: not files(uploads))), (sent, files(uploads))


@pytest.mark.parametrize("path", ["/gradio_api/upload", "/ragdesk/model"])
def test_who_asks_where_files_arrive_without_one_is_told_that_nothing_is_there(wire: Wire, path: str) -> None:
    for method in ("GET", "HEAD"):
        reply = wire.ask(method, path)
        assert count("upload without a file", reply.status in (404, 405)), reply


def test_what_is_still_arriving_is_left_alone(wire: Wire, uploads: Path) -> None:
    whole = body("slow.txt", b"word " * 100_000)
    with half(wire, whole, 200_000) as slow:
        assert until(lambda: files(uploads))
        with half(wire, whole, 300_000):
            assert until(lambda: len(files(uploads)) == 2)
        assert send(wire, "quick.txt").status == 200
        age(uploads)
        door(wire).sweep()
        slow.sendall(whole[200_000:])
        assert b"200 OK" in slow.recv(65_536)
    arrived = [path for path in files(uploads) if path.name == "slow.txt"]
    assert count("upload in progress", len(arrived) == 1 and arrived[0].read_bytes() == b"word " * 100_000)
    assert until(lambda: {path.name for path in files(uploads)} == {"slow.txt", "quick.txt"}), files(uploads)


def age(folder: Path) -> None:
    """Everything in it was written a little longer ago than it may lie there."""
    then = time.time() - arriving.KEPT_SECONDS - 60
    for path in folder.rglob("*"):
        os.utime(path, (then, then))


def test_what_nobody_takes_in_goes_after_an_hour(wire: Wire, uploads: Path) -> None:
    assert send(wire, "left.txt").status == 200
    model = uploads / "model-0123" / "big"
    model.mkdir(parents=True)
    (model / "config.json").write_text("{}")
    age(uploads)
    fresh = Path(json.loads(send(wire, "fresh.txt", b"other").body)[0])
    door(wire).sweep()
    assert count("upload that nobody takes in", files(uploads) == [fresh]), files(uploads)
    assert list(uploads.iterdir()) == [fresh.parent]


def test_an_upload_that_would_fill_the_disk_is_refused_before_it_is_written(
    wire: Wire, uploads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Path] = []

    def room(folder: Path) -> int:
        looked.append(folder)
        return 50_000

    monkeypatch.setattr(arriving, "room", room)
    assert send(wire, "small.txt").status == 200
    refused = send(wire, "large.txt", b"word " * 20_000)
    assert count("upload without room", refused.status == 507 and looked[-1] == uploads)
    words = refused.body.decode()
    assert "too little free space" in words and "Make room" in words and "<" not in words
    assert "content-security-policy" in refused.head.lower()
    assert [path.name for path in files(uploads)] == ["small.txt"]
    with half(wire, body("one.txt", b"x" * 40_000), 1_000):  # what is on its way has a claim to its room
        assert until(lambda: len(files(uploads)) == 2)
        assert count("upload without room", send(wire, "two.txt", b"x" * 20_000).status == 507)
    assert until(lambda: send(wire, "two.txt", b"x" * 20_000).status == 200)
