"""Following a folder: what is new, changed or gone in it since its files were last seen.

A folder is looked at whole whenever anything in it changes: that costs a `stat` a file, and misses nothing that happened
while RAGDesk was closed.
"""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ragdesk.ingest.walk import walk

# Changes are gathered for this long, in milliseconds: programs save in several steps.
GATHER = 1_000
# How often the watching thread looks whether it should end, in milliseconds.
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
    """What changed in a folder. None where the folder itself is not there: a drive that is unplugged has not lost its files.

    A file that failed is not tried again until it changes.
    """
    if not folder.is_dir():
        return None
    seen = {one.path: (one.bytes, one.mtime_ns) for one in known}
    changed: list[Path] = []
    there: set[str] = set()
    for path in walk([folder]):
        there.add(str(path))
        try:
            stat = path.stat()
        except OSError:  # gone since, or not ours to read: the pipeline says so
            changed.append(path)
            continue
        if seen.get(str(path)) != (stat.st_size, stat.st_mtime_ns):
            changed.append(path)
    return Changes(tuple(changed), tuple(sorted(seen.keys() - there)))


def follow(folders: Sequence[Path], stop: threading.Event) -> Iterator[set[Path]]:
    """The folders in which something happened, each time that something does, until `stop` is set."""
    from watchfiles import watch

    here = [folder for folder in folders if folder.is_dir()]
    if not here:
        stop.wait()
        return
    for changes in watch(
        *here,
        stop_event=stop,
        debounce=GATHER,
        rust_timeout=LOOK,
        yield_on_timeout=False,
        raise_interrupt=False,
    ):
        paths = [Path(path) for _, path in changes]
        yield {folder for folder in here if any(path.is_relative_to(folder) for path in paths)}
