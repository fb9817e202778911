"""The ledger's schema, as ordered steps. `PRAGMA user_version` says how many of them a file has had.

A step is never changed once released: what comes later is a new step at the end. It knows nothing of what
the tables mean; see `documents`, `sources`, `groups` and `conversations`.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from ragdesk.domain.errors import HomeTooNewError
from ragdesk.storage.ledger.nearest_apart import nearest_apart

Step = Callable[[sqlite3.Connection], None]


def _first_schema(connection: sqlite3.Connection) -> None:
    for statement in _FIRST_SCHEMA.split(";"):
        connection.execute(statement)


# Every row that belongs to a document goes with it (ON DELETE CASCADE); a document never goes by itself.
_FIRST_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('indexing', 'ready', 'removing')),
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    language TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    paged INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    ingest_version INTEGER NOT NULL,
    content_version INTEGER NOT NULL,
    added_at TEXT NOT NULL,
    properties TEXT NOT NULL,
    indexed_in TEXT NOT NULL
);
CREATE INDEX documents_by_state ON documents (state, language);

CREATE TABLE pages (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    width REAL NOT NULL,
    height REAL NOT NULL,
    PRIMARY KEY (document_id, number)
) WITHOUT ROWID;

CREATE TABLE chunks (
    id TEXT PRIMARY KEY,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    text TEXT NOT NULL,
    context TEXT NOT NULL,
    section TEXT NOT NULL,
    page_start INTEGER,
    page_end INTEGER,
    parent_start INTEGER NOT NULL,
    parent_end INTEGER NOT NULL,
    UNIQUE (document_id, ordinal)
);

CREATE TABLE sources (
    path TEXT PRIMARY KEY,
    document_id TEXT REFERENCES documents (id) ON DELETE CASCADE,
    bytes INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    content_version INTEGER NOT NULL,
    problem TEXT,
    seen_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX sources_by_document ON sources (document_id);

CREATE TABLE collections (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE);

CREATE TABLE document_collections (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    collection_id INTEGER NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    PRIMARY KEY (document_id, collection_id)
) WITHOUT ROWID;
CREATE INDEX documents_by_collection ON document_collections (collection_id);

CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    scope TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
);

CREATE TABLE messages (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
    text TEXT NOT NULL,
    answer TEXT,
    created_at TEXT NOT NULL
);
CREATE INDEX messages_by_conversation ON messages (conversation_id, position)
"""


def _parts_queue_and_entries(connection: sqlite3.Connection) -> None:
    for statement in _PARTS_QUEUE_AND_ENTRIES.split(";"):
        connection.execute(statement)


# Sources inside other files, the queue of files to take in, folders that are watched, questions with their answers, and
# what a model writes of documents (page 0) and pages.
_PARTS_QUEUE_AND_ENTRIES = """
ALTER TABLE sources ADD COLUMN container TEXT NOT NULL DEFAULT '';
ALTER TABLE sources ADD COLUMN parent_id TEXT NOT NULL DEFAULT '';
ALTER TABLE sources ADD COLUMN depth INTEGER NOT NULL DEFAULT 0;
CREATE INDEX sources_by_parent ON sources (parent_id);

ALTER TABLE documents ADD COLUMN enriched TEXT NOT NULL DEFAULT '';
ALTER TABLE chunks ADD COLUMN note TEXT NOT NULL DEFAULT '';

CREATE TABLE notes (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    page INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (document_id, page)
) WITHOUT ROWID;

CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL,
    source TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    batch TEXT NOT NULL,
    collection TEXT,
    container TEXT NOT NULL,
    parent_id TEXT NOT NULL,
    depth INTEGER NOT NULL,
    ours INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    problem TEXT NOT NULL
);
CREATE INDEX jobs_by_batch ON jobs (batch, id);

CREATE TABLE watched (path TEXT PRIMARY KEY, collection TEXT) WITHOUT ROWID;

CREATE TABLE entries (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('proposed', 'approved', 'rejected')),
    question TEXT NOT NULL,
    answer TEXT NOT NULL,
    origin TEXT NOT NULL,
    collection TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) WITHOUT ROWID
"""


def _handovers(connection: sqlite3.Connection) -> None:
    """Questions that a person was asked; each goes with the answer that it is about."""
    connection.execute(
        """
        CREATE TABLE handovers (
            reference TEXT PRIMARY KEY,
            message_id TEXT NOT NULL UNIQUE REFERENCES messages (id) ON DELETE CASCADE,
            question TEXT NOT NULL,
            scope TEXT NOT NULL,
            recipient TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('open', 'answered')),
            created_at TEXT NOT NULL
        ) WITHOUT ROWID
        """
    )


def _proposals(connection: sqlite3.Connection) -> None:
    """What was noticed of a person, for them to decide or undo; the notes themselves are in the memory files."""
    connection.execute(
        """
        CREATE TABLE proposals (
            id TEXT PRIMARY KEY,
            state TEXT NOT NULL CHECK (state IN ('proposed', 'written', 'rejected')),
            target TEXT NOT NULL CHECK (target IN ('user', 'company')),
            text TEXT NOT NULL,
            confidence REAL NOT NULL,
            replaces TEXT NOT NULL,
            message_id TEXT REFERENCES messages (id) ON DELETE CASCADE,
            created_at TEXT NOT NULL
        ) WITHOUT ROWID
        """
    )


