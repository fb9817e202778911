"""A soak in pieces that go on with one home: each piece writes down how long it worked, and what the home and the process had
grown to at its end.

RAGDESK_SOAK_FOLDER names the folder that the pieces share; without it a soak is one piece, in a folder of its own.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path


class Pieces:
    """What was done in one home before, and now."""

    def __init__(self, name: str, otherwise: Path) -> None:
        shared = os.environ.get("RAGDESK_SOAK_FOLDER")
        self.folder = Path(shared).resolve() / name if shared else otherwise / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.home = self.folder / "home"
        self._file = self.folder / "pieces.jsonl"
        lines = self._file.read_text().splitlines() if self._file.exists() else []
        self.done: list[dict[str, float]] = [json.loads(line) for line in lines]

    def total(self, what: str) -> int:
        """So many in all pieces."""
        return int(sum(piece[what] for piece in self.done))

    def ended(self, **piece: float) -> None:
        """This piece is over; prints all of them."""
        piece["disk"] = sum(path.stat().st_size for path in self.home.rglob("*") if path.is_file())
        self.done.append(piece)
        with self._file.open("a") as file:
            file.write(json.dumps(piece) + "\n")
        for number, one in enumerate(self.done, start=1):
            print(f"piece {number}: {one}")
        print(f"{len(self.done)} pieces of one home, {self.total('seconds') / 60:.0f} minutes")

    def grown(self, slack: Mapping[str, float]) -> list[str]:
        """What is larger at the end of the last piece than at the end of the first, by more than this many times."""
        first, last = self.done[0], self.done[-1]
        return [
            f"{what}: {first[what]} to {last[what]}"
            for what, times in slack.items()
            if last[what] > times * first[what]
        ]
