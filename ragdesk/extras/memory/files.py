"""The two memory files: read whole, changed under a lock, never half-written. Knows nothing of what is in them."""

import os
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock, Timeout

from ragdesk.domain.errors import BusyError, StoreError, UsageError

# Larger than anything a person writes about themselves; keeps a pasted book out of every prompt.
MAX_CHARACTERS = 200_000
LOCK_SECONDS = 10.0


def read(path: Path) -> str:
    """The file's text, line ends as they are; empty where it does not exist yet.

    Raises:
        StoreError: it is there but cannot be read as UTF-8 text.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(
            "The memory file {path} cannot be read: {why}.",
            "Open it in a text editor and save it as UTF-8.",
            path=path.name,
            why=error,
        ) from error


def write(path: Path, text: str) -> None:
    """Replace the file's text, whatever it was. Errors as for `update`."""
    update(path, lambda _: text)


def update(path: Path, change: Callable[[str], str], wait: float = LOCK_SECONDS) -> None:
    """Read the file, change its text and write it, all under the lock: two writers lose nothing.

    The new text is written beside the file, synced, then moved into its place. What `change` raises leaves the file as it was.

    Raises:
        UsageError: too long. BusyError: somebody else is still writing after `wait` seconds. StoreError: it cannot be read, or
        the disk refuses.
    """
    try:
        with FileLock(path.with_name(path.name + ".lock"), timeout=wait):
            old = read(path)
            new = change(old)
            if new != old:
                _replace(path, new)
    except Timeout as error:
        raise BusyError(
            "{file} is being written by another window.", "Try again in a moment.", file=path.name
        ) from error
    except OSError as error:
        raise StoreError(
            "{file} could not be saved: {why}.",
            "Free some space or check the folder's rights.",
            file=path.name,
            why=error.strerror or error,
        ) from error


def _replace(path: Path, text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise UsageError(
            "{file} would have {count:,} characters; at most {most:,} are kept.",
            "Keep what matters, and add the long text as a document.",
            file=path.name,
            count=len(text),
            most=MAX_CHARACTERS,
        )
    draft = path.with_name(path.name + ".draft")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)  # of a disk that is full: nothing of the text stays beside the file
