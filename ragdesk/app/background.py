"""The app's intake: one thread works on whatever waits in the queue, and goes on where a killed run stopped."""

import logging
import secrets
import shutil
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ragdesk.app.idle_work import IdleWork
from ragdesk.app.intake import APP, Intake
from ragdesk.app.runtime import Current
from ragdesk.app.tables import DocumentTables
from ragdesk.domain.documents import document_id
from ragdesk.domain.errors import BusyError, Problem, RagdeskError, UnreadableFileError, UsageError
from ragdesk.domain.intake import IngestProgress, IngestResult, Job
from ragdesk.domain.sources import dropped_source
from ragdesk.ingesting.fingerprint import fingerprint
from ragdesk.ingesting.jobs import jobs_for
from ragdesk.ingesting.ports import IngestOptions
from ragdesk.storage.ledger.jobs import ARRIVING

log = logging.getLogger(__name__)

# Time left is said for so many times the bytes that were read: the pace of small files says nothing of a large one.
MOST_AHEAD = 20
# Where another process is writing, the thread tries again after this many seconds.
RETRY = 5.0
# Results that the app shows.
RECENT = 200
# How long a removal waits for the file in hand to be put aside, in seconds.
ASIDE = 10.0


@dataclass(frozen=True, slots=True)
class IntakeState:
    """How the app's queue stands.

    Attributes:
        waiting: the files to come, the one in hand included.
        held: files that wait for a person: they need a password.
        finished: results since the queue was last empty, the newest last.
        seconds_left: at the pace of the bytes read so far; None where too few were read to say it.
        problem: why the queue stands still, None where it does not.
    """

    running: bool
    progress: IngestProgress | None
    waiting: tuple[Job, ...]
    held: tuple[Job, ...]
    finished: tuple[IngestResult, ...]
    seconds_left: float | None
    problem: Problem | None


