"""What is kept where, what the network has seen of RAGDesk, and how all of it is erased.

Only what RAGDesk itself made in its home is ever deleted, by name: a home may be a folder in which a person keeps other
things. Links are deleted as links; nothing behind them is touched.
"""

import logging
import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from ragdesk.app import erasing
from ragdesk.domain.errors import StoreError
from ragdesk.domain.privacy import Area, AreaName, Erasure
from ragdesk.host.connections import RECORD, Connection, ConnectionWatch, look
from ragdesk.host.paths import Home, open_home
from ragdesk.storage import own
from ragdesk.storage.aside import ASIDE
from ragdesk.storage.lock import exclusive

log = logging.getLogger(__name__)

# How long (seconds) an erasure waits for another process that is writing.
WAIT = 10.0


def places(home: Home) -> dict[AreaName, tuple[Path, ...]]:
    """Everything that RAGDesk writes, by what it is. The lock alone is not among it: it is held while the rest goes."""
    ledger = home.ledger
    beside = tuple(ledger.with_name(ledger.name + ending) for ending in ("-wal", "-shm", "-journal"))
    draft = home.settings.with_suffix(".draft")
    return {
        "documents": (home.archive,),
        "ledger": (ledger, *beside, *sorted(ledger.parent.glob(f"{ledger.name}.*")), home.root / ASIDE),
        "index": (home.index,),
        "memory": (home.memory,),
        "models": (home.models,),
        "uploads": (home.temporary, home.incoming),
        "logs": (home.logs,),
        "settings": (home.settings, draft, home.doors),
        "window": (home.window,),
    }


class Privacy:
    """What a person can see and do about what is kept. `close` closes the stores, `begin` opens them anew."""

    def __init__(self, home: Home, close: Callable[[], None], begin: Callable[[], None]) -> None:
        self._home = home
        self._close = close
        self._begin = begin
        self._looking = ConnectionWatch()

    def start(self) -> None:
        """Look after open connections from now on."""
        self._looking.start()

    def stop(self) -> None:
        self._looking.stop()

    def connections(self) -> list[Connection]:
        """Every connection since the process started, foreign ones first."""
        look()
        return RECORD.all()

    def since(self) -> str:
        """The moment from which on connections were seen: the start of the process (ISO, UTC)."""
        return RECORD.since

    def areas(self) -> list[Area]:
        """What is kept; reads the whole home, so it takes a moment."""
        return [_measured(name, paths) for name, paths in places(self._home).items()]

    def erase(self, *, models: bool = False) -> Erasure:
        """Delete everything that RAGDesk keeps, and begin anew with an empty home.

        Args:
            models: also those in the home, dropped in or fetched; they stay otherwise.

        Raises:
            BusyError: another process is writing; nothing was deleted. StoreError: the lock cannot be had.
        """
        with exclusive(self._home.write_lock, WAIT):
            log.info("erase everything models=%s", models)
            self._close()
            try:
                erasing.note(self._home, "all and models" if models else "all")
                return _erased(self._home, models)
            finally:
                self._begin()


def finish_erasure(home: Home) -> None:
    """Before the stores of a home are opened: erase what is left of an erasure whose process was killed.

    Raises:
        BusyError: another process is writing. StoreError: the lock cannot be had.
    """
    if erasing.noted(home) in (None, "window"):
        return
    with exclusive(home.write_lock, WAIT):
        left = erasing.noted(home)  # another process may just have come to its end
        if left in ("all", "all and models"):
            _erased(home, left == "all and models")
            open_home(home.root)


def _erased(home: Home, models: bool) -> Erasure:
    others = frozenset(path for path in own.strays(home) if not path.is_symlink())
    areas: list[Area] = []
    left: list[tuple[str, str]] = []
    for name, paths in places(home).items():
        if name == "models" and not models:
            continue
        areas.append(_measured(name, paths))
        problems = [problem for path in paths for problem in _delete(home.root, path, others)]
        if name != "window":  # its browser still writes; the next start deletes the rest
            left += problems
    erasing.note(home, "window")
    return Erasure(tuple(areas), tuple(left))


def _measured(name: AreaName, paths: tuple[Path, ...]) -> Area:
    sizes = [size for path in paths for size in _sizes(path)]
    return Area(name, paths[0], len(sizes), sum(sizes))


def _sizes(path: Path) -> Iterator[int]:
    """The size of each file at and below a path, in bytes; what vanishes meanwhile is not counted."""
    try:
        if path.is_symlink() or path.is_file():
            yield path.lstat().st_size
            return
        names = sorted(path.iterdir()) if path.is_dir() else []
    except OSError:
        return
    for below in names:
        yield from _sizes(below)


def _delete(root: Path, path: Path, others: Collection[Path] = ()) -> list[tuple[str, str]]:
    """Delete what lies at `path`, a place of the home, but for `others`; the folders of the home itself stay, empty. Returns what
    did not go."""
    if path.parent.resolve() != root.resolve():
        raise StoreError(
            "{path} does not lie in {folder}.", "Nothing in it was deleted.", path=path, folder=root
        )
    if path.is_symlink():
        behind = os.readlink(path)  # noqa: PTH115 - as it is written, whatever is there
        return [*_unlink(path), (str(path), f"was a link; {behind} was not touched")]
    if path.is_dir():
        return [problem for below in sorted(path.iterdir()) for problem in _delete_below(below, others)]
    return _unlink(path)


def _delete_below(path: Path, others: Collection[Path]) -> list[tuple[str, str]]:
    if path in others:
        return [(str(path), "was not made by RAGDesk")]
    if path.is_symlink() or not path.is_dir():
        return _unlink(path)
    problems = [problem for below in sorted(path.iterdir()) for problem in _delete_below(below, others)]
    if path.name == f"uploads-{os.getpid()}":
        return problems  # the page puts the next upload there
    if any(below in others for below in path.iterdir()):
        return problems
    try:
        path.rmdir()
    except OSError as error:
        problems.append((str(path), error.strerror or str(error)))
    return problems


def _unlink(path: Path) -> list[tuple[str, str]]:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        return [(str(path), error.strerror or str(error))]
    return []
