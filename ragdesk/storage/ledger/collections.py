"""Collections: the names that a person sorts documents under. A document may be in several.

They live in the ledger alone, so changing them needs no write session and never waits for an ingest.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.domain.search import Scope
from ragdesk.storage.ledger.database import Database


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection and how many ready documents it holds."""

    name: str
    documents: int


class Collections:
    """The collections of one ledger. Names are compared without regard to case (ASCII)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Collection]:
        query = """
            SELECT collections.name, count(documents.id) FROM collections
            LEFT JOIN document_collections ON collection_id = collections.id
            LEFT JOIN documents ON documents.id = document_id AND state = 'ready'
            GROUP BY collections.id ORDER BY collections.name COLLATE NOCASE
        """
        with self._database.reading() as connection:
            return [Collection(*row) for row in connection.execute(query)]

    def create(self, name: str) -> None:
        """Make a collection; one that is there already stays as it is.

        Raises:
            UsageError: the name is empty.
        """
        with self._database.writing() as connection:
            _ensure(connection, name)

    def rename(self, name: str, new_name: str) -> None:
        """Raises:
        UnknownIdError: there is no such collection.
        UsageError: the new name is empty, or another collection has it.
        """
        with self._database.writing() as connection:
            collection = _known(connection, name)
            taken = _find(connection, _clean(new_name))
            if taken is not None and taken != collection:
                raise UsageError(
                    "There is already a collection “{name}”.", "Choose another name.", name=new_name
                )
            connection.execute("UPDATE collections SET name = ? WHERE id = ?", (_clean(new_name), collection))

    def delete(self, name: str) -> None:
        """Delete a collection; its documents stay in the library.

        Raises:
            UnknownIdError: there is no such collection.
        """
        with self._database.writing() as connection:
            connection.execute("DELETE FROM collections WHERE id = ?", (_known(connection, name),))

    def assign(self, document_ids: Iterable[str], name: str) -> None:
        """Put documents into a collection, which is made if it is not there."""
        with self._database.writing() as connection:
            assign(connection, document_ids, name)

    def unassign(self, document_ids: Iterable[str], name: str) -> None:
        """Take documents out of a collection.

        Raises:
            UnknownIdError: there is no such collection.
        """
        with self._database.writing() as connection:
            collection = _known(connection, name)
            connection.executemany(
                "DELETE FROM document_collections WHERE document_id = ? AND collection_id = ?",
                [(document_id, collection) for document_id in document_ids],
            )

    def put(self, document_id: str, names: Sequence[str]) -> None:
        """A document is in these collections from now on, and in no other; those that are not there are made."""
        with self._database.writing() as connection:
            connection.execute("DELETE FROM document_collections WHERE document_id = ?", (document_id,))
            for name in names:
                assign(connection, [document_id], name)

    def resolve(self, scope: Scope) -> frozenset[str] | None:
        """The ready documents that a scope allows; None means all of them.

        Collections widen one another, and so do documents; where both are named, a document must be in both.

        Raises:
            UnknownIdError: a collection or a document of the scope is not in the library.
        """
        if not scope.collections and not scope.documents:
            return None
        with self._database.reading() as connection:
            allowed = _members(connection, scope.collections) if scope.collections else None
            if scope.documents:
                named = _existing(connection, scope.documents)
                allowed = named if allowed is None else allowed & named
        return allowed


def assign(connection: sqlite3.Connection, document_ids: Iterable[str], name: str) -> None:
    collection = _ensure(connection, name)
    # Ids that are not in the library are passed over: a person may remove a document while a list of it is
    # open.
    connection.executemany(
        "INSERT OR IGNORE INTO document_collections SELECT id, ? FROM documents WHERE id = ?",
        [(collection, document_id) for document_id in document_ids],
    )


def inherit(connection: sqlite3.Connection, document_id: str, from_id: str) -> None:
    """A new version of a document is where the old one was."""
    connection.execute(
        "INSERT OR IGNORE INTO document_collections "
        "SELECT ?, collection_id FROM document_collections WHERE document_id = ?",
        (document_id, from_id),
    )


def _members(connection: sqlite3.Connection, names: Sequence[str]) -> frozenset[str]:
    query = """
        SELECT document_id FROM document_collections JOIN documents ON documents.id = document_id
        WHERE state = 'ready' AND collection_id = ?
    """
    members = (row[0] for name in names for row in connection.execute(query, (_known(connection, name),)))
    return frozenset(members)


def _existing(connection: sqlite3.Connection, document_ids: Sequence[str]) -> frozenset[str]:
    for document_id in document_ids:
        if not connection.execute(
            "SELECT 1 FROM documents WHERE state = 'ready' AND id = ?", (document_id,)
        ).fetchone():
            raise UnknownIdError(
                "There is no document “{id}” in the library.",
                "See the ids with: ragdesk list",
                id=document_id,
            )
    return frozenset(document_ids)


def _clean(name: str) -> str:
    cleaned = " ".join(name.split())
    if not cleaned:
        raise UsageError("A collection needs a name.", "Give it one.")
    return cleaned


def _find(connection: sqlite3.Connection, name: str) -> int | None:
    row = connection.execute("SELECT id FROM collections WHERE name = ?", (name,)).fetchone()
    return int(row[0]) if row else None


def _known(connection: sqlite3.Connection, name: str) -> int:
    collection = _find(connection, _clean(name))
    if collection is None:
        raise UnknownIdError(
            "There is no collection “{name}”.", "See the collections with: ragdesk list", name=name
        )
    return collection


def _ensure(connection: sqlite3.Connection, name: str) -> int:
    cleaned = _clean(name)
    connection.execute("INSERT OR IGNORE INTO collections (name) VALUES (?)", (cleaned,))
    return _known(connection, cleaned)
