"""Opening what may only be a file. What was a file when it was found can be a pipe, a device, a socket or a link when it is
opened: a pipe would keep its reader waiting for ever, and a link leads anywhere."""

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path

from ragdesk.domain.errors import mark

# Windows has none of these, nor pipes that are files.
_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_CLOEXEC", "O_BINARY")
)
# How a system refuses to open a link so, and a socket.
_OTHERS = {errno.ELOOP, errno.EMLINK, errno.ENXIO}


class NotAFileError(OSError):
    """What lies there is a folder, a link, a pipe, a device or a socket."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, mark("it is not a file"), str(path))


def open_regular(path: Path) -> BufferedReader:
    """Open a file for reading, without following a link in the last part of its path; never waits.

    Raises:
        NotAFileError: something else lies there, or took its place while it was opened. OSError.
    """
    _refuse_others(path.lstat().st_mode, path)  # opening a device can do something
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError as error:
        if error.errno in _OTHERS:
            raise NotAFileError(path) from error
        raise
    try:
        _refuse_others(os.fstat(descriptor).st_mode, path)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def _refuse_others(mode: int, path: Path) -> None:
    if not stat.S_ISREG(mode):
        raise NotAFileError(path)
