"""What was noticed of a person: notes that wait for their decision, and those that were written lately and can be undone.

The notes themselves live in the memory files; a row goes when its note does, so that nothing forgotten stays here. Of a
rejected one only a digest is kept, to not propose it again. Rows go with the answer that they came with (ON DELETE CASCADE).
"""

import hashlib
import secrets
import sqlite3
from collections.abc import Collection, Iterable

from ragdesk.errors import UnknownIdError
from ragdesk.store.database import Database
from ragdesk.store.sources import now
from ragdesk.types import MemoryName, Noticed, Remembered, RememberedState

_COLUMNS = "id, state, target, text, confidence, replaces, coalesce(message_id, ''), created_at"


class Proposals:
    """The proposals of one ledger. Ids are 16 hex digits, chosen at random."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, state: RememberedState) -> list[Remembered]:
        """Those in a state, the newest first."""
        query = f"SELECT {_COLUMNS} FROM proposals WHERE state = ? ORDER BY created_at DESC, id"
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
        kept = Remembered(
            secrets.token_hex(8),
            state,
            noticed.which,
            noticed.text,
            noticed.confidence,
            replaces,
            message_id,
            now(),
        )
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO proposals (id, state, target, text, confidence, replaces, message_id, created_at) "
                "VALUES (?, ?, ?, ?, ?, ?, nullif(?, ''), ?)",
                (
                    kept.id,
                    state,
                    kept.which,
                    kept.text,
                    kept.confidence,
                    replaces,
                    message_id,
                    kept.created_at,
                ),
            )
        return kept

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

    def delete(self, proposal_ids: Iterable[str]) -> None:
        """Delete rows; ids that are not there are passed over."""
        with self._database.writing() as connection:
            connection.executemany("DELETE FROM proposals WHERE id = ?", [(each,) for each in proposal_ids])

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
    query = f"SELECT {_COLUMNS} FROM proposals WHERE id = ? AND state != 'rejected'"
    row = connection.execute(query, (proposal_id,)).fetchone()
    if row is None:
        raise UnknownIdError(
            f"There is no proposal “{proposal_id}”.", "It was decided already; look in the Memory tab."
        )
    return Remembered(*row)


def _digest(which: MemoryName, text: str) -> str:
    return hashlib.sha256(f"{which}:{text.casefold()}".encode()).hexdigest()
