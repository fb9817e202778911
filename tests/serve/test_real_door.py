"""The whole of it with the real model: the command, OpenAI's and MCP's own clients, and the command line beside them."""

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import openai
import pytest
from mcp import StdioServerParameters
from mcp.client import Client

from ragdesk.host import offline
from ragdesk.host.paths import Home
from ragdesk.serve.key import known_key

pytestmark = [pytest.mark.model, pytest.mark.long]
ANSWERED = "How long must the autoclave cool down before the door is opened?"
ABSENT = "Who won the football world cup in 1998?"


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in (*offline.SILENT, "CI")}


def run(home: Path, *arguments: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "ragdesk", "--home", str(home), *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def watched(folder: Path) -> tuple[list[str], Path]:
    """What is put before a command to have its connections written down, and where; empty without strace."""
    seen = folder / "seen"
    watch = ["strace", "-f", "-qq", "-e", "trace=connect,sendto,bind", "-o", str(seen)]
    return (watch if shutil.which("strace") else []), seen


def assert_loopback_alone(watch: list[str], seen: Path) -> None:
    if not watch:
        return
    lines = seen.read_text(errors="replace").splitlines()
    loopback = re.compile(r'"127\.|"::1"|"0\.0\.0\.0".*sin_port=htons\(0\)')
    assert lines and [line for line in lines if "AF_INET" in line and not loopback.search(line)] == []


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Path:
    folder = tmp_path_factory.mktemp("real") / "home"
    run(folder, "add", str(examples / "sop-autoclave.pdf"), str(examples / "visitor-policy.html"))
    return folder


@pytest.mark.timeout(900)
def test_the_doors_say_what_the_command_line_says_and_reach_nobody(home: Path, tmp_path: Path) -> None:
    said = {question: run(home, "ask", question)[0] for question in (ANSWERED, ABSENT)}
    watch, seen = watched(tmp_path)
    process = subprocess.Popen(
        [*watch, sys.executable, "-m", "ragdesk", "--home", str(home), "serve", "--port", "0", "--json"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    try:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["url"]
        with openai.OpenAI(
            base_url=address, api_key=known_key(Home(home)), max_retries=0, timeout=280
        ) as client:
            for question, told in said.items():
                for stream in (False, True):
                    messages = [{"role": "user", "content": question}]
                    made: Any = client.chat.completions.create(
                        model="ragdesk", messages=messages, stream=stream
                    )  # type: ignore[call-overload]
                    whole = (list(made)[-1] if stream else made).model_extra["ragdesk"]
                    for name in ("verdict", "answer", "sentences", "citations", "kind"):
                        assert whole[name] == told[name], name
    finally:
        for child in subprocess.run(
            ["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False
        ).stdout.split():
            os.kill(int(child) if watch else process.pid, signal.SIGTERM)
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    assert not list(Home(home).doors.glob("*.json")), "nobody is connected any more"
    assert_loopback_alone(watch, seen)


@pytest.mark.timeout(900)
def test_mcp_says_what_the_command_line_says_and_reaches_nobody(home: Path, tmp_path: Path) -> None:
    told = run(home, "ask", ANSWERED)[0]
    watch, seen = watched(tmp_path)
    command, *arguments = [*watch, sys.executable, "-m", "ragdesk", "--home", str(home), "mcp"]
    server = StdioServerParameters(command=command, args=arguments, env=environment())

    async def use() -> Any:
        async with Client(server, read_timeout_seconds=280) as client:
            return await client.call_tool("ask", {"question": ANSWERED})

    began = time.monotonic()
    made = asyncio.run(use())
    assert_loopback_alone(watch, seen)
    whole = made.structured_content
    if whole["verdict"] == "unfinished":  # a machine that needs more than 45 seconds for it
        assert time.monotonic() - began > 45 and whole["hits"]
        return
    for name in ("verdict", "answer", "sentences", "citations"):
        assert whole[name] == told[name], name
