"""The clock is set back by a year (a battery that is empty, a system that was put back): every command works meanwhile, and what
was done meanwhile is right when the clock is right again."""

import os
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cited import cite

from break_it.counting import count, long_part
from break_it.fault import environment
from break_it.small_home import STEPS, WORDS, Life
from ragdesk.app.app import App
from ragdesk.domain.answers import Answer
from ragdesk.host.log import close_log
from ragdesk.host.paths import open_home

pytestmark = pytest.mark.timeout(900)
YEAR = 365 * 86_400
KIND = "a clock that is set back by a year: the whole app"
CHANGED = "The centrifuge is checked by the locksmith."
# In a process of its own, whose clock is wrong: somebody asks about the autoclave, and is answered with a quote.
ASKED = """
import sys, time
from contextlib import closing
from pathlib import Path
from cited import cite, converse
from ragdesk.app.app import App
from ragdesk.host.paths import open_home

assert time.time() < float(sys.argv[3]), "the clock is right"
with closing(App.open(open_home(Path(sys.argv[1])))) as app:
    converse(app, [[cite(app, sys.argv[2], "every four weeks")]], "A year ago")
"""


@dataclass
class LifeOfLastYear(Life):
    """Its commands are processes whose clock is a year behind, while the home is from today; all of them work."""

    said: list[tuple[tuple[str, ...], str]] = field(default_factory=list)

    def environment(self) -> dict[str, str]:
        tests = str(Path(__file__).parents[1])
        wrong = environment("behind", 0, [self.home], length=YEAR)
        return wrong | {"RAGDESK_HOME": str(self.home), "PYTHONPATH": os.pathsep.join([tests, *sys.path])}

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, *command], env=self.environment(), capture_output=True, text=True, check=False
        )

    def say(self, *arguments: str) -> tuple[int, str, str]:
        done = self.run("-m", "ragdesk", *arguments)
        held = done.returncode == 0 and "Traceback" not in done.stderr and "FAIL" not in done.stdout
        assert count(KIND, held), (arguments, done)
        self.said.append((arguments, done.stdout))
        return done.returncode, done.stdout, done.stderr


def quoted(app: App) -> dict[str, list[str]]:
    """The quotes of each conversation, by its title; the conversations in their order."""
    return {
        one.title: [
            citation.quote
            for message in app.library.conversations.messages(one.id)
            if isinstance(message.answer, Answer)
            for citation in message.answer.citations
        ]
        for one in app.conversations.all()
    }


@long_part
@pytest.mark.usefixtures("embedder")
def test_every_command_works_a_year_back_and_what_was_done_then_stays_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    life = LifeOfLastYear(tmp_path / "home", tmp_path / "docs", capsys)
    life.begin()
    now = Life(life.home, life.files, capsys)
    ladder = tmp_path / "ladder.md"
    ladder.write_text("# The ladder\n\nThe ladder leans at the silo.\n", encoding="utf-8")
    assert now.say("add", str(ladder))[0] == 0
    ids = _ids(life.home)

    # A document is removed, and another changes, before anything is made anew.
    life.say("remove", ids["ladder.md"])
    changed = life.files / "centrifuge.md"
    changed.write_text(f"# The centrifuge\n\n{CHANGED}\n", encoding="utf-8")
    os.utime(changed, (time.time() - YEAR, time.time() - YEAR))
    life.say("add", str(changed))
    assert count(KIND, life.go_on() == set(STEPS))
    found = [out for arguments, out in life.said if arguments[0] == "search"]
    assert count(KIND, "autoclave" in found[0] and "periscope" in found[-1]), life.said

    # And what was taken in a year back is removed, and quoted.
    life.say("remove", _ids(life.home)["later.md"])
    asked = life.run("-c", ASKED, str(life.home), ids["autoclave.md"], str(time.time() - YEAR + 3_600))
    assert count(KIND, asked.returncode == 0), asked

    # The clock is right again.
    for word in ("periscope", "silo"):
        status, out, _ = now.say("search", "--mode", "words", word)
        assert count(KIND, status == 0 and word not in out), out
    for word in (*WORDS.values(), "locksmith"):
        status, out, _ = now.say("search", "--mode", "words", word)
        assert count(KIND, status == 0 and word in out), out
    checks = now.say("doctor")[1]
    wrong = [line for line in checks.splitlines() if "FAIL" in line and "telemetry" not in line]
    assert count(KIND, not wrong), checks
    with closing(App.open(open_home(life.home))) as app:
        assert sorted(document.name for document in app.library.documents.all()) == sorted(WORDS)
        held = quoted(app)
        assert cite(app, _id(app, "centrifuge.md"), CHANGED).quote == CHANGED
    close_log()
    files = [path for path in life.home.rglob("*") if path.is_file()]
    left = [path for path in files for word in (b"periscope", b"silo") if word in path.read_bytes()]
    assert count(KIND, not left), left
    kept = {"A year ago": ["every four weeks"], "About the cold rooms": ["The autoclave is checked"]}
    assert count(KIND, held == kept), held


def _ids(home: Path) -> dict[str, str]:
    with closing(App.open(open_home(home))) as app:
        ids = {document.name: document.id for document in app.library.documents.all()}
    close_log()
    return ids


def _id(app: App, name: str) -> str:
    return next(document.id for document in app.library.documents.all() if document.name == name)
