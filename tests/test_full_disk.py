"""A disk that runs full while files are taken in, as a small file system of its own. Skipped where none can be mounted."""

import contextlib
import io
import itertools
import json
import random
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from ragdesk.app.app import App
from ragdesk.app.health import checks
from ragdesk.domain.errors import StoreError
from ragdesk.domain.intake import IngestResult
from ragdesk.front.cli import main
from ragdesk.host.disk import upkeep
from ragdesk.host.paths import open_home
from ragdesk.storage.aside import ASIDE
from ragdesk.storage.library import Library

pytestmark = pytest.mark.break_it("full disk, nested archives")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(place)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(disk: Path) -> None:
    """Nothing more can be written, not a byte."""
    with (disk / "ballast").open("wb", buffering=0) as file:
        for size in (1 << 20, 4096, 1):
            with contextlib.suppress(OSError):
                while True:
                    file.write(bytes(size))
    assert shutil.disk_usage(disk).free == 0


def test_a_full_disk_can_be_listed_looked_at_and_made_smaller(
    small_disk: Path, tmp_path: Path, embedder: object, capsys: pytest.CaptureFixture[str]
) -> None:
    home, files = str(small_disk / "home"), tmp_path / "docs"
    files.mkdir()
    for number in range(3):
        (files / f"{number}.md").write_text(
            f"# Note {number}\n\nThe valve {number} opens at four bars.\n" * 40
        )
    assert main(["--home", home, "add", str(files)]) == 0
    fill(small_disk)
    capsys.readouterr()

    assert main(["--json", "--home", home, "list"]) == 0
    documents = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(documents) == 3
    fill(small_disk)  # what RAGDesk had kept aside is taken by others, too
    doctor = main(["--json", "--home", home, "doctor"])
    checks_ = {check["name"]: check for check in json.loads(capsys.readouterr().out)["checks"]}
    assert all(checks_[name]["passed"] for name in ("ledger", "archive", "words", "vectors")), (
        doctor,
        checks_,
    )
    assert main(["--json", "--home", home, "remove", documents[0]["document_id"]]) == 0
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert main(["--json", "--home", home, "list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_disk_that_fills_up_during_the_first_run_can_be_opened_again(
    small_disk: Path, tmp_path: Path, embedder: object, capsys: pytest.CaptureFixture[str]
) -> None:
    home, path = open_home(small_disk / "home"), tmp_path / "note.md"
    path.write_text("# Note\n\nThe valve opens at four bars.\n")
    with closing(App.open(home)) as app:
        (taken,) = app.intake.add([path])
        fill(small_disk)
    fill(small_disk)  # what closing the ledger gave back
    arguments = ["--json", "--home", str(home.root)]
    capsys.readouterr()

    assert main([*arguments, "list"]) == 0
    assert [json.loads(line)["document_id"] for line in capsys.readouterr().out.splitlines()] == [
        taken.document_id
    ]
    assert main([*arguments, "remove", str(taken.document_id)]) == 0
    capsys.readouterr()
    assert main([*arguments, "list"]) == 0
    assert capsys.readouterr().out == ""


def test_bytes_that_were_kept_aside_by_half_are_kept_whole_and_none_where_little_is_free(
    small_disk: Path,
) -> None:
    home = open_home(small_disk / "home")
    kept = home.root / ASIDE
    kept.write_bytes(b"killed while it was written")
    with Library.open(home):
        assert kept.stat().st_size == upkeep(small_disk)
    kept.unlink()
    ballast = shutil.disk_usage(small_disk).free - int(1.5 * upkeep(small_disk))
    (small_disk / "ballast").write_bytes(bytes(ballast))
    with Library.open(home):
        assert not kept.exists()


def nested(breadths: Sequence[int], content: bytes) -> bytes:
    """A ZIP of ZIPs; each file in it is another one."""
    number = itertools.count()

    def packed(breadths: Sequence[int]) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for nth in range(breadths[0]):
                inner = packed(breadths[1:]) if breadths[1:] else b"%d\n" % next(number) + content
                archive.writestr(f"{nth}.zip" if breadths[1:] else f"{nth}.txt", inner)
        return out.getvalue()

    return packed(breadths)


def most_waiting(results: Iterator[IngestResult], incoming: Path) -> tuple[list[IngestResult], int]:
    """The results, and how many copies waited at most between two of them."""
    done, most = [], 0
    for result in results:
        done.append(result)
        most = max(most, sum(path.is_file() for path in incoming.rglob("*")))
    return done, most


def test_what_lies_deepest_is_read_first_and_so_little_waits(
    home_folder: Path, tmp_path: Path, embedder: object
) -> None:
    path = tmp_path / "nested.zip"
    path.write_bytes(nested((8, 8, 8), b"The valve opens at four bars.\n"))
    with closing(App.open(open_home(home_folder))) as app:
        results, most = most_waiting(app.intake.add([path]), app.home.incoming)
        assert len(results) == 1 + 8 + 64 + 512 and {one.status for one in results} == {"ready"}
    assert most < 8 + 8 * 8 + 2 * 100, "all 512 would wait together"


def test_one_budget_holds_for_all_depths_together(
    home_folder: Path, tmp_path: Path, embedder: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragdesk.ingesting.budget.MAX_FILES", 50)
    path, other = tmp_path / "nested.zip", tmp_path / "other.md"
    path.write_bytes(nested((4, 4, 4), b"The valve opens at four bars.\n"))
    other.write_text("Another one.")
    with closing(App.open(open_home(home_folder))) as app:
        results = list(app.intake.add([path, other]))
        taken = [one for one in results if one.status == "ready"]
        refused = [one for one in results if one.status == "failed"]
        assert len(taken) <= 2 + 50
        assert refused and all("may be taken in" in str(one.problem) for one in refused)
        assert str(other) in {one.path for one in taken}
        assert list(app.home.incoming.iterdir()) == []


def test_nested_archives_never_fill_the_disk(small_disk: Path, tmp_path: Path, embedder: object) -> None:
    home, path = open_home(small_disk / "home"), tmp_path / "nested.zip"
    path.write_bytes(nested((4, 4, 4), b"The valve opens at four bars.\n" * 40_000))  # 77 MB in 150 kB
    free = []
    with closing(App.open(home)) as app, contextlib.suppress(StoreError):
        for result in app.intake.add([path]):
            free.append((shutil.disk_usage(small_disk).free, result.status))
    assert min(size for size, _ in free) > 100_000
    with closing(App.open(home)) as app:
        app.removals.remove([document.id for document in app.library.documents.all()])
        assert app.library.documents.all() == []


KILLED_AT_UNPACKING = """
import os, signal
from pathlib import Path
from ragdesk.app.app import App
from ragdesk.domain.intake import IngestResult
from ragdesk.front.cli import main
from ragdesk.host.paths import open_home
home = open_home()
app = App.open(home)
left = home.incoming / "parts-7"
left.mkdir()
(left / "0").write_bytes(bytes(3_000_000))
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_being_unpacked_is_dropped_at_the_next_start(home_folder: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED_AT_UNPACKING], check=False)
    assert (home_folder / "incoming" / "parts-7" / "0").exists()
    assert main(["--json", "list"]) == 0
    assert list((home_folder / "incoming").iterdir()) == []


@pytest.mark.long
def test_a_full_disk_costs_nothing_that_was_ready_and_the_rest_goes_on(
    small_disk: Path, tmp_path: Path, embedder: object
) -> None:
    rng = random.Random(7)
    words = ["".join(rng.choices("abcdefghijklmnop", k=7)) for _ in range(3_000)]
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(36):
        paragraphs = [" ".join(rng.choices(words, k=100)) + "." for _ in range(15)]
        (folder / f"{number:02}.md").write_text(f"# Note {number}\n\n" + "\n\n".join(paragraphs))
    home = open_home(small_disk / "home")
    app = App.open(home)
    first = [result.document_id for result in app.intake.add([folder / "00.md"])]
    ballast = small_disk / "ballast"
    free = shutil.disk_usage(small_disk).free
    # With what RAGDesk keeps aside, room for about 24 of the 36.
    ballast.write_bytes(bytes(free - 500_000))
    ready = list(first)
    with pytest.raises(StoreError, match=r"full|space|cannot be used"):
        for result in app.intake.add([folder]):
            assert result.status in ("ready", "unchanged")
            ready.append(result.document_id)
    app.close()

    ballast.unlink()
    app = App.open(home)
    assert set(ready) <= {document.id for document in app.library.documents.all()}
    assert all(result.status in ("ready", "unchanged") for result in app.intake.add([folder]))
    assert len(app.library.documents.all()) == 36
    bad = [
        check for check in checks(app.library, app.engines) if not check.passed and check.name != "telemetry"
    ]
    app.close()
    assert bad == []
