"""What went wrong in this run of the app, so that no error is lost with the box in which it was shown. Never written to disk."""

import logging
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web.wording import t, told

KEPT = 50


@dataclass(frozen=True, slots=True)
class Problem:
    """When it happened (ISO, UTC), what, what to do, and the error's code."""

    at: str
    message: str
    hint: str
    code: str


class Problems:
    """The last `KEPT` problems, the newest first, and how many of them nobody has looked at. Safe from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: deque[Problem] = deque(maxlen=KEPT)
        self._unseen = 0
        self._failed: set[tuple[str, str]] = set()

    def add(self, problem: RagdeskError) -> None:
        moment = datetime.now(UTC).isoformat(timespec="seconds")
        with self._lock:
            self._kept.appendleft(Problem(moment, problem.message, problem.hint, problem.code))
            self._unseen = min(self._unseen + 1, KEPT)

    def follow(self, failures: Sequence[tuple[str, str]]) -> None:
        """Take over what the intake failed at, as (file, why), each once; a failure that is gone may come again."""
        fresh = [one for one in failures if one not in self._failed]
        self._failed = set(failures)
        for name, why in fresh:
            said = f"{t('{file} was not taken in.', file=name)} {told(why)}" if name else told(why)
            self.add(RagdeskError(said.strip(), t("See it in the Library.")))

    def all(self) -> list[Problem]:
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


class Catcher(logging.Handler):
    """Keeps what is logged as an error and was shown to nobody."""

    def __init__(self, problems: Problems = PROBLEMS) -> None:
        super().__init__(logging.ERROR)
        self._problems = problems

    def emit(self, record: logging.LogRecord) -> None:
        if record.name != "ragdesk.front.web.parts":  # `explain` keeps its own
            self._problems.add(
                RagdeskError(
                    t("Something unexpected went wrong ({where}).", where=record.name),
                    t("Try again; the log has the details."),
                )
            )
