"""A file as a parser is given it, and where the parser puts the files that are inside of it.

What comes out of a container is written under numbers of our own: a name from inside a message or an archive is only ever
shown, it never becomes a path.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from ragdesk.domain.documents import ContainedFile
from ragdesk.domain.errors import Problem, TooLargeError

# Characters of a shown name; file systems stop at 255 bytes, and nobody reads more.
NAME_LENGTH = 200
MAX_PARTS = 10_000


def too_large(name: str, size: int, most: int) -> TooLargeError:
    """Why the file that a person calls `name` is not read (bytes)."""
    return TooLargeError(
        "{file} has {size:,.0f} MB; files up to {most:,.0f} MB are taken.",
        "Split it, or raise ingest.max_file_mb in settings.toml.",
        file=name,
        size=size / 1e6,
        most=most / 1e6,
    )


class Unpacked:
    """The folder for one container's parts. Made when the first part comes.

    Args:
        max_bytes, max_files: what all parts together may have; an archive that unfolds to more is a bomb, or a mistake.
    """

    def __init__(self, folder: Path, max_bytes: int, max_files: int = MAX_PARTS) -> None:
        self._folder = folder
        self._left = max_bytes
        self._max_files = max_files
        self.parts: list[ContainedFile] = []

    def add(self, name: str, content: Iterable[bytes]) -> None:
        """Write one part.

        Raises:
            TooLargeError: too many parts, or too many bytes in all.
        """
        if len(self.parts) >= self._max_files:
            raise TooLargeError("It holds more files than may be taken in.", "Unpack it, and add the folder.")
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._folder / str(len(self.parts))
        with path.open("xb") as file:
            for block in content:
                self._left -= len(block)
                if self._left < 0:
                    raise TooLargeError(
                        "What is in it unfolds to more than may be taken in, or than the disk has room for.",
                        "Unpack it, and add the folder.",
                    )
                file.write(block)
        self.parts.append(ContainedFile(shown_name(name), path))

    def skip(self, name: str, problem: Problem) -> None:
        """Name a part that could not be taken out, and why (one sentence and what to do)."""
        self.parts.append(ContainedFile(shown_name(name), None, problem))


def unseen(page: int, pages: int) -> None:
    """Nobody looks on."""


@dataclass(frozen=True, slots=True)
class InputFile:
    """What a parser works on. `name` is what the person calls the file; `password` is "" where none was given; `at_page` is told
    which page is begun, from 1, and how many there are."""

    path: Path
    name: str
    unpacked: Unpacked
    password: str = ""
    at_page: Callable[[int, int], None] = unseen


def shown_name(name: str) -> str:
    """A relative path of any system as it can be shown: printable, without `.`, `..`, roots and drives, not too long."""
    pieces = [
        "".join(character for character in piece if character.isprintable()).strip()
        for piece in name.replace("\\", "/").split("/")
    ]
    names = [piece for piece in pieces if piece not in ("", ".", "..") and not piece.endswith(":")]
    return "/".join(names)[-NAME_LENGTH:].strip("/") or "unnamed"
