"""One rotating log file. At the default level it holds ids, counts, scores and seconds: never the text of a document,
a question or an answer."""

import logging
import logging.handlers
import os
import sys
from io import TextIOWrapper
from pathlib import Path

from ragdesk.domain.errors import StoreError

MAX_BYTES = 5_000_000
BACKUPS = 3


class _OwnerOnlyHandler(logging.handlers.RotatingFileHandler):
    """Readable by its owner alone, also after a rotation. A disk that is full costs lines of the log, and no command."""

    def _open(self) -> TextIOWrapper:
        opened = super()._open()
        os.chmod(self.baseFilename, 0o600)  # noqa: PTH101 - it was opened with the process's umask
        return opened

    def handleError(self, record: logging.LogRecord) -> None:
        """Python would print a traceback among the answers of a command."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


def open_log(path: Path, level: str) -> logging.Handler:
    """Send the package's records to `path`, readable by its owner alone; returns the handler, to be closed.

    Opening again replaces the file that an earlier call in this process chose.

    Raises:
        StoreError: the file cannot be opened.
    """
    close_log()
    logger = logging.getLogger("ragdesk")
    try:
        handler = _OwnerOnlyHandler(path, maxBytes=MAX_BYTES, backupCount=BACKUPS, encoding="utf-8")
    except OSError as error:
        raise StoreError(
            "The log {path} cannot be written: {why}.",
            "Move what lies there away, or give the folder the right to be written.",
            path=path,
            why=error.strerror,
        ) from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(level)
    logger.propagate = False
    return handler


def close_log() -> None:
    """Write to no file from now on, until `open_log`."""
    logger = logging.getLogger("ragdesk")
    for old in [h for h in logger.handlers if isinstance(h, logging.handlers.RotatingFileHandler)]:
        logger.removeHandler(old)
        old.close()
