"""Conversations as a person deals with them: found again, read page by page, rated, and deleted with a moment to undo it.

A deleted conversation is out of sight at once and leaves the disk a few seconds later, or when the app closes. Should the
app be killed in between, it is there again: what was not said to be gone for good may come back.
"""

import logging
import threading

from ragdesk.answering.question import check_question
from ragdesk.app.runtime import Current
from ragdesk.domain.conversations import Conversation, Message, Rating
from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.domain.search import Scope

log = logging.getLogger(__name__)

TITLE_LENGTH = 60
# How long a deletion can be undone, in seconds.
UNDO_SECONDS = 10.0


def title_of(text: str) -> str:
    """A text as the title of a conversation: one line, not too long."""
    text = " ".join(text.split())
    return text if len(text) <= TITLE_LENGTH else text[: TITLE_LENGTH - 1].rstrip() + "…"


class ChatHistory:
    """What a person can do with conversations. Safe to use from several threads."""

    def __init__(self, current: Current, undo_seconds: float = UNDO_SECONDS) -> None:
        self._current = current
        self._undo_seconds = undo_seconds
        self._going: dict[str, threading.Timer] = {}
        self._lock = threading.Lock()

    def all(self) -> list[Conversation]:
        """Every conversation but those that are being deleted, the one that was used last first."""
        conversations = self._current.library.conversations.all()
        return [conversation for conversation in conversations if conversation.id not in self._going]

    def search(self, text: str) -> list[tuple[Conversation, str]]:
        """Conversations whose title or messages hold the text, in any case; each with the message that does, "" where it is
        the title. All of them for an empty text."""
        words = " ".join(text.split())
        if not words:
            return [(conversation, "") for conversation in self.all()]
        matches = self._current.library.conversations.search(words)
        return [(match, message) for match, message in matches if match.id not in self._going]

    def get(self, conversation_id: str) -> Conversation:
        """Raises:
        UnknownIdError: there is none, or it is being deleted.
        """
        if conversation_id in self._going:
            raise UnknownIdError(
                "This conversation was deleted.", "Choose one from the list, or begin a new one."
            )
        return self._current.library.conversations.get(conversation_id)

    def begin(self, question: str, scope: Scope = Scope()) -> Conversation:
        """A new conversation for a question that can be asked.

        Raises:
            QuestionError: it cannot; there is no new conversation.
        """
        return self.create(check_question(question), scope)

    def create(self, title: str = "", scope: Scope = Scope()) -> Conversation:
        """A new conversation under a title of one line."""
        return self._current.library.conversations.create(title_of(title) or "New conversation", scope)

    def rename(self, conversation_id: str, title: str) -> None:
        self._current.library.conversations.rename(conversation_id, title_of(title) or "Untitled")

    # ------------------------------------------------------------ messages

    def last_question(self, conversation_id: str) -> Message | None:
        """The last thing that was asked in a conversation; None where nothing was."""
        messages, _ = self._current.library.conversations.page(conversation_id, 2)
        return next((message for message in reversed(messages) if message.turn.role == "user"), None)

    def question_of(self, message_id: str) -> Message:
        """The question that an answer answers, or the question itself.

        Raises:
            UnknownIdError: there is no such message, or its question was deleted.
        """
        conversations = self._current.library.conversations
        message = conversations.message(message_id)
        if message.turn.role == "user":
            return message
        end = conversations.end(message.conversation_id, before=message_id)
        messages, _ = conversations.page(message.conversation_id, 1, end)
        if not messages or messages[0].turn.role != "user":
            raise UnknownIdError("The question of this answer is not there any more.", "Ask it again.")
        return messages[0]

    def replaceable(self, question: Message) -> str:
        """The id of the question where an answer to it, or to what becomes of it, may take the place of the turn: it is the
        conversation's last, and nobody was asked about it. Else ""."""
        last = self.last_question(question.conversation_id)
        if last is None or last.id != question.id:
            return ""
        library = self._current.library
        turn = set(library.conversations.from_message(question.id))
        handed_over = any(handover.message_id in turn for handover in library.handovers.all())
        return "" if handed_over else question.id

    def repeated(self, conversation_id: str, question: str) -> str:
        """The id of the last question where it is the same and was never answered: it was stopped, or it failed. Else ""."""
        messages, _ = self._current.library.conversations.page(conversation_id, 2)
        last = next((message for message in reversed(messages) if message.turn.role == "user"), None)
        answered = any(message.answer is not None for message in messages)
        same = last is not None and last.turn.text.strip() == question.strip()
        return last.id if last is not None and same and not answered else ""

    def ratings(self, messages: list[Message]) -> dict[str, Rating]:
        """The ratings of the answers among these messages, by message id."""
        answers = [message.id for message in messages if message.answer is not None]
        return self._current.library.ratings.of(answers)

    # ------------------------------------------------------------ deleting

    def delete(self, conversation_id: str) -> Conversation:
        """Take a conversation out of sight, and delete it for good in a few seconds; `restore` undoes it until then.

        Raises:
            UnknownIdError: there is none, or it is being deleted already.
        """
        conversation = self.get(conversation_id)
        timer = threading.Timer(self._undo_seconds, self._delete, [conversation_id])
        timer.daemon = True
        with self._lock:
            self._going[conversation_id] = timer
        timer.start()
        return conversation

    def restore(self, conversation_id: str) -> None:
        """Undo a deletion.

        Raises:
            UnknownIdError: it is too late.
        """
        with self._lock:
            timer = self._going.pop(conversation_id, None)
        if timer is None:
            raise UnknownIdError("It is too late: the conversation is gone.", "Nothing can bring it back.")
        timer.cancel()

    def close(self) -> None:
        """Delete for good what waits for it."""
        with self._lock:
            waiting = list(self._going)
            for timer in self._going.values():
                timer.cancel()
        for conversation_id in waiting:
            self._delete(conversation_id)

    def _delete(self, conversation_id: str) -> None:
        with self._lock:
            if conversation_id not in self._going:
                return
            try:
                self._current.library.conversations.delete(conversation_id)
            except RagdeskError as error:
                # It is in sight again: a person sees that it is still there.
                log.warning("conversation not deleted code=%s", error.code)
            self._going.pop(conversation_id, None)
