"""Two accounts and one home: another account of the computer, and the superuser, who could write into it, get a sentence and
change nothing; its person goes on as ever."""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from break_it.counting import count, long_part
from break_it.small_home import WORDS, Life
from break_it.test_local_users import NOBODY, another_account
from ragdesk.host.paths import open_home

pytestmark = [pytest.mark.timeout(900), another_account]
PERSON = 65_533
OTHERS = "a home of another account"


# Another account, to which the files of the program may be closed: they are read before.
AS_ACCOUNT = """
import os, sys
from ragdesk.app.app import App
from ragdesk.front.cli import library, main, questions, reading, tables
os.setgroups([]), os.setgid(int(sys.argv[1])), os.setuid(int(sys.argv[1]))
sys.exit(main(sys.argv[2:]))
"""


@dataclass
class LifeOfAccount(Life):
    """Its commands are processes, begun so."""

    begun: tuple[str, ...] = (sys.executable, "-m", "ragdesk")
    said: list[tuple[int, str, str]] = field(default_factory=list)

    def say(self, *arguments: str) -> tuple[int, str, str]:
        env = os.environ | {"RAGDESK_HOME": str(self.home), "HOME": str(self.files)}
        done = subprocess.run([*self.begun, *arguments], env=env, capture_output=True, text=True, check=False)
        self.said.append((done.returncode, done.stdout, done.stderr))
        return self.said[-1]


def somebody(life: Life, number: int) -> LifeOfAccount:
    """An account that may do nothing special."""
    begun = (sys.executable, "-c", AS_ACCOUNT, str(number))
    return LifeOfAccount(life.home, life.files, life.capsys, begun=begun)


def person(life: Life, number: int) -> LifeOfAccount:
    """An account that may read everything, because the program may lie where only the superuser can; what it writes is as of any
    other."""
    may = [f"--{kind}=-all,+dac_read_search" for kind in ("inh-caps", "ambient-caps", "bounding-set")]
    begun = ("setpriv", f"--reuid={number}", f"--regid={number}", "--clear-groups", *may)
    if shutil.which("setpriv") is None or subprocess.run([*begun, "true"], check=False).returncode:
        pytest.skip("no account can be given the right to read everything here")
    program = (sys.executable, "-m", "ragdesk")
    return LifeOfAccount(life.home, life.files, life.capsys, begun=(*begun, *program))


def tree(home: Path) -> dict[str, tuple[int, int, int, bytes]]:
    """Each path with its owner, mode, time and content."""
    return {
        str(path): (status.st_uid, status.st_mode, status.st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in (home, *sorted(home.rglob("*")))
        for status in [path.lstat()]
    }  # fmt: skip


def give(account: int, *folders: Path) -> None:
    for folder in folders:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, account, account, follow_symlinks=False)


@pytest.fixture
def life(tmp_path: Path, capsys: pytest.CaptureFixture[str], embedder: object) -> Life:
    """The superuser's. The way to it is open to everybody, as on a computer of several people; the home itself is not."""
    made = Life(tmp_path / "home", tmp_path / "docs", capsys)
    made.begin()
    made.files.chmod(0o755)
    above = Path(tempfile.gettempdir())
    for folder in (tmp_path, *tmp_path.parents):
        if above in folder.parents:
            folder.chmod(0o755)
    return made


def refused(said: tuple[int, str, str], home: Path, owner: str) -> bool:
    status, out, err = said
    told = (
        f"{home} belongs to another account of this computer ({owner})" in err
        and "hint: Run RAGDesk as" in err
    )
    return status == 1 and not out and told and "Traceback" not in err


def test_every_command_of_another_account_is_refused_and_changes_nothing(life: Life) -> None:
    other = somebody(life, NOBODY)
    before = tree(life.home)
    other.go_on()
    for said in other.said:
        assert count(OTHERS, refused(said, life.home, "root")), said
    assert len(other.said) >= 6
    assert count(OTHERS, tree(life.home) == before)
    assert count(OTHERS, life.is_whole())


@long_part
def test_the_superuser_leaves_nothing_in_a_person_s_home(life: Life) -> None:
    owner = person(life, PERSON)
    give(PERSON, life.home, life.files)
    before = tree(life.home)
    superuser = LifeOfAccount(life.home, life.files, life.capsys)
    superuser.go_on()
    assert len(superuser.said) >= 6
    for one in superuser.said:
        assert count("a person's home and the superuser", refused(one, life.home, str(PERSON))), one
    assert count("a person's home and the superuser", tree(life.home) == before)

    owner.go_on()
    for one in owner.said:
        assert count("a person's home and the superuser", one[0] == 0), one
    assert "periscope" in owner.said[-1][1]
    for word in WORDS.values():
        assert word in owner.say("search", "--mode", "words", word)[1]
    owners = {path.lstat().st_uid for path in (life.home, *life.home.rglob("*"))}
    assert count("a person's home and the superuser", owners == {PERSON}), owners
    # Whose it becomes, as the hint says, goes on.
    give(0, life.home, life.files)
    assert count("a person's home and the superuser", life.is_whole())


@long_part
def test_a_folder_that_is_lent_to_a_container_is_the_home_of_who_made_it_one(life: Life) -> None:
    """Outside of it, the folder belongs to a person; inside, everybody is the superuser."""
    os.chown(life.home, PERSON, PERSON)
    life.go_on()
    assert count("a home of the superuser", life.is_whole())


def test_a_drive_that_knows_no_owners_is_of_whoever_uses_it(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All its files belong to one account, whoever makes them."""
    monkeypatch.setattr(os, "geteuid", lambda: PERSON)
    assert count("a home on a drive without owners", open_home(life.home).root == life.home)
