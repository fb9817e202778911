"""Bytes kept aside on the disk, given up when it is full: SQLite cannot open a ledger without room for its log, and what is
removed has to leave the indexes before there is more room.
"""

import contextlib
import logging
import os
import shutil
from pathlib import Path

log = logging.getLogger(__name__)

# Bytes, or of a small disk this share. A ledger's log, its shared memory and a rewritten segment of words fit in.
ASIDE_BYTES = 8_000_000
ASIDE_SHARE = 0.1
ASIDE = "kept-aside"


def keep(folder: Path) -> None:
    """Keep bytes aside in a folder, again as soon as they are not needed: others may go on filling the disk."""
    aside = folder / ASIDE
    if aside.exists() or not folder.is_dir():
        return
    size = _size(folder)
    if shutil.disk_usage(folder).free < size:
        return
    try:
        aside.write_bytes(os.urandom(size))  # some file systems pack zeros to nothing
    except OSError as error:  # full by a hair, or failing: what is done now does not need it
        log.info("nothing kept aside why=%s", error.strerror)
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


def give_up(folder: Path) -> None:
    """Give the bytes back where the disk is about to be full."""
    if shutil.disk_usage(folder).free < _size(folder):
        (folder / ASIDE).unlink(missing_ok=True)


def _size(folder: Path) -> int:
    return min(ASIDE_BYTES, int(shutil.disk_usage(folder).total * ASIDE_SHARE))
