"""Other people on the same computer: what they can read of the home, of the running programs, and of the app's port."""

import os
import shutil
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from until import until

from break_it.counting import count
from break_it.wire import HOST, Wire
from ragdesk.app import saving
from ragdesk.engines import llm_process
from ragdesk.engines.placing import place
from ragdesk.front.web.guard import peer
from ragdesk.front.web.guard.guard import Keys
from ragdesk.front.web.guard.peer import of_another_account
from ragdesk.front.window.listening import listen
from ragdesk.front.window.splash import Splash
from ragdesk.host.paths import private_from_now_on

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

NOBODY = 65_534
another_account = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("bash") is None,
    reason="only the superuser can act as somebody else",
)


def loose(folder: Path) -> dict[str, str]:
    """What somebody else may read, write or enter, with its mode."""
    found = {}
    for path in (folder, *folder.rglob("*")):
        mode = stat.S_IMODE(path.lstat().st_mode)
        if not path.is_symlink() and mode & 0o077:
            found[str(path.relative_to(folder))] = oct(mode)
    return found


def test_everything_in_the_home_is_its_owner_s_alone(wire: Wire) -> None:
    home = wire.opened.home.root
    assert count("file mode", loose(home) == {}, cases=len(list(home.rglob("*"))) + 1), loose(home)
    assert {path.name for path in home.iterdir()} >= {"library.db", "archive", "index", "memory", "logs"}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_an_export_has_the_rights_that_the_person_s_other_files_get(tmp_path: Path) -> None:
    target = tmp_path / "answers.md"
    saving.write_whole(target, b"x")
    assert count("file mode", mode(target) == 0o666 & ~private_from_now_on()), oct(mode(target))


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
@pytest.mark.parametrize(("folder_mode", "file_mode"), [(0o700, 0o600), (0o755, 0o644), (0o750, 0o640)])
def test_who_may_read_the_models_folder_may_read_a_model(
    tmp_path: Path, folder_mode: int, file_mode: int
) -> None:
    """The home's is its owner's; the one beside a program that was installed for everybody is everybody's."""
    models = tmp_path / "models"
    models.mkdir()
    models.chmod(folder_mode)
    draft = tmp_path / "draft"
    (draft / "1_Pooling").mkdir(parents=True)
    for name in ("model.onnx", "1_Pooling/config.json"):
        (draft / name).write_bytes(b"x")
    place(draft, models / "embedder")
    for path in (models / "embedder").rglob("*"):
        wanted = folder_mode if path.is_dir() else file_mode
        assert count("file mode", mode(path) == wanted), (path, oct(mode(path)))


def ask_as_nobody(port: int, request: str) -> bytes:
    """What another account gets for a request, from a program that every account can start; nothing where it is hung up on."""
    done = subprocess.run(
        ["bash", "-c", 'exec 3<>"/dev/tcp/$0/$1"; cat >&3; cat <&3', HOST, str(port)],
        input=request.encode(), capture_output=True, user=NOBODY, group=NOBODY, extra_groups=[], cwd="/",
        timeout=60, check=False,
    )  # fmt: skip
    return done.stdout


# Opens so many connections as another account, begins a request on each, says so, and holds them.
HOLDING = """
import os, socket, sys, time
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
"x".encode("idna")  # found while its file can still be read
os.setgroups([]); os.setgid(65534); os.setuid(65534)
held = []
for _ in range(int(sys.argv[2])):
    one = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=20)
    try:
        one.sendall(b"GET / HTTP/1.1\\r\\nHost: x\\r\\n")
    except OSError:
        pass
    held.append(one)
print("held", flush=True)
time.sleep(60)
"""