def _ratings(connection: sqlite3.Connection) -> None:
    """What a person thought of an answer; each goes with the answer that it is about."""
    connection.execute(
        """
        CREATE TABLE ratings (
            message_id TEXT PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
            verdict TEXT NOT NULL CHECK (verdict IN ('good', 'bad')),
            reason TEXT NOT NULL,
            note TEXT NOT NULL,
            created_at TEXT NOT NULL
        ) WITHOUT ROWID
        """
    )


def _starters(connection: sqlite3.Connection) -> None:
    """Questions to begin with, of each document, and the version of the rules that made them."""
    connection.execute(
        """
        CREATE TABLE starters (
            document_id TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            questions TEXT NOT NULL
        ) WITHOUT ROWID
        """
    )


def _overviews(connection: sqlite3.Connection) -> None:
    """What a language model has written of documents, section by section."""
    connection.execute(
        """
        CREATE TABLE overviews (
            document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
            model TEXT NOT NULL,
            version INTEGER NOT NULL,
            finished INTEGER NOT NULL,
            sections TEXT NOT NULL,
            PRIMARY KEY (document_id, model)
        ) WITHOUT ROWID
        """
    )


def _titles(connection: sqlite3.Connection) -> None:
    """Where a document's own title was found, and the title that a person gave it (NULL: none)."""
    connection.execute("ALTER TABLE documents ADD COLUMN title_from TEXT NOT NULL DEFAULT ''")
    connection.execute("ALTER TABLE documents ADD COLUMN given_title TEXT")


def _tables(connection: sqlite3.Connection) -> None:
    for statement in _TABLES.split(";"):
        connection.execute(statement)


# Tables of documents and questions. A cell's `asked` is that of the question which it answers, '' once its document was read
# anew.
_TABLES = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    collection_id INTEGER REFERENCES collections (id) ON DELETE SET NULL,
    folder TEXT NOT NULL,
    paused INTEGER NOT NULL,
    created_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE table_documents (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    PRIMARY KEY (table_id, document_id)
) WITHOUT ROWID;
CREATE INDEX tables_by_document ON table_documents (document_id);

CREATE TABLE table_columns (
    id TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    question TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    choices TEXT NOT NULL,
    asked TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX columns_by_table ON table_columns (table_id, position);

CREATE TABLE table_cells (
    column_id TEXT NOT NULL REFERENCES table_columns (id) ON DELETE CASCADE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    verdict TEXT NOT NULL CHECK (verdict IN ('found', 'absent', 'unsure', 'person')),
    found TEXT NOT NULL,
    set_by TEXT NOT NULL CHECK (set_by IN ('app', 'person')),
    checked INTEGER NOT NULL,
    asked TEXT NOT NULL,
    PRIMARY KEY (column_id, document_id)
) WITHOUT ROWID;
CREATE INDEX cells_by_document ON table_cells (document_id)
"""


def _words_of_columns(connection: sqlite3.Connection) -> None:
    """Columns of tables say what words to look for."""
    connection.execute("ALTER TABLE table_columns ADD COLUMN look_for TEXT NOT NULL DEFAULT '[]'")


STEPS: tuple[Step, ...] = (
    _first_schema,
    _parts_queue_and_entries,
    _handovers,
    _proposals,
    _ratings,
    nearest_apart,
    _starters,
    _overviews,
    _titles,
    _tables,
    _words_of_columns,
)


def migrate(connection: sqlite3.Connection, path: Path, steps: Sequence[Step] = STEPS) -> None:
    """Bring the ledger up to the last step, in one transaction; a copy `library.db.before-N` is kept of an
    older one.

    Raises:
        HomeTooNewError: the file has had more steps than this RAGDesk knows.
    """
    version = _version(connection)
    if version > len(steps):
        raise HomeTooNewError(
            "The library was written by a newer RAGDesk (ledger {version}, this one knows {known}).",
            "Install the newer RAGDesk, or choose another home with --home.",
            version=version,
            known=len(steps),
        )
    if version == len(steps):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Read again: another process may have migrated while this one waited for the lock.
        version = _version(connection)
        if 0 < version < len(steps):
            _back_up(path, path.with_name(f"{path.name}.before-{len(steps)}"))
        for step in steps[version:]:
            step(connection)
        connection.execute(f"PRAGMA user_version = {len(steps)}")
        connection.execute("COMMIT")
    except BaseException:
        if (
            connection.in_transaction
        ):  # not where SQLite has rolled back by itself: the disk refused the COMMIT
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _back_up(path: Path, copy: Path) -> None:
    """Copy the database through a connection of its own: one that is inside a transaction cannot be copied
    from."""
    copy.touch(mode=0o600)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
