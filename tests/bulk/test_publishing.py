"""`ragdesk bulk` publishes what `ragdesk add` would have stored, once, whatever dies meanwhile, and lets go of it wholly."""

import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from bulk_running import ATTACHED_WORD, SAME_TURN, await_actor, bulk, command, family, table, vectors

pytestmark = pytest.mark.bulk
LOOPBACK = ("127.0.0.1", "::1", "::ffff:127.0.0.1")


@pytest.fixture(scope="module")
def target(folder: Path, documents: Path) -> Path:
    """A library that two workers have published."""
    results = bulk(documents, folder / "library", "--workers", 2, home=folder / "home")
    fared = {Path(result["path"]).name: result["status"] for result in results}
    assert fared["broken.pdf"] == "failed" and fared["mail.eml"] == "ready"
    assert {fared["handbook.md"], fared["copy.md"]} == {"ready", "duplicate"}
    return folder / "library"


def test_it_publishes_the_ids_and_the_very_vectors_that_add_stores(
    target: Path, local: dict[str, bytes]
) -> None:
    assert len(local) > 30
    assert vectors(target) == local


def test_the_same_bytes_in_several_places_are_one_document(target: Path) -> None:
    ids = table(target, "documents")["document_id"].to_pylist()
    assert len(ids) == len(set(ids))
    sources = table(target, "sources").to_pylist()
    places = sorted(
        Path(row["path"]).name for row in sources if row["path"].endswith(("valves.md", "again.md"))
    )
    assert places == ["again.md", "valves.md", "valves.md"]


def test_a_second_run_reads_nothing(folder: Path, target: Path, documents: Path) -> None:
    before = vectors(target)
    results = bulk(documents, target, home=folder / "home")
    assert {result["status"] for result in results} == {"unchanged", "failed"}
    assert vectors(target) == before


def test_ray_listens_on_loopback_alone_and_reaches_nothing_else(folder: Path, documents: Path) -> None:
    arguments = command(documents / "handbook.md", folder / "quiet", home=folder / "home")
    trace = folder / "trace"
    if shutil.which("strace"):  # it sees what begins and ends between two looks
        arguments = [
            "strace",
            "--seccomp-bpf",
            "-f",
            "-qq",
            "-e",
            "trace=connect",
            "-o",
            str(trace),
            *arguments,
        ]
    running = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, env=os.environ | SAME_TURN)
    seen, foreign = set[str](), set[str]()
    while running.poll() is None:
        for process in family(running.pid):
            for connection in _connections(process):
                seen.add(process.name())
                for end in (connection.laddr, connection.raddr):
                    if end and end.ip not in LOOPBACK:
                        foreign.add(f"{process.name()} {connection.status} {end.ip}")
        time.sleep(0.1)
    assert running.returncode == 0
    assert any(name.startswith("gcs_server") for name in seen), seen
    if trace.exists():
        reached = set(re.findall(r'inet_(?:addr\(|pton\(AF_INET6, )"([^"]+)"', trace.read_text()))
        assert "127.0.0.1" in reached
        foreign |= reached - set(LOOPBACK)
    assert foreign == set()


def _connections(process: psutil.Process) -> list[Any]:
    try:
        return process.net_connections("inet")
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return []


def test_an_actor_that_is_killed_costs_nothing(
    folder: Path, documents: Path, local: dict[str, bytes]
) -> None:
    target = folder / "killed-actor"
    running = subprocess.Popen(
        command(documents, target, home=folder / "home"),
        stdout=subprocess.DEVNULL,
        env=os.environ | SAME_TURN,
    )
    await_actor(running.pid).send_signal(signal.SIGKILL)
    assert running.wait(timeout=280) == 1  # one file is broken
    assert vectors(target) == local


def test_a_driver_that_is_killed_has_published_nothing_and_the_next_run_does(
    folder: Path, documents: Path, local: dict[str, bytes]
) -> None:
    target = folder / "killed-driver"
    running = subprocess.Popen(
        command(documents, target, home=folder / "home"),
        stdout=subprocess.DEVNULL,
        env=os.environ | SAME_TURN,
    )
    await_actor(running.pid)
    processes = family(running.pid)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    psutil.wait_procs(processes, timeout=30)
    assert not (target / "published.lance").exists()
    bulk(documents, target, home=folder / "home")
    assert vectors(target) == local


def test_a_file_that_changes_takes_the_place_of_its_older_version(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    note, target = tmp_path / "docs" / "note.md", tmp_path / "library"
    note.write_text("# Pump\n\nThe pump runs at 40 bar.\n")
    bulk(tmp_path / "docs", target, home=folder / "home")
    note.write_text("# Pump\n\nThe pump runs at 50 bar.\n")
    [result] = bulk(tmp_path / "docs", target, home=folder / "home")
    assert result["status"] == "ready"
    [about] = table(target, "chunks")["about"].to_pylist()
    assert "50 bar" in about
    assert len(table(target, "documents")) == len(table(target, "sources")) == 1


def _holding(target: Path, *needles: str) -> set[str]:
    """Which of them any file holds, as it is on the disk or, of a table's file, as it reads: texts may lie there compressed."""
    from lance.file import LanceFileReader

    files = [path for path in target.rglob("*") if path.is_file()]
    held = b"".join(path.read_bytes() for path in files)
    tables = [LanceFileReader(str(path)) for path in files if path.parent.name == "data"]
    read = "".join(str(table.read_all().to_table().to_pylist()) for table in tables)
    return {needle for needle in needles if needle.encode() in held or needle in read}


def test_what_is_removed_is_in_no_file_any_more(folder: Path, documents: Path, target: Path) -> None:
    rows = table(target, "sources").to_pylist()
    [mail] = {row["document_id"] for row in rows if row["path"].endswith("mail.eml")}
    [attached] = {row["document_id"] for row in rows if row["path"].endswith("valves.md")}
    [archive] = {row["document_id"] for row in rows if row["path"].endswith("valves.zip")}
    needles = (mail, attached, archive, ATTACHED_WORD)
    assert _holding(target, *needles) == set(needles)
    gone = bulk(target, "--remove", mail, home=folder / "home")
    assert [one["document_id"] for one in gone] == [mail]  # what is attached lies in the archive, too
    assert _holding(target, *needles) == {attached, archive, ATTACHED_WORD}
    gone = bulk(target, "--remove", archive, home=folder / "home")
    assert {one["document_id"] for one in gone} == {archive, attached}
    assert _holding(target, *needles) == set()
