"""The open app, a process with its server, and what happens beside it: commands at the same home, and another account that takes
connections while the app may open few files. Nothing is lost, and the person's page answers."""

import json
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError

import pytest
from until import until

from break_it.counting import count, long_part
from break_it.small_home import STEPS, WORDS, Life
from break_it.test_bad_luck_app import command, started
from break_it.test_local_users import HOLDING, another_account
from ragdesk.app.app import App
from ragdesk.front.window.listening import listen
from ragdesk.host.log import close_log
from ragdesk.host.paths import open_home

pytestmark = pytest.mark.timeout(1_800)
TOGETHER = "the open app and commands beside it"
# As many as a desktop gives a process, and more connections than that.
FEW_FILES, HALF_OPEN = 1_024, 1_100
DROPPED = 6


@dataclass
class Page:
    """The app's page, as the person's browser asks for it."""

    process: "subprocess.Popen[str]"
    port: int
    browser: urllib.request.OpenerDirector

    def status(self, path: str = "/") -> int:
        try:
            with self.browser.open(f"http://127.0.0.1:{self.port}{path}", timeout=30) as answer:
                return int(answer.status)
        except HTTPError as error:
            return error.code

    def shows(self, document_id: str) -> bool:
        return self.status(f"/ragdesk/view/{document_id}") == 200


@contextmanager
def opened(home: Path, *before: str) -> Iterator[Page]:
    """The app of a home, and its person's browser."""
    with closing(listen(0)) as free:
        port = free.getsockname()[1]
    with started(home, port, before) as (process, url):
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        with browser.open(url, timeout=60) as answer:  # spends its token
            assert answer.status == 200
        yield Page(process, port, browser)


@pytest.fixture
def life(tmp_path: Path, capsys: pytest.CaptureFixture[str], embedder: object) -> Life:
    made = Life(tmp_path / "home", tmp_path / "docs", capsys)
    made.begin()
    return made


def documents(home: Path) -> dict[str, str]:
    """The id of each document, by its name, while the app works on them."""
    with closing(sqlite3.connect(home / "library.db", timeout=30)) as ledger:
        return dict(ledger.execute("SELECT name, id FROM documents"))


def write(path: Path, word: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"# The {word}\n\nThe {word} stands in the yard.\n", encoding="utf-8")
    return path


def test_what_commands_do_beside_the_open_app_is_there_and_so_is_what_it_does(
    life: Life, tmp_path: Path
) -> None:
    """While it takes files in."""
    gone = write(life.files / "gone.md", "trebuchet")
    assert life.say("add", str(gone))[0] == 0
    gone_id = documents(life.home)["gone.md"]
    dropped = [write(tmp_path / "dropped" / f"{n}.md", f"wardrobe{n}") for n in range(DROPPED)]
    with opened(life.home) as page:
        assert page.shows(gone_id)
        handed = subprocess.run(
            command(life.home, "app", "--no-window", *map(str, dropped)), capture_output=True, text=True, check=False
        )  # fmt: skip
        assert handed.returncode == 0, handed
        gone.unlink()
        here = write(tmp_path / "added.md", "windlass")
        for arguments in (["add", str(here)], ["remove", gone_id], ["doctor", "--rebuild"]):
            until(lambda given=arguments: works(life, given), 300)  # type: ignore[misc]
        assert count(TOGETHER, life.go_on() == set(STEPS))
        until(lambda: {path.name for path in dropped} <= documents(life.home).keys(), 300)
        # The page shows what it is now, not what it was when it was opened.
        held = (
            page.status() == 200 and page.shows(documents(life.home)["added.md"]) and not page.shows(gone_id)
        )
        assert count(TOGETHER, held)
        assert count(TOGETHER, life.is_whole())
        for word in ("windlass", *(f"wardrobe{n}" for n in range(DROPPED))):
            assert count(TOGETHER, word in life.say("search", "--mode", "words", word)[1]), word
        assert count(TOGETHER, "trebuchet" not in life.say("search", "--mode", "words", "trebuchet")[1])
        assert count(TOGETHER, page.status() == 200 and page.process.poll() is None)
    assert count(TOGETHER, life.is_whole())
    log = (life.home / "logs" / "ragdesk.log").read_text(encoding="utf-8")
    assert count(TOGETHER, "Traceback" not in log and "unexpected" not in log), log[-3_000:]
    wanted = {*WORDS, "later.md", "added.md", *(path.name for path in dropped)}
    assert count(TOGETHER, documents(life.home).keys() == wanted), documents(life.home).keys()


def works(life: Life, arguments: list[str]) -> bool:
    """Whether a command works; a sentence says that it has to wait, else."""
    status, out, err = life.say(*arguments)
    held = status == 0 or "is being written by another process" in err
    assert count(TOGETHER, held), (arguments, out, err)
    return status == 0


@another_account
@long_part
def test_a_file_is_taken_in_while_another_account_holds_more_connections_than_the_app_may_open_files(
    life: Life,
) -> None:
    with closing(App.open(open_home(life.home))) as app:
        app.watched_folders.add(life.files, "Devices")
    close_log()
    limited = ("bash", "-c", f'ulimit -n {FEW_FILES}; exec "$@"', "bash")
    with opened(life.home, *limited) as page:
        limits = Path(f"/proc/{page.process.pid}/limits").read_text(encoding="utf-8")
        assert f"Max open files            {FEW_FILES} " in limits
        held_open = [sys.executable, "-c", HOLDING, str(page.port), str(HALF_OPEN)]
        with subprocess.Popen(held_open, stdout=subprocess.PIPE) as holding:
            try:
                assert holding.stdout is not None and holding.stdout.readline() == b"held\n"
                write(life.files / "watched.md", "periscope")
                began = time.monotonic()
                answered = page.status() == 200 and time.monotonic() - began < 10
                assert count("half-open request", answered, cases=HALF_OPEN), time.monotonic() - began
                until(lambda: "watched.md" in documents(life.home), 45)
                assert holding.poll() is None, "they were let go meanwhile"
                assert count("a watched file beside half-open requests", page.status() == 200)
            finally:
                holding.kill()
    said = json.loads(
        subprocess.run(
            command(life.home, "search", "--mode", "words", "periscope"), capture_output=True, text=True, check=True
        ).stdout.splitlines()[0]
    )  # fmt: skip
    assert count("a watched file beside half-open requests", "periscope" in str(said)), said
