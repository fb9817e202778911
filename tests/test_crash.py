"""`kill -9` while a folder is added: each document is wholly there or wholly absent, and a second `add` completes."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

DOCUMENTS = 24
KILLS = int(os.environ.get("RAGDESK_KILLS", "2"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(DOCUMENTS):
        sections = "\n\n".join(
            f"## Part {part}\n\n"
            + f"Device {number}-{part} is checked every {part + 2} weeks by team {number}. " * 12
            for part in range(8)
        )
        (folder / f"device{number:02}.md").write_text(f"# Device {number}\n\n{sections}\n", encoding="utf-8")
    return folder


def ragdesk(home: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "ragdesk", "--home", str(home), "--json", *arguments]


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_kill_at_any_moment_leaves_the_library_consistent(tmp_path: Path, folder: Path) -> None:
    home = tmp_path / "h"
    moments = random.Random(7)
    started = time.perf_counter()
    subprocess.run(ragdesk(tmp_path / "probe", "add", str(folder)), check=True, capture_output=True)
    whole = time.perf_counter() - started
    ready: set[str] = set()
    for _ in range(KILLS):
        process = subprocess.Popen(
            ragdesk(home, "add", str(folder)),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        time.sleep(moments.uniform(0.1, 0.9) * whole)
        os.kill(process.pid, signal.SIGKILL)
        printed, _ = process.communicate()
        for line in printed.decode().splitlines():
            if line.endswith("}"):
                ready.add(json.loads(line)["document_id"])
        doctor = subprocess.run(ragdesk(home, "doctor"), capture_output=True, text=True, check=False)
        assert doctor.returncode == 0, doctor.stdout
        listed = subprocess.run(ragdesk(home, "list"), capture_output=True, text=True, check=True).stdout
        there = {json.loads(line)["document_id"] for line in listed.splitlines()}
        assert ready <= there, "what was reported ready is still there"
    again = subprocess.run(ragdesk(home, "add", str(folder)), capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stdout
    assert len(again.stdout.splitlines()) == DOCUMENTS
    listed = subprocess.run(ragdesk(home, "list"), capture_output=True, text=True, check=True).stdout
    assert len(listed.splitlines()) == DOCUMENTS
    assert subprocess.run(ragdesk(home, "doctor"), capture_output=True, check=False).returncode == 0
