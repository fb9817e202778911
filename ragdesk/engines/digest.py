"""SHA-256 of large files, remembered so that the app does not read a gigabyte at each start.

A remembered hash holds while the file's size and modification time stay the same. That is enough against
a copy that broke off; against a disk that rots, `measure` reads the file again (`ragdesk models verify`).
"""

import os
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ragdesk.host.hashing import sha256_of

# Size, modification time in nanoseconds, SHA-256.
Row = tuple[int, int, str]
TABLE = TypeAdapter(dict[str, Row])


@dataclass(frozen=True, slots=True)
class Digests:
    """Hashes of installed files, kept in one small JSON file. Losing that file costs time, nothing else."""

    memory: Path

    def of(self, path: Path) -> str:
        """The file's hash: remembered where the file is as it was, else measured. Raises OSError."""
        row = self._read().get(str(path))
        return row[2] if row and row[:2] == _stamp(path) else self.measure(path)

    def measure(self, path: Path) -> str:
        """Hash the file whatever is remembered, and remember the result. Raises OSError."""
        size, modified = _stamp(path)
        digest = sha256_of(path)
        self._write(path, (size, modified, digest))
        return digest

    def remember(self, path: Path, digest: str) -> None:
        """Store a hash that was computed while the file was written. Raises OSError."""
        self._write(path, (*_stamp(path), digest))

    def recorded(self, path: Path) -> str:
        """The hash that was remembered last, whatever has become of the file since; "" where there is none."""
        row = self._read().get(str(path))
        return row[2] if row else ""

    def _write(self, path: Path, row: Row) -> None:
        existing = {name: stored for name, stored in self._read().items() if Path(name).exists()}
        table = existing | {str(path): row}
        draft = self.memory.with_name(f"{self.memory.name}.{os.getpid()}.draft")
        draft.write_bytes(TABLE.dump_json(table, indent=1))
        draft.replace(self.memory)

    def _read(self) -> dict[str, Row]:
        try:
            return TABLE.validate_json(self.memory.read_bytes())
        except (OSError, ValidationError):
            return {}


def _stamp(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_size, status.st_mtime_ns
