"""A language model's server at an address that somebody set, which lies, floods, is silent and never ends: a sentence within
bounded memory and within the seconds that the settings name, and the next question works."""

import gzip
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, repeat
from typing import Protocol

import psutil
import pytest

from break_it.counting import count
from ragdesk.domain.errors import ModelFailedError
from ragdesk.domain.ports import Prompt
from ragdesk.engines import llm
from ragdesk.engines.llm import RemoteModel

PROMPT = Prompt((("user", "Hello?"),), max_tokens=4)
ANSWER_SECONDS = 3.0
# What any of these may take: the limit of the test, and a busy machine on top.
SECONDS = ANSWER_SECONDS + 10
GROWTH = 60_000_000
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
FAILED = b"HTTP/1.1 500 Oh\r\n\r\n"
BLOCK = b"x" * 65_536


class Serve(Protocol):
    """Has the server send these bytes to whoever asks; the model that asks it."""

    def __call__(
        self, blocks: Callable[[], Iterator[bytes]], answer_seconds: float = ANSWER_SECONDS
    ) -> RemoteModel: ...


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
CHUNKED = OK[:-2] + b"Transfer-Encoding: chunked\r\n\r\n"
HALF = said({"choices": [{"delta": {"content": "half"}}]})


# What comes before the silence, and which pieces of an answer are in it.
SILENT: dict[str, tuple[bytes, list[str]]] = {
    "not a byte": (b"", []),
    "half a status": (b"HTTP/1.1 2", []),
    "a head": (OK, []),
    "the head of an error": (FAILED, []),
    "one piece": (OK + HALF, ["half"]),
    "half a piece": (OK + HALF[:20], []),
    "less than its length": (OK[:-2] + b"Content-Length: 999999\r\n\r\n" + HALF, ["half"]),
    "less than its chunk": (CHUNKED + b"fffff\r\n" + HALF, ["half"]),
    "a chunk of 16 EB": (CHUNKED + b"ffffffffffffffff\r\n" + HALF, ["half"]),
    "half a length of a chunk": (CHUNKED + b"f", []),
}
# Lengths of chunks that are not as they say: longer, shorter, none, and such that a smaller number would overflow.
LYING_CHUNKS = (
    b"ffff\r\n" + HALF,
    b"1\r\n" + HALF + b"\r\n0\r\n\r\n",
    b"-1\r\n" + HALF + b"\r\n0\r\n\r\n",
    b"nonsense\r\n" + HALF + b"\r\n0\r\n\r\n",
    b"\r\n" + HALF + b"\r\n0\r\n\r\n",
    b"ffffffffffffffffffffffff\r\n" + HALF,
    b"0\r\n\r\n" + HALF,
)
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


@contextmanager
def server(script: list[Callable[[], Iterator[bytes]]]) -> Iterator[str]:
    """The address of one that sends what the script's first entry makes to whoever asks."""
    listening = socket.create_server(("127.0.0.1", 0))

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
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        listening.close()


@pytest.fixture
def serve() -> Iterator[Serve]:
    """A server that sends these bytes to whoever asks, and a model that asks it."""
    script: list[Callable[[], Iterator[bytes]]] = []
    models: dict[float, RemoteModel] = {}
    with server(script) as url:

        def start(
            blocks: Callable[[], Iterator[bytes]], answer_seconds: float = ANSWER_SECONDS
        ) -> RemoteModel:
            script[:] = [blocks]
            if answer_seconds not in models:
                models[answer_seconds] = RemoteModel(url, "m", answer_seconds=answer_seconds)
            return models[answer_seconds]

        yield start
        for model in models.values():
            model.close()


def then_nothing(sent: bytes) -> Iterator[bytes]:
    if sent:
        yield sent
    time.sleep(SECONDS + 5)  # longer than anybody waits


def fine() -> Iterator[bytes]:
    return iter([OK, said({"choices": [{"delta": {"content": "fine"}}]}), b"data: [DONE]\n\n"])


