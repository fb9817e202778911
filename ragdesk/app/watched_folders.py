"""Watched folders: one thread follows the folders that a person named, and queues what is new, changed or gone in them."""

import logging
import threading
from collections.abc import Collection
from pathlib import Path

from ragdesk.app.background import BackgroundIntake
from ragdesk.app.runtime import Current
from ragdesk.domain.errors import RagdeskError, UsageError
from ragdesk.host.marker import home_of
from ragdesk.ingesting import watch

log = logging.getLogger(__name__)

# Where the stores or the disk refuse, the thread tries again after this many seconds.
RETRY = 5.0
# So many files that are gone at once may be a drive that is away: a person is asked before their documents go.
MANY = 10


class WatchedFolders:
    """Safe to use from several threads."""

    def __init__(self, current: Current, intake: BackgroundIntake) -> None:
        self._current = current
        self._intake = intake
        self._closing = threading.Event()
        self._changed = threading.Event()  # set to let the thread begin anew, with other folders
        self._thread: threading.Thread | None = None
        self._missing: dict[str, frozenset[str]] = {}  # by folder: what a person is asked of
        self._going: set[str] = set()  # what the intake was told to forget, and may not have yet

    def start(self) -> None:
        """Follow the folders in the background from now on."""
        self._closing.clear()
        self._thread = threading.Thread(target=self._follow, name="watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._closing.set()
        self._changed.set()
        if self._thread is not None:
            self._thread.join()

    def all(self) -> dict[str, str | None]:
        """The folders and the collections that their files go into."""
        return self._current.library.watched.all()

    def holds(self, source: str) -> bool:
        """Whether a source lies in a watched folder."""
        return any(Path(source).is_relative_to(folder) for folder in self.all())

    def add(self, path: Path, collection: str = "") -> None:
        """Follow a folder: new, changed and deleted files follow by themselves from now on.

        Raises:
            UsageError: there is no such folder, or RAGDesk itself writes in it.
        """
        folder = path.expanduser().absolute()
        if not folder.is_dir():
            raise UsageError(
                "There is no folder {folder}.", "Give the whole path of a folder.", folder=folder
            )
        if (home := home_of(folder)) is not None:
            raise UsageError(
                "{folder} lies in RAGDesk's own folder {home}, of which nothing is taken in.",
                "Choose a folder with documents of yours.",
                folder=folder,
                home=home,
            )
        self._current.library.watched.add(str(folder), collection or None)
        self._changed.set()

    def remove(self, path: str) -> None:
        """No longer follow a folder; its documents stay."""
        self._current.library.watched.remove(path)
        self._missing.pop(path, None)
        self._changed.set()

    def missing(self) -> dict[str, int]:
        """Of each folder in which many files are gone at once, how many: their documents stay until a person lets them go, or
        the files are back."""
        return {folder: len(paths) for folder, paths in self._missing.items()}

    def let_go(self, folder: str) -> None:
        """The files that are missing in a folder are gone for good: so are their documents."""
        self._forget(self._missing.pop(folder, frozenset()))

    def look(self, folder: Path, collection: str | None) -> None:
        """Queue what is new or changed in a folder, and forget what is gone."""
        library = self._current.library
        known, drives = library.sources.below(str(folder)), library.watched.drives(str(folder))
        changes = watch.compare(folder, known, drives)
        if changes is None:
            return
        if changes.drives != drives:
            library.watched.set_drives(str(folder), changes.drives)
        self._forget(self._surely_gone(str(folder), changes))
        # What waits already keeps its count of attempts.
        waiting = {job.source for job in library.jobs.all()}
        changed = [path for path in changes.changed if str(path) not in waiting]
        if changed:
            self._intake.queue(changed, collection or "", follow=False)
        elif changes.changed:
            self._intake.wake()

    def _forget(self, paths: Collection[str]) -> None:
        self._going.update(paths)
        for path in sorted(paths):
            self._intake.forget(path)

    def _surely_gone(self, folder: str, changes: watch.Changes) -> frozenset[str]:
        """What is gone but for many at once, of which a person is asked."""
        gone = frozenset(changes.gone)
        self._going = {path for path in self._going if path in gone or not Path(path).is_relative_to(folder)}
        asked = self._missing.get(folder, frozenset()) & gone
        others = gone - asked - self._going
        if others and (len(others) >= MANY or changes.looks_empty):
            log.info("many files are missing count=%d", len(gone))
            asked, others = asked | others, frozenset()
        self._missing.pop(folder, None)
        if asked:
            self._missing[folder] = asked
        return others

    def _follow(self) -> None:
        while not self._closing.is_set():
            self._changed.clear()
            if self._closing.is_set():
                return
            try:
                self._follow_until_changed()
            except (RagdeskError, OSError) as error:
                log.warning("not watched error=%s", type(error).__name__)
                self._closing.wait(RETRY)

    def _follow_until_changed(self) -> None:
        """Follow the folders until there are others to follow."""
        folders = {Path(path): collection for path, collection in self.all().items()}
        for folder, collection in folders.items():
            self.look(folder, collection)
        drives = [drive for folder in folders for drive in self._current.library.watched.drives(str(folder))]
        for touched in watch.follow(list(folders), self._changed, drives):
            for folder in touched:
                self.look(folder, folders[folder])
