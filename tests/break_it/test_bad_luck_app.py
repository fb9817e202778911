"""Bad luck with the app's own process: killed while it serves and while it answers, started twice, opened by somebody else, or on
a disk that can only be read; and two commands at one home at the same time."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from given_engines import engines_with
from scripted import ScriptedModel

from break_it.counting import count
from break_it.test_local_users import NOBODY, another_account
from ragdesk.app.app import App
from ragdesk.domain.answers import Answer
from ragdesk.front.window.listening import listen
from ragdesk.host.log import close_log
from ragdesk.host.paths import open_home

pytestmark = pytest.mark.timeout(1_800)
SAYS = "The valve opens at four bars."
NOTE = f"# Valve\n\n{SAYS}\n"
KILLED_WHILE_IT_WRITES = """
import os, signal, sys
from pathlib import Path
from given_engines import engines_with
from scripted import ScriptedModel
from ragdesk.app.app import App
from ragdesk.host.paths import open_home

class Fatal(ScriptedModel):
    def stream(self, prompt, cancelled=None):
        yield "The"
        os.kill(os.getpid(), signal.SIGKILL)

app = App.open(open_home(), engines_with(Fatal()))
list(app.intake.add([Path(sys.argv[1])]))
for event in app.answers.ask("When does the valve open?"):
    pass
"""
AS_SOMEBODY_ELSE = """
import os, sys
from ragdesk.front.cli import main
from ragdesk.app.app import App
os.setgid(int(sys.argv[1])), os.setuid(int(sys.argv[1]))
sys.exit(main(["--home", sys.argv[2], "--json", "list"]))
"""


def command(home: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "ragdesk", "--home", str(home), "--json", *arguments]


@contextmanager
def started(
    home: Path, port: int, before: Sequence[str] = ()
) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The app in a process of its own, begun by another command, and the address that it announces; killed at the end."""
    process = subprocess.Popen(
        [*before, *command(home, "app", "--no-window", "--port", str(port))],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process, json.loads(process.stdout.readline()).get("url", "")
    finally:
        process.kill()
        process.communicate()


def test_after_a_kill_port_and_home_can_be_had_at_once(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with closing(listen(0)) as free:
        port = free.getsockname()[1]
    for _ in range(3):
        began = time.monotonic()
        with started(home, port) as (process, url):
            assert count("start after a kill", urlsplit(url).port == port), url
            with socket.create_connection(("127.0.0.1", port)) as browser:
                browser.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")  # a connection that is open when it ends
                second = subprocess.run(
                    command(home, "app", "--no-window"),
                    capture_output=True,
                    text=True,
                    check=False,
                    timeout=120,
                )
                told = json.loads(second.stdout)["url"]
                held = second.returncode == 0 and urlsplit(told).port == port and told != url
                assert count("second start", held), second
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
        assert time.monotonic() - began < 120
    assert (home / "app.lock").exists(), "what a kill leaves is no lock"


def test_a_question_that_was_being_answered_at_a_kill_is_kept_and_can_be_asked_again(
    home_folder: Path, tmp_path: Path, embedder: object
) -> None:
    note = tmp_path / "valve.md"
    note.write_text(NOTE, encoding="utf-8")
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])}
    done = subprocess.run([sys.executable, "-c", KILLED_WHILE_IT_WRITES, str(note)], env=env, check=False)
    assert done.returncode == -signal.SIGKILL
    with closing(App.open(open_home(home_folder), engines_with(ScriptedModel([SAYS] * 3)))) as app:
        [conversation] = app.conversations.all()
        [question] = app.library.conversations.messages(conversation.id)
        assert (question.turn.role, question.turn.text) == ("user", "When does the valve open?")
        *_, answer = app.answers.ask(question.turn.text, conversation_id=conversation.id)
        assert isinstance(answer, Answer) and SAYS in answer.full_text
        held = [each.turn.role for each in app.library.conversations.messages(conversation.id)]
        assert count("killed while it answers", held[-2:] == ["user", "assistant"]), held


def test_two_commands_that_add_at_the_same_time_both_end_well(tmp_path: Path, embedder: object) -> None:
    home, folders = tmp_path / "home", [tmp_path / name for name in ("one", "other")]
    for number, folder in enumerate(folders):
        folder.mkdir()
        for part in range(6):
            (folder / f"{part}.md").write_text(f"# Note {number}-{part}\n\n{SAYS} {number} {part}\n")
    running = [
        subprocess.Popen(command(home, "add", str(folder)), stdout=subprocess.PIPE, text=True)
        for folder in folders
    ]
    for process in running:
        said = [json.loads(line) for line in process.communicate()[0].splitlines()]
        held = process.returncode == 0 and [each["status"] for each in said] == ["ready"] * 6
        assert count("two commands at once", held), said
    with closing(App.open(open_home(home))) as app:
        assert len(app.library.documents.all()) == 12


@another_account
def test_somebody_else_s_home_is_refused_with_a_sentence(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with closing(App.open(open_home(home))):
        pass
    # The way to it is open to everybody, as on a computer of several people; the home itself is not.
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", AS_SOMEBODY_ELSE, str(NOBODY), str(home)],
        capture_output=True,
        text=True,
        check=False,
    )
    said = json.loads(done.stdout)["error"] if done.stdout.startswith("{") else {}
    assert count("somebody else's home", done.returncode == 1 and said.get("hint")), done


def test_a_home_that_can_only_be_read_is_refused_with_a_sentence(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(place)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        with closing(App.open(open_home(place / "home"))):
            pass
        close_log()
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        for arguments in (["list"], ["search", "valve"], ["doctor"]):
            done = subprocess.run(
                command(place / "home", *arguments), capture_output=True, text=True, check=False
            )
            said = json.loads(done.stdout).get("error", {})
            assert count("home that can only be read", done.returncode == 1 and said.get("hint")), done
        subprocess.run(["mount", "-o", "remount,rw", str(place)], check=True)
        done = subprocess.run(command(place / "home", "list"), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)
