"""An older ledger is brought up, and the app is killed or the power goes at each change of a file on the way.

The next start brings it up all the same, with every row, and the copy of the older ledger is whole.
"""

import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from older import made_older, version_of

from break_it.counting import MUCH, count
from break_it.fault import Kind, environment
from ragdesk.app.app import App
from ragdesk.host.paths import open_home
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.migrations import STEPS

# Not every change in the short run: a few processes are started.
EVERY = 1 if MUCH else 40
# For one start, which takes a tenth of a second of a core. A test is more than a hundred of them: where other work leaves a
# fiftieth of a core, they take ten minutes. One that hangs is told by its own limit.
START_SECONDS = 600.0
OPEN = """
import sys
from pathlib import Path
from ragdesk.storage.ledger.database import Database
Database(Path(sys.argv[1])).close()
"""


def rows(ledger: Path) -> list[str]:
    with closing(sqlite3.connect(ledger)) as connection:
        return [line for line in connection.iterdump() if line.startswith(("INSERT", "CREATE"))]


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Path:
    """The ledger of a home with documents and a conversation."""
    home = open_home(tmp_path_factory.mktemp("older") / "home")
    with closing(App.open(home)) as app:
        list(app.intake.add([examples / "handbook.md", examples / "meeting-note.txt"]))
        app.conversations.begin("What is a pump?")
    return home.ledger


@pytest.mark.timeout(7_200)
@pytest.mark.parametrize("kind", ["kill", "power"])
@pytest.mark.parametrize("version", range(1, len(STEPS)))
def test_an_older_ledger_is_brought_up_whatever_happens_on_the_way(
    ledger: Path, tmp_path: Path, kind: Kind, version: int
) -> None:
    before = tmp_path / "before.db"
    shutil.copy(ledger, before)
    made_older(before, version)
    clean = tmp_path / "clean.db"
    shutil.copy(before, clean)
    Database(clean).close()

    named = f"{'power cut' if kind == 'power' else 'kill -9'} at a change of a file while an older ledger is brought up"
    at, ended = 1, -signal.SIGKILL
    while ended == -signal.SIGKILL:
        folder = tmp_path / str(at)
        folder.mkdir()
        path = folder / "library.db"
        shutil.copy(before, path)
        done = subprocess.run(
            [sys.executable, "-c", OPEN, str(path)],
            env=environment(kind, at, [folder]),
            capture_output=True,
            text=True,
            check=False,
            timeout=START_SECONDS,
        )
        ended = done.returncode
        assert ended in (0, -signal.SIGKILL), done.stderr
        if ended:
            with closing(Database(path)) as database:
                held = database.check_integrity() == []
            copy = path.with_name(f"library.db.before-{len(STEPS)}")
            held = held and version_of(path) == len(STEPS) and rows(path) == rows(clean)
            held = held and version_of(copy) == version and rows(copy) == rows(before)
            assert count(named, held), (at, sorted(folder.iterdir()))
        shutil.rmtree(folder)
        at += EVERY
    assert at > 2 * EVERY, "nothing was killed"
