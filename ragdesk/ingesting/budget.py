"""What may come out of one file that a person gave: over all the files in it, and in those, together.

A limit for each archive alone is none: fifty archives of fifty archives unfold to two and a half thousand times as much.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ragdesk.domain.documents import ContainedFile
from ragdesk.domain.errors import TooLargeError
from ragdesk.domain.intake import Job
from ragdesk.domain.sources import nesting
from ragdesk.host.disk import room
from ragdesk.ingesting.worker import MAX_FILES, UNPACKED_TIMES


@dataclass(frozen=True, slots=True)
class Unfolded:
    """How much came out of a file: files and their bytes."""

    files: int = 0
    bytes: int = 0

    def __add__(self, other: "Unfolded") -> "Unfolded":
        return Unfolded(self.files + other.files, self.bytes + other.bytes)


def unfolded(parts: Sequence[ContainedFile]) -> Unfolded:
    """How much was taken out of a file, which has these parts."""
    sizes = [part.path.stat().st_size for part in parts if part.path is not None]
    return Unfolded(len(sizes), sum(sizes))


class Budget:
    """Keeps count for one run.

    Args:
        incoming: where what is unpacked lies.
        known: what earlier runs took out of the file at a path.
    """

    def __init__(self, incoming: Path, known: Callable[[str], Unfolded], max_bytes: int) -> None:
        self._incoming = incoming
        self._known = known
        self._most = Unfolded(MAX_FILES, UNPACKED_TIMES * max_bytes)
        self._so_far: dict[str, Unfolded] = {}

    def left(self, job: Job) -> Unfolded:
        """What may still come out of the file that a person gave, and that `job` is or lies in; and no more than the disk has
        room for."""
        outermost = nesting(job.source)[0]
        if not job.container:
            self._so_far[outermost] = Unfolded()
        elif outermost not in self._so_far:
            self._so_far[outermost] = self._known(outermost)
        so_far = self._so_far[outermost]
        return Unfolded(
            max(self._most.files - so_far.files, 0),
            max(min(self._most.bytes - so_far.bytes, room(self._incoming)), 0),
        )

    def charge(self, job: Job, taken: Unfolded) -> None:
        """Count what came out of the file of `job`.

        Raises:
            TooLargeError: others that were read at the same time have used up what was left.
        """
        outermost = nesting(job.source)[0]
        total = self._so_far[outermost] + taken
        if taken.files and (total.files > self._most.files or total.bytes > self._most.bytes):
            raise TooLargeError(
                "What is in it unfolds to more than may be taken in, or than the disk has room for.",
                "Unpack it, and add the folder.",
            )
        self._so_far[outermost] = total
