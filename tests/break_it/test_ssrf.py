"""Addresses in what is sent to the server: nothing makes it ask somebody, or read a file that it was not given.

Gradio takes every value of an event apart in search of files, and fetches those whose path is an address (CVE-2024-47167); its
own protection against that looks the name up first, at dns.google. All of this with the cookie: it is the page's own way in.
"""

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from break_it.counting import MUCH, count
from break_it.wire import HOST, SECRET, Wire, canary, furnished, gradio_app

pytestmark = [pytest.mark.filterwarnings("ignore::DeprecationWarning"), pytest.mark.timeout(1_800)]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[Wire]:
    """An app of its own: every event of the page is called, those that delete among them."""
    with furnished(tmp_path_factory.mktemp("called"), examples) as wire:
        yield wire


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names that were looked up and addresses that were connected to, this machine's apart. Nothing gets through."""
    found: list[str] = []
    look_up, connect = socket.getaddrinfo, socket.socket.connect

    def looked_up(host: Any, *more: Any, **named: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else str(host)
        if name in ("None", "", "localhost") or name.startswith("127."):
            return look_up(host, *more, **named)
        found.append(name)
        raise socket.gaierror(f"not from here: {name}")

    def connected(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and len(address) >= 2 and not str(address[0]).startswith("127."):
            found.append(str(address))
            raise OSError("not from here")
        connect(self, address)

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    monkeypatch.setattr(socket.socket, "connect", connected)
    return found


def addresses(stranger: str, home: Path) -> list[str]:
    port = stranger.partition(":")[2]
    told = [
        f"http://{stranger}/x.png", f"http://localhost:{port}/x", f"http://stranger.example/?q={SECRET}",
        "http://169.254.169.254/latest/meta-data/", "https://huggingface.co/x", str(home / "library.db"), "/etc/passwd",
    ]  # fmt: skip
    more = [
        f"https://{stranger}/x", f"HTTP://{stranger}/x", f"//{stranger}/x", f"ftp://{stranger}/x", f"http://0:{port}/x",
        f"http://[::1]:{port}/x", f"http://127.1:{port}/x", f"http://2130706433:{port}/x", f"http://a@{stranger}/x",
        "file:///etc/passwd", "gopher://stranger.example/", "data:text/html,x", "\\\\stranger.example\\share\\x",
        "http://stranger.example:80\\@127.0.0.1/", "/proc/self/environ", f"{home}/tmp/../library.db",
    ]  # fmt: skip
    return told + more if MUCH else told


def file(address: str) -> dict[str, Any]:
    return {
        "path": address, "url": address, "orig_name": "x.png", "mime_type": "image/png", "size": 1,
        "is_stream": False, "meta": {"_type": "gradio.FileData"},
    }  # fmt: skip


def call(wire: Wire, event: int, data: list[Any]) -> str:
    """Send an event, and what the page would be told of it."""
    session = f"s{event}"
    body = {"data": data, "fn_index": event, "session_hash": session, "trigger_id": None, "event_data": None}
    sent = wire.ask(
        "POST", "/gradio_api/queue/join", [("Content-Type", "application/json")], json.dumps(body).encode()
    )
    assert sent.status in (200, 400, 422, 500, 503), sent
    return _told(wire, session) if sent.status == 200 else sent.body.decode()


def _told(wire: Wire, session: str) -> str:
    read = ""
    with socket.create_connection((HOST, wire.port), timeout=20) as stream:
        head = f"Host: {wire.host}\r\nCookie: {wire.cookie}\r\n"
        stream.sendall(f"GET /gradio_api/queue/data?session_hash={session} HTTP/1.1\r\n{head}\r\n".encode())
        while more := stream.recv(65_536).decode("utf-8", "replace"):
            read += more
            if re.search(r'"msg":"(process_completed|close_stream|unexpected_error)"', read):
                break
    return read


def takes_values(wire: Wire) -> list[tuple[int, list[str]]]:
    """The events that are told something, by number, with the kinds of what they are told."""
    return [
        (number, [type(each).__name__ for each in event.inputs])
        for number, event in gradio_app(wire).blocks.fns.items()
        if any(type(each).__name__ != "State" for each in event.inputs)
    ]


def test_no_event_of_the_page_fetches_an_address_or_reads_a_file(own: Wire, asked: list[str]) -> None:
    events = takes_values(own)
    files = [event for event in events if {"File", "UploadButton"} & set(event[1])]
    assert len(events) > 30 and files
    # The short part: a third of the events, but each of those that take files.
    events = events if MUCH else events[::3]
    with canary() as (stranger, told):
        for number, (event, kinds) in enumerate([*files, *events]):
            every = addresses(stranger, own.opened.home.root)
            for address in every if MUCH or number < len(files) else [every[number % len(every)]]:
                for value in (file(address), [file(address)]) if "File" in kinds else (file(address),):
                    said = call(own, event, [None if kind == "State" else value for kind in kinds])
                    held = not asked and not told and "SQLite format" not in said and "root:x:" not in said
                    assert count("address in an event", held), (event, kinds, address, asked, told, said)


def test_no_address_in_a_request_is_fetched(own: Wire, asked: list[str]) -> None:
    with canary() as (stranger, told):
        for address in addresses(stranger, own.opened.home.root):
            quoted = address.replace("\\", "%5c").replace(" ", "%20")
            for target in (
                f"/gradio_api/proxy={quoted}", f"/gradio_api/file={quoted}", f"/file={quoted}", f"/?url={quoted}",
                f"/config?root={quoted}", f"/gradio_api/upload?url={quoted}", f"/?__theme={quoted}", quoted,
                f"/gradio_api/queue/data?session_hash={quoted}&root_path={quoted}", f"/ragdesk/static/{quoted}",
                f"/ragdesk/state?next={quoted}", f"/?deep_link={quoted}", f"/?__sign=x&__subdomain={quoted}",
            ):  # fmt: skip
                reply = own.ask(
                    "GET", target, [("Referer", address)] if address.isascii() else [], seconds=10
                )
                moved = re.search(r"(?im)^location: (.*)$", reply.head)
                held = not asked and not told and b"root:x:" not in reply.body
                held = held and (moved is None or moved[1].strip().startswith("/"))
                assert count("address in a request", held), (target, reply, asked, told)
            form = f'--x\r\nContent-Disposition: form-data; name="url"\r\n\r\n{address}\r\n--x--\r\n'.encode()
            reply = own.ask(
                "POST", "/gradio_api/upload", [("Content-Type", "multipart/form-data; boundary=x")], form
            )
            assert count("address in a request", not asked and not told), (address, reply, asked, told)
