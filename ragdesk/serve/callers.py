"""Which programs are connected: each process that has a door open keeps a small file in the home, and the page reads them all.

Names that programs give themselves, moments and counts; nothing of what they asked.
"""

import json
import logging
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import psutil

from ragdesk.host.paths import Home

log = logging.getLogger(__name__)

Way = Literal["http", "mcp"]

# Of a program's name; programs that one process remembers.
NAME_LENGTH, MOST = 60, 50
# Between two writes of the file, in seconds: a script may ask a hundred times in one.
WRITE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Caller:
    """A program, as it calls itself. `first`, `last`: ISO moments in UTC of its requests."""

    program: str
    way: Way
    first: str
    last: str
    requests: int


class Callers:
    """The programs that came through the doors of this process. Safe to use from several threads."""

    def __init__(self, home: Home) -> None:
        self._place = home.doors / f"{os.getpid()}.json"
        self._lock = threading.Lock()
        self._callers: dict[tuple[str, Way], Caller] = {}
        self._written = 0.0

    def note(self, name: str, way: Way) -> None:
        """A program has asked for something."""
        program = _shown(name)
        moment = datetime.now(UTC).isoformat(timespec="seconds")
        with self._lock:
            earlier = self._callers.get((program, way))
            if earlier is None and len(self._callers) >= MOST:
                return
            caller = earlier or Caller(program, way, moment, moment, 0)
            self._callers[program, way] = replace(caller, last=moment, requests=caller.requests + 1)
            if earlier is None or time.monotonic() - self._written > WRITE_SECONDS:
                self._write()

    def close(self) -> None:
        """Nobody is connected any more."""
        with self._lock:
            self._place.unlink(missing_ok=True)

    def _write(self) -> None:
        self._written = time.monotonic()
        told = {
            "process": os.getpid(),
            "began": psutil.Process().create_time(),
            "callers": [asdict(caller) for caller in self._callers.values()],
        }
        draft = self._place.with_suffix(".draft")
        try:
            self._place.parent.mkdir(mode=0o700, exist_ok=True)
            draft.write_text(json.dumps(told), encoding="utf-8")
            draft.replace(self._place)
        except OSError as error:  # a full disk: the list is not worth a question
            log.warning("callers not written error=%s", error.strerror)


def connected(home: Home) -> list[Caller]:
    """The programs that came through a door that is open now, in any process of this home; the one that asked last first."""
    found = [caller for path in home.doors.glob("*.json") for caller in _read(path)]
    return sorted(found, key=lambda caller: caller.last, reverse=True)


def _read(path: Path) -> Iterator[Caller]:
    """Those of one process; none, and no file any more, where it was killed."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        callers = [Caller(**caller) for caller in told["callers"]]
        alive = psutil.Process(told["process"]).create_time() == told["began"]
    except psutil.NoSuchProcess:
        alive, callers = False, []
    except (OSError, ValueError, TypeError, KeyError) as error:
        log.info("callers not read error=%s", type(error).__name__)
        return
    if alive:
        yield from callers
    else:
        path.unlink(missing_ok=True)


def _shown(name: str) -> str:
    """A name as it can be shown: printable, on one line, not too long."""
    printable = "".join(character for character in name if character.isprintable())
    return " ".join(printable.split())[:NAME_LENGTH] or "?"
