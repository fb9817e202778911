"""What can be wrong with a person's machine ends in a sentence and a way on, never in a traceback."""

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import psutil
from bare import PERSON, Bare

OTHER = PERSON + 1
QUESTION = "How long must the autoclave cool down before the door is opened?"


def refused(done: "subprocess.CompletedProcess[str]", code: str) -> str:
    """The sentence of a refusal; it has a hint and no traceback."""
    assert done.returncode in (1, 2), done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    said = json.loads(done.stdout.splitlines()[-1])["error"]
    assert said["code"] == code and said["hint"], said
    return str(said["message"])


def test_a_home_that_cannot_be_written(bare: Bare) -> None:
    assert "/opt/ragdesk/home" in refused(bare.run("--home", "/opt/ragdesk/home", "--json", "list"), "store")


def test_no_space_for_the_home(bare: Bare) -> None:
    done = bare.run("--home", "/mnt/small/home", "--json", "add", "/home/person/Documents")
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    assert "hint" in done.stdout


def test_a_port_that_is_taken(bare: Bare) -> None:
    first = bare.start("--home", "/home/person/one", "--json", "app", "--no-window")
    assert first.stdout is not None
    port = json.loads(first.stdout.readline())["url"].partition("127.0.0.1:")[2].partition("/")[0]
    done = bare.run("--home", "/home/person/two", "--json", "app", "--no-window", "--port", port)
    assert port in refused(done, "usage")
    first.terminate()
    first.wait(60)


def test_a_second_start_hands_its_files_to_the_first(bare: Bare) -> None:
    first = bare.start("--home", "/home/person/both", "--json", "app", "--no-window")
    assert first.stdout is not None
    address = json.loads(first.stdout.readline())["url"]
    second = bare.run("--home", "/home/person/both", "--json", "app", "--no-window", "/home/person/Documents")
    assert second.returncode == 0, second.stdout + second.stderr
    handed = json.loads(second.stdout)["url"]
    assert handed.partition("?")[0] == address.partition("?")[0] and handed != address
    log = bare.home / "both/logs/ragdesk.log"
    waited = 0
    while log.read_text().count(" ingested ") < 4:
        waited += 1
        assert waited < 600, log.read_text()
        subprocess.run(["sleep", "0.2"], check=True)
    first.terminate()
    first.wait(60)


def test_a_damaged_model_is_refused(bare: Bare) -> None:
    bad = bare.home / "bad.gguf"
    bad.write_bytes(b"GGUF" + bytes(1_000))
    os.chown(bad, PERSON, PERSON)
    done = bare.run("--home", "/home/person/models", "--json", "models", "add", "/home/person/bad.gguf")
    assert "bad.gguf" in refused(done, "model_damaged")


def test_a_home_of_a_newer_ragdesk(bare: Bare) -> None:
    home = "/home/person/newer"
    assert bare.run("--home", home, "add", "/home/person/Documents/handbook.md").returncode == 0
    with closing(sqlite3.connect(bare.home / "newer/library.db")) as ledger:
        ledger.execute("PRAGMA user_version = 1000")
    assert "newer RAGDesk" in refused(bare.run("--home", home, "--json", "list"), "home_too_new")


def test_a_home_of_an_older_ragdesk(bare: Bare) -> None:
    home = "/home/person/older"
    assert bare.run("--home", home, "add", "/home/person/Documents/handbook.md").returncode == 0
    with closing(sqlite3.connect(bare.home / "older/library.db")) as ledger:
        for later in ("ratings", "starters", "overviews"):
            ledger.execute(f"DROP TABLE {later}")
        ledger.execute("PRAGMA user_version = 4")
    done = bare.run("--home", home, "--json", "list")
    assert done.returncode == 0 and "handbook.md" in done.stdout
    assert len(list((bare.home / "older").glob("library.db.before-*"))) == 1


# Libraries are asked for the time by these three; a clock that is a year slow is made of them.
CLOCK = r"""
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t which, struct timespec *now) {
    int failed = syscall(SYS_clock_gettime, which, now);
    if (!failed && which == CLOCK_REALTIME) now->tv_sec -= 366 * 86400;
    return failed;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec fine;
    int failed = clock_gettime(CLOCK_REALTIME, &fine);
    now->tv_sec = fine.tv_sec;
    now->tv_usec = fine.tv_nsec / 1000;
    return failed;
}
time_t time(time_t *into) {
    struct timespec fine;
    clock_gettime(CLOCK_REALTIME, &fine);
    if (into) *into = fine.tv_sec;
    return fine.tv_sec;
}
"""


