"""The pair of indexes on disk, `index/<embedder fingerprint>/<generation>/{vectors,words}`, and which pair
is in use.

Both open when they are first used: LanceDB takes seconds to import, and a search by words does not need it.
"""

import re
import shutil
import threading
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ragdesk.domain.errors import StoreError
from ragdesk.storage import own
from ragdesk.storage.ledger.ledger import Ledger, Pointer

if TYPE_CHECKING:
    from ragdesk.storage.index.vectors import Vectors
    from ragdesk.storage.index.words import Words


class Index:
    """One generation of the two indexes."""

    def __init__(self, root: Path, pointer: Pointer) -> None:
        self.pointer = pointer
        self.folder = root / _folder_name(pointer.fingerprint) / str(pointer.generation)
        self._lock = threading.Lock()

    @property
    def vectors(self) -> "Vectors":
        with self._lock:
            return self._vectors

    @property
    def words(self) -> "Words":
        with self._lock:
            return self._words

    def tidy(self) -> None:
        """Compact what many small appends have left; nothing to do where no vector was touched."""
        if "_vectors" in self.__dict__:
            self.vectors.tidy()

    @cached_property
    def _vectors(self) -> "Vectors":
        from ragdesk.storage.index.vectors import Vectors

        return Vectors(self.folder / "vectors", self.pointer.dimensions)

    @cached_property
    def _words(self) -> "Words":
        from ragdesk.storage.index.words import Words

        return Words(self.folder / "words")


class Indexes:
    """The generations under `root`."""

    def __init__(self, root: Path, ledger: Ledger) -> None:
        self._root = root
        self._ledger = ledger
        self._lock = threading.Lock()
        self._open: Index | None = None

    def current(self) -> Index | None:
        """The index that the ledger points at now; None in a library that never held anything."""
        pointer = self._ledger.pointer()
        with self._lock:
            if pointer is None:
                return None
            if self._open is None or self._open.pointer != pointer:
                self._open = Index(self._root, pointer)
            return self._open

    def blank(self, fingerprint: str, dimensions: int) -> Index:
        """A new, empty generation, beside the one in use; nothing points at it yet."""
        index = Index(self._root, Pointer(fingerprint, dimensions, self._last_generation() + 1))
        _delete(index.folder)  # a rebuild that was killed may have left it
        return index

    def _last_generation(self) -> int:
        """Of the index in use; where the ledger does not know any more, of those that lie there."""
        try:
            before = self._ledger.pointer()
        except StoreError:
            names = (path.name for path in self._root.glob("*/*"))
            return max((int(name) for name in names if name.isdecimal()), default=0)
        return before.generation if before else 0

    def delete_unused(self) -> None:
        """Delete every generation but the one in use; nothing but what RAGDesk made."""
        current = self.current()
        used = current.folder if current else None
        for family in filter(Path.is_dir, self._root.iterdir()):
            unused = [path for path in family.iterdir() if path != used and own.is_generation(path)]
            for generation in unused:
                _delete(generation)
            if unused and not any(family.iterdir()):
                family.rmdir()


def _folder_name(fingerprint: str) -> str:
    """Fingerprints end in a hash, so what is lost here does not make two of them one."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", fingerprint).strip("-")[-100:]


def _delete(path: Path) -> None:
    try:
        shutil.rmtree(path)
    except PermissionError:
        # On Windows a reader in another process keeps the files open; the next write session deletes them.
        return
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(
            "The old index {path} cannot be deleted: {why}.", "Check the disk.", path=path, why=error.strerror
        ) from error
