"""`ragdesk bulk` as a test runs it, as a process of its own, and what it published."""

import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Mapping
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import psutil
import pytest

pytest.importorskip("ray", reason="the extra `bulk` is not installed: `make bulk-test`")
pytest.importorskip("lance", reason="the extra `bulk` is not installed: `make bulk-test`")

SECONDS = 280
# Ray's workers stand back behind everything else on a machine, which may be busy with other tests.
SAME_TURN = {"RAY_worker_niceness": "0"}
# So many that there are several pieces of work.
NOTES = 200
# Of no document but the one in the mail.
ATTACHED_WORD = "zyxgrommet"


def bulk(*arguments: object, home: Path, environment: Mapping[str, str] = {}) -> list[dict[str, Any]]:
    """Runs to its end; gives the objects that it printed."""
    done = subprocess.run(
        command(*arguments, home=home),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=os.environ | SAME_TURN | environment,
    )
    assert "Traceback" not in done.stdout + done.stderr, done.stderr[-2_000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def command(*arguments: object, home: Path) -> list[str]:
    named = [str(argument) for argument in arguments]
    return [sys.executable, "-m", "ragdesk", "bulk", *named, "--json", "--home", str(home)]


def family(pid: int) -> list[psutil.Process]:
    """A process and all that it started."""
    try:
        parent = psutil.Process(pid)
        return [parent, *parent.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def await_actor(*pids: int) -> psutil.Process:
    """The process of an actor that has begun to read, below one of these: its parser is there."""
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline:
        for process in (each for pid in pids for each in family(pid)):
            if reads(process):
                return process
        time.sleep(0.05)
    raise AssertionError("no actor was seen")


def reads(process: psutil.Process) -> bool:
    """Whether it is an actor that reads."""
    try:
        named = process.name() + " ".join(process.cmdline())
        return "ReadFiles" in named and bool(process.children())
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False


def write_documents(folder: Path, examples: Path) -> Path:
    """Files of several kinds: a mail with an attachment, the same attachment in an archive, a copy, a broken PDF."""
    folder.mkdir(parents=True)
    for example in examples.iterdir():
        shutil.copy(example, folder)
    attached = f"# Valves\n\nThe {ATTACHED_WORD} opens at 4 bar and is greased each spring.\n"
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = "The valve", "a@example.org", "b@example.org"
    mail.set_content("Attached is what we know of the valve in the cellar.")
    mail.add_attachment(attached, filename="valves.md")
    (folder / "mail.eml").write_bytes(mail.as_bytes())
    with zipfile.ZipFile(folder / "valves.zip", "w") as archive:
        archive.writestr("valves.md", attached)
        archive.writestr("again.md", attached)
    shutil.copy(examples / "handbook.md", folder / "copy.md")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing of a PDF follows\n")
    for number in range(NOTES):
        (folder / f"note-{number}.md").write_text(
            f"# Note {number}\n\nThe pump in cellar {number} runs at {number} bar.\n"
        )
    return folder


def table(target: Path | str, name: str, options: Mapping[str, str] = {}) -> Any:
    """A table as it is published."""
    import lance

    rows = lance.dataset(f"{target}/published.lance", storage_options=dict(options)).to_table()
    versions = json.loads(rows["what"][0].as_py())["versions"]
    return lance.dataset(
        f"{target}/{name}.lance", version=versions[name], storage_options=dict(options)
    ).to_table()


def vectors(target: Path | str) -> dict[str, bytes]:
    """Chunk ids and the bytes of their vectors; no id twice."""
    import numpy as np

    rows = table(target, "chunks")
    ids, found = rows["chunk_id"].to_pylist(), rows["vector"].to_pylist()
    assert len(set(ids)) == len(ids)
    return {one: np.asarray(each, np.float32).tobytes() for one, each in zip(ids, found, strict=True)}
