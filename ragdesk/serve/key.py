"""The key that other programs show: one for a home, in a file that its owner alone can read."""

import os
import re
import secrets
from pathlib import Path

from ragdesk.domain.errors import StoreError
from ragdesk.host.paths import Home

_FILE = "key"
_BEGINNING = "ragdesk-"
_KEY = re.compile(rf"{_BEGINNING}[A-Za-z0-9_-]{{43}}")


def key_of(home: Home) -> str:
    """The home's key; made at the first call.

    Raises:
        StoreError: the file cannot be read or written.
    """
    return known_key(home) or new_key(home)


def known_key(home: Home) -> str:
    """The home's key as it is now, "" where there is none: then no program gets in. Raises StoreError."""
    try:
        text = _place(home).read_text(encoding="ascii", errors="replace").strip()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise _unusable(home, error) from error
    return text if _KEY.fullmatch(text) else ""


def new_key(home: Home) -> str:
    """Another key in the place of the old one, which opens nothing from now on. Raises StoreError."""
    key = _BEGINNING + secrets.token_urlsafe(32)
    draft = _place(home).with_suffix(".draft")
    try:
        home.doors.mkdir(mode=0o700, exist_ok=True)
        draft.unlink(missing_ok=True)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(key + "\n")
        draft.replace(_place(home))
    except OSError as error:
        raise _unusable(home, error) from error
    return key


def _place(home: Home) -> Path:
    return home.doors / _FILE


def _unusable(home: Home, error: OSError) -> StoreError:
    return StoreError(
        "The key for other programs, {path}, cannot be used: {why}.",
        "See that the disk has room and lets you read and write there.",
        path=_place(home),
        why=error,
    )
