"""Conversations and their messages. An answer is stored whole, so that old citations can be read when the
document they cite has changed or gone.

When a document is removed, its passages leave the stored answers, except for the quotes that were cited:
those belong to the conversation, and go when it is deleted.
"""

import secrets
import sqlite3
from collections.abc import Collection
from dataclasses import replace

from ragdesk.domain.answers import Answer
from ragdesk.domain.conversations import Conversation, Message, Turn
from ragdesk.domain.errors import UnknownIdError
from ragdesk.domain.search import Scope, TextPlace
from ragdesk.storage.ledger.codec import (
    answer_from_json,
    answer_to_json,
    scope_from_json,
    scope_to_json,
    without_passages,
)
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.sources import now

_MESSAGE_COLUMNS = "id, conversation_id, role, text, answer, created_at"
_LAST_POSITION = 2**63 - 1


class Conversations:
    """The conversations of one ledger. Ids are 16 hex digits, chosen at random."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, title: str, scope: Scope | None = None) -> Conversation:
        moment = now()
        conversation = Conversation(secrets.token_hex(8), title, moment, moment, scope or Scope())
        values = (conversation.id, title, scope_to_json(conversation.scope), moment, moment)
        with self._database.writing() as connection:
            connection.execute("INSERT INTO conversations VALUES (?, ?, ?, ?, ?)", values)
        return conversation

    def all(self) -> list[Conversation]:
        """Every conversation, the one that was used last first."""
        with self._database.reading() as connection:
            rows = connection.execute("SELECT * FROM conversations ORDER BY updated_at DESC, id")
            return [_conversation(row) for row in rows]

    def get(self, conversation_id: str) -> Conversation:
        """Raises:
        UnknownIdError: there is none.
        """
        with self._database.reading() as connection:
            return _get(connection, conversation_id)

    def rename(self, conversation_id: str, title: str) -> None:
        self._update(conversation_id, "title", title)

    def set_scope(self, conversation_id: str, scope: Scope) -> None:
        self._update(conversation_id, "scope", scope_to_json(scope))

    def delete(self, conversation_id: str) -> None:
        """Delete a conversation with its messages; they leave the disk."""
        with self._database.writing() as connection:
            _get(connection, conversation_id)
            connection.execute("DELETE FROM conversations WHERE id = ?", (conversation_id,))
        self._database.shred()

    def add(
        self,
        conversation_id: str,
        turn: Turn,
        answer: Answer | None = None,
        *,
        replacing: Collection[str] = (),
    ) -> Message:
        """Append a message. The stored answer, if any, carries the message's id and the conversation's. The messages whose
        ids are `replacing` go in the same moment.

        Raises:
            UnknownIdError: there is no such conversation.
        """
        message_id, moment = secrets.token_hex(8), now()
        if answer is not None:
            answer = replace(answer, conversation_id=conversation_id, message_id=message_id)
        stored = answer_to_json(answer) if answer is not None else None
        with self._database.writing() as connection:
            _get(connection, conversation_id)
            connection.executemany("DELETE FROM messages WHERE id = ?", [(each,) for each in replacing])
            connection.execute(
                f"INSERT INTO messages ({_MESSAGE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
                (message_id, conversation_id, turn.role, turn.text, stored, moment),
            )
            connection.execute(
                "UPDATE conversations SET updated_at = ? WHERE id = ?", (moment, conversation_id)
            )
        return Message(message_id, conversation_id, turn, moment, answer)

    def messages(self, conversation_id: str) -> list[Message]:
        """The messages of a conversation, oldest first.

        Raises:
            UnknownIdError: there is no such conversation.
        """
        with self._database.reading() as connection:
            _get(connection, conversation_id)
            query = "SELECT * FROM messages WHERE conversation_id = ? ORDER BY position"
            return [_message(row) for row in connection.execute(query, (conversation_id,))]

    def page(self, conversation_id: str, limit: int, upto: int | None = None) -> tuple[list[Message], int]:
        """The last messages of a conversation, oldest first, and how many come before them.

        Args:
            limit: how many messages at most.
            upto: the position (see `end`) of the last message that counts; None: all count.

        Raises:
            UnknownIdError: there is no such conversation.
        """
        last = _LAST_POSITION if upto is None else upto
        with self._database.reading() as connection:
            _get(connection, conversation_id)
            within = "FROM messages WHERE conversation_id = ? AND position <= ?"
            total = int(
                connection.execute(f"SELECT count(*) {within}", (conversation_id, last)).fetchone()[0]
            )
            rows = connection.execute(
                f"SELECT * {within} ORDER BY position DESC LIMIT ?", (conversation_id, last, limit)
            ).fetchall()
        return [_message(row) for row in reversed(rows)], total - len(rows)

    def end(self, conversation_id: str, before: str = "") -> int:
        """The position of a conversation's last message, or of the last one before the message `before`; 0 where there is
        none."""
        query = "SELECT coalesce(max(position), 0) FROM messages WHERE conversation_id = ?"
        values = [conversation_id]
        if before:
            query += " AND position < (SELECT position FROM messages WHERE id = ?)"
            values.append(before)
        with self._database.reading() as connection:
            return int(connection.execute(query, values).fetchone()[0])

    def turns(self, conversation_id: str, limit: int, before: str = "") -> list[Turn]:
        """The last turns of a conversation, oldest first, or those before the message `before`; the latest with what it cites.

        Raises:
            UnknownIdError: there is no such conversation.
        """
        last = self.end(conversation_id, before)
        query = (
            "SELECT role, text, answer FROM messages WHERE conversation_id = ? AND position <= ? "
            "ORDER BY position DESC LIMIT ?"
        )
        with self._database.reading() as connection:
            _get(connection, conversation_id)
            rows = connection.execute(query, (conversation_id, last, limit)).fetchall()
        turns = [Turn(row["role"], row["text"]) for row in reversed(rows)]
        if turns and rows[0]["answer"] is not None:
            cited = answer_from_json(rows[0]["answer"]).citations
            places = (TextPlace(one.document_id, one.char_start, one.char_end) for one in cited)
            turns[-1] = replace(turns[-1], cited=tuple(places))
        return turns

    def from_message(self, message_id: str) -> list[str]:
        """The ids of a message and of all that follow it in its conversation; empty where there is no such message."""
        query = (
            "SELECT later.id FROM messages AS first JOIN messages AS later USING (conversation_id) "
            "WHERE first.id = ? AND later.position >= first.position ORDER BY later.position"
        )
        with self._database.reading() as connection:
            return [row[0] for row in connection.execute(query, (message_id,))]

    def search(self, text: str) -> list[tuple[Conversation, str]]:
        """Conversations whose title or messages hold `text`, in any case, the one that was used last first; each with the
        message that holds it, "" where the title does."""
        wanted = text.casefold()
        with self._database.reading() as connection:
            # SQLite's own LIKE knows the case of ASCII letters alone.
            connection.create_function("folded", 1, str.casefold, deterministic=True)
            rows = connection.execute(
                "SELECT *, coalesce(CASE WHEN instr(folded(title), :wanted) THEN '' END, (SELECT text FROM messages "
                "WHERE conversation_id = conversations.id AND instr(folded(text), :wanted) LIMIT 1)) AS found "
                "FROM conversations ORDER BY updated_at DESC, id",
                {"wanted": wanted},
            ).fetchall()
        return [(_conversation(row), row["found"]) for row in rows if row["found"] is not None]

    def quoting(self, document_ids: Collection[str]) -> list[Message]:
        """The answers that cite one of these documents, each after the question that it answers, oldest first."""
        found: list[Message] = []
        before = Message("", "", Turn("user", ""), "")
        with self._database.reading() as connection:
            for row in connection.execute(
                "SELECT * FROM messages ORDER BY conversation_id, position"
            ).fetchall():
                message = _message(row)
                if message.answer is not None and any(
                    citation.document_id in document_ids for citation in message.answer.all_citations
                ):
                    found += (
                        [before, message] if before.conversation_id == message.conversation_id else [message]
                    )
                before = message
        return found

    def delete_messages(self, message_ids: Collection[str]) -> None:
        """Delete messages; they leave the disk."""
        if not message_ids:
            return
        with self._database.writing() as connection:
            connection.executemany("DELETE FROM messages WHERE id = ?", [(each,) for each in message_ids])
        self._database.shred()

    def message(self, message_id: str) -> Message:
        """Raises:
        UnknownIdError: there is none.
        """
        with self._database.reading() as connection:
            row = connection.execute("SELECT * FROM messages WHERE id = ?", (message_id,)).fetchone()
        if row is None:
            raise UnknownIdError(
                "There is no message “{id}”.", "Choose one from the conversation.", id=message_id
            )
        return _message(row)

    @staticmethod
    def forget_passages(connection: sqlite3.Connection, document_ids: Collection[str]) -> None:
        """Take the passages of these documents out of the stored answers; the quotes that were cited stay."""
        for document_id in document_ids:
            query = "SELECT id, answer FROM messages WHERE instr(answer, ?) > 0"
            for row in connection.execute(query, (document_id,)).fetchall():
                stored = without_passages(row["answer"], document_id)
                connection.execute("UPDATE messages SET answer = ? WHERE id = ?", (stored, row["id"]))

    def _update(self, conversation_id: str, column: str, value: str) -> None:
        with self._database.writing() as connection:
            _get(connection, conversation_id)
            connection.execute(
                f"UPDATE conversations SET {column} = ? WHERE id = ?", (value, conversation_id)
            )


def _get(connection: sqlite3.Connection, conversation_id: str) -> Conversation:
    row = connection.execute("SELECT * FROM conversations WHERE id = ?", (conversation_id,)).fetchone()
    if row is None:
        raise UnknownIdError(
            "There is no conversation “{id}”.",
            "Choose one from the list, or begin a new one.",
            id=conversation_id,
        )
    return _conversation(row)


def _conversation(row: sqlite3.Row) -> Conversation:
    return Conversation(
        row["id"], row["title"], row["created_at"], row["updated_at"], scope_from_json(row["scope"])
    )


def _message(row: sqlite3.Row) -> Message:
    answer = answer_from_json(row["answer"]) if row["answer"] is not None else None
    return Message(
        row["id"], row["conversation_id"], Turn(row["role"], row["text"]), row["created_at"], answer
    )
