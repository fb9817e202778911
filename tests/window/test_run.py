"""The app from a start without arguments to the end of its last window, in a real browser."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psutil
import pytest
from ragdesk_browser import chromium, playwright
from tiny_gguf import gguf

from ragdesk.app.app import App
from ragdesk.domain.errors import UsageError
from ragdesk.front.web.problems import PROBLEMS
from ragdesk.front.window.listening import listen
from ragdesk.front.window.run import _take
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are shell scripts"),
]
SECONDS = 120


def program(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def start(home: Path, browser: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "ragdesk", "--home", str(home), "--json"]
    return subprocess.Popen(
        command, env=os.environ | {"RAGDESK_BROWSER": browser}, stdout=subprocess.PIPE, text=True
    )


def appears(path: Path) -> str:
    deadline = time.monotonic() + SECONDS
    while not path.exists() or not path.read_text():
        assert time.monotonic() < deadline, f"{path} did not appear"
        time.sleep(0.1)
    return path.read_text()


def test_a_window_opens_on_the_splash_and_its_end_is_the_app_s(tmp_path: Path) -> None:
    flags = "--headless=new --no-sandbox --disable-gpu --remote-debugging-port=0"
    browser = program(tmp_path, "browser", f'#!/bin/sh\nexec {chromium()} {flags} "$@"\n')
    home = tmp_path / "h"
    app = start(home, browser)
    try:
        port = appears(home / "window" / "DevToolsActivePort").split()[0]
        page = playwright().chromium.connect_over_cdp(f"http://127.0.0.1:{port}").contexts[0].pages[0]
        page.wait_for_selector("#rd-tabs", timeout=SECONDS * 1_000)
        assert app.stdout is not None
        address = json.loads(app.stdout.readline())["url"]
        assert page.url == address.partition("?")[0], "the launch token is not left in the address"
        page.wait_for_timeout(1_000)
        assert app.poll() is None
        family = psutil.Process(app.pid).children(recursive=True)
        window = next(one for one in family if one.ppid() == app.pid and "chrom" in one.name())
        window.terminate()
        assert app.wait(SECONDS) == 0
        assert not [one for one in family if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]
    finally:
        app.kill()


def test_why_it_cannot_be_opened_is_said_in_the_window(tmp_path: Path) -> None:
    reader = (
        f"#!{sys.executable}\n"
        "import os, sys, urllib.request\n"
        "address = next(word for word in sys.argv if word.startswith('--app=')).removeprefix('--app=')\n"
        "said = urllib.request.urlopen(address.replace('/?', '/ready?')).read().decode()\n"
        f"open({str(tmp_path / 'said')!r}, 'w').write(said)\n"
    )
    (tmp_path / "file").touch()
    app = start(tmp_path / "file", program(tmp_path, "browser", reader))
    assert app.wait(SECONDS) == 1
    said = json.loads(appears(tmp_path / "said"))
    assert "cannot be used" in said["message"] and "--home" in said["hint"]


def test_what_is_dropped_on_the_icon_is_a_document_or_a_model(tmp_path: Path) -> None:
    note, model, none = tmp_path / "note.md", tmp_path / "Tiny.GGUF", tmp_path / "none.gguf"
    note.write_text("# Pumps\n\nThey hum.\n")
    model.write_bytes(gguf())
    none.write_text("Words.")
    PROBLEMS.clear()
    with closing(App.open(open_home(tmp_path / "home"))) as app:
        _take(app, [note, none, model])
        assert [Path(job.source).name for job in app.intake.state().waiting] == ["note.md"]
        deadline = time.monotonic() + SECONDS
        while not any(one.name == "Tiny" for one in app.engines.models()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert model.exists(), "a model of the person's is copied, not moved"
    assert [logged.problem.message for logged in PROBLEMS.all()] == ["none.gguf is not a GGUF file."]
    PROBLEMS.clear()


def test_the_port_of_the_app_before_can_be_had_at_once_but_not_that_of_one_that_is_open() -> None:
    port = 0
    for _ in range(2):  # a free one, then the same by its number
        with listen(port) as before:
            port = before.getsockname()[1]
            with socket.create_connection(("127.0.0.1", port)) as browser:
                before.accept()[0].close()  # who closes first remembers the connection for a minute
                assert browser.recv(1) == b""
    with listen(port), pytest.raises(UsageError):
        listen(port)


def test_a_reply_does_not_wait_for_the_acknowledgement_of_its_first_half() -> None:
    """Nagle's algorithm is off for what is accepted: with it, each request on an open connection takes 40 ms more."""
    off: list[int] = []

    async def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        off.append(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async def ask(listening: socket.socket) -> None:
        server = await asyncio.start_server(accept, sock=listening)
        async with server:
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            await reader.read()
            writer.close()

    with listen(0) as listening:
        # In a thread of its own: playwright has a loop in this one.
        ThreadPoolExecutor(1).submit(asyncio.run, ask(listening)).result()
    assert off and all(off)
