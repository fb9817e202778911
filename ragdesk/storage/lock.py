"""The right to write: one process of a home has it at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from ragdesk.domain.errors import BusyError, StoreError


@contextmanager
def exclusive(path: Path, wait: float) -> Iterator[None]:
    """Held by this process until the block ends or the process does, however it dies.

    Args:
        wait: seconds to wait for another process.

    Raises:
        BusyError: another process still writes. StoreError: the file cannot be locked.
    """
    # Not thread-local: an ingest is a generator, which one thread may begin and another end.
    lock = FileLock(path, timeout=wait, mode=0o600, thread_local=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise BusyError(
            "The library is being written by another process.", "Wait until it is done, then try again."
        ) from error
    except OSError as error:
        raise StoreError(
            "{path} cannot be locked: {why}.",
            "Check the folder's permissions; if a folder lies at that place, move it away.",
            path=path,
            why=error.strerror,
        ) from error
    try:
        yield
    finally:
        lock.release()
