"""Following a folder: what is new, changed or gone in it since its files were last seen.

A folder is looked at whole whenever anything in it changes: that costs a `stat` a file, and misses nothing that happened
while RAGDesk was closed.
"""

import os
import threading
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ragdesk.host.marker import home_of
from ragdesk.ingesting.walk import walk

# Wait this long (milliseconds) for more changes: programs save in several steps.
GATHER = 1_000
# How often (milliseconds) the watching thread checks whether it should end.
LOOK = 500


class Known(Protocol):
    """A file as it was when it was last taken in, or failed."""

    @property
    def path(self) -> str: ...

    @property
    def bytes(self) -> int: ...

    @property
    def mtime_ns(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Changes:
    """Files to take in, and paths whose files are gone.

    Attributes:
        drives: the mount points that known files lie on, to be compared with the next time.
        looks_empty: nothing at all was found.
    """

    changed: tuple[Path, ...]
    gone: tuple[str, ...]
    drives: tuple[str, ...] = ()
    looks_empty: bool = False


def compare(folder: Path, known: Sequence[Known], drives: Collection[str] = ()) -> Changes | None:
    """What changed in a folder. None where the folder is not there, or holds nothing at all any more: a drive that is
    unplugged has not lost its files. Nor has a folder inside that cannot be looked into, or in which a drive was mounted that
    is away: its mount point may be empty, gone, or hold what a system left there.

    A file that failed is not tried again until it changes.

    Args:
        drives: the mount points that files lay on before.
    """
    closed, mounted = _looked_at(folder)
    if folder in closed or not any(folder.iterdir()):
        return None
    away = _away(drives)
    seen = {file.path: (file.bytes, file.mtime_ns) for file in known}
    changed: list[Path] = []
    present: set[str] = set()
    for path in walk([folder]):
        present.add(str(path))
        try:
            stat = path.stat()
        except OSError:  # gone meanwhile, or not ours to read: the pipeline will report it
            changed.append(path)
            continue
        if seen.get(str(path)) != (stat.st_size, stat.st_mtime_ns):
            changed.append(path)
    away |= _away(drives)  # one may have gone meanwhile
    gone = [
        path
        for path in seen.keys() - present
        if not any(Path(path).is_relative_to(inner) for inner in (*closed, *away))
    ]
    still_known = [drive for drive in away if any(Path(path).is_relative_to(drive) for path in seen)]
    all_drives = sorted({str(drive) for drive in (*mounted, *still_known)})
    return Changes(tuple(changed), tuple(sorted(gone)), tuple(all_drives), not present)


def _looked_at(folder: Path) -> tuple[list[Path], list[Path]]:
    """The folders, `folder` itself included, that cannot be looked into, and the mount points that its files lie on."""
    closed: list[Path] = []
    mounted = [next(one for one in (folder, *folder.parents) if one.is_mount() or one == one.parent)]
    for root, _, _ in os.walk(folder, onerror=lambda error: closed.append(Path(error.filename))):
        if Path(root) != folder and os.path.ismount(root):
            mounted.append(Path(root))
    return closed, mounted


def follow(
    folders: Sequence[Path], stop: threading.Event, drives: Collection[str] = ()
) -> Iterator[set[Path]]:
    """All folders once they are followed, for something may have happened in them just before; then those in which something
    happened, each time that something does. Ends when `stop` is set, and when one of the folders, or a drive that is mounted in
    one, has come or gone."""
    from watchfiles import watch

    here, mounted = _there(folders), _mounted(drives)
    while not here and not stop.wait(LOOK / 1_000):
        here = _there(folders)
    if stop.is_set():
        return
    unseen = set(here)
    for changes in watch(
        *here,
        stop_event=stop,
        debounce=GATHER,
        rust_timeout=LOOK,
        yield_on_timeout=True,
        raise_interrupt=False,
    ):
        if here != _there(folders) or mounted != _mounted(drives):
            return
        paths = _outside_homes([Path(path) for _, path in changes])
        touched = {folder for folder in here if any(path.is_relative_to(folder) for path in paths)}
        if touched | unseen:
            yield touched | unseen
        unseen = set()


def _outside_homes(paths: Sequence[Path]) -> list[Path]:
    """Without what RAGDesk itself writes into a home that lies in a watched folder."""
    written = {folder for folder in {path.parent for path in paths} if home_of(folder)}
    return [path for path in paths if path.parent not in written]


def _away(drives: Collection[str]) -> set[Path]:
    return {drive for drive in map(Path, drives) if not drive.is_mount()}


def _mounted(drives: Collection[str]) -> list[str]:
    return [drive for drive in drives if os.path.ismount(drive)]


def _there(folders: Sequence[Path]) -> list[Path]:
    return [folder for folder in folders if folder.is_dir()]
