"""Questions with their answers, as a person proposes, edits, approves and rejects them.

An approved entry is a document like any other (see `app`); this table keeps what was written and where it came from.
"""

import secrets
import sqlite3

from ragdesk.domain.entries import Entry, EntryState
from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.sources import now

_COLUMNS = "id, state, question, answer, origin, collection, created_at, updated_at"


class Entries:
    """The entries of one ledger. Ids are 16 hex digits, chosen at random."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, state: EntryState | None = None) -> list[Entry]:
        """Entries, the one that was changed last first."""
        query = f"SELECT {_COLUMNS} FROM entries WHERE (? IS NULL OR state = ?) ORDER BY updated_at DESC, id"
        with self._database.reading() as connection:
            return [Entry(*row) for row in connection.execute(query, (state, state))]

    def get(self, entry_id: str) -> Entry:
        """Raises:
        UnknownIdError: there is none.
        """
        with self._database.reading() as connection:
            return _get(connection, entry_id)

    def propose(self, question: str, answer: str, origin: str = "", collection: str | None = None) -> Entry:
        """Keep a new entry, which waits for approval.

        Raises:
            UsageError: the question or the answer is empty.
        """
        question, answer = _checked(question, answer)
        moment = now()
        entry = Entry(secrets.token_hex(8), "proposed", question, answer, origin, collection, moment, moment)
        values = (
            entry.id,
            entry.state,
            entry.question,
            entry.answer,
            entry.origin,
            entry.collection,
            moment,
            moment,
        )
        with self._database.writing() as connection:
            connection.execute(f"INSERT INTO entries ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        return entry

    def edit(self, entry_id: str, question: str, answer: str) -> Entry:
        """Change the wording; the state stays. Errors as for `get` and `propose`."""
        question, answer = _checked(question, answer)
        with self._database.writing() as connection:
            _get(connection, entry_id)
            connection.execute(
                "UPDATE entries SET question = ?, answer = ?, updated_at = ? WHERE id = ?",
                (question, answer, now(), entry_id),
            )
            return _get(connection, entry_id)

    def set_state(self, entry_id: str, state: EntryState) -> Entry:
        """Errors as for `get`."""
        with self._database.writing() as connection:
            _get(connection, entry_id)
            connection.execute(
                "UPDATE entries SET state = ?, updated_at = ? WHERE id = ?", (state, now(), entry_id)
            )
            return _get(connection, entry_id)

    def delete(self, entry_id: str) -> None:
        """Delete an entry for good: its text leaves the disk, too, copies from before a migration included. Errors as for
        `get`; BusyError where it is deleted, but another process keeps its text in the ledger's log."""
        with self._database.writing() as connection:
            _get(connection, entry_id)
            connection.execute("DELETE FROM entries WHERE id = ?", (entry_id,))
        self._database.drop_backups()
        self._database.shred()


def _checked(question: str, answer: str) -> tuple[str, str]:
    question, answer = " ".join(question.split()), answer.strip()
    if not question or not answer:
        raise UsageError("An entry needs a question and an answer.", "Write both, then save it again.")
    return question, answer


def _get(connection: sqlite3.Connection, entry_id: str) -> Entry:
    row = connection.execute(f"SELECT {_COLUMNS} FROM entries WHERE id = ?", (entry_id,)).fetchone()
    if row is None:
        raise UnknownIdError("There is no entry “{id}”.", "Choose one from the Library tab.", id=entry_id)
    return Entry(*row)
