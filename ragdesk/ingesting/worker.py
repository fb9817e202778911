"""Files are read, and cut into passages, in processes of their own (`bounded.py`): a file that makes one hang, explode or crash
costs that file, never the app.

This module and the parent never import a parser's libraries.
"""

import queue
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from ragdesk.domain.errors import ParserDiedError
from ragdesk.host.patience import read_patiently
from ragdesk.host.priority import keep_priority, lower_priority
from ragdesk.ingesting.bounded import BoundedProcess, Limits, WorkEndedError, say_page
from ragdesk.ingesting.fingerprint import unreadable
from ragdesk.ingesting.read_document import ReadDocument, read_document
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.split import PassageSize

# The files inside of a file, in all depths together: how many, and their bytes as times the largest size of a file, because
# archives compress.
MAX_FILES = 10_000
UNPACKED_TIMES = 5
# A file that is read for longer than this lets others be read beside it, in so many processes more.
SLOW_SECONDS, SPARE = 20.0, 1


@dataclass(slots=True)
class PageInHand:
    """The page of a file that is being read, from 1, and how many there are; 0 where nobody knows."""

    page: int = 0
    pages: int = 0

    def begin(self, page: int, pages: int) -> None:
        self.page, self.pages = page, pages


@dataclass(frozen=True, slots=True)
class ParseRequest:
    """A file to read. Setting `stop` ends the reading at once.

    Attributes:
        unpack: a folder of this file's own, made when it is needed, for the files inside of it.
        password: "" where there is none.
        max_files, max_unpacked: how many files may come out of it, and how many bytes of them; None: the most of all.
        document_id: of the passages that it is cut into.
        at: where the reading is.
    """

    path: Path
    name: str
    unpack: Path
    password: str = ""
    max_files: int = MAX_FILES
    max_unpacked: int | None = None
    document_id: str = ""
    stop: threading.Event = field(default_factory=threading.Event)
    at: PageInHand = field(default_factory=PageInHand)


class ParserPool:
    """Several parser processes with one queue. A process is used for many files, and replaced when it dies.

    Args:
        jobs: how many files are read at once; slow ones do not count.
        seconds, memory_mb: what one file may take.
        max_bytes: the largest file that is read.
        passages: how large the passages are that files are cut into; None: they are only read.
        steps_back: whether the page and the person's other programs come first.
    """

    def __init__(
        self,
        jobs: int,
        seconds: float,
        memory_mb: int,
        max_bytes: int,
        passages: PassageSize | None = None,
        *,
        steps_back: bool = True,
    ) -> None:
        self._waiting: queue.SimpleQueue[tuple[ParseRequest, Future[ReadDocument]] | None] = (
            queue.SimpleQueue()
        )
        self._closing = threading.Event()
        self._limits, self._max_bytes, self._passages = Limits(seconds, memory_mb), max_bytes, passages
        self._permits = threading.Semaphore(jobs)
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(jobs + SPARE)]
        # The one used last is used next, so that the others need not even be started.
        self._processes: queue.LifoQueue[BoundedProcess] = queue.LifoQueue()
        for thread in self._threads:
            self._processes.put(BoundedProcess(lower_priority if steps_back else keep_priority))
            thread.start()

    def __enter__(self) -> "ParserPool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def submit(self, request: ParseRequest) -> "Future[ReadDocument]":
        """Read a file; the future raises the IngestError that says why it could not be."""
        future: Future[ReadDocument] = Future()
        self._waiting.put((request, future))
        return future

    def close(self) -> None:
        """End every process within about a second; futures that are not done are cancelled."""
        self._closing.set()
        for _ in self._threads:
            self._permits.release()
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()
            self._processes.get_nowait().end()

    def _serve(self) -> None:
        while True:
            permit = _Permit(self._permits)
            task = self._waiting.get()
            if task is None:
                return
            request, future = task
            if self._closing.is_set() or request.stop.is_set():
                future.cancel()
                future.set_running_or_notify_cancel()
            elif future.set_running_or_notify_cancel():
                process = self._processes.get_nowait()
                try:
                    future.set_result(self._read(process, request, permit))
                except Exception as error:  # noqa: BLE001 - whoever waits for the reading raises it
                    future.set_exception(error)
                self._processes.put(process)
            permit.pass_on()

    def _read(self, process: BoundedProcess, request: ParseRequest, permit: "_Permit") -> ReadDocument:
        slow_at = time.monotonic() + SLOW_SECONDS

        def stopped() -> bool:
            if time.monotonic() > slow_at:
                permit.pass_on()
            return self._closing.is_set() or request.stop.is_set()

        most = UNPACKED_TIMES * self._max_bytes
        most = most if request.max_unpacked is None else min(request.max_unpacked, most)
        unpacked = Unpacked(request.unpack, most, request.max_files)
        source = InputFile(request.path, request.name, unpacked, request.password, say_page)
        what = (source, self._max_bytes, request.document_id, self._passages)
        _refuse_others(request)
        try:
            return process.run(self._limits, stopped, request.at.begin, read_document, *what)
        except WorkEndedError as ended:
            raise _died(ended, request.name) from ended


class _Permit:
    """The right to read a file, of which there are as many as files may be read at once. Made when there is one; a file that is
    slow passes it on."""

    def __init__(self, permits: threading.Semaphore) -> None:
        permits.acquire()
        self._permits = permits
        self._passed_on = False

    def pass_on(self) -> None:
        if not self._passed_on:
            self._passed_on = True
            self._permits.release()


def _refuse_others(request: ParseRequest) -> None:
    """A file may have become a pipe since it was queued, for which its parser would wait until its time is up."""
    try:
        with read_patiently(request.path):
            pass
    except OSError as error:
        raise unreadable(request.name, error) from error


def _died(ended: WorkEndedError, name: str) -> ParserDiedError:
    if ended.why is None:
        return ParserDiedError(
            "{file} made its parser crash.",
            "The file is probably damaged; open and save it with its own program.",
            file=name,
        )
    return ParserDiedError(
        "{file} could not be read: {why}.",
        "Split the file, or raise the limit under [ingest] in settings.toml.",
        file=name,
        why=ended.why,
    )
