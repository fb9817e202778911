"""A language model's server at an address that somebody set, which lies, floods and never ends: a sentence within bounded
memory and time, and the next question works."""

import gzip
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from itertools import chain, repeat

import psutil
import pytest

from break_it.counting import count
from ragdesk.domain.errors import ModelFailedError
from ragdesk.domain.ports import Prompt
from ragdesk.engines.chat import TOKEN_SECONDS
from ragdesk.engines.llm import RemoteModel

PROMPT = Prompt((("user", "Hello?"),), max_tokens=4)
PROMPT_SECONDS = 3.0
# What any of these may take: the limit of the test, and a busy machine on top.
SECONDS = PROMPT_SECONDS + TOKEN_SECONDS * 4 + 15
GROWTH = 60_000_000
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
FAILED = b"HTTP/1.1 500 Oh\r\n\r\n"
BLOCK = b"x" * 65_536


def said(content: object) -> bytes:
    return b"data: " + json.dumps(content).encode() + b"\n\n"


def slowly(block: bytes) -> Iterator[bytes]:
    while True:
        time.sleep(0.2)
        yield block


def bomb() -> Iterator[bytes]:
    """A thousand times larger once it is unpacked."""
    packed = gzip.compress(bytes(50_000_000))
    return chain([OK[:-2] + b"Content-Encoding: gzip\r\n\r\n"], repeat(packed))


FLOODS: dict[str, Callable[[], Iterator[bytes]]] = {
    "gzip bomb": bomb,
    "gzip bomb in an error": lambda: chain(
        [FAILED[:-2] + b"Content-Encoding: gzip\r\n\r\n", gzip.compress(bytes(200_000_000))]
    ),
    "line without an end": lambda: chain([OK + b"data: "], repeat(BLOCK)),
    "error without an end": lambda: chain([FAILED], repeat(BLOCK)),
    "head without an end": lambda: chain([b"HTTP/1.1 200 OK\r\n"], repeat(b"X-Much: " + BLOCK + b"\r\n")),
    "head that drips": lambda: chain([b"HTTP/1.1 200 OK\r\nX-Slow: "], slowly(b"x")),
    "pings for ever": lambda: chain([OK], slowly(b": ping\n\n")),
    "empty pieces for ever": lambda: chain([OK], repeat(said({"choices": [{"delta": {"content": ""}}]}))),
    "go on, for ever": lambda: repeat(b"HTTP/1.1 100 Continue\r\n\r\n"),
    "error that drips": lambda: chain([FAILED], slowly(b"x")),
}
MALFORMED = {
    "a list": [1],
    "a number": 7,
    "nothing": None,
    "choices that are words": {"choices": "abc"},
    "choices that are numbers": {"choices": [1]},
    "a delta that is a word": {"choices": [{"delta": "abc"}]},
    "a piece that is a number": {"choices": [{"delta": {"content": 7}}]},
    "a piece that is a list": {"choices": [{"delta": {"content": ["a"]}}]},
    "half a character": {"choices": [{"delta": {"content": "\ud83d"}}]},
}
RAW = {
    "a hundred thousand brackets": b"data: " + b"[" * 100_000 + b"\n\n",
    "brackets in an error": b'data: {"error": ' + b"[" * 50_000 + b"]" * 50_000 + b"}\n\n",
    "bytes that are no text": b"data: \xff\xfe\n\n",
    "a number of a hundred thousand digits": b"data: " + b"9" * 100_000 + b"\n\n",
}


@pytest.fixture
def serve() -> Iterator[Callable[[Callable[[], Iterator[bytes]]], RemoteModel]]:
    """A server that sends these bytes to whoever asks, and a model that asks it."""
    listening = socket.create_server(("127.0.0.1", 0))
    script: list[Callable[[], Iterator[bytes]]] = []

    def answer(connection: socket.socket) -> None:
        with connection:
            try:
                connection.recv(65_536)
                for block in script[0]():
                    connection.sendall(block)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65_536):  # what was not read makes the system reset the connection
                    pass
            except OSError:
                return

    def accept() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    model = RemoteModel(
        f"http://127.0.0.1:{listening.getsockname()[1]}/v1", "m", prompt_seconds=PROMPT_SECONDS
    )

    def start(blocks: Callable[[], Iterator[bytes]]) -> RemoteModel:
        script[:] = [blocks]
        return model

    yield start
    model.close()
    listening.close()


