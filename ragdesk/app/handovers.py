"""Asking a person what the documents do not answer: the message, the reply, and the entry that is proposed from it.

Nothing is sent: a message is shown, copied or saved as a file, and a person sends it. Its text is made anew from the stored
answer whenever it is wanted; what is saved lies in memory until it is fetched.
"""

import secrets
import shutil
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from ragdesk.app.downloads import Downloads
from ragdesk.app.runtime import Current
from ragdesk.domain.answers import Answer, Citation
from ragdesk.domain.conversations import Message
from ragdesk.domain.documents import Document, below_title
from ragdesk.domain.entries import Entry, Handover, HandoverDraft, HandoverMessage, HandoverPassage, Reply
from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.domain.search import Hit, Scope
from ragdesk.extras import handover
from ragdesk.ingesting.worker import ParseRequest, ParserPool
from ragdesk.text.sheet_rows import quoted_cells
from ragdesk.text.tokens import share_said

Kind = Literal["eml", "txt"]
# Passages that go with a message at most: a person should read it, not search it.
NEAREST = 5
# Of the question's words, so many must stand in a passage that goes with a refusal by itself.
NAMED_SHARE = 0.5
# Documents that a message names at most.
NAMED = 10


class HandoverFlow:
    """What a person can do with hand-overs. `temporary` is where files inside of a reply are put while it is read."""

    def __init__(self, current: Current, temporary: Path) -> None:
        self._current = current
        self._temporary = temporary
        self._downloads = Downloads()

    def delete(self, reference: str) -> None:
        """Delete a hand-over for good; entries that were proposed from replies stay.

        Raises:
            UnknownIdError: there is none.
        """
        self._current.library.handovers.delete(reference)
        self._downloads.forget(reference)

    def clear(self) -> None:
        """Forget the files that lie in memory."""
        self._downloads.clear()

    # ------------------------------------------------------------ the message

    def draft(self, target: str, scope: Scope | None = None) -> HandoverDraft:
        """Begin the hand-over of an answer, or go on with it.

        Args:
            target: the answer's message, or a conversation, for its last answer.
            scope: where the answer was looked for, kept when it is begun; None: where the conversation looks.

        Raises:
            UnknownIdError: there is no such message or conversation. UsageError: it is no answer.
        """
        library = self._current.library
        message, answer = self._answer_of(target)
        if scope is None:
            scope = library.conversations.get(message.conversation_id).scope
        handed = library.handovers.begin(message.id, answer.standalone_question, scope)
        known = {document.id: document for document in library.documents.all()}
        passages, chosen = _passages(answer, known)
        rewritten = answer.standalone_question.strip() != answer.question.strip()
        return HandoverDraft(
            reference=handed.reference,
            question=answer.question.strip(),
            standalone=answer.standalone_question.strip() if rewritten else "",
            looked_through=_looked_through(list(known.values()), handed.scope),
            answer="" if answer.verdict == "not_found" else answer.text,
            borne_out=answer.verdict == "answered",
            passages=passages,
            chosen=chosen,
        )

    def _answer_of(self, target: str) -> tuple[Message, Answer]:
        conversations = self._current.library.conversations
        try:
            messages = [conversations.message(target)]
        except UnknownIdError:
            messages = conversations.messages(target)
        for message in reversed(messages):
            # What the app said by itself is no answer that a person could complete.
            if message.answer is not None and message.answer.verdict != "told":
                return message, message.answer
        raise UsageError("There is no answer to ask a person about.", "Ask RAGDesk first.")

    def message(self, draft: HandoverDraft, recipient: str = "") -> HandoverMessage:
        """The message with its chosen passages, to the usual person where none is named."""
        text = handover.compose(draft, draft.chosen)
        usual = self._current.settings.handover
        to = recipient or handover.recipient_text(usual.name.strip(), usual.address.strip())
        return HandoverMessage(draft.reference, to, handover.subject_of(draft), text)

    def choose(
        self, text: str, draft: HandoverDraft, before: Collection[int], after: Collection[int]
    ) -> tuple[str, list[int]]:
        """See `handover.choose`."""
        return handover.choose(text, draft, before, after)

    def save(self, message: HandoverMessage, kind: Kind) -> tuple[str, bytes]:
        """The message as a file: (its name, its bytes). To whom it goes is kept with the hand-over.

        Raises:
            UnknownIdError: there is no such hand-over. UsageError: the mail address is none, or nothing is written.
        """
        to = handover.read_recipient(message.recipient)
        if not message.text.strip():
            raise UsageError(
                "The message is empty.", "Write it, or begin again with “Ask a person about this”."
            )
        self._current.library.handovers.set_recipient(message.reference, handover.recipient_text(*to))
        name = f"RAGDesk-{message.reference}.{kind}"
        if kind == "txt":
            return name, handover.as_txt(message, to)
        return name, handover.as_eml(message, to, datetime.now(UTC))

    def offer(self, message: HandoverMessage, kind: Kind) -> tuple[str, str]:
        """`save` for a browser: (token, name); `fetch` gives the file. Only the last few are kept. Errors as for `save`."""
        name, content = self.save(message, kind)
        return self._downloads.keep(name, content, of=message.reference), name

    def fetch(self, token: str) -> tuple[str, bytes]:
        """A saved message: (its name, its bytes).

        Raises:
            UnknownIdError: it is not kept any more.
        """
        file = self._downloads.find(token)
        if file is None:
            raise UnknownIdError("This message is not kept any more.", "Save it again in Chat.")
        return file

    # ------------------------------------------------------------ the reply

    def read_text(self, text: str) -> Reply:
        """Read a reply that was pasted. Errors as for `handover.reply_from_text`."""
        return handover.reply_from_text(text)

    def read_mail(self, path: Path, name: str) -> Reply:
        """Read a reply that came as a mail (.eml, .msg), in a process of its own.

        Raises:
            IngestError: it cannot be read. UsageError: it is no mail, or nothing in it is an answer.
        """
        limits = self._current.settings.ingest
        folder = self._temporary / f"reply-{secrets.token_hex(8)}"
        try:
            with ParserPool(
                1, limits.parser_seconds, limits.parser_memory_mb, limits.max_file_mb * 1024 * 1024
            ) as pool:
                reading = pool.submit(ParseRequest(path, name, folder)).result()
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if reading.parsed.kind != "email":
            raise UsageError(
                "{file} is not a mail.", "Give a mail (.eml or .msg), or paste the reply's text.", file=name
            )
        return handover.reply_from_mail(reading.parsed, reading.properties)

    def match(self, reply: Reply) -> Handover | None:
        """The hand-over that a reply names; None where it names none that is there."""
        known = {handed.reference: handed for handed in self._current.library.handovers.all()}
        return next((known[reference] for reference in reply.references if reference in known), None)

    def propose(self, reply: Reply, reference: str) -> Entry:
        """Propose what a person answered as an entry, which waits for approval.

        Raises:
            UnknownIdError: there is no such hand-over. UsageError: the same is there already.
        """
        library = self._current.library
        question = library.handovers.get(reference).question
        if any((entry.question, entry.answer) == (question, reply.text) for entry in library.entries.all()):
            raise UsageError("This reply was taken in before.", "Approve or edit it in the Library.")
        entry = library.entries.propose(question, reply.text, f"handover {reference}")
        library.handovers.set_answered(reference)
        return entry


