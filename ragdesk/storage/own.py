"""What RAGDesk itself made in the folders of a home, told by name and content: the stores delete nothing else.

What a person put there is left alone, and `doctor` names it.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from ragdesk.host.paths import Home

# The files of a document's folder in the archive.
TEXT, LAYOUT, METADATA, ORIGINAL = "document.md", "layout.npz", "metadata.json", "original"
ABOUT = "about.md"

_ID = re.compile(r"[0-9a-f]{16}")
_STAGED = re.compile(r"(again-|removed-)?[0-9a-f]{16}")
# A document's folder that lay in another's place, on its way back: never deleted with what is only half-made.
BACK = "back-"
_RETURNING = re.compile(rf"{BACK}[0-9a-f]{{16}}")
_COPY = re.compile(r"[0-9a-f]{16}-[0-9a-f]{8}|(text|again)-[0-9a-f]{16}")
_PARTS = re.compile(r"parts-(\d+|[0-9a-f]{16})")
_STORE = "store"
_TEMPORARY = re.compile(rf"uploads-\d+|reply-[0-9a-f]{{16}}|shared-\d+|{_STORE}")
# What systems put into each folder that a person looks into.
_LITTER = frozenset((".ds_store", "desktop.ini", "thumbs.db"))


def is_document(path: Path) -> bool:
    """A folder of the archive, whole or not."""
    return bool(_ID.fullmatch(path.name)) and _holds_only_a_document(path)


def is_staged(path: Path) -> bool:
    """A folder on its way into the archive or out of it."""
    return bool(_STAGED.fullmatch(path.name)) and _holds_only_a_document(path)


def is_returning(path: Path) -> bool:
    """A folder that lay in another document's place, on its way back to its own."""
    return bool(_RETURNING.fullmatch(path.name)) and _is_folder(path)


def is_copy(path: Path) -> bool:
    """A copy that waits to be taken in, or the folder of what was in a file."""
    if path.is_symlink():
        return False
    if path.is_dir():
        return bool(_PARTS.fullmatch(path.name)) and all(part.name.isdecimal() for part in path.iterdir())
    return bool(_COPY.fullmatch(path.name))


def is_generation(path: Path) -> bool:
    """A pair of indexes."""
    return (
        path.name.isdecimal()
        and _is_folder(path)
        and {part.name for part in path.iterdir()} <= {"vectors", "words"}
    )


def strays(home: Home) -> list[Path]:
    """What lies in the folders of a home's stores and was not made by RAGDesk."""
    return [path for path in sorted(_found(home)) if path.name.lower() not in _LITTER]


def _found(home: Home) -> Iterator[Path]:
    yield from _not(is_document, home.archive)
    yield from _not(is_copy, home.incoming)
    yield from _not(lambda path: is_staged(path) or is_returning(path), home.temporary / _STORE)
    yield from _not(lambda path: bool(_TEMPORARY.fullmatch(path.name)), home.temporary)
    for family in _below(home.index):
        if _is_folder(family) and all(map(is_generation, _below(family))):
            continue
        yield from _not(is_generation, family) if any(map(is_generation, _below(family))) else [family]


def _not(is_ours: Callable[[Path], bool], folder: Path) -> Iterator[Path]:
    return (path for path in _below(folder) if not is_ours(path))


def _below(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _holds_only_a_document(folder: Path) -> bool:
    return _is_folder(folder) and all(
        part.name in (TEXT, LAYOUT, METADATA, ABOUT) or part.stem == ORIGINAL for part in folder.iterdir()
    )
