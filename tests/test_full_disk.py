"""A disk that runs full while files are taken in, as a small file system of its own. Skipped where none can be mounted."""

import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragdesk.app.app import App
from ragdesk.app.health import checks
from ragdesk.domain.errors import StoreError
from ragdesk.host.paths import open_home


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(place)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


@pytest.mark.long
def test_a_full_disk_costs_nothing_that_was_ready_and_the_rest_goes_on(
    small_disk: Path, tmp_path: Path, embedder: object
) -> None:
    rng = random.Random(7)
    words = ["".join(rng.choices("abcdefghijklmnop", k=7)) for _ in range(3_000)]
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(24):
        paragraphs = [" ".join(rng.choices(words, k=100)) + "." for _ in range(15)]
        (folder / f"{number:02}.md").write_text(f"# Note {number}\n\n" + "\n\n".join(paragraphs))
    home = open_home(small_disk / "home")
    app = App.open(home)
    first = [result.document_id for result in app.intake.add([folder / "00.md"])]
    ballast = small_disk / "ballast"
    free = shutil.disk_usage(small_disk).free
    ballast.write_bytes(bytes(free - 1_500_000))
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
    assert len(app.library.documents.all()) == 24
    bad = [
        check for check in checks(app.library, app.engines) if not check.passed and check.name != "telemetry"
    ]
    app.close()
    assert bad == []
