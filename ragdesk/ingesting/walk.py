"""The files at and below the paths that a person named."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from ragdesk.host.marker import is_home


def walk(paths: Sequence[Path]) -> Iterator[Path]:
    """The files named, and those below the folders named, in a stable order, each once.

    Hidden files and folders are passed over, and so are symbolic links inside a folder: they may lead anywhere. Homes of RAGDesk
    are, too: it would take in what it writes, and write about that.
    A path that does not exist is passed on as it is, so that it can be reported.
    """
    seen: set[Path] = set()
    for path in paths:
        for file in _below(path) if _is_folder(path) else [path]:
            absolute = file.absolute()
            if absolute not in seen:
                seen.add(absolute)
                yield absolute


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # the name is too long, or not ours to look at: opening it will say so
        return False


def _below(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder, followlinks=False):
        if is_home(Path(root)):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(root, name)
            if not name.startswith(".") and not path.is_symlink():
                yield path
