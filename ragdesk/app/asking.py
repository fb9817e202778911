"""Asking: an answer in a conversation, or one of which nothing is kept."""

import logging
from collections.abc import Generator, Sequence
from contextlib import closing

from ragdesk.answering.question import check_question
from ragdesk.app.conversations import ChatHistory
from ragdesk.app.memory import Memory
from ragdesk.app.notice_later import NoticeLater
from ragdesk.app.resources import resources_of
from ragdesk.app.runtime import Current
from ragdesk.domain.answers import Answer, AnswerSoFar, Event, Token
from ragdesk.domain.conversations import Turn
from ragdesk.domain.ports import Cancelled, never
from ragdesk.domain.search import Scope
from ragdesk.storage.ledger.conversations import Conversations

log = logging.getLogger(__name__)

# Turns that a follow-up may lean on.
HISTORY_TURNS = 6


class Answers:
    """Answers from the documents. Safe to use from several threads."""

    def __init__(
        self, current: Current, conversations: ChatHistory, memory: Memory, notice_later: NoticeLater
    ) -> None:
        self._current = current
        self._conversations = conversations
        self._memory = memory
        self._notice_later = notice_later

    def ask(
        self,
        question: str,
        *,
        conversation_id: str = "",
        scope: Scope = Scope(),
        cancelled: Cancelled = never,
        searched_for: str = "",
        replacing: str = "",
        from_documents: bool = False,
        quick: bool = False,
        written: bool = False,
    ) -> Generator[Event, None, None]:
        """Answer in a conversation (a new one where none is named). Both messages are kept, even if the answer is stopped
        by closing the generator or by `cancelled`.

        Args:
            searched_for: the standalone question, where a person gave it; "": it is found as always.
            replacing: a question of the conversation; it, and what follows it, goes when there is an answer, and lends
                nothing to this question.
            from_documents: search for it, even if it is worded as talk, or as a question about the person, the library or a whole
                document.
            quick: a short answer is enough, where there is one; so it is, too, where the settings say so.
            written: a summary is to be written of the one document that is meant. Of one that is stopped, what is written is
                kept as the answer.

        Raises:
            QuestionError, UnknownIdError: before anything is kept. ModelError: after the evidence.
        """
        question = check_question(question)
        # The runtime is held from the first message kept to the last, so that both go into the same ledger.
        with self._current.use() as runtime:
            conversations = runtime.library.conversations
            if not conversation_id:
                conversation_id = self._conversations.create(question, scope).id
            elif scope == Scope():
                scope = conversations.get(conversation_id).scope
            history = conversations.turns(conversation_id, HISTORY_TURNS, before=replacing)
            old = conversations.from_message(replacing) if replacing else []
            conversations.add(conversation_id, Turn("user", question))
            events = self.ask_once(
                question,
                history=history,
                scope=scope,
                cancelled=cancelled,
                searched_for=searched_for,
                from_documents=from_documents,
                quick=quick,
                written=written,
            )
            yield from self._kept(events, conversations, conversation_id, question, old)

    def _kept(
        self,
        events: Generator[Event, None, None],
        conversations: Conversations,
        conversation_id: str,
        question: str,
        old: Sequence[str],
    ) -> Generator[Event, None, None]:
        """The events of an answer, which is kept in the place of the `old` messages, and so is what there is of a stopped one."""
        words: list[str] = []
        so_far: Answer | None = None
        answered = False
        try:
            for event in events:
                if isinstance(event, Token):
                    words.append(event.text)
                if isinstance(event, AnswerSoFar):
                    so_far = event.answer
                if isinstance(event, Answer):
                    turn = Turn("assistant", event.full_text)
                    message = conversations.add(conversation_id, turn, event, replacing=old)
                    event = message.answer or event
                    answered = True
                    self._memory.notice(question, message.id)
                    self._notice_later.add(question, message.id)
                yield event
        finally:
            if not answered and (words or so_far is not None):
                # What is checked of an overview is an answer, even if it is not the whole one.
                text = "".join(words) if so_far is None else so_far.full_text
                conversations.add(
                    conversation_id, Turn("assistant", text), so_far, replacing=old if so_far else []
                )

    def ask_once(
        self,
        question: str,
        *,
        history: Sequence[Turn] = (),
        scope: Scope = Scope(),
        cancelled: Cancelled = never,
        searched_for: str = "",
        from_documents: bool = False,
        quick: bool = False,
        written: bool = False,
        with_memory: bool = True,
    ) -> Generator[Event, None, None]:
        """Answer without keeping anything; the arguments as for `ask`.

        Args:
            with_memory: whether what is remembered of the person may be told, and lent to the question.
        """
        from ragdesk.answering.ask import ask
        from ragdesk.app.telling import tell

        memory = self._memory if with_memory else None
        if not searched_for and not from_documents and not written:
            with self._current.use() as runtime:
                told = tell(check_question(question), runtime.library, memory, scope)
            if told is not None:
                log.info("told kind=%s", told.kind)
                yield told
                return
        # What a person wrote to be searched for is taken as it is.
        lent = memory.context("") if memory and searched_for else None
        if memory and not searched_for:
            lent = memory.context(question, history)
        with (
            self._current.use() as runtime,
            closing(
                ask(
                    question,
                    resources_of(runtime, quick, as_a_whole=not from_documents),
                    history=history,
                    lent=lent,
                    scope=scope,
                    cancelled=cancelled,
                    searched_for=searched_for,
                    written=written,
                )
            ) as events,
        ):
            yield from events
