"""Reading a file whose disk may never answer again: a drive that is dying, or one of another computer. Nothing can end such a
read, so it has a thread of its own, which is left behind; whoever waits for it gets a sentence, and goes on."""

import errno
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

from ragdesk.domain.errors import mark
from ragdesk.host.regular import open_regular

BLOCK_BYTES = 1 << 20
# For a block. A disk that slept, or a network that broke off, is there again before.
SILENT_SECONDS = 60.0
# Blocks that are read before they are asked for.
AHEAD = 2


@contextmanager
def read_patiently(path: Path) -> Iterator[tuple[os.stat_result, Iterator[bytes]]]:
    """What a file is, and its bytes, block by block.

    Raises:
        TimeoutError: its disk does not answer. NotAFileError, OSError: as for `open_regular`. The blocks raise them, too.
    """
    handed: Queue[os.stat_result | bytes | Exception] = Queue(AHEAD)
    left = threading.Event()
    threading.Thread(target=_read, args=(path, handed, left), name="reading", daemon=True).start()
    try:
        status = _next(handed, path)
        assert isinstance(status, os.stat_result)
        yield status, _blocks(handed, path)
    finally:
        left.set()
        while not handed.empty():  # one block that it still hands over has room then
            handed.get_nowait()


def _read(path: Path, handed: "Queue[os.stat_result | bytes | Exception]", left: threading.Event) -> None:
    try:
        with open_regular(path) as file:
            handed.put(os.fstat(file.fileno()))
            block = b"-"
            while block and not left.is_set():
                block = file.read(BLOCK_BYTES)
                handed.put(block)
    except Exception as error:  # noqa: BLE001 - whoever waits for the block raises it
        handed.put(error)


def _blocks(handed: "Queue[os.stat_result | bytes | Exception]", path: Path) -> Iterator[bytes]:
    while block := _next(handed, path):
        assert isinstance(block, bytes)
        yield block


def _next(handed: "Queue[os.stat_result | bytes | Exception]", path: Path) -> os.stat_result | bytes:
    try:
        item = handed.get(timeout=SILENT_SECONDS)
    except Empty:
        raise TimeoutError(errno.ETIMEDOUT, mark("its disk does not answer"), str(path)) from None
    if isinstance(item, Exception):
        raise item
    return item
