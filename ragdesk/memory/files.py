"""The two memory files: read and replaced whole, under a lock, never half-written. Knows nothing of what is in them."""

import os
from pathlib import Path

from filelock import FileLock, Timeout

from ragdesk.errors import BusyError, StoreError, UsageError

# Larger than anything a person writes about themselves; keeps a pasted book out of every prompt.
MAX_CHARACTERS = 200_000
LOCK_SECONDS = 10


def read(path: Path) -> str:
    """The file's text; empty where it does not exist yet.

    Raises:
        StoreError: it is there but cannot be read as UTF-8 text.
    """
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(
            f"The memory file {path.name} cannot be read: {error}.",
            "Open it in a text editor and save it as UTF-8.",
        ) from error


def write(path: Path, text: str) -> None:
    """Replace the file's text: written beside it, synced, then moved into its place.

    Raises:
        UsageError: too long. BusyError: somebody else is writing it. StoreError: the disk refuses.
    """
    if len(text) > MAX_CHARACTERS:
        raise UsageError(
            f"{path.name} would have {len(text):,} characters; at most {MAX_CHARACTERS:,} are kept.",
            "Keep what matters, and add the long text as a document.",
        )
    draft = path.with_name(path.name + ".draft")
    try:
        with FileLock(path.with_name(path.name + ".lock"), timeout=LOCK_SECONDS):
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
    except Timeout as error:
        raise BusyError(
            f"{path.name} is being written by another window.", "Try again in a moment."
        ) from error
    except OSError as error:
        raise StoreError(
            f"{path.name} could not be saved: {error.strerror or error}.",
            "Free some space or check the folder's rights.",
        ) from error
