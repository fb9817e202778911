"""MCP through the official client, over standard input and output and over HTTP, in both versions of the protocol."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import Implementation
from paced import PacedModel
from serving import PUMP, QUESTION, SAYS, OpenDoor, pump_app, serving
from until import until

from ragdesk.domain.ports import Embedder
from ragdesk.front import contract
from ragdesk.serve import mcp as ours
from ragdesk.serve.callers import connected

MODES = {"2025-11-25": "legacy", "2026-07-28": "2026-07-28"}
TESTS = Path(__file__).resolve().parent.parent


@asynccontextmanager
async def over_http(door: OpenDoor, mode: str = "2026-07-28") -> AsyncIterator[Client]:
    async with httpx2.AsyncClient(headers=door.headers, timeout=60) as http:
        transport = streamable_http_client(f"{door.address}/mcp", http_client=http)
        who = Implementation(name="claude-test", version="1.2")
        async with Client(transport, mode=mode, client_info=who, read_timeout_seconds=60) as client:  # type: ignore[arg-type]
            yield client


def with_client(door: OpenDoor, use: Callable[[Client], Awaitable[Any]], mode: str = "2026-07-28") -> Any:
    async def run() -> Any:
        async with over_http(door, mode) as client:
            return await use(client)

    return asyncio.run(run())


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Iterator[OpenDoor]:
    with pump_app(tmp_path_factory.mktemp("mcp"), embedder) as app, serving(app) as opened:
        yield opened


@pytest.mark.parametrize("version", MODES)
def test_the_tools_only_read_and_say_what_they_give(door: OpenDoor, version: str) -> None:
    async def use(client: Client) -> None:
        assert client.session.protocol_version == version
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"search", "ask", "list_documents", "read_document"}
        for tool in tools.values():
            assert tool.annotations is not None and tool.annotations.read_only_hint is True
            assert tool.annotations.open_world_hint is False and tool.annotations.destructive_hint is False
            assert tool.output_schema is not None and tool.description
        [template] = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == "ragdesk://document/{document_id}"
        assert (await client.list_resources()).resources == []
        assert (await client.list_prompts()).prompts == []

    with_client(door, use, MODES[version])


@pytest.mark.parametrize("version", MODES)
def test_an_answer_is_checked_quoted_and_linked(door: OpenDoor, version: str) -> None:
    steps: list[tuple[float, str | None]] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        steps.append((done, message))

    async def use(client: Client) -> Any:
        return await client.call_tool("ask", {"question": QUESTION}, progress_callback=progress)

    made = with_client(door, use, MODES[version])
    assert not made.is_error
    text, *links = made.content
    assert text.text.startswith(f"{SAYS} [1]") and f"> {SAYS}" in text.text
    told = made.structured_content
    assert told["verdict"] == "answered"
    [cited] = told["citations"]
    stored = door.app.library.text(cited["document_id"])
    assert stored[cited["char_start"] : cited["char_end"]] == cited["quote"]
    assert [link.uri for link in links] == [f"ragdesk://document/{cited['document_id']}"]
    assert [done for done, _ in steps] == sorted(done for done, _ in steps) and len(steps) >= 2
    assert "searching" in {message for _, message in steps}


def test_a_search_and_the_documents_are_the_library_s(door: OpenDoor) -> None:
    async def use(client: Client) -> tuple[Any, Any, Any, Any]:
        found = await client.call_tool(
            "search", {"query": "oil change", "collection": "machines", "limit": 2}
        )
        listed = await client.call_tool("list_documents", {})
        [one] = listed.structured_content["documents"]  # type: ignore[index]
        part = await client.call_tool(
            "read_document", {"document_id": one["document_id"], "start": 2, "length": 5}
        )
        whole = await client.read_resource(f"ragdesk://document/{one['document_id']}")
        return found, listed, part, whole

    found, listed, part, whole = with_client(door, use)
    assert found.structured_content["hits"] == contract.hits(door.app.passages.search("oil change", top=2))
    [one] = listed.structured_content["documents"]
    assert one["name"] == "pump.md" and "path" not in one and "sources" not in one
    assert part.structured_content["text"] == PUMP[2:7] and part.structured_content["next"] == 7
    assert whole.contents[0].text == PUMP == door.app.library.text(one["document_id"])


@pytest.mark.parametrize("version", MODES)
@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        ("ask", {"question": " "}, "empty"),
        ("ask", {"question": "x" * 5_000}, "at most 4,000"),
        ("ask", {}, "question"),
        ("ask", {"question": QUESTION, "collection": "none"}, "no collection"),
        ("search", {"query": "pump", "limit": 10_000}, "limit"),
        ("read_document", {"document_id": "ffffffffffffffff"}, "no document"),
        ("read_document", {"document_id": "../../library.db"}, "no document"),
        ("list_documents", {"offset": -1}, "offset"),
        ("remove", {}, "remove"),
    ],
    ids=str,
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    door: OpenDoor, version: str, tool: str, arguments: dict[str, Any], why: str
) -> None:
    made = with_client(door, lambda client: client.call_tool(tool, arguments), MODES[version])
    assert made.is_error and why in made.content[0].text and "Traceback" not in made.content[0].text


@pytest.mark.parametrize(
    "address",
    [
        "ragdesk://document/ffffffffffffffff",
        "ragdesk://document/..%2F..%2Flibrary.db",
        "ragdesk://document/",
        "ragdesk://other/x",
        "file:///etc/passwd",
    ],
)
def test_nothing_but_documents_is_a_resource(door: OpenDoor, address: str) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(MCPError):
            await client.read_resource(address)

    with_client(door, use)


def test_who_speaks_mcp_is_connected(door: OpenDoor) -> None:
    for mode in MODES.values():
        with_client(door, lambda client: client.list_tools(), mode)
    assert {(one.program, one.way) for one in connected(door.app.home)} >= {("claude-test 1.2", "mcp")}


def test_without_the_key_no_session_is_opened(door: OpenDoor) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}
    for headers in ({}, {"authorization": "Bearer x"}):
        reply = httpx2.post(f"{door.address}/mcp", json=body, headers=headers)
        assert reply.status_code == 401 and "mcp-session-id" not in reply.headers


# ---------------------------------------------------------------- time


def test_after_the_time_the_evidence_is_given_and_the_model_stopped(
    tmp_path: Path, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ours, "EVIDENCE_SECONDS", 2.0)
    model = PacedModel([SAYS])
    model.hold()
    with pump_app(tmp_path, embedder, model) as app, serving(app) as door:
        app.passages.search("pump")  # what is loaded at the first question is there
        made = with_client(door, lambda client: client.call_tool("ask", {"question": QUESTION}))
        told = made.structured_content
        assert not made.is_error and told["verdict"] == "unfinished" and told["answer"] == ""
        assert told["hits"] and "no checked answer" in made.content[0].text
        for hit in told["hits"]:
            assert app.library.text(hit["document_id"])[hit["char_start"] : hit["char_end"]] == hit["text"]
        until(lambda: not app.busy(), seconds=10)
        assert model.cancelled >= 1 or model.prompts == []
        model.go_on()
        monkeypatch.setattr(ours, "EVIDENCE_SECONDS", 60.0)
        again = with_client(door, lambda client: client.call_tool("ask", {"question": QUESTION}))
        assert again.structured_content["verdict"] == "answered"


@pytest.mark.parametrize("version", MODES)
def test_a_call_that_is_cancelled_stops_the_model(tmp_path: Path, embedder: Embedder, version: str) -> None:
    model = PacedModel([SAYS])
    model.hold()
    with pump_app(tmp_path, embedder, model) as app, serving(app) as door:

        async def run() -> None:
            async with over_http(door, MODES[version]) as client, anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "ask", {"question": QUESTION})
                while not model.prompts:
                    await anyio.sleep(0.05)
                assert app.busy()
                group.cancel_scope.cancel()
            for _ in range(1200):
                if model.cancelled:
                    break
                await anyio.sleep(0.05)

        asyncio.run(run())
        assert model.cancelled == 1
        until(lambda: not app.busy(), seconds=60)


# ---------------------------------------------------------------- standard input and output


def environment() -> dict[str, str]:
    root = TESTS.parent
    return {
        **os.environ,
        "PYTHONPATH": f"{root}{os.pathsep}{TESTS}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
    }


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Path:
    with pump_app(tmp_path_factory.mktemp("stdio"), embedder) as app:
        return app.home.root


@pytest.mark.parametrize("version", MODES)
def test_over_standard_input_and_output_beside_a_chatty_model(home: Path, version: str) -> None:
    server = StdioServerParameters(
        command=sys.executable, args=[str(TESTS / "serve" / "chatty.py"), str(home)], env=environment()
    )

    async def run() -> None:
        async with Client(server, mode=MODES[version], read_timeout_seconds=120) as client:  # type: ignore[arg-type]
            assert client.session.protocol_version == version
            made = await client.call_tool("ask", {"question": QUESTION})
            assert made.structured_content is not None and made.structured_content["verdict"] == "answered"

    asyncio.run(run())


def test_nothing_but_the_protocol_is_on_standard_output(home: Path) -> None:
    """Byte for byte: each line is one message of ours; the noise is on standard error."""
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "raw", "version": "1"},
        },
    }
    call = {"name": "ask", "arguments": {"question": QUESTION}}
    said = [hello, {"jsonrpc": "2.0", "method": "notifications/initialized"}]
    said.append({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call})
    process = subprocess.Popen(
        [sys.executable, str(TESTS / "serve" / "chatty.py"), str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(
        b"this is no JSON\n\xff\xfe\n" + b"".join(json.dumps(one).encode() + b"\n" for one in said)
    )
    process.stdin.flush()
    lines = []
    while not lines or json.loads(lines[-1]).get("id") != 2:
        lines.append(process.stdout.readline())
        assert lines[-1], "it ended before it answered"
    rest, noise = process.communicate(timeout=60)  # closes its input: it ends
    assert process.returncode == 0 and rest == b""
    for one in lines:
        message = json.loads(one)
        assert (
            (message["jsonrpc"] == "2.0" and "result" in message) or "method" in message or "error" in message
        )
    assert json.loads(lines[-1])["result"]["structuredContent"]["verdict"] == "answered"
    assert b"a line of a child" in noise and b"half a line without an end" in noise
    assert SAYS.encode() not in noise, "what was asked and answered is nobody's log"


def test_a_home_that_cannot_be_opened_is_told_on_standard_error(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter.txt").write_text("somebody's")
    done = subprocess.run(
        [sys.executable, "-m", "ragdesk", "mcp", "--json", "--home", str(tmp_path / "home")],
        capture_output=True,
        input=b"",
        env=environment(),
        timeout=120,
        check=False,
    )
    assert done.returncode == 1 and done.stdout == b"" and b"error: " in done.stderr
