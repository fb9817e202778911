"""Bytes kept aside on the disk, given up when it is full: SQLite cannot open a ledger without room for its log, and what is
removed has to leave the indexes before there is more room.
"""

import contextlib
import logging
import os
import shutil
from pathlib import Path

from ragdesk.host.disk import upkeep

log = logging.getLogger(__name__)

ASIDE = "kept-aside"


def keep_early(folder: Path) -> None:
    """Keep bytes aside while the stores are in use, which may be for the first time: where as much again stays free."""
    if shutil.disk_usage(folder).free >= 2 * upkeep(folder):
        keep(folder)


def keep(folder: Path) -> None:
    """Keep bytes aside in a folder, again as soon as they are not needed: others may go on filling the disk."""
    aside = folder / ASIDE
    if not folder.is_dir():
        return
    size = upkeep(folder)
    if aside.exists() and aside.stat().st_size >= size:  # less where the process was killed while it wrote
        return
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
    if shutil.disk_usage(folder).free < upkeep(folder):
        (folder / ASIDE).unlink(missing_ok=True)