class BackgroundIntake(Intake):
    """Takes files in while the person does something else; the queue waits while an answer is written. What it has to show
    outlives an exchange of the runtime. Safe to use from several threads."""

    steps_back = True

    def __init__(self, current: Current) -> None:
        super().__init__(current)
        self.tables = DocumentTables(current, self.wake)
        self._idle_work = IdleWork(current, self._interrupted, self.tables)
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._closing = threading.Event()
        self._idle = threading.Event()
        self._idle.set()
        self._aside = 0
        self._thread: threading.Thread | None = None
        self._passwords: dict[int, str] = {}
        self._skipped: set[int] = set()
        self._gone: set[str] = set()
        self._finished: deque[IngestResult] = deque(maxlen=RECENT)
        self._progress: IngestProgress | None = None
        self._began = 0.0
        self._done = 0
        self._sizes: dict[str, int] = {}  # bytes of what was seen waiting, by source
        self._shares: dict[str, float] = {}  # of each file that is worked on, the part that is done
        self._bytes_done = 0
        self._problem: Problem | None = None

    # ------------------------------------------------------------ the app's queue

    def start(self) -> None:
        """Work on the queue in the background from now on: what killed runs left behind, then whatever comes."""
        self._closing.clear()
        self._library.jobs.move(self._abandoned(), APP)
        self._library.jobs.settle_arrivals()
        self._wake.set()
        self._thread = threading.Thread(target=self._work, name="intake", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Put the file in hand back and end the thread; what waits goes on at the next start."""
        self._closing.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()

    def wake(self) -> None:
        """Look at the queue again."""
        self._wake.set()

    def clear(self) -> None:
        """Forget everything: the home was erased, and the thread was stopped."""
        with self._lock:
            self._finished.clear()
            self._passwords.clear()
            self._skipped.clear()
            self._gone.clear()
            self._sizes.clear()
            self._problem = None

    def queue(self, paths: Sequence[Path], collection: str = "", follow: bool = True) -> None:
        """Take files and folders in, in the background; `follow` as for `jobs_for`."""
        jobs, refused = jobs_for(paths, APP, collection, follow)
        with self._lock:
            self._finished.extend(refused)
        self._queue(jobs)

    def queue_copies(self, names: Mapping[Path, str], collection: str = "") -> None:
        """Take in files that are only lent, under the names given (below a folder: "folder/name"), in the background. They
        are moved into the home, so they are safe from this moment on.

        Raises:
            IngestError: one is too large or cannot be read; the others are queued.
        """
        moves: list[tuple[Path, Job]] = []
        problem: RagdeskError | None = None
        for path, name in names.items():
            last = name.rpartition("/")[2]
            job = Job(path=path, source=name, name=last, batch=APP, collection=collection or None, ours=True)
            try:
                _, sha256 = fingerprint(job, self._current.settings.ingest.max_file_mb * 1_000_000)
            except RagdeskError as error:
                problem = error
                continue
            kept = self._library.jobs.incoming / f"{document_id(sha256)}-{secrets.token_hex(4)}"
            source = dropped_source(document_id(sha256), name)
            moves.append((path, replace(job, path=kept, source=source, problem=ARRIVING)))
        self._library.jobs.add([job for _, job in moves])
        for path, job in moves:
            try:
                shutil.move(path, job.path)
                job.path.chmod(0o600)
            except OSError as error:
                self._library.jobs.drop_source(job.source)
                problem = UnreadableFileError(
                    "{file} cannot be kept: {why}.",
                    "Check the disk, then add it again.",
                    file=job.name,
                    why=error.strerror,
                )
        self._library.jobs.arrived(job.source for _, job in moves)
        self._wake.set()
        if problem is not None:
            raise problem

    def queue_text(self, source: str, name: str, text: str, collection: str | None) -> None:
        """Take in a text that RAGDesk itself keeps, in the background."""
        kept = self._library.jobs.incoming / f"text-{secrets.token_hex(8)}"
        job = Job(kept, source, name, APP, collection, ours=True, problem=ARRIVING)
        self._library.jobs.add([job])
        kept.write_text(text, encoding="utf-8")
        kept.chmod(0o600)
        self._library.jobs.arrived([source])
        self._wake.set()

    def forget(self, source: str) -> None:
        """A place is no longer a source: its document goes, unless it is found elsewhere. In the background."""
        for job in self._library.jobs.all():
            if job.source == source:
                self.cancel(job.id)
        with self._lock:
            self._gone.add(source)
        self._wake.set()

    def cancel(self, job_id: int) -> None:
        """Take one file out of the queue, even while it is being read; nothing half-made stays."""
        with self._lock:
            self._skipped.add(job_id)
        in_hand = self._in_hand()
        found = [job for job in self._library.jobs.all() if job.id == job_id]
        if found and (in_hand is None or in_hand.path != found[0].source):
            self._library.jobs.finish(found)

    def cancel_all(self) -> None:
        for job in self._library.jobs.all():
            if job.batch == APP and not job.problem:
                self.cancel(job.id)

    def give_password(self, job_id: int, password: str) -> None:
        """Try a file again that needs a password. It is kept in memory only, until the file is done."""
        if not password:
            raise UsageError("The password is empty.", "Type the password that the file was saved with.")
        with self._lock:
            self._passwords[job_id] = password
        self._library.jobs.release(job_id)
        self._wake.set()

    def clear_finished(self) -> None:
        """Forget the results that were shown."""
        with self._lock:
            self._finished.clear()

    def state(self) -> IntakeState:
        """How the queue stands now."""
        jobs = [job for job in self._library.jobs.all() if job.batch == APP]
        waiting = tuple(job for job in jobs if not job.problem)
        with self._lock:
            spent = time.monotonic() - self._began
            rate = self._done / spent if self._done and spent > 0 and self._progress else None
            done, left = self._bytes(waiting)
            return IntakeState(
                running=not self._idle.is_set(),
                progress=self._progress,
                waiting=waiting,
                held=tuple(job for job in jobs if job.problem and job.problem != ARRIVING),
                finished=tuple(self._finished),
                seconds_left=spent * left / done if rate and left < MOST_AHEAD * done else None,
                problem=self._problem,
            )

    def _bytes(self, waiting: Sequence[Job]) -> tuple[float, float]:
        """How many were read since the work began, and how many are to come; of the files in hand a part is read."""
        for job in waiting:
            if job.source not in self._sizes:
                self._sizes[job.source] = _size(job.path)
        read = sum(self._sizes[job.source] * self._shares.get(job.source, 0.0) for job in waiting)
        return self._bytes_done + read, sum(self._sizes[job.source] for job in waiting) - read

    @contextmanager
    def set_aside(self) -> Iterator[None]:
        """Let another writer of this process work: the file in hand goes back to the queue meanwhile."""
        with self._lock:
            self._aside += 1
        try:
            self._idle.wait(ASIDE)
            yield
        finally:
            with self._lock:
                self._aside -= 1
            self._wake.set()

    def _queue(self, jobs: Sequence[Job]) -> None:
        self._library.jobs.add(jobs)
        self._wake.set()

    def _in_hand(self) -> IngestProgress | None:
        with self._lock:
            return self._progress

    def _take_gone(self) -> list[str]:
        with self._lock:
            gone, self._gone = sorted(self._gone), set()
        return gone

    def _must_stop(self) -> bool:
        return self._closing.is_set() or self._aside > 0

    def _work(self) -> None:
        """The app's thread: works whenever something waits."""
        while not self._closing.is_set():
            self._wake.wait()
            self._wake.clear()
            if not self._must_stop() and self._has_work():
                self._work_once()
            self._use_idle_time()

    def _has_work(self) -> bool:
        waiting = self._gone or self._library.jobs.next(0, APP) or self._library.needs_reencoding()
        return bool(waiting)

    def _interrupted(self) -> bool:
        """Whether something comes before what is done in idle time."""
        return bool(self._must_stop() or self._current.answering() or self._has_work())

    def _use_idle_time(self) -> None:
        """While nothing else is to be done."""
        self._idle.clear()
        try:
            left = self._idle_work.enrich()
        finally:
            self._idle.set()
        left = self._idle_work.prepare() or left
        if left and not self._must_stop():
            self._wake_later()

    def _wake_later(self) -> None:
        timer = threading.Timer(RETRY, self._wake.set)
        timer.daemon = True
        timer.start()

    def _work_once(self) -> None:
        self._idle.clear()
        with self._lock:
            self._began, self._done, self._problem = time.monotonic(), 0, None
            self._bytes_done = 0
            self._sizes.clear()
            self._shares.clear()
        order = IngestOptions(
            APP, self._password, self._show, self._must_stop, lambda job: job.id in self._skipped, self._pause
        )
        try:
            for result in self._run(order, 1, 0, self._take_gone):
                with self._lock:
                    self._finished.append(result)
                    self._done += 1
                    self._bytes_done += self._sizes.pop(result.path, 0)
                    self._shares.pop(result.path, None)
        except RagdeskError as error:
            log.info("intake stands still code=%s", error.code)
            with self._lock:
                self._problem = error.problem
            if isinstance(error, BusyError):
                self._wake_later()
        except Exception:
            log.exception("intake")
            with self._lock:
                self._problem = Problem(
                    "Something unexpected went wrong; the log has the details.", "Add a file to go on."
                )
        finally:
            with self._lock:
                self._progress = None
                if self._library.jobs.next(0, APP) is None:
                    self._passwords.clear()
                    self._skipped.clear()
            self._idle.set()

    def _password(self, job: Job) -> str:
        with self._lock:
            return self._passwords.get(job.id, "")

    def _show(self, progress: IngestProgress) -> None:
        with self._lock:
            self._progress = progress
            self._shares[progress.path] = max(progress.share, self._shares.get(progress.path, 0.0))

    def _pause(self) -> None:
        """Answers come first: both want the processor."""
        while self._current.answering() and not self._must_stop():
            time.sleep(0.1)


def _size(path: Path) -> int:
    """Bytes; 0 of what lies in another file, or is gone: its own turn will tell."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
