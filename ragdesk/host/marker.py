"""Which folders are homes of RAGDesk: a file of its own in them says so. A home of an earlier version, from before there was
that file, is known by its ledger or by its documents.

Looking changes nothing: neither a database nor a lock is opened for writing in a folder that may be somebody else's.
"""

import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

# Not hidden, so that it is copied with the rest of a home.
MARKER = "ragdesk-home.txt"
LEDGER, ARCHIVE, SETTINGS = "library.db", "archive", "settings.toml"
TEXT = """\
This folder belongs to RAGDesk: your documents, conversations and settings are in it.
This file tells RAGDesk so. Leave it here, or RAGDesk may not open the folder again.
"""
# What a system leaves in a folder that looks empty; and the settings, which a person may write before the first start.
_OF_NO_ACCOUNT = frozenset((".ds_store", ".localized", "desktop.ini", "thumbs.db", "lost+found", SETTINGS))
# Tables of the first ledger, and how SQLite keeps their making as text.
_TABLES = frozenset(("documents", "chunks", "sources", "document_collections", "meta"))
_MADE = b"CREATE TABLE document_collections"
# A ledger that was never closed has its first tables at the begin of the log beside it.
_LOG_BYTES = 1 << 20
_ID = re.compile(r"[0-9a-f]{16}")


def is_home(folder: Path) -> bool:
    """Whether a folder is a home. One that cannot be looked into is none of ours."""
    ledger = folder / LEDGER
    try:
        if (folder / MARKER).is_file():
            return True
        return (ledger.is_file() and _is_ours(ledger)) or _holds_documents(folder / ARCHIVE)
    except OSError:
        return False


def is_free(folder: Path) -> bool:
    """Whether a folder holds nothing of a person's, so that it can become a home."""
    return all(path.name.lower() in _OF_NO_ACCOUNT or _is_for_a_home(path) for path in folder.iterdir())


def _is_for_a_home(path: Path) -> bool:
    """Models that were put there before the first start, or what `ragdesk eval` keeps in the home that is named."""
    if path.name == "models":
        return any(file.suffix in (".gguf", ".onnx") for file in path.rglob("*"))
    return path.name == "evaluation" and any(is_home(folder) for folder in path.iterdir())


def mark(folder: Path) -> None:
    """Say in a folder that it is a home."""
    marker = folder / MARKER
    if not marker.exists():
        marker.write_text(TEXT, encoding="utf-8")


def home_of(path: Path) -> Path | None:
    """The home that a path lies in, or is; None where it lies in none."""
    real = Path(os.path.realpath(path))  # which, unlike `resolve`, ends where links lead in a circle
    return next((folder for folder in (real, *real.parents) if is_home(folder)), None)


def _is_ours(ledger: Path) -> bool:
    try:
        # Immutable: SQLite makes no files beside it.
        with closing(
            sqlite3.connect(f"{ledger.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        ) as connection:
            names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error:  # damaged, or no database at all
        names = set()
    return names >= _TABLES or _is_made_in(ledger.with_name(f"{LEDGER}-wal"))


def _is_made_in(log: Path) -> bool:
    if not log.is_file():
        return False
    with log.open("rb") as file:
        return _MADE in file.read(_LOG_BYTES)


def _holds_documents(archive: Path) -> bool:
    """Its ledger may be damaged or lost."""
    if not archive.is_dir():
        return False
    return any(
        _ID.fullmatch(folder.name)
        and (folder / "metadata.json").is_file()
        and (folder / "document.md").is_file()
        for folder in archive.iterdir()
    )
