"""Asking: an answer in a conversation, or one of which nothing is kept."""

import logging
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from functools import partial

from ragdesk.answering.ask import ask
from ragdesk.answering.resources import Resources
from ragdesk.answering.understand import check_question
from ragdesk.app.conversations import ChatHistory
from ragdesk.app.memory import Memory
from ragdesk.app.notice_later import NoticeLater
from ragdesk.app.runtime import Current, Runtime
from ragdesk.app.telling import tell
from ragdesk.app.whole_documents import LibraryDocuments
from ragdesk.domain.answers import Answer, Event, Token
from ragdesk.domain.conversations import Turn
from ragdesk.domain.ports import Cancelled, never
from ragdesk.domain.search import Scope
from ragdesk.ingesting.layout import load_layout
from ragdesk.ingesting.readers.sheet.sheets import cell_range
from ragdesk.storage.library import Library

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
            written: list[str] = []
            answered = False
            try:
                for event in self.ask_once(
                    question,
                    history=history,
                    scope=scope,
                    cancelled=cancelled,
                    searched_for=searched_for,
                    from_documents=from_documents,
                    quick=quick,
                ):
                    if isinstance(event, Token):
                        written.append(event.text)
                    if isinstance(event, Answer):
                        turn = Turn("assistant", event.full_text)
                        message = conversations.add(conversation_id, turn, event, replacing=old)
                        event = message.answer or event
                        answered = True
                        self._memory.notice(question, message.id)
                        self._notice_later.add(question, message.id)
                    yield event
            finally:
                if written and not answered:
                    conversations.add(conversation_id, Turn("assistant", "".join(written)))

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
    ) -> Generator[Event, None, None]:
        """Answer without keeping anything; the arguments as for `ask`."""
        if not searched_for and not from_documents:
            with self._current.use() as runtime:
                told = tell(check_question(question), runtime.library, self._memory, scope)
            if told is not None:
                log.info("told kind=%s", told.kind)
                yield told
                return
        # What a person wrote to be searched for is taken as it is.
        lent = self._memory.context("") if searched_for else self._memory.context(question, history)
        with (
            self._current.use() as runtime,
            closing(
                ask(
                    question,
                    _resources(runtime, quick, as_a_whole=not from_documents),
                    history=history,
                    lent=lent,
                    scope=scope,
                    cancelled=cancelled,
                    searched_for=searched_for,
                )
            ) as events,
        ):
            yield from events


def _resources(runtime: Runtime, quick: bool, as_a_whole: bool) -> Resources:
    engines, settings = runtime.engines, runtime.settings
    return Resources(
        retriever=runtime.library,
        texts=runtime.library,
        cells=partial(_cells, runtime.library),
        passages=partial(_passages, runtime.library),
        embedder=engines.embedder_or_none(),
        reranker=engines.reranker_or_none(),
        reader=engines.reader_or_none(),
        model=engines.llm(),
        pace=runtime.pace,
        stance=settings.answer.stance,
        whole=LibraryDocuments(runtime.library) if as_a_whole else None,
        quick=quick or settings.answer.quick == "on",
        embedder_languages=runtime.embedder_languages,
        top=settings.search.top,
        prompt_tokens=settings.answer.prompt_tokens,
        answer_tokens=settings.answer.answer_tokens,
    )


def _passages(library: Library, scope: Scope) -> Mapping[str, int]:
    """Implements `ports.PassagesByLanguage`."""
    return library.documents.passages_by_language(library.collections.resolve(scope))


def _cells(library: Library, document_id: str, char_start: int, char_end: int) -> str:
    """Implements `ports.Cells`."""
    stored = library.layout_bytes(document_id)
    # The boxes of a layout are cells where its pages have no size.
    if stored is None or any(page.width for page in library.pages(document_id)):
        return ""
    return cell_range(load_layout(stored), char_start, char_end)
