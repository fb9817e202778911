"""Folders of the archive that lie in one another's places, and putting them back.

A document's id is the begin of its file's SHA-256, so each original says whose it is, whatever its folder is called. A damaged
original says nothing: neither the ledger nor the record beside it knows its SHA-256.
"""

import json
import shutil
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from ragdesk.domain.documents import document_id
from ragdesk.host.hashing import sha256_of
from ragdesk.storage import own
from ragdesk.storage.archive.disk import sync_folder
from ragdesk.storage.own import METADATA, ORIGINAL

# The SHA-256 of a document's file by its id, in whatever state it is; None where the ledger does not know the document.
KnownHash = Callable[[str], str | None]


def exchanged(
    root: Path, folders: Iterable[str], known: KnownHash, aside: Collection[str] = ()
) -> dict[str, str]:
    """By folder, the document whose original lies in it though it is not that document's folder, and that lies nowhere else.
    Of two such copies the first counts; `aside` are documents that are on their way back. Reads the originals."""
    found: dict[str, str] = {}
    for folder in sorted(folders):
        sha256 = original_sha256(root / folder)
        owner = document_id(sha256)
        if not sha256 or owner == folder or owner in aside or owner in found.values():
            continue
        if sha256 not in (known(owner), _recorded(root / folder)):
            continue
        if original_sha256(root / owner) != sha256:
            found[folder] = owner
    return found


def returning(temporary: Path) -> set[str]:
    """The documents whose folders are on their way back: a process was killed meanwhile."""
    if not temporary.is_dir():
        return set()
    return {path.name.removeprefix(own.BACK) for path in temporary.iterdir() if own.is_returning(path)}


def put_back(root: Path, temporary: Path, folders: Iterable[str], known: KnownHash) -> None:
    """Rename each folder to the document that its original is of, all of them aside first, for they stand in one another's way.
    A damaged one in the way gets the place that comes free. A crash is settled by doing it again. Raises OSError."""
    temporary.mkdir(mode=0o700, parents=True, exist_ok=True)
    moves = exchanged(root, folders, known, returning(temporary))
    for folder in moves.keys() - moves.values():
        last = folder
        while last in moves:
            last = moves[last]
        if (root / last).exists():
            (root / last).rename(temporary / f"{own.BACK}{folder}")
    for folder, owner in moves.items():
        (root / folder).rename(temporary / f"{own.BACK}{owner}")
    for owner in sorted(returning(temporary)):
        back, place = temporary / f"{own.BACK}{owner}", root / owner
        if document_id(original_sha256(place)) == owner:  # a copy came there meanwhile
            shutil.rmtree(back)
        else:
            shutil.rmtree(place, ignore_errors=True)
            back.rename(place)
    sync_folder(root)


def original_sha256(folder: Path) -> str:
    """Of the original in a folder, in hexadecimal; "" where there is none that can be read."""
    try:
        return next((sha256_of(path) for path in folder.iterdir() if path.stem == ORIGINAL), "")
    except OSError:
        return ""


def _recorded(folder: Path) -> str:
    """What the record in a folder says of its original."""
    try:
        return str(json.loads((folder / METADATA).read_bytes())["sha256"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""
