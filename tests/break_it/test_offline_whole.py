"""The whole main job where no network is, every look-up and connection seen by strace, and what the home looks like after it.

`tests/test_offline.py` has adding, asking and the app in a browser; here are all commands that a person has, exports in each
format, memory, the check of the models, and the modes of every file that they leave.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from break_it.counting import count, long_part
from break_it.test_local_users import loose
from ragdesk.host import offline

JOB = """
import contextlib, io, json, os, sys
from pathlib import Path
os.umask(0o022)
from ragdesk.front.cli import main
home, examples, out = sys.argv[1:]

def run(*arguments, status=0):
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        got = main(["--home", home, "--json", *arguments])
    assert got == status, (arguments, got, said.getvalue())
    print(arguments[0], flush=True)
    return [json.loads(line) for line in said.getvalue().splitlines()]

run("add", examples, "--collection", "Work")
documents = run("list")
run("show", documents[0]["document_id"] if "document_id" in documents[0] else documents[0]["id"])
run("search", "cool down")
[answer] = run("ask", "How long must the autoclave cool down before the door is opened?")
talk = answer["conversation_id"]
run("ask", "And what does it say about the door?", "--conversation", talk)
for format in ("md", "html", "docx", "pdf", "json", "bibtex", "ris"):
    run("export", talk, "--format", format, "-o", str(Path(out, f"answers.{format}")))
run("handover", talk, "-o", str(Path(out, "message.eml")))
Path(home, "memory", "USER_MEMORY.md").write_text("- I like short answers.\\n")
run("memory", "list")
run("models", "list")
run("models", "verify")
run("models", "use", "qwen2.5-coder-1.5b-instruct-q4_k_m")
run("reprocess", "--dry-run")
run("doctor")
run("remove", documents[-1].get("document_id") or documents[-1]["id"], "--messages")
run("doctor", "--rebuild")
"""
COMMANDS = 20


def environment() -> dict[str, str]:
    """What a person's shell would have: without CI, which silences some libraries by itself."""
    return {name: value for name, value in os.environ.items() if name not in (*offline.SILENT, "CI")}


def can_unshare() -> bool:
    tool = shutil.which("unshare")
    return (
        bool(tool)
        and subprocess.run([tool, "--net", "true"], capture_output=True, check=False).returncode == 0
    )


def loopback_up() -> str:
    """Bring `lo` up without iproute2: SIOCSIFFLAGS with IFF_UP | IFF_RUNNING."""
    code = (
        "import fcntl,socket,struct;s=socket.socket(socket.AF_INET,socket.SOCK_DGRAM);"
        "fcntl.ioctl(s,0x8914,struct.pack('16sh',b'lo',0x41))"
    )
    return f'{sys.executable} -c "{code}"'


# A connection or a datagram to an internet address; the library's way to ask the system for names.
AN_ADDRESS = re.compile(r'sa_family=AF_INET6?, sin6?_port=htons\((\d+)\).*?"([^"]+)"')
HERE = ("127.", "::1", "::ffff:127.")


def foreign(trace: str) -> list[str]:
    """What was connected to or sent beyond this machine, and every question to a name server, this machine's included."""
    found = []
    for line in trace.splitlines():
        asked = AN_ADDRESS.search(line)
        if asked and (not asked[2].startswith(HERE) or asked[1] == "53"):
            found.append(line)
        if "nscd/socket" in line or "systemd/resolve" in line:
            found.append(line)
    return found


@long_part
@pytest.mark.model
@pytest.mark.timeout(1_800)
@pytest.mark.skipif(not can_unshare(), reason="no right to make a network namespace")
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not here")
def test_everything_that_a_person_can_do_works_without_a_network(tmp_path: Path, examples: Path) -> None:
    trace, home, out = tmp_path / "trace", tmp_path / "home", tmp_path / "out"
    out.mkdir()
    up = "ip link set lo up" if shutil.which("ip") else loopback_up()
    command = ["strace", "-f", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", str(trace)]
    done = subprocess.run(
        ["unshare", "--net", "sh", "-c", f'{up} && exec "$@"', "sh", *command, sys.executable, "-c", JOB]
        + [str(home), str(examples), str(out)],
        capture_output=True, text=True, env=environment(), timeout=1_700, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert count("command without a network", True, cases=len(done.stdout.split()))
    assert len(done.stdout.split()) >= COMMANDS
    seen = trace.read_text(errors="replace")
    assert "AF_INET" in seen, "the model's own process is reached over loopback, and strace sees it"
    found = foreign(seen)
    assert count("connection or look-up", not found, cases=seen.count("AF_INET")), found
    assert {path.suffix for path in out.iterdir()} >= {".pdf", ".docx", ".html"}
    # The shell's umask was the usual one. What a person asked for elsewhere is as their other files are.
    assert count("file mode", loose(home) == {}, cases=len(list(home.rglob("*")))), loose(home)
    assert (out / "answers.pdf").stat().st_mode & 0o777 == 0o644


def test_strace_s_lines_are_read_for_what_they_are() -> None:
    told = (
        '1 connect(3, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("93.184.216.34")}, 16) = -1',
        '1 sendto(3, "x", 1, 0, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 1',
        '1 connect(3, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), '
        'inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28) = -1',
        '1 connect(3, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1',
    )  # fmt: skip
    for line in told:
        assert foreign(line) == [line]
    here = '1 connect(3, {sa_family=AF_INET, sin_port=htons(8123), sin_addr=inet_addr("127.0.0.1")}, 16) = 0'
    assert foreign(here) == []
