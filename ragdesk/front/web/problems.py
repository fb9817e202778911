"""What went wrong in this run of the app, so that no error is lost with the box in which it was shown. Never written to disk."""

import logging
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from ragdesk.domain.errors import Problem, RagdeskError

log = logging.getLogger(__name__)

KEPT = 50


@dataclass(frozen=True, slots=True)
class LoggedProblem:
    """A problem, and when it happened (ISO, UTC)."""

    at: str
    problem: Problem


class Problems:
    """The last `KEPT` problems, the newest first, and how many of them nobody has looked at. Safe from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: deque[LoggedProblem] = deque(maxlen=KEPT)
        self._unseen = 0
        self._failed: set[tuple[str, Problem]] = set()

    def add(self, error: RagdeskError) -> None:
        moment = datetime.now(UTC).isoformat(timespec="seconds")
        with self._lock:
            self._kept.appendleft(LoggedProblem(moment, error.problem))
            self._unseen = min(self._unseen + 1, KEPT)

    def follow(self, failures: Sequence[tuple[str, Problem]]) -> None:
        """Take over what the intake failed at, as (file, why), each once; a failure that is gone may come again."""
        fresh = [failure for failure in failures if failure not in self._failed]
        self._failed = set(failures)
        for name, why in fresh:
            what = Problem("{file} was not taken in. {why}", file=name, why=why) if name else why
            self.add(RagdeskError(what, "See it in the Library."))

    def all(self) -> list[LoggedProblem]:
        with self._lock:
            return list(self._kept)

    def unseen(self) -> int:
        with self._lock:
            return self._unseen

    def seen(self) -> None:
        """A person has looked at them all."""
        with self._lock:
            self._unseen = 0

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._unseen = 0


# Those of this process: errors come from handlers of every window and from threads.
PROBLEMS = Problems()


def explain(problem: BaseException) -> RagdeskError:
    """The error as a person can read it, kept for the list in Settings; one that nobody foresaw goes whole to the log."""
    if isinstance(problem, RagdeskError):
        PROBLEMS.add(problem)
        return problem
    log.error("unexpected in the app", exc_info=problem)
    unforeseen = RagdeskError(
        "Something unexpected went wrong ({where}).",
        "Try again; the log has the details.",
        where=type(problem).__name__,
    )
    PROBLEMS.add(unforeseen)
    return unforeseen


class Catcher(logging.Handler):
    """Keeps what is logged as an error and was shown to nobody."""

    def __init__(self, problems: Problems = PROBLEMS) -> None:
        super().__init__(logging.ERROR)
        self._problems = problems

    def emit(self, record: logging.LogRecord) -> None:
        if record.name != __name__:  # `explain` keeps its own
            self._problems.add(
                RagdeskError(
                    "Something unexpected went wrong ({where}).",
                    "Try again; the log has the details.",
                    where=record.name,
                )
            )
