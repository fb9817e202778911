"""Watched folders: one thread follows the folders that a person named, and queues what is new, changed or gone in them."""

import logging
import threading
from pathlib import Path

from ragdesk.app.background import BackgroundIntake
from ragdesk.app.runtime import Current
from ragdesk.domain.errors import RagdeskError, UsageError
from ragdesk.ingesting import watch

log = logging.getLogger(__name__)

# Where the stores or the disk refuse, the thread tries again after this many seconds.
RETRY = 5.0


class WatchedFolders:
    """Safe to use from several threads."""

    def __init__(self, current: Current, intake: BackgroundIntake) -> None:
        self._current = current
        self._intake = intake
        self._closing = threading.Event()
        self._changed = threading.Event()  # set to let the thread begin anew, with other folders
        self._thread: threading.Thread | None = None

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
            UsageError: there is no such folder.
        """
        folder = path.expanduser().absolute()
        if not folder.is_dir():
            raise UsageError(
                "There is no folder {folder}.", "Give the whole path of a folder.", folder=folder
            )
        self._current.library.watched.add(str(folder), collection or None)
        self._changed.set()

    def remove(self, path: str) -> None:
        """No longer follow a folder; its documents stay."""
        self._current.library.watched.remove(path)
        self._changed.set()

    def look(self, folder: Path, collection: str | None) -> None:
        """Queue what is new or changed in a folder, and forget what is gone."""
        library = self._current.library
        changes = watch.compare(folder, library.sources.below(str(folder)))
        if changes is None:
            return
        for path in changes.gone:
            self._intake.forget(path)
        # What waits already keeps its count of attempts.
        waiting = {job.source for job in library.jobs.all()}
        changed = [path for path in changes.changed if str(path) not in waiting]
        if changed:
            self._intake.queue(changed, collection or "")
        elif changes.changed:
            self._intake.wake()

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
        for touched in watch.follow(list(folders), self._changed):
            for folder in touched:
                self.look(folder, folders[folder])
