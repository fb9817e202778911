"""What is kept on the machine, and the receipt of its erasure."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

AreaName = Literal[
    "documents", "ledger", "index", "memory", "models", "uploads", "logs", "settings", "window"
]


@dataclass(frozen=True, slots=True)
class Area:
    """A kind of thing that is kept: where (the first of its places), how many files, how many bytes."""

    name: AreaName
    place: Path
    files: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Erasure:
    """The receipt: what was deleted of each area, and what could not be, with the system's reason."""

    areas: tuple[Area, ...]
    left: tuple[tuple[str, str], ...]
