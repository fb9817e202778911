"""The real window, its browser seen by strace: not one packet leaves this computer, and no name is looked up."""

import contextlib
import ipaddress
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from ragdesk_browser import chromium

from ragdesk.front.window import browser

pytestmark = [
    pytest.mark.break_it("window that calls nobody"),
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.timeout(240),
]
# A form: what its fields mean, a browser asks its maker.
PAGE = b"""<!doctype html><title>RAGDesk</title><form action="/sent" method="post"><input name="email" autocomplete="email">
<input name="address"><input name="password" type="password"><textarea name="question"></textarea><button>Send</button></form>"""
# What Chromium calls in its first seconds it calls within these.
SECONDS = 40
_SENT = re.compile(r"(?:connect|send\w*)\(\d+<(?P<socket>[^>]*(?:->[^>]*)?)>(?P<rest>.*)")
_ADDRESS = re.compile(
    r'inet_addr\("([\d.]+)"\)|inet_pton\(AF_INET6, "([0-9a-f:.]+)"|->\[?([0-9a-f.:]+?)\]?:\d+'
)
_LOOKED_UP = re.compile(r"(?:htons\(|:)53\b")


@pytest.fixture
def address() -> Iterator[str]:
    """A page on this computer."""

    class Reply(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(PAGE)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Reply)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def sent(trace: str) -> list[str]:
    """The lines of strace in which something goes to another computer, or a name is looked up on this one. A UDP socket that is
    merely connected sends nothing."""
    lines = []
    for line in trace.splitlines():
        found = _SENT.search(line)
        if found is None or "AF_UNIX" in line or "NETLINK" in line or "UNIX" in found["socket"]:
            continue
        if "connect(" in line and "UDP" in found["socket"]:
            continue
        places = [next(filter(None, each)) for each in _ADDRESS.findall(line)]
        if any(not ipaddress.ip_address(place).is_loopback for place in places) or _LOOKED_UP.search(line):
            lines.append(line)
    return lines


def may_trace() -> str | None:
    """The path of strace, where it is there and works."""
    strace = shutil.which("strace")
    if strace is None:
        return None
    try:
        tried = subprocess.run([strace, "-o", os.devnull, "true"], check=False, timeout=20)
    except subprocess.TimeoutExpired:
        return None
    return None if tried.returncode else strace


@pytest.mark.skipif(sys.platform != "linux", reason="strace is Linux's")
def test_the_window_s_browser_sends_nothing_to_anybody(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strace = may_trace()
    if strace is None:
        pytest.skip("no strace, or not the right to use it")
    trace, stand_in = tmp_path / "trace", tmp_path / "browser"
    flags = "--headless=new --no-sandbox --disable-gpu --remote-debugging-port=0"
    stand_in.write_text(
        f'#!/bin/sh\nexec {strace} -f -qq -yy -e trace=connect,sendto,sendmsg,sendmmsg -o {trace} {chromium()} {flags} "$@"\n'
    )
    stand_in.chmod(0o755)
    monkeypatch.delenv("CI", raising=False)  # with it, browsers keep still by themselves
    monkeypatch.setenv("RAGDESK_BROWSER", str(stand_in))
    process = browser.open_window(address, tmp_path / "profile")
    assert process is not None
    try:
        time.sleep(SECONDS)
        assert process.poll() is None, "the window is still open"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)
    assert "127.0.0.1" in trace.read_text(errors="replace"), "the page itself was fetched"
    assert sent(trace.read_text(errors="replace")) == []
