"""Following a folder: what is new, changed or gone in it since its files were last seen.

A folder is looked at whole whenever anything in it changes: that costs a `stat` a file, and misses nothing that happened
while RAGDesk was closed.
"""

import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

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
    """Files to take in, and paths whose files are gone."""

    changed: tuple[Path, ...]
    gone: tuple[str, ...]


def compare(folder: Path, known: Sequence[Known]) -> Changes | None:
    """What changed in a folder. None where the folder is not there, or holds nothing at all any more: a drive that is
    unplugged has not lost its files. Nor has a folder inside that cannot be looked into.

    A file that failed is not tried again until it changes.
    """
    closed = unreadable(folder)
    if folder in closed or not any(folder.iterdir()):
        return None
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
    gone = [
        path
        for path in seen.keys() - present
        if not any(Path(path).is_relative_to(inner) for inner in closed)
    ]
    return Changes(tuple(changed), tuple(sorted(gone)))


def unreadable(folder: Path) -> list[Path]:
    """The folders, `folder` itself included, that cannot be looked into."""
    closed: list[Path] = []
    for _ in os.walk(folder, onerror=lambda error: closed.append(Path(error.filename))):
        pass
    return closed


def follow(folders: Sequence[Path], stop: threading.Event) -> Iterator[set[Path]]:
    """The folders in which something happened, each time that something does. Ends when `stop` is set, and when one of the
    folders has come or gone."""
    from watchfiles import watch

    here = _there(folders)
    while not here and not stop.wait(LOOK / 1_000):
        here = _there(folders)
    if stop.is_set():
        return
    for changes in watch(
        *here,
        stop_event=stop,
        debounce=GATHER,
        rust_timeout=LOOK,
        yield_on_timeout=True,
        raise_interrupt=False,
    ):
        if here != _there(folders):
            return
        paths = [Path(path) for _, path in changes]
        if paths:
            yield {folder for folder in here if any(path.is_relative_to(folder) for path in paths)}


def _there(folders: Sequence[Path]) -> list[Path]:
    return [folder for folder in folders if folder.is_dir()]
