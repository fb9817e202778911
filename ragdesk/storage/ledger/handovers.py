"""Questions that a person was asked. A row says which answer it is about and to whom it went; the message's text is not
kept: it holds passages, and those must go when their document goes.

A hand-over goes with its answer (ON DELETE CASCADE), so that a deleted conversation leaves none behind.
"""

import secrets
import sqlite3

from ragdesk.domain.entries import Handover
from ragdesk.domain.errors import UnknownIdError
from ragdesk.domain.search import Scope
from ragdesk.storage.ledger.codec import scope_from_json, scope_to_json
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.sources import now

_COLUMNS = "reference, message_id, question, scope, recipient, state, created_at"
# Bytes of a reference: short enough to be read out, and two of four billion are hardly ever the same.
REFERENCE_BYTES = 4


class Handovers:
    """The hand-overs of one ledger. References are 8 hex digits, chosen at random."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Handover]:
        """Every hand-over, the newest first."""
        query = f"SELECT {_COLUMNS} FROM handovers ORDER BY created_at DESC, reference"
        with self._database.reading() as connection:
            return [_handover(row) for row in connection.execute(query)]

    def get(self, reference: str) -> Handover:
        """Raises:
        UnknownIdError: there is none.
        """
        with self._database.reading() as connection:
            return _get(connection, reference)

    def begin(self, message_id: str, question: str, scope: Scope) -> Handover:
        """The hand-over of a stored answer; it is made where there is none yet."""
        made = Handover(
            secrets.token_hex(REFERENCE_BYTES).upper(), message_id, question, scope, "", "open", now()
        )
        with self._database.writing() as connection:
            found = connection.execute(
                f"SELECT {_COLUMNS} FROM handovers WHERE message_id = ?", (message_id,)
            ).fetchone()
            if found is not None:
                return _handover(found)
            connection.execute(
                f"INSERT INTO handovers ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (made.reference, message_id, question, scope_to_json(scope), "", "open", made.created_at),
            )
        return made

    def set_recipient(self, reference: str, recipient: str) -> None:
        """Errors as for `get`."""
        self._update(reference, "recipient", recipient)

    def set_answered(self, reference: str) -> None:
        """Errors as for `get`."""
        self._update(reference, "state", "answered")

    def delete(self, reference: str) -> None:
        """Delete a hand-over; it leaves the disk, and so do copies of the ledger from before. Errors as for `get`."""
        with self._database.writing() as connection:
            _get(connection, reference)
            connection.execute("DELETE FROM handovers WHERE reference = ?", (reference,))
        self._database.shred()
        self._database.drop_backups()

    def _update(self, reference: str, column: str, value: str) -> None:
        with self._database.writing() as connection:
            _get(connection, reference)
            connection.execute(f"UPDATE handovers SET {column} = ? WHERE reference = ?", (value, reference))


def _get(connection: sqlite3.Connection, reference: str) -> Handover:
    row = connection.execute(f"SELECT {_COLUMNS} FROM handovers WHERE reference = ?", (reference,)).fetchone()
    if row is None:
        raise UnknownIdError(
            "There is no open question with the reference {reference}.",
            "Choose one from the list in Chat.",
            reference=reference,
        )
    return _handover(row)


def _handover(row: sqlite3.Row) -> Handover:
    return Handover(**{**dict(row), "scope": scope_from_json(row["scope"])})
