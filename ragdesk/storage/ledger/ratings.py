"""What a person thought of answers: one rating an answer, which goes with it (ON DELETE CASCADE)."""

from collections.abc import Collection

from ragdesk.domain.conversations import Rating
from ragdesk.domain.errors import UnknownIdError
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.sources import now

_COLUMNS = "message_id, verdict, reason, note, created_at"


class Ratings:
    """The ratings of one ledger."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rate(self, rating: Rating) -> Rating:
        """Keep a rating in place of the one before; the moment is now.

        Raises:
            UnknownIdError: there is no such message.
        """
        values = (rating.message_id, rating.verdict, rating.reason, rating.note, now())
        with self._database.writing() as connection:
            if connection.execute("SELECT 1 FROM messages WHERE id = ?", values[:1]).fetchone() is None:
                raise UnknownIdError("This answer is not there any more.", "Ask again.")
            connection.execute(f"INSERT OR REPLACE INTO ratings ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)", values)
        return Rating(*values)

    def withdraw(self, message_id: str) -> None:
        """Forget the rating of an answer, if there is one."""
        with self._database.writing() as connection:
            connection.execute("DELETE FROM ratings WHERE message_id = ?", (message_id,))

    def of(self, message_ids: Collection[str]) -> dict[str, Rating]:
        """The ratings of these answers, by message id."""
        marks = ", ".join("?" * len(message_ids))
        query = f"SELECT {_COLUMNS} FROM ratings WHERE message_id IN ({marks})"
        with self._database.reading() as connection:
            return {row[0]: Rating(*row) for row in connection.execute(query, tuple(message_ids))}