def test_a_clock_that_was_set_back(bare: Bare) -> None:
    command = ["gcc", "-shared", "-fPIC", "-xc", "-", "-o", bare.home / "clock.so"]
    subprocess.run(command, input=CLOCK, text=True, check=True)
    slow = {"LD_PRELOAD": "/home/person/clock.so"}
    home = ("--home", "/home/person/clock", "--json")
    first = bare.run(*home, "add", "/home/person/Documents/handbook.md")
    second = bare.run(*home, "add", "/home/person/Documents/sop-autoclave.pdf", environment=slow)
    again = bare.run(*home, "add", "/home/person/Documents/handbook.md", environment=slow)
    assert [first.returncode, second.returncode, again.returncode] == [0, 0, 0], second.stderr + again.stderr
    with closing(sqlite3.connect(bare.home / "clock/library.db")) as ledger:
        added = dict(ledger.execute("SELECT name, added_at FROM documents"))
    assert added["sop-autoclave.pdf"] < added["handbook.md"], "the clock was not slow"
    found = bare.run(*home, "search", QUESTION, environment=slow)
    assert "45 minutes" in found.stdout
    looked = json.loads(bare.run(*home, "doctor", environment=slow).stdout.splitlines()[-1])
    assert looked["passed"], looked


def test_two_users_at_once(bare: Bare) -> None:
    theirs = bare.root / "home/other"
    shutil.rmtree(theirs, ignore_errors=True)
    theirs.mkdir(mode=0o700)
    os.chown(theirs, OTHER, OTHER)
    mine = bare.start("--home", "/home/person/two-users", "--json", "app", "--no-window")
    assert mine.stdout is not None
    address = json.loads(mine.stdout.readline())["url"]
    other = {"HOME": "/home/other"}
    second = bare.start("--json", "app", "--no-window", environment=other, user=OTHER)
    assert second.stdout is not None
    assert json.loads(second.stdout.readline())["url"].partition("/?")[0] != address.partition("/?")[0]
    wrong = bare.run("--home", "/home/person/two-users", "--json", "list", environment=other, user=OTHER)
    assert "two-users" in refused(wrong, "store")
    for app in (mine, second):
        app.terminate()
        app.wait(60)


def test_a_killed_child_is_started_anew(bare: Bare) -> None:
    added = bare.run("--home", "/home/person/kill", "add", "/home/person/Documents/sop-autoclave.pdf")
    assert added.returncode == 0, added.stderr
    asking = subprocess.Popen(
        bare.command("--home", "/home/person/kill", "--json", "ask", QUESTION),
        stdout=subprocess.PIPE,
        text=True,
    )
    child = None
    while child is None and asking.poll() is None:
        children = psutil.Process(asking.pid).children(recursive=True)
        child = next((one for one in children if "--llm-child" in one.cmdline()), None)
    assert child is not None, "no language model was started"
    child.send_signal(signal.SIGKILL)
    said = json.loads(asking.communicate(timeout=300)[0].splitlines()[-1])
    assert "error" in said or said["verdict"], said
    again = bare.run("--home", "/home/person/kill", "--json", "ask", QUESTION)
    assert json.loads(again.stdout.splitlines()[-1])["verdict"], again.stdout


def test_two_users_do_not_share_a_home(bare: Bare) -> None:
    home = bare.home / "mine"
    home.mkdir(mode=0o700)
    os.chown(home, PERSON + 1, PERSON + 1)
    assert "mine" in refused(bare.run("--home", "/home/person/mine", "--json", "list"), "store")


def test_nothing_is_left_running(bare: Bare) -> None:
    """After the tests above, whose programs were ended, killed or refused."""
    left = [
        one
        for one in psutil.process_iter(["exe"])
        if (one.info["exe"] or "").endswith("/opt/ragdesk/ragdesk")
    ]
    assert left == []


def test_the_port_of_the_outside_is_not_the_bare_one(bare: Bare) -> None:
    """The namespace is real: what listens inside cannot be reached from here."""
    app = bare.start("--home", "/home/person/alone", "--json", "app", "--no-window")
    assert app.stdout is not None
    port = int(json.loads(app.stdout.readline())["url"].partition("127.0.0.1:")[2].partition("/")[0])
    with socket.socket() as probe:
        probe.settimeout(2)
        assert probe.connect_ex(("127.0.0.1", port)) != 0
    app.terminate()
    app.wait(60)
    assert not Path(f"/proc/{app.pid}/exe").exists()
