"""Nothing leaves the machine: the whole main job where no network exists, and every look-up seen by strace."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from ragdesk_browser import open_tab, window, write_memory

from ragdesk.host import offline

JOB = """
import sys
from pathlib import Path
from ragdesk.front.cli import main
home, examples = sys.argv[1:]
assert main(["--home", home, "add", examples]) == 0
assert main(["--home", home, "ask", "How long must the autoclave cool down before the door is opened?"]) == 0
assert main(["--home", home, "doctor"]) == 0
"""


def environment() -> dict[str, str]:
    """What a person's shell would have: without CI, which silences some libraries by itself."""
    return {name: value for name, value in os.environ.items() if name not in (*offline.SILENT, "CI")}


def can_unshare() -> bool:
    tool = shutil.which("unshare")
    return (
        bool(tool)
        and subprocess.run([tool, "--net", "true"], capture_output=True, check=False).returncode == 0
    )


@pytest.mark.model
@pytest.mark.skipif(not can_unshare(), reason="no right to make a network namespace")
def test_the_main_job_works_where_there_is_no_network(tmp_path: Path, examples: Path) -> None:
    script = 'ip link set lo up && exec "$@"' if shutil.which("ip") else _loopback_up() + ' && exec "$@"'
    done = subprocess.run(
        [
            "unshare",
            "--net",
            "sh",
            "-c",
            script,
            "sh",
            sys.executable,
            "-c",
            JOB,
            str(tmp_path / "h"),
            str(examples),
        ],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "[1]" in done.stdout


def _loopback_up() -> str:
    """Bring `lo` up without iproute2: SIOCSIFFLAGS with IFF_UP | IFF_RUNNING."""
    code = (
        "import fcntl,socket,struct;s=socket.socket(socket.AF_INET,socket.SOCK_DGRAM);"
        "fcntl.ioctl(s,0x8914,struct.pack('16sh',b'lo',0x41))"
    )
    return f'{sys.executable} -c "{code}"'


@pytest.mark.model
@pytest.mark.browser
@pytest.mark.timeout(500)
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not here")
def test_a_whole_session_of_the_app_reaches_loopback_alone(tmp_path: Path, examples: Path) -> None:
    """Add, ask, cite, remember in a browser; every connection of the app and its children is seen by strace."""
    trace, home = tmp_path / "trace", tmp_path / "h"
    app = subprocess.Popen(
        ["strace", "-f", "-qq", "-e", "trace=connect,sendto,sendmsg", "-o", str(trace), sys.executable]
        + ["-m", "ragdesk", "--home", str(home), "--json", "app", "--no-window"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
        text=True,
    )
    try:
        assert app.stdout is not None
        url = json.loads(app.stdout.readline())["url"]
        assert url.startswith("http://127.0.0.1:")
        with window() as (page, seen):
            page.goto(url)
            page.wait_for_selector("#rd-drop input[type=file]", state="attached")
            page.set_input_files("#rd-drop input[type=file]", [str(examples / "sop-autoclave.pdf")])
            page.wait_for_selector("#rd-documents li", timeout=90_000)
            open_tab(page, "Chat")
            page.fill(
                "#rd-question textarea", "How long must the autoclave cool down before the door is opened?"
            )
            page.click("#rd-ask")
            page.wait_for_selector("a.rd-cite", timeout=300_000)
            page.click("a.rd-cite")
            page.wait_for_selector("#rd-beside-viewer .rd-highlight", timeout=60_000)
            write_memory(page, "- I like short answers.")
            assert seen.requests and seen.foreign() == []
    finally:
        psutil.Process(app.pid).children()[0].send_signal(signal.SIGINT)
        app.wait(60)
    assert (home / "memory" / "USER_MEMORY.md").read_text() == "- I like short answers."
    lines = [line for line in trace.read_text(errors="replace").splitlines() if "AF_INET" in line]
    assert lines, "the model's child process is reached over loopback"
    foreign = [line for line in lines if not re.search(r'"127\.0\.0\.1"|"::1"|sin_port=htons\(0\)', line)]
    assert foreign == []


def test_the_seal_overrides_what_a_shell_carries(tmp_path: Path) -> None:
    code = "import json,os,ragdesk;from ragdesk import offline;print(json.dumps(offline.unsealed()))"
    loud = environment() | {"HF_HUB_OFFLINE": "0", "ORT_DISABLE_TELEMETRY": "0"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=loud, check=True)
    assert json.loads(done.stdout) == []


def test_a_connection_beyond_this_machine_is_noticed() -> None:
    assert offline.foreign_connections() == []