def _passages(
    answer: Answer, known: Mapping[str, Document]
) -> tuple[tuple[HandoverPassage, ...], tuple[int, ...]]:
    """What can go with the message, and the numbers of those that do: first the passages that the answer cites, then the nearest
    of the others, the first of which goes with a refusal where it speaks of what was asked. Of a cited passage that the search
    did not find there is its quote."""
    cited = {one.chunk_id: one for one in answer.all_citations if one.document_id in known}
    hits = {hit.chunk.id: hit for hit in answer.hits if hit.chunk.document_id in known}
    offered = [*cited, *(key for key in hits if key not in cited)][:NEAREST]
    passages = tuple(
        _of_hit(number, hits[key], known) if key in hits else _of_citation(number, cited[key], known)
        for number, key in enumerate(offered, 1)
    )
    if cited:
        return passages, tuple(each.number for each in passages[: len(cited)])
    return passages, tuple(each.number for each in passages[:1] if _speaks_of(each.quote, answer))


def _speaks_of(passage: str, answer: Answer) -> bool:
    """Whether a passage that the answer does not cite has most of what the question names: else a person would be sent what has
    nothing to do with it."""
    return share_said(answer.standalone_question, passage) >= NAMED_SHARE


def _of_hit(number: int, hit: Hit, known: Mapping[str, Document]) -> HandoverPassage:
    chunk, document, page = hit.chunk, known[hit.chunk.document_id], ""
    if chunk.page_start is not None:
        last = chunk.page_end or chunk.page_start
        page = f"page {chunk.page_start}" if last == chunk.page_start else f"pages {chunk.page_start}–{last}"
    return HandoverPassage(number, _named(document), _place(page, chunk.section_path, document), chunk.text)


def _of_citation(number: int, cited: Citation, known: Mapping[str, Document]) -> HandoverPassage:
    document = known[cited.document_id]
    page = f"page {cited.page}" if cited.page else ""
    return HandoverPassage(
        number, _named(document), _place(page, cited.place, document), quoted_cells(cited.quote, cited.cells)
    )


def _named(document: Document) -> str:
    title, file = " ".join(document.title.split()), document.name.rsplit("/", 1)[-1]
    return f"{title} ({file})" if title and title != file else file


def _place(page: str, section: str, document: Document) -> str:
    below = " ".join(below_title(section, document.title).split())
    return ", ".join(part for part in (page, below) if part)


def _looked_through(known: Sequence[Document], scope: Scope) -> str:
    """How many documents a scope holds now. Only documents that it names are named."""
    wanted = {name.casefold() for name in scope.collections}
    within = [
        each
        for each in known
        if (not wanted or wanted & {name.casefold() for name in each.collections})
        and (not scope.documents or each.id in scope.documents)
    ]
    text = "1 document" if len(within) == 1 else f"{len(within):,} documents"
    if scope == Scope():
        return f"{text}, all that RAGDesk holds"
    if scope.collections:
        word = "collection" if len(scope.collections) == 1 else "collections"
        text += f" in the {word} {', '.join(f'“{name}”' for name in scope.collections)}"
    names = [each.title or each.name for each in within] if scope.documents else []
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return f"{text}: {', '.join(names[:NAMED])}{more}" if names else text
