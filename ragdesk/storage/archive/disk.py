"""Writing files so that they survive a power cut: everything goes down to the disk before it counts."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from ragdesk.domain.errors import UnreadableFileError
from ragdesk.host.patience import read_patiently


def copy_checked(original: Path, target: Path, sha256: str) -> None:
    """Copy and check in one reading: what is archived is what was parsed."""
    digest = hashlib.sha256()
    with target.open("xb") as copy:
        for block in _blocks(original):
            digest.update(block)
            copy.write(block)
        _sync(copy)
    if digest.hexdigest() != sha256:
        raise UnreadableFileError("The file changed while it was being read.", "Add it again.")


def encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise UnreadableFileError(
            "The text holds characters that are none.", "Save the file anew as UTF-8."
        ) from error


def _blocks(original: Path) -> Iterator[bytes]:
    try:
        with read_patiently(original) as (_, blocks):
            yield from blocks
    except OSError as error:
        raise UnreadableFileError(
            "The file cannot be read: {why}.", "Check the file, then add it again.", why=error.strerror
        ) from error


def write(path: Path, content: bytes) -> None:
    with path.open("xb") as file:
        file.write(content)
        _sync(file)


def _sync(file: BinaryIO) -> None:
    """Down to the disk: first what Python still holds, or a power cut leaves an empty file."""
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Windows opens no folders; there a rename is written through by the file system."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
