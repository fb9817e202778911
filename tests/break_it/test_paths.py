"""Names that try to leave their folder: in addresses, in uploads, in what the page says of uploads."""

import json
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from break_it.counting import MUCH, count
from break_it.wire import SECRET, Wire
from ragdesk.front.web.guard.uploads import shown_name, uploaded

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

FOLDERS = (
    "/", "/assets/", "/static/", "/ragdesk/static/", "/ragdesk/original/", "/ragdesk/view/", "/ragdesk/page/",
    "/ragdesk/leaves/", "/ragdesk/handover/", "/ragdesk/export/", "/gradio_api/file=", "/gradio_api/file/", "/file=",
    "/gradio_api/proxy=", "/gradio_api/custom_component/a/b/", "/svelte/", "/gradio_api/stream/a/b/c/", "/pwa_icon/",
)  # fmt: skip
SPELLED = ("/Assets/", "/GRADIO_API/file=", "/gradio_api/FILE=", "/%61ssets/", "/assets%2f", "/ragdesk//static/",
           "/./static/", "/static/../assets/", "/assets;/", "/gradio_api%2Ffile=", "/ragdesk/Static/", "\\assets\\")  # fmt: skip
# https://owasp.org/www-community/attacks/Path_Traversal, and what decoders of Unicode were caught with.
ENCODED = (
    "../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%252f", "%252e%252e%252f", "..\\", "..%5c", "....//", "..;/", "./../",
    "..%c0%af", "%c0%ae%c0%ae/", "%u002e%u002e/", "．．/", "..％2f", "..%ef%bc%8f", ".%00./", "..%00/", "..//", "/..",
    "..%0d%0a/", "%2e%2e\\", "..\x7f/", "..\t/",
)  # fmt: skip
TAKEN = ("library.db", "settings.toml", "memory/USER_MEMORY.md", "logs/ragdesk.log", "app.json", "etc/passwd")
WHOLE = (
    "/etc/passwd", "//etc/passwd", "file:///etc/passwd", "%2fetc%2fpasswd", "C:\\Windows\\win.ini", "\\\\evil\\share\\x",
    "~root/.bashrc", "$HOME/.bashrc", "x%00.png", "\x00", "%00", "CON", "NUL.txt", "a" * 5_000, "%", "%zz", ".", "..",
    "...", "/proc/self/environ", "/dev/zero", "LIBRARY.DB", "app.js%00", "app.js/", "app.js%20", "app.js::$DATA", "APP.JS",
    "app.js/../../web/guard.py", "ａpp.js", "*", "app.*", "[a]pp.js", "__init__.py",
)  # fmt: skip


def attempts(wire: Wire) -> Iterable[str]:
    home = str(wire.opened.home.root)
    depths = (1, 3, 12) if MUCH else (3,)
    for number, dots in enumerate(ENCODED):
        for depth in depths:
            for taken in TAKEN if MUCH else (TAKEN[number % len(TAKEN)],):
                yield dots * depth + taken
        yield f"0123456789abcdef/{dots}library.db"
    yield from WHOLE
    for taken in TAKEN:
        yield f"{home}/{taken}"
        yield f"{home}/{taken}".replace("/", "%2f")
        yield f"{home.upper()}/{taken.upper()}"


def leaked(body: bytes) -> bool:
    return any(sign in body for sign in (SECRET.encode(), b"SQLite format", b"root:x:", b"class Guard"))


@pytest.mark.timeout(1_800)
def test_no_address_leads_out_of_its_folder(wire: Wire) -> None:
    tries = list(attempts(wire))
    folders = [*FOLDERS, *SPELLED]
    for number, name in enumerate(tries):
        for at in range(len(folders)) if MUCH else (number % len(folders), (number * 7 + 3) % len(folders)):
            # As they are: a client of HTTP would make them harmless before they are sent.
            target = (folders[at] + name).encode("utf-8", "surrogateescape").replace(b" ", b"%20")
            reply = wire.ask("GET", target)
            # "/" + "." is the page itself.
            held = reply.status in (0, 400, 404, 405, 414) and not leaked(reply.body)
            assert count("path traversal", held), (target[:120], reply.status, reply.body[:200])


def files_outside(home: Path, uploads: Path) -> dict[str, int]:
    """All files around the home and in it, but the uploads, the databases' own logs, and logs, which a loading model begins."""
    return {
        str(path): path.stat().st_size
        for path in home.parent.rglob("*")
        if path.is_file() and not path.is_relative_to(uploads) and not path.is_relative_to(home)
    } | {
        str(path): 0
        for path in home.rglob("*")
        if not path.is_relative_to(uploads)
        and not path.name.startswith("library.db")
        and not (path.parent == home / "logs" and path.suffix == ".log")
    }


