"""Whoever hangs up stops the model, whatever the question is at: from then on nothing is asked of it without its being told that
nobody waits."""

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import anyio
import httpx
import httpx2
import pytest
from given_engines import engines_with
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from scripted import ScriptedModel
from serving import OpenDoor, serving
from until import until

from ragdesk.app.app import App
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.ports import Cancelled, Embedder, LanguageModel, Prompt, Reading, never
from ragdesk.host.paths import open_home

MEASURED = "qwen2.5-coder-1.5b-instruct-q4_k_m"
Moment = Literal["retrieving", "judging", "reading the prompt", "writing"]
Way = Literal["http", "streamed", "mcp"]
WRITES = "The autoclave has to cool down to 80 degrees before anybody opens it."
WRITTEN = "How is the autoclave loaded?"
# Each kind of question is judged in another room.
QUESTIONS: dict[Moment, Sequence[str]] = {
    "retrieving": [WRITTEN],
    "judging": [
        WRITTEN,
        "May the autoclave be opened while it is hot?",
        "What does a visitor have to bring?",
        "Wie lange muss der Autoklav abkühlen?",
    ],
    "reading the prompt": [WRITTEN],
    "writing": [WRITTEN],
}
ASKED = [(moment, question) for moment, questions in QUESTIONS.items() for question in questions]


class Held:
    """Stops the work at one moment, until the test lets it go on."""

    def __init__(self) -> None:
        self.moment: Moment | None = None
        self.reached = threading.Event()
        self.free = threading.Event()

    def at(self, moment: Moment) -> None:
        if moment == self.moment:
            self.reached.set()
            assert self.free.wait(120)

    @contextmanager
    def holding(self, moment: Moment) -> Iterator[None]:
        self.reached.clear()
        self.free.clear()
        self.moment = moment
        try:
            yield
        finally:
            self.moment = None
            self.free.set()


class HeldEmbedder:
    """The real one, held when a question is to be encoded."""

    def __init__(self, real: Embedder, held: Held) -> None:
        self._real, self._held = real, held

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def encode_queries(self, texts: Sequence[str]) -> FloatArray:
        self._held.at("retrieving")
        return self._real.encode_queries(texts)


class HeldModel(ScriptedModel):
    """A model that was measured, so that it is asked to judge. What it judges is over when the test lets it go on, and so it
    answers: whoever asked goes on, too. `untold`: what it was asked when nobody waited any more, without being told so."""

    def __init__(self, held: Held) -> None:
        super().__init__(name=MEASURED, odds={"cool": -1.0})
        self._held = held
        self.noticed: Cancelled = never
        self.untold: list[str] = []
        self.asked = 0

    def _asked(self, moment: Moment, cancelled: Cancelled) -> None:
        self.asked += 1
        if self.noticed() and not cancelled():
            self.untold.append(moment)
        self._held.at(moment)

    def warm(self, prompt: Prompt, cancelled: Cancelled = never) -> None:
        """There is nothing to load."""

    def marks(self, reading: Reading, cancelled: Cancelled = never) -> tuple[float, ...] | None:
        return None

    def log_odds(self, prompt: Prompt, texts: tuple[str, str], cancelled: Cancelled = never) -> float | None:
        self._asked("judging", cancelled)
        return super().log_odds(prompt, texts, cancelled)

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        self._asked("reading the prompt", cancelled)
        for number, word in enumerate(WRITES.split(" ")):
            if number == 3:
                self._held.at("writing")
            if cancelled():
                return
            if self.noticed():
                self.untold.append("writing")
            yield word if number == 0 else f" {word}"


class Asked:
    """Notes of each question that comes through the door how it asks whether anybody waits."""

    def __init__(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cancelled: list[Cancelled] = []
        ask_once = app.answers.ask_once

        def noting(question: str, **more: Any) -> Any:
            self.cancelled.append(more["cancelled"])
            return ask_once(question, **more)

        monkeypatch.setattr(app.answers, "ask_once", noting)

    def nobody_waits(self) -> bool:
        return bool(self.cancelled) and self.cancelled[-1]()


@pytest.fixture(scope="module")
def held() -> Held:
    return Held()


@pytest.fixture(scope="module")
def model(held: Held) -> HeldModel:
    return HeldModel(held)


@contextmanager
def opened(folder: Path, model: LanguageModel, embedder: Any, examples: Path) -> Iterator[OpenDoor]:
    app = App.open(open_home(folder / "home"), engines_with(model, embedder))
    try:
        list(app.intake.add([examples / "sop-autoclave.pdf", examples / "visitor-policy.html"]))
        with serving(app) as door:
            yield door
    finally:
        app.close()


@pytest.fixture(scope="module")
def door(
    tmp_path_factory: pytest.TempPathFactory,
    embedder: Embedder,
    examples: Path,
    held: Held,
    model: HeldModel,
) -> Iterator[OpenDoor]:
    with opened(
        tmp_path_factory.mktemp("hanging"), model, HeldEmbedder(embedder, held), examples
    ) as open_door:
        yield open_door


def hang_up_on(door: OpenDoor, way: Way, question: str, when: Callable[[], object]) -> None:
    """Ask, and close the line as soon as `when` is true."""
    if way == "mcp":
        asyncio.run(_leave_mcp(door, question, when))
        return
    body = json.dumps({"stream": way == "streamed", "messages": [{"role": "user", "content": question}]})
    content = body.encode()
    head = f"POST /v1/chat/completions HTTP/1.1\r\nhost: {door.address.removeprefix('http://')}\r\n"
    head += f"authorization: Bearer {door.key}\r\ncontent-type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", int(door.address.rpartition(":")[2]))) as line:
        line.sendall(f"{head}content-length: {len(content)}\r\n\r\n".encode() + content)
        until(when, seconds=240)


async def _leave_mcp(door: OpenDoor, question: str, when: Callable[[], object]) -> None:
    async with httpx2.AsyncClient(headers=door.headers, timeout=60) as http:
        transport = streamable_http_client(f"{door.address}/mcp", http_client=http)
        async with (
            Client(transport, mode="2026-07-28", read_timeout_seconds=60) as client,
            anyio.create_task_group() as group,
        ):
            group.start_soon(client.call_tool, "ask", {"question": question})
            await anyio.to_thread.run_sync(until, when, 240)
            group.cancel_scope.cancel()


@pytest.mark.parametrize(("moment", "question"), ASKED)
@pytest.mark.parametrize("way", ["http", "streamed", "mcp"])
def test_whatever_comes_after_the_model_is_told_that_nobody_waits(
    door: OpenDoor,
    held: Held,
    model: HeldModel,
    monkeypatch: pytest.MonkeyPatch,
    way: Way,
    moment: Moment,
    question: str,
) -> None:
    asked = Asked(door.app, monkeypatch)
    monkeypatch.setattr(model, "noticed", asked.nobody_waits)
    monkeypatch.setattr(model, "untold", [])
    with held.holding(moment):
        hang_up_on(door, way, question, held.reached.is_set)
        until(asked.nobody_waits)
        held.free.set()
        until(lambda: not door.app.busy())
    assert model.untold == []
    reply = httpx.post(
        f"{door.address}/v1/search", headers=door.headers, json={"query": "autoclave"}, timeout=60
    )
    assert reply.status_code == 200