def fine() -> Iterator[bytes]:
    return iter([OK, said({"choices": [{"delta": {"content": "fine"}}]}), b"data: [DONE]\n\n"])


@pytest.mark.parametrize("name", FLOODS)
def test_a_server_that_floods_or_never_ends_is_given_up(
    name: str, serve: Callable[[Callable[[], Iterator[bytes]]], RemoteModel]
) -> None:
    model, process = serve(FLOODS[name]), psutil.Process()
    FLOODS[name]()  # what it packs is not counted
    before, began, most = process.memory_info().rss, time.monotonic(), 0
    done = threading.Event()

    def watch() -> None:
        nonlocal most
        while not done.wait(0.05):
            most = max(most, process.memory_info().rss)

    watcher = threading.Thread(target=watch)
    watcher.start()
    with pytest.raises(ModelFailedError) as caught:
        list(model.stream(PROMPT))
    done.set()
    watcher.join()
    took, grown = time.monotonic() - began, most - before
    held = took < SECONDS and grown < GROWTH and "Something unexpected" not in caught.value.message
    assert count("server that floods", held), (took, grown, caught.value.message)
    assert list(serve(fine).stream(PROMPT)) == ["fine"]


def test_no_more_is_taken_than_was_asked_for(
    serve: Callable[[Callable[[], Iterator[bytes]]], RemoteModel],
) -> None:
    word = said({"choices": [{"delta": {"content": "word "}}]})
    assert "".join(serve(lambda: chain([OK], repeat(word))).stream(PROMPT)) == "word " * 4
    flood = said({"choices": [{"delta": {"content": "x" * 500_000}}]})
    assert len("".join(serve(lambda: chain([OK], repeat(flood))).stream(PROMPT))) <= 16 * 4


@pytest.mark.parametrize("name", [*MALFORMED, *RAW])
def test_a_malformed_stream_is_a_sentence(
    name: str, serve: Callable[[Callable[[], Iterator[bytes]]], RemoteModel]
) -> None:
    event = RAW.get(name) or said(MALFORMED[name])
    with pytest.raises(ModelFailedError) as caught:
        list(serve(lambda: iter([OK, event, b"data: [DONE]\n\n"])).stream(PROMPT))
    assert count("malformed stream", "remote_url" in caught.value.hint)


@pytest.mark.parametrize(
    "status", [b"301 Moved", b"302 Found", b"303 See Other", b"307 Again", b"308 For Good"]
)
def test_a_server_that_sends_us_elsewhere_is_not_followed(
    status: bytes, serve: Callable[[Callable[[], Iterator[bytes]]], RemoteModel]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as elsewhere:
        elsewhere.setblocking(False)
        place = f"http://127.0.0.1:{elsewhere.getsockname()[1]}/v1/chat/completions".encode()
        head = b"HTTP/1.1 " + status + b"\r\nLocation: " + place + b"\r\nContent-Length: 0\r\n\r\n"
        with pytest.raises(ModelFailedError) as caught:
            list(serve(lambda: iter([head])).stream(PROMPT))
        with pytest.raises(BlockingIOError):
            elsewhere.accept()
    assert count("server that sends elsewhere", "remote_url" in caught.value.hint)
    assert list(serve(fine).stream(PROMPT)) == ["fine"]


@pytest.mark.parametrize("length", [b"3", b"999999999", b"-1", b"1, 2", b"0x10"])
def test_a_server_that_lies_about_its_length_is_a_sentence(
    length: bytes, serve: Callable[[Callable[[], Iterator[bytes]]], RemoteModel]
) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: " + length + b"\r\n\r\n"
    with pytest.raises(ModelFailedError) as caught:
        list(serve(lambda: iter([head, said({"choices": [{"delta": {"content": "half"}}]})])).stream(PROMPT))
    assert count("server that lies about a length", "remote_url" in caught.value.hint)
    assert list(serve(fine).stream(PROMPT)) == ["fine"]