@another_account
def test_another_account_s_half_open_requests_hold_nothing_of_the_app(wire: Wire) -> None:
    before = psutil.Process().num_fds()
    command = [sys.executable, "-c", HOLDING, str(wire.port), "1100"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holding:
        try:
            assert holding.stdout is not None and holding.stdout.readline() == b"held\n"
            began = time.monotonic()
            assert count("half-open request", wire.ask("GET", "/ragdesk/state").status == 200, cases=1_100)
            assert time.monotonic() - began < 10
            until(lambda: psutil.Process().num_fds() - before < 100, 20)
        finally:
            holding.kill()


@another_account
def test_the_splash_says_nothing_to_another_account() -> None:
    splash = Splash(listen(0))
    splash.lead_to("http://127.0.0.1:1/?token=launch")
    port = urlsplit(splash.address).port or 0
    request = f"GET /ready?{urlsplit(splash.address).query} HTTP/1.1\r\nHost: {HOST}:{port}\r\n\r\n"
    with socket.create_connection((HOST, port), timeout=20) as mine:
        mine.sendall(request.encode())
        assert b"launch" in mine.recv(4_096)
    assert count("another account", ask_as_nobody(port, request) == b"")
    splash.hand_over()


@another_account
def test_a_token_or_a_cookie_that_somebody_else_has_seen_is_of_no_use_to_them(wire: Wire) -> None:
    token = wire.keys.mint()
    head = f"Host: {wire.host}\r\nConnection: close\r\n"
    requests = [
        f"GET /?token={token} HTTP/1.1\r\n{head}\r\n",
        *(
            f"GET {path} HTTP/1.1\r\n{head}Cookie: {wire.cookie}\r\n\r\n"
            for path in (
                "/",
                "/config",
                "/ragdesk/state",
                f"/ragdesk/view/{wire.opened.library.documents.all()[0].id}",
            )
        ),
        f"POST /gradio_api/reset HTTP/1.1\r\n{head}Cookie: {wire.cookie}\r\nContent-Length: 2\r\n\r\n{{}}",
    ]
    for request in requests:
        got = ask_as_nobody(wire.port, request)
        held = got == b""  # hung up on before it is asked
        assert count("another account", held), (request, got)
    # It was not spent by that.
    assert count("another account", wire.ask("GET", f"/?token={token}", cookie=None).status == 303)


@another_account
def test_another_account_cannot_enter_the_home(wire: Wire) -> None:
    home = wire.opened.home
    for path in (home.root, home.ledger, home.archive, home.user_memory, home.log_file):
        done = subprocess.run(
            ["bash", "-c", 'cat "$0" || ls "$0"', str(path)], capture_output=True, user=NOBODY, group=NOBODY,
            extra_groups=[], cwd="/", check=False,
        )  # fmt: skip
        assert count("another account", done.returncode != 0 and not done.stdout), (path, done)


def test_who_has_hung_up_is_nobody() -> None:
    """A request whose sender has gone must not be taken for its person's: who it was cannot be told any more."""
    with socket.create_server((HOST, 0)) as server:
        here = server.getsockname()
        with socket.create_connection(here) as client:
            caller = client.getsockname()
            accepted, _ = server.accept()
            assert count("another account", not of_another_account(caller, here))
            client.shutdown(socket.SHUT_WR)
            assert count("another account", not of_another_account(caller, here))
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # closed at once
        with accepted:
            known = of_another_account(None, here)
            gone = of_another_account(caller, here)
    assert count("another account", gone or not hasattr(socket, "AF_NETLINK"))
    assert not known


def test_where_nobody_can_tell_the_keys_alone_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sandbox may forbid the question; the app must not shut its own person out then."""

    def forbidden(*_: object) -> bytes:
        raise PermissionError("no netlink here")

    monkeypatch.setattr(peer, "_ask", forbidden)
    peer._can_tell.cache_clear()
    try:
        assert not of_another_account((HOST, 1), (HOST, 2))
    finally:
        peer._can_tell.cache_clear()


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="there is no /proc")
def test_no_key_stands_in_the_arguments_or_the_environment_of_a_process(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of this process, and of the language model's, which waits here for a model that is none."""
    key = Keys().cookie
    monkeypatch.setattr("ragdesk.engines.llm_process.secrets.token_urlsafe", lambda length: key)
    seen: list[bytes] = []
    converse = llm_process._converse

    def looked(process: "subprocess.Popen[bytes]", *more: object) -> object:
        for name in ("cmdline", "environ"):
            until(Path(f"/proc/{process.pid}/{name}").read_bytes)  # empty until it runs its own program
            seen.append(Path(f"/proc/{process.pid}/{name}").read_bytes())
        return converse(process, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(llm_process, "_converse", looked)
    model = tmp_path / "model.gguf"
    model.write_bytes(b"GGUF no model")
    with pytest.raises(Exception, match="damaged"):
        llm_process.start(model, 1, 512, tmp_path / "llm.log")
    for text in (*seen, Path("/proc/self/cmdline").read_bytes(), Path("/proc/self/environ").read_bytes()):
        held = key.encode() not in text and wire.keys.cookie.encode() not in text and b"token=" not in text
        assert count("key in a process list", held), text
    # Two for each try: a busy machine may make it start once more.
    assert len(seen) >= 2 and all(seen)
