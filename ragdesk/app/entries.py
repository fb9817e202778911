"""Questions and answers as sources: proposed, edited, approved or rejected by a person; approved ones are documents."""

import re
from collections.abc import Sequence

from ragdesk.app.background import BackgroundIntake
from ragdesk.app.runtime import Current
from ragdesk.domain.documents import Document
from ragdesk.domain.entries import Entry
from ragdesk.domain.errors import UsageError
from ragdesk.domain.sources import ENTRY_PREFIX, entry_source
from ragdesk.ingesting.readers.text.faq import entry_file

NAME_LENGTH = 60


class EntryReview:
    """What a person decides about entries. An approved entry is taken in like any file, as one passage."""

    def __init__(self, current: Current, intake: BackgroundIntake) -> None:
        self._current = current
        self._intake = intake

    def propose_answer(self, message_id: str) -> Entry:
        """Propose an answer of a conversation, with the question that was searched for.

        Raises:
            UnknownIdError: no such message. UsageError: it is no answer from documents.
        """
        library = self._current.library
        message = library.conversations.message(message_id)
        if message.answer is None or message.answer.verdict == "told":
            raise UsageError("Only an answer can be saved as an entry.", "Choose an answer.")
        question = message.answer.standalone_question
        return library.entries.propose(question, message.turn.text, f"message {message_id}")

    def edit(self, entry_id: str, question: str, answer: str) -> Entry:
        """Change the wording; of an approved entry the document follows.

        Raises:
            UsageError: one of them is empty, or both are too long to be one passage.
        """
        entries = self._current.library.entries
        if entries.get(entry_id).state == "approved":
            self._check_size(question, answer)
        entry = entries.edit(entry_id, question, answer)
        if entry.state == "approved":
            self._take_in(entry)
        return entry

    def approve(self, entry_id: str) -> Entry:
        """Make an entry a source of answers.

        Raises:
            UsageError: it is too long to be one passage.
        """
        entries = self._current.library.entries
        entry = entries.get(entry_id)
        self._check_size(entry.question, entry.answer)
        entry = entries.set_state(entry_id, "approved")
        self._take_in(entry)
        return entry

    def reject(self, entry_id: str) -> Entry:
        """Keep an entry, but not as a source."""
        entry = self._current.library.entries.set_state(entry_id, "rejected")
        self._intake.forget(entry_source(entry_id))
        return entry

    def delete(self, entry_id: str) -> None:
        """Delete an entry and its document."""
        # The document first: the store may say that it is busy when the entry is deleted already.
        self._intake.forget(entry_source(entry_id))
        self._current.library.entries.delete(entry_id)

    def settle(self) -> None:
        """At the start of the app: bring the sources in line with the entries, should it have ended in between."""
        library = self._current.library
        states = {entry_source(entry.id): entry for entry in library.entries.all()}
        for source in library.sources.starting(ENTRY_PREFIX):
            if source not in states or states[source].state != "approved":
                self._intake.forget(source)
        waiting = {job.source for job in library.jobs.all()}
        for source, entry in states.items():
            if entry.state == "approved" and source not in waiting and library.sources.get(source) is None:
                self._take_in(entry)

    def withdraw(self, documents: Sequence[Document]) -> None:
        """The documents of entries were removed: the entries wait for approval again."""
        entries = self._current.library.entries
        approved = {entry_source(entry.id): entry.id for entry in entries.all("approved")}
        for document in documents:
            for source in document.sources:
                if source in approved:
                    entries.set_state(approved[source], "proposed")

    def _take_in(self, entry: Entry) -> None:
        text = entry_file(entry.question, entry.answer)
        stem = re.sub(r"[^\w]+", "-", entry.question.lower()).strip("-")[:NAME_LENGTH] or "entry"
        self._intake.queue_text(entry_source(entry.id), f"{stem}.faq.md", text, entry.collection)

    def _check_size(self, question: str, answer: str) -> None:
        """The passage is embedded with its title, which is the question, before it."""
        embedder = self._current.engines.embedder()
        texts = [question, entry_file(question, answer)]
        tokens = sum(len(spans) for spans in embedder.token_spans(texts))
        if tokens >= embedder.max_tokens:
            raise UsageError(
                "The entry has {tokens} tokens; {most} fit into one passage.",
                "Shorten it, or write two entries.",
                tokens=tokens,
                most=embedder.max_tokens - 1,
            )
