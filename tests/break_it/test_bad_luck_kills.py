"""The app is killed while it is used: at random moments, and at random changes of its files, with and without the power
going too. What was promised is kept, `doctor` is content, and what waited is taken in.

RAGDESK_KILLS sets how many kills (default: 2; `make break`: 12).
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from break_it import life
from break_it.counting import MUCH, count, long_part
from break_it.fault import environment
from break_it.promised import Promises, complaints, complete, found_wrongly, holds, open_app
from ragdesk.app.health import rebuild
from ragdesk.domain.ports import Embedder

KILLS = int(os.environ.get("RAGDESK_KILLS", "12" if MUCH else "2"))
HALF = max(2, KILLS // 2)
SEED = int(os.environ.get("RAGDESK_SEED", "7"))
# A life writes some 3,000 times in a minute; nobody waits longer after its beginning for the change that is to kill it. One that
# did not get there is killed at that moment, and counts as that.
CHANGES, SECONDS = 3_000, 15.0
AT_RANDOM = "kill -9 at a random moment"
# So many more things a life does after its bad luck began, before it is killed; a busy machine takes minutes for them.
STRUCK = b"struck\n"
DEEDS, GOES_ON = 8, 120.0
# A child that is killed in the middle of its imports notices when they are done; a busy machine takes minutes for them.
CHILDREN_END = 300.0


def begin(home: Path, work: Path, seed: int, env: dict[str, str] | None = None) -> "subprocess.Popen[bytes]":
    command = [sys.executable, life.__file__, str(home), str(work), str(seed)]
    with (work / "said.txt").open("wb") as said:
        return subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT, env=env)


def end(process: "subprocess.Popen[bytes]", work: Path) -> None:
    """Kill it now, unless it was killed already; nothing of it stays."""
    children = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
    process.kill()
    said = (work / "said.txt").read_text()
    # A disk that fails may keep the app from opening: then it says so, and ends by itself.
    refused = process.wait(30) == 1 and f"{life.REFUSED} at the start" in said
    assert refused or process.returncode == -signal.SIGKILL, said[-3_000:]
    _, alive = psutil.wait_procs(children, timeout=CHILDREN_END)
    # Who takes its place as their parent may not ask for their status: then they have ended all the same.
    outliving = [child.cmdline() for child in alive if not ended(child)]
    assert not outliving, f"a child outlives the app: {outliving}"


def ended(process: psutil.Process) -> bool:
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def kill_one_child(process: "subprocess.Popen[bytes]") -> None:
    """A parser, or the one that draws a PDF."""
    children = [
        child for child in psutil.Process(process.pid).children() if "spawn_main" in " ".join(child.cmdline())
    ]
    for child in children[:1]:
        child.kill()


def look(home: Path, work: Path, promises: Promises, embedder: Embedder, *, after_power: bool) -> list[str]:
    """What is wrong with the home, before and after its queue is worked off."""
    app = open_app(home, embedder)
    try:
        promises.read()
        problems = promises.broken(holds(app, work), waiting=True)
        found = complaints(app)
        if after_power and any("ragdesk doctor --rebuild" in one for one in found):
            # An index is no promise: it is made of the ledger again, as `doctor` says.
            rebuild(app.library, app.engines)
            found = complaints(app)
        # What a killed replacement leaves is found by words alone until the intake has encoded it; after that nothing is excused.
        problems += [one for one in found if not one.startswith("encoded:")]
        problems += complete(app)
        promises.come_due([each.path for each in app.library.sources.problems()])
        problems += promises.broken(holds(app, work), waiting=False)
        problems += complaints(app) + found_wrongly(app, promises)
        problems += [f"{path} is left over" for path in (app.home.temporary / "store").iterdir()]
        problems += [f"{path} is left over" for path in app.home.incoming.iterdir()]
        return problems
    finally:
        app.close()


def bad_luck(process: "subprocess.Popen[bytes]", work: Path, deeds: int) -> bool:
    """Whether its bad luck came in time; if so, it has ended of it, or done so many more things since."""
    said = work / "said.txt"
    deadline = time.monotonic() + GOES_ON
    while process.poll() is None and STRUCK not in said.read_bytes() and time.monotonic() < deadline:
        if b"alive" in said.read_bytes():
            deadline = min(deadline, time.monotonic() + SECONDS)
        time.sleep(0.05)
    if STRUCK not in said.read_bytes():
        return False
    deadline = time.monotonic() + GOES_ON
    while process.poll() is None and said.read_bytes().split(STRUCK, 1)[1].count(b"\n") < deeds:
        assert time.monotonic() < deadline, said.read_text()[-3_000:]
        time.sleep(0.05)
    return True


class Bad:
    """One home that is killed again and again."""

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        self.home, self.work = folder / "home", folder / "work"
        self.work.mkdir()
        (self.work / life.JOURNAL).touch()
        self.promises, self.embedder = Promises(self.work), embedder
        self.random = random.Random(SEED)

    @property
    def below(self) -> list[Path]:
        return [self.home, self.work / "exports"]

    def check(self, kind: str, number: int, process: "subprocess.Popen[bytes]", excused: str = "") -> None:
        """End it; `excused` is what may have been refused."""
        end(process, self.work)
        lines = (self.work / "said.txt").read_text().splitlines()
        refused = [one for one in lines if one.startswith(life.REFUSED)]
        assert not [one for one in refused if not excused or excused not in one], refused
        self.look(kind, number)

    def look(self, kind: str, number: int) -> None:
        problems = look(self.home, self.work, self.promises, self.embedder, after_power="power" in kind)
        last = (self.work / "said.txt").read_text().split("\n")[-3:]
        assert count(kind, not problems), (number, last, problems)


@pytest.fixture
def bad(tmp_path: Path, embedder: Embedder) -> Bad:
    return Bad(tmp_path, embedder)


def alive(bad: Bad, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 120
    while "alive" not in (bad.work / "said.txt").read_text():
        assert process.poll() is None and time.monotonic() < deadline, (bad.work / "said.txt").read_text()
        time.sleep(0.1)


@pytest.mark.timeout(120 + 90 * KILLS)
def test_killed_at_random_moments(bad: Bad) -> None:
    """Every third time a child is killed before; its file fails, or its export is refused, and the app goes on."""
    for number in range(KILLS):
        process = begin(bad.home, bad.work, 1_000 * SEED + number)
        alive(bad, process)
        if number % 3 == 2:
            time.sleep(bad.random.uniform(0.0, 2.0))
            kill_one_child(process)
        time.sleep(bad.random.uniform(0.0, 4.0))
        bad.check(AT_RANDOM, number, process, excused="the process that draws it died")


@pytest.mark.timeout(120 + 90 * KILLS)
@pytest.mark.parametrize("kind", ["kill", pytest.param("power", marks=long_part)])
def test_killed_at_random_changes_of_its_files(bad: Bad, kind: str) -> None:
    """At a write, a rename or a sync, which is where it hurts; "power": and what was not synced is not on the disk."""
    named = {"kill": "kill -9 at a change of a file", "power": "power cut at a change of a file"}[kind]
    came = 0
    for number in range(3 * KILLS):
        at = int(CHANGES ** bad.random.uniform(0.2, 1.0))
        env = environment(kind, at, bad.below)  # type: ignore[arg-type]
        process = begin(bad.home, bad.work, 1_000 * SEED + 500 + number, env)
        # A child that is the one to be killed is none of the app's death.
        struck = bad_luck(process, bad.work, DEEDS) and process.poll() is not None
        bad.check(named if struck else AT_RANDOM, number, process)
        came += struck
        if came == KILLS:
            break
    assert came == KILLS, "too few were killed at a change"


@long_part
@pytest.mark.timeout(120 + 90 * KILLS)
@pytest.mark.parametrize("kind", ["io", "full"])
def test_a_disk_that_fails_is_said_and_costs_nothing(bad: Bad, kind: str) -> None:
    """Some changes in a row fail; the app says so and goes on, and nothing that was promised is lost."""
    named = {"io": "a disk that fails (EIO)", "full": "a disk that is full (ENOSPC)"}[kind]
    came = 0
    for number in range(3 * HALF):
        at, length = int(CHANGES ** bad.random.uniform(0.3, 0.9)), bad.random.choice((1, 1, 3, 20))
        env = environment(kind, at, bad.below, length=length)  # type: ignore[arg-type]
        process = begin(bad.home, bad.work, 1_000 * SEED + 800 + number, env)
        struck = bad_luck(process, bad.work, DEEDS)
        end(process, bad.work)
        bad.look(named if struck else AT_RANDOM, number)
        came += struck
        if came == HALF:
            break
    assert came == HALF, "too few disks failed"


@pytest.mark.long
@pytest.mark.timeout(300 + 90 * KILLS)
def test_a_clock_that_is_set_back_changes_nothing(bad: Bad) -> None:
    """By a day, and forth again, every 40 changes of a file."""
    for number in range(max(1, KILLS // 4)):
        env = environment("clock", 40, bad.below, length=86_400)
        process = begin(bad.home, bad.work, 1_000 * SEED + 900 + number, env)
        assert bad_luck(process, bad.work, 2 * DEEDS), (bad.work / "said.txt").read_text()[-3_000:]
        bad.check("a clock that is set back", number, process)


VECTORS = """
import sys
from pathlib import Path
import numpy as np
from ragdesk.storage.index.vectors import Vectors

vectors = Vectors(Path(sys.argv[1]), 8)
for number in range(12):
    row = np.eye(8, dtype=np.float32)[[number % 8]]
    vectors.append([f"chunk {number}"], [f"{number:016x}"], row)
    vectors.purge([f"{number - 1:016x}"])
    assert vectors.ids() == {f"chunk {number}"}, vectors.ids()
    assert number == 0 or len(vectors._table.list_versions()) == 1
"""


@pytest.mark.parametrize("seconds", [86_400, 365 * 86_400], ids=["by a day", "by a year"])
def test_what_is_removed_leaves_the_vectors_though_the_clock_was_set_back(
    tmp_path: Path, seconds: int
) -> None:
    """LanceDB deletes what is older than so much: after the clock was set back, nothing is."""
    env = environment("clock", 5, [tmp_path], length=seconds)
    command = [sys.executable, "-c", VECTORS, str(tmp_path / "vectors")]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert count("a clock that is set back", done.returncode == 0), done.stderr
