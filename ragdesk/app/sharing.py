"""Libraries that desks share, as this desk reads them: opened by their place, and put away again."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from ragdesk.app.runtime import Current
from ragdesk.domain.errors import UsageError
from ragdesk.host.settings import Change, SharedSettings

# Stands behind the name of each document that comes from it, and in settings.toml as it is.
_NAME = re.compile(r"[\w-]{1,40}")


class SharedLibraries:
    """Those that are read beside the own one. `change` keeps settings and puts them in force."""

    def __init__(self, current: Current, change: Callable[[Mapping[tuple[str, str], Change]], None]) -> None:
        self._current = current
        self._change = change

    def all(self) -> Mapping[str, SharedSettings]:
        """By name. Nothing is connected to for this."""
        return self._current.settings.libraries

    def open(self, name: str, place: str) -> int:
        """Read a library, by its folder or its address in an object store, from now on; gives the number of its documents.

        Raises:
            UsageError: the name is none, or taken; no place. StoreError: it cannot be reached, or is no shared library; then it
                is not kept.
        """
        from ragdesk.storage.shared.library import SharedLibrary

        name, place = name.strip(), place.strip()
        if not _NAME.fullmatch(name):
            raise UsageError(
                "A library is named with letters, digits, “-” and “_”.",
                "Give it a short name, such as department.",
            )
        if name in self.all():
            raise UsageError("There is a library “{name}” already.", "Choose another name.", name=name)
        if not place:
            raise UsageError(
                "No place is given.", "Give its folder, or an address such as s3://bucket/library."
            )
        url = place if "://" in place else str(Path(place).expanduser().absolute())
        runtime = self._current.runtime
        fingerprint, _ = runtime.engines.embedding()
        found = SharedLibrary(name, url, SharedSettings(url=url).options, runtime.copies, fingerprint).ids()
        self._change({("libraries", name): {"url": url}})
        return len(found)

    def close(self, name: str) -> None:
        """Read it no longer; nothing of it is changed."""
        self._change({("libraries", name): None})
