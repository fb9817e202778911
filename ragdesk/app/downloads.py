"""Files that were made for the browser: each lies in memory, under a token, until it is fetched."""

import secrets
import threading
from collections import OrderedDict

from ragdesk.domain.errors import UnknownIdError

# Over all windows.
KEPT_FILES = 8


class Downloads:
    """The last few files, each of something (`of`: an id) with which it goes. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._files: OrderedDict[str, tuple[str, str, bytes]] = OrderedDict()

    def keep(self, name: str, content: bytes, of: str = "") -> str:
        """The file's token: 32 hexadecimal digits."""
        token = secrets.token_hex(16)
        with self._lock:
            self._files[token] = (of, name, content)
            while len(self._files) > KEPT_FILES:
                self._files.popitem(last=False)
        return token

    def find(self, token: str) -> tuple[str, bytes] | None:
        """(name, bytes), while it is kept."""
        file = self._files.get(token)
        return file[1:] if file else None

    def export(self, token: str) -> tuple[str, bytes]:
        """`find`, for an export.

        Raises:
            UnknownIdError: it is not kept any more.
        """
        file = self.find(token)
        if file is None:
            raise UnknownIdError("This export is not kept any more.", "Export it again.")
        return file

    def forget(self, of: str) -> None:
        """Keep nothing of it any more."""
        with self._lock:
            for token in [token for token, (owner, _, _) in self._files.items() if owner == of]:
                del self._files[token]

    def clear(self) -> None:
        with self._lock:
            self._files.clear()
