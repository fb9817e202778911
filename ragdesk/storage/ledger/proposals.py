"""What was noticed of a person: notes that wait for their decision, and those that were written and can be undone.

The notes themselves live in the memory files; a row goes when its note does, so that nothing forgotten stays here. Of a
rejected one only a digest is kept, to not propose it again. Rows go with the answer that they came with (ON DELETE CASCADE).
"""

import hashlib
import secrets
import sqlite3
from collections.abc import Collection

from ragdesk.domain.errors import UnknownIdError
from ragdesk.domain.memory import MemoryName, Noticed, Remembered, RememberedState
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.sources import now

# With the conversation of the answer that it came with, and the question before that.
_REMEMBERED = """
    SELECT proposals.id, state, target, proposals.text, confidence, replaces, coalesce(message_id, ''), proposals.created_at,
        coalesce(messages.conversation_id, ''),
        coalesce((
            SELECT asked.text FROM messages AS asked
            WHERE asked.conversation_id = messages.conversation_id AND asked.position < messages.position
                AND asked.role = 'user'
            ORDER BY asked.position DESC LIMIT 1
        ), '')
    FROM proposals LEFT JOIN messages ON messages.id = proposals.message_id
"""


class Proposals:
    """The proposals of one ledger. Ids are 16 hex digits, chosen at random."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, state: RememberedState) -> list[Remembered]:
        """Those in a state, the newest first."""
        query = f"{_REMEMBERED} WHERE state = ? ORDER BY proposals.created_at DESC, proposals.id"
        with self._database.reading() as connection:
            return [Remembered(*row) for row in connection.execute(query, (state,))]

    def get(self, proposal_id: str) -> Remembered:
        """Raises:
        UnknownIdError: there is none.
        """
        with self._database.reading() as connection:
            return _get(connection, proposal_id)

    def add(self, noticed: Noticed, state: RememberedState, replaces: str, message_id: str) -> Remembered:
        """Keep what was noticed. `message_id` is "" where it belongs to no stored answer."""
        proposal_id = secrets.token_hex(8)
        values = (noticed.which, noticed.text, noticed.confidence, replaces, message_id, now())
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO proposals (id, state, target, text, confidence, replaces, message_id, created_at) "
                "VALUES (?, ?, ?, ?, ?, ?, nullif(?, ''), ?)",
                (proposal_id, state, *values),
            )
            return _get(connection, proposal_id)

    def settle(self, proposal_id: str, text: str) -> None:
        """It is written to its file now, in these words. Raises UnknownIdError as `get`."""
        with self._database.writing() as connection:
            _get(connection, proposal_id)
            connection.execute(
                "UPDATE proposals SET state = 'written', text = ?, replaces = '' WHERE id = ?",
                (text, proposal_id),
            )

    def reject(self, proposal_id: str) -> None:
        """Keep no more than a digest. Errors as for `get`."""
        with self._database.writing() as connection:
            known = _get(connection, proposal_id)
            connection.execute(
                "UPDATE proposals SET state = 'rejected', text = ?, replaces = '', message_id = NULL WHERE id = ?",
                (_digest(known.which, known.text), proposal_id),
            )

    def was_rejected(self, which: MemoryName, text: str) -> bool:
        query = "SELECT 1 FROM proposals WHERE state = 'rejected' AND text = ?"
        with self._database.reading() as connection:
            return connection.execute(query, (_digest(which, text),)).fetchone() is not None

    def keep_only(self, which: MemoryName, notes: Collection[str]) -> bool:
        """Forget what names a note that is not in its file any more. Whether there was any."""
        with self._database.writing() as connection:
            rows = connection.execute(
                "SELECT id, state, text, replaces FROM proposals WHERE target = ? AND state != 'rejected'",
                (which,),
            ).fetchall()
            gone = [(row["id"],) for row in rows if row["state"] == "written" and row["text"] not in notes]
            stale = [(row["id"],) for row in rows if row["replaces"] and row["replaces"] not in notes]
            connection.executemany("DELETE FROM proposals WHERE id = ?", gone)
            connection.executemany("UPDATE proposals SET replaces = '' WHERE id = ?", stale)
        return bool(gone or stale)

    def shred(self) -> None:
        """Make what was deleted leave the disk, copies from before a migration included. Raises BusyError."""
        self._database.drop_backups()
        self._database.shred()


def _get(connection: sqlite3.Connection, proposal_id: str) -> Remembered:
    query = f"{_REMEMBERED} WHERE proposals.id = ? AND state != 'rejected'"
    row = connection.execute(query, (proposal_id,)).fetchone()
    if row is None:
        raise UnknownIdError(
            "There is no proposal “{id}”.", "It was decided already; look in the Memory tab.", id=proposal_id
        )
    return Remembered(*row)


def _digest(which: MemoryName, text: str) -> str:
    return hashlib.sha256(f"{which}:{text.casefold()}".encode()).hexdigest()
