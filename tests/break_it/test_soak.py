"""The app as a person has it (its own process, the real model, a real browser), used for long: its memory stays flat.

RAGDESK_SOAK sets how many minutes each of the two soaks works (none unless set). The other is without a page, and does much
more in a minute: `test_load.py`. With RAGDESK_SOAK_FOLDER a run goes on with the homes of the run before (pieces.py).
"""

import contextlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import psutil
import pytest
from ragdesk_browser import open_tab, until, window

from break_it.counting import count
from break_it.held_memory import held_memory
from break_it.pieces import Pieces
from break_it.test_load import GROWTH, SOAK_SECONDS

pytestmark = [
    pytest.mark.model,
    pytest.mark.browser,
    pytest.mark.skipif(not SOAK_SECONDS, reason="RAGDESK_SOAK names no minutes to work"),
    pytest.mark.timeout(int(SOAK_SECONDS) + 600),
]
PATIENCE = 300.0  # seconds: other work may be on the same cores
QUESTION = "How long must the autoclave cool down before the door is opened?"


@contextlib.contextmanager
def started(home: Path) -> Iterator[tuple[str, psutil.Process]]:
    """`ragdesk app`, its address and its process."""
    command = [sys.executable, "-m", "ragdesk", "--home", str(home), "--json", "app", "--no-window"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as app:
        try:
            assert app.stdout is not None
            yield json.loads(app.stdout.readline())["url"], psutil.Process(app.pid)
        finally:
            app.send_signal(signal.SIGINT)
            app.wait(60)


def a_round(page: Any, number: int, folder: Path) -> int:
    """Add, search, ask, cite, look into every tab, delete, remove: how many things were done."""
    note = folder / f"note-{number}.md"
    note.write_text(f"# Note {number}\n\nValve {number} is opened by hand every {2 + number % 50} days.\n")
    documents = page.locator("#rd-documents li")
    open_tab(page, "Library")
    before = documents.count()
    page.set_input_files("#rd-drop input[type=file]", [str(note)])
    until(page, lambda: documents.count() == before + 1, PATIENCE)
    page.fill("#rd-query textarea, #rd-query input", f"valve {number}")
    page.click("#rd-find")
    until(page, lambda: f"Note {number}" in page.inner_text("#rd-side"), PATIENCE)
    open_tab(page, "Chat")
    page.click("#rd-new")
    until(page, lambda: page.locator("#rd-thread .rd-question").count() == 0, PATIENCE)
    page.fill("#rd-question textarea", QUESTION)
    page.click("#rd-ask")
    page.wait_for_selector("#rd-thread a.rd-cite", timeout=1_000 * PATIENCE)
    page.wait_for_selector("#rd-ask:visible", timeout=1_000 * PATIENCE)
    assert "45" in page.inner_text("#rd-thread")
    page.locator("#rd-thread a.rd-cite").first.click()
    page.wait_for_selector("#rd-beside-viewer .rd-highlight", timeout=1_000 * PATIENCE)
    for tab in ("Memory", "Settings", "Library", "Chat"):
        open_tab(page, tab)
        page.wait_for_timeout(200)
    talks = page.locator("a.rd-talk").count()
    page.locator("#rd-conversations").get_by_role("button", name="Delete").first.click()
    until(page, lambda: page.locator("a.rd-talk").count() == talks - 1, PATIENCE)
    open_tab(page, "Library")
    page.locator("#rd-documents a.rd-title", has_text=f"Note {number}").click()
    page.locator("#rd-document").get_by_role("button", name="Remove").click()
    page.locator("#rd-document .rd-asking a.rd-danger").click()
    until(page, lambda: documents.count() == before, PATIENCE)
    return 12


def held(process: psutil.Process) -> tuple[int, int, int]:
    """Memory (bytes), open files and threads of the app; its model and its parsers are processes of their own."""
    return held_memory(process.pid), process.num_fds(), process.num_threads()


def test_the_app_stays_as_large_as_it_is(tmp_path: Path, examples: Path) -> None:
    pieces = Pieces("the app", tmp_path)
    done, before = 0, pieces.total("rounds")
    rounds: list[tuple[int, int, int]] = []
    with started(pieces.home) as (url, process), window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-drop input[type=file]", state="attached")
        if not pieces.done:
            page.set_input_files("#rd-drop input[type=file]", [str(examples / "sop-autoclave.pdf")])
        until(page, lambda: page.locator("#rd-documents li").count() == 1, 120)
        deadline = time.monotonic() + SOAK_SECONDS
        while time.monotonic() < deadline:
            done += a_round(page, before + len(rounds), tmp_path)
            rounds.append(held(process))
            if len(rounds) % 10 == 0:
                page.reload()
                until(page, lambda: page.locator("#rd-documents li").count() == 1, PATIENCE)
            print(len(rounds), *rounds[-1], flush=True)
        assert seen.foreign() == [] and seen.dialogs == []
    third = len(rounds) // 3
    assert third >= 2, "too few rounds for a judgement: raise RAGDESK_SOAK"
    parts = [(median(one[third:-third]), median(one[-third:])) for one in zip(*rounds, strict=True)]
    print(f"{done} things done in {len(rounds)} rounds; memory, files, threads: {parts}")
    memory, files, threads = (last for _, last in parts)
    pieces.ended(
        seconds=SOAK_SECONDS, rounds=len(rounds), things=done, memory=memory, files=files, threads=threads
    )
    # Pools keep a few threads and connections more or less.
    flat = all(
        last <= GROWTH * middle + slack for (middle, last), slack in zip(parts, (0, 4, 4), strict=True)
    )
    # A later piece of more rounds may hold the states of more windows; of as many, it is no larger than the first.
    assert count("thing done in the soak of the app", flat and not pieces.grown({"memory": 1.1}), done), (
        rounds
    )
    checked = subprocess.run(
        [sys.executable, "-m", "ragdesk", "--home", str(pieces.home), "doctor"],
        capture_output=True,
        text=True,
        check=False,
    )
    wrong = [line for line in checked.stdout.splitlines() if "FAIL" in line]
    assert count("home after a piece of the soak", checked.stdout and not wrong), checked
