"""Files that were made for the browser: each lies in memory, under a token, until it is fetched."""

import secrets
from collections import OrderedDict

# Over all windows.
KEPT_FILES = 8


class Offered:
    """The last few files, each of something (`of`: an id) with which it goes."""

    def __init__(self) -> None:
        self._files: OrderedDict[str, tuple[str, str, bytes]] = OrderedDict()

    def keep(self, name: str, content: bytes, of: str = "") -> str:
        """The file's token: 32 hexadecimal digits."""
        token = secrets.token_hex(16)
        self._files[token] = (of, name, content)
        while len(self._files) > KEPT_FILES:
            self._files.popitem(last=False)
        return token

    def find(self, token: str) -> tuple[str, bytes] | None:
        """(name, bytes), while it is kept."""
        found = self._files.get(token)
        return found[1:] if found else None

    def forget(self, of: str) -> None:
        """Keep nothing of it any more."""
        for token in [token for token, (each, _, _) in self._files.items() if each == of]:
            del self._files[token]