@pytest.mark.parametrize("name", FLOODS)
def test_a_server_that_floods_or_never_ends_is_given_up(name: str, serve: Serve) -> None:
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
    serve: Serve,
) -> None:
    word = said({"choices": [{"delta": {"content": "word "}}]})
    assert "".join(serve(lambda: chain([OK], repeat(word))).stream(PROMPT)) == "word " * 4
    flood = said({"choices": [{"delta": {"content": "x" * 500_000}}]})
    assert len("".join(serve(lambda: chain([OK], repeat(flood))).stream(PROMPT))) <= 16 * 4


@pytest.mark.parametrize("name", [*MALFORMED, *RAW])
def test_a_malformed_stream_is_a_sentence(name: str, serve: Serve) -> None:
    event = RAW.get(name) or said(MALFORMED[name])
    with pytest.raises(ModelFailedError) as caught:
        list(serve(lambda: iter([OK, event, b"data: [DONE]\n\n"])).stream(PROMPT))
    assert count("malformed stream", "remote_url" in caught.value.hint)


@pytest.mark.parametrize(
    "status", [b"301 Moved", b"302 Found", b"303 See Other", b"307 Again", b"308 For Good"]
)
def test_a_server_that_sends_us_elsewhere_is_not_followed(status: bytes, serve: Serve) -> None:
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
def test_a_server_that_lies_about_its_length_is_a_sentence(length: bytes, serve: Serve) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: " + length + b"\r\n\r\n"
    with pytest.raises(ModelFailedError) as caught:
        list(serve(lambda: iter([head, said({"choices": [{"delta": {"content": "half"}}]})])).stream(PROMPT))
    assert count("server that lies about a length", "remote_url" in caught.value.hint)
    assert list(serve(fine).stream(PROMPT)) == ["fine"]


@pytest.mark.parametrize("chunks", LYING_CHUNKS)
def test_a_server_that_lies_about_a_chunk_s_length_is_a_sentence(chunks: bytes, serve: Serve) -> None:
    began = time.monotonic()
    with pytest.raises(ModelFailedError) as caught:
        list(serve(lambda: iter([CHUNKED, chunks])).stream(PROMPT))
    took = time.monotonic() - began
    assert count("server that lies about a chunk", took < SECONDS and "remote_url" in caught.value.hint), took
    assert list(serve(fine).stream(PROMPT)) == ["fine"]


@pytest.mark.parametrize("name", SILENT)
def test_a_server_that_falls_silent_is_given_up_when_an_answer_s_time_is_over(
    name: str, serve: Serve
) -> None:
    assert is_given_up(serve(lambda: then_nothing(SILENT[name][0])), name, "3 seconds")
    assert list(serve(fine).stream(PROMPT)) == ["fine"]


@pytest.mark.parametrize("name", SILENT)
def test_or_sooner_because_it_is_silent(name: str, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(llm, "REMOTE_SILENT_SECONDS", 1.0)
    assert is_given_up(serve(lambda: then_nothing(SILENT[name][0]), 60), name, "said nothing for 1 seconds")
    assert list(serve(fine, 60).stream(PROMPT)) == ["fine"]


def is_given_up(model: RemoteModel, name: str, words: str) -> bool:
    """Whether it is, in time and with these words, and what came before is not lost."""
    came, began = list[str](), time.monotonic()
    with pytest.raises(ModelFailedError, match=words) as caught:
        for piece in model.stream(PROMPT):
            came.append(piece)
    took = time.monotonic() - began
    held = took < SECONDS and came == SILENT[name][1] and caught.value.hint
    assert count("server that is silent", held), (took, came, caught.value.message)
    return True


def test_a_server_that_never_accepts_is_given_up() -> None:
    """Its queue is full: the system does not even answer whoever wants to connect."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        waiting = [socket.socket() for _ in range(4)]
        for each in waiting:
            each.setblocking(False)
            each.connect_ex(listening.getsockname())
        model = RemoteModel(
            f"http://127.0.0.1:{listening.getsockname()[1]}/v1", "m", answer_seconds=ANSWER_SECONDS
        )
        began = time.monotonic()
        with pytest.raises(ModelFailedError) as caught:
            list(model.stream(PROMPT))
        took = time.monotonic() - began
        assert count("server that never accepts", took < SECONDS and "remote_url" in caught.value.hint), took
        assert took > ANSWER_SECONDS / 2, "it did accept"
        model.close()
        for each in waiting:
            each.close()