NAMES = (
    "../../../evil.txt", "..\\..\\evil.txt", "/etc/cron.d/evil", "C:\\evil.txt", "..%2f..%2fevil.txt", "evil\x00.txt",
    "．．/．．/evil.txt", "..／..／evil.txt", "%2e%2e%2fevil.txt", "a/../../evil.txt", "....//evil.txt", "~/evil.txt",
    ".", "..", "", " ", "CON", "nul.txt", "evil.txt.", "evil.txt ", "e" * 3_000, "é" * 300, "\u202etxt.exe", "-rf", "*",
    "$(touch evil)", "`touch evil`", "evil;ls", "evil|ls", "evil\nx", "evil\r\nX-A: b", ".bashrc", "library.db", "ⅰ/‥/evil",
)  # fmt: skip


def multipart(name: str, form: int) -> bytes:
    """A file under `name`, in three ways of writing it (CVE-2024-13059 came through the last one)."""
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    encoded = "".join(f"%{byte:02X}" for byte in name.encode())
    said = (f'filename="{quoted}"', f'filename="{name}"', f"filename*=UTF-8''{encoded}")[form]
    head = f'--x\r\nContent-Disposition: form-data; name="files"; {said}\r\nContent-Type: text/plain\r\n\r\n'
    return head.encode() + b"harmless\r\n--x--\r\n"


def test_an_upload_lands_in_its_folder_whatever_it_is_called(wire: Wire) -> None:
    home = wire.opened.home
    before = files_outside(home.root, home.temporary)
    for name in NAMES:
        for form in range(3):
            body = multipart(name, form)
            reply = wire.ask(
                "POST", "/gradio_api/upload", [("Content-Type", "multipart/form-data; boundary=x")], body
            )
            places = json.loads(reply.body) if reply.status == 200 else []
            held = all(
                Path(each).resolve().is_relative_to(home.temporary.resolve()) and Path(each).is_file()
                for each in places
            )
            assert count("name of an upload", held and reply.status in (200, 400, 413, 422, 500)), (
                name,
                reply,
            )
            assert "\r\nX-A" not in reply.head
            # Gradio's answers to what it cannot read tell nothing of the program.
            assert b"Traceback" not in reply.body and b"site-packages" not in reply.body
    after = files_outside(home.root, home.temporary)
    assert count("name of an upload", before.keys() == after.keys()), set(after) ^ set(before)


def test_the_page_cannot_name_a_file_that_is_none_of_its_uploads(wire: Wire, tmp_path: Path) -> None:
    """What is named there would be moved and deleted (CVE-2024-36857, CVE-2025-23042)."""
    home = wire.opened.home
    inside = home.temporary / "link"
    inside.symlink_to("/etc/passwd")
    folder_link = home.temporary / "folder"
    folder_link.symlink_to(home.root, target_is_directory=True)
    own = home.temporary / "own.txt"
    own.write_text("mine")
    try:
        stranger = tmp_path / "letter.txt"
        stranger.write_text("not yours")
        named = [
            "/etc/passwd", str(stranger), str(home.ledger), str(inside), f"{folder_link}/library.db", "/dev/zero", "",
            f"{home.temporary}/../library.db", f"{home.temporary}/x/../../library.db", "library.db", "a\x00b", "/proc/self/mem",
            str(home.temporary), "e" * 5_000, f"{home.temporary}/{'e' * 300}", f"{home.temporary}{os.sep}..", "http://evil/x",
            f"{home.temporary}-other/x", str(home.temporary).upper() + "/own.txt", "\ud800", "~/.bashrc",
        ]  # fmt: skip
        for path in named:
            found = uploaded(wire.opened, [{"path": path, "orig_name": "x"}])
            assert count("path of an upload", found == {}), (path, found)
        assert count("path of an upload", list(uploaded(wire.opened, [{"path": str(own)}])) == [own])
    finally:
        for made in (inside, folder_link, own):
            made.unlink()


def test_a_shown_name_is_a_name(wire: Wire) -> None:
    for name in (*NAMES, *ENCODED, *WHOLE):
        shown = shown_name(name)
        parts = shown.split("/")
        held = (
            shown
            and shown.isprintable()
            and not any(part in ("", ".", "..") for part in parts)
            and all(len(part) <= 200 for part in parts)
        )
        assert count("shown name", held), (name, shown)
