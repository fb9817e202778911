"""Exports: a conversation, one answer, or chosen citations of it, as a file that somebody else can check with it alone.

What is exported is read from the stores when it is asked for, so the file says how the sources are now. For the browser a file
lies in memory until it is fetched.
"""

import re
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ragdesk import __version__
from ragdesk.app.downloads import Downloads
from ragdesk.app.runtime import Current
from ragdesk.app.saving import refuse_taken, refuse_unknown, write_whole
from ragdesk.domain.answers import Answer, Citation
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import StoreError, UnknownIdError, UsageError
from ragdesk.extras.export import build, wording
from ragdesk.extras.export.as_json import as_json
from ragdesk.extras.export.bibtex import bibtex
from ragdesk.extras.export.html import page
from ragdesk.extras.export.markdown import markdown
from ragdesk.extras.export.pdf import pdf
from ragdesk.extras.export.plain import file_stem, shortened
from ragdesk.extras.export.record import Record, Source, State, What
from ragdesk.extras.export.ris import ris
from ragdesk.extras.export.word import docx
from ragdesk.host.hashing import sha256_of
from ragdesk.storage.library import Library
from ragdesk.storage.shelves import Shelves

TITLE_CHARS = 120
# Where a file itself says when it was last saved.
SAVED = ("file_modified", "modified")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
# What a citation says of its document; the rest of what a file states (a mail's recipients, its ids) is nobody's business.
TELLING = frozenset(
    "author from date created published year last_updated effective_date version sop_id department approved_by".split()
)
Writer = Callable[[Record], bytes]
# By the name that a person chooses a format by: the ending of its files, and what writes it.
WRITERS: dict[str, tuple[str, Writer]] = {
    "md": ("md", markdown),
    "html": ("html", page),
    "docx": ("docx", docx),
    "pdf": ("pdf", pdf),
    "json": ("json", as_json),
    "bibtex": ("bib", bibtex),
    "ris": ("ris", ris),
}
FORMATS = tuple(WRITERS)


@dataclass(frozen=True, slots=True)
class Export:
    """A file, and how many answers and cited passages are in it."""

    name: str
    content: bytes
    answers: int
    references: int


class Exports:
    """What a person can do with exports. `source_state` says of a citation whether its source still has the quote."""

    formats = FORMATS

    def __init__(self, current: Current, source_state: Callable[[Citation], State]) -> None:
        self._current = current
        self._source_state = source_state
        self._downloads = Downloads()

    def answers(self, conversation: str) -> dict[str, Answer]:
        """The checked answers of a conversation by message id, oldest first.

        Raises:
            UnknownIdError: there is no such conversation.
        """
        messages = self._current.library.conversations.messages(conversation)
        return {message.id: message.answer for message in messages if message.answer is not None}

    def make(
        self, format: str, *, conversation: str = "", message: str = "", citations: Collection[int] = ()
    ) -> Export:
        """The file of a conversation; with `message`, of that answer alone; with `citations`, of these of it.

        Raises:
            UsageError: no such format or citation; nothing to export; citations without a message.
            UnknownIdError: no such conversation, or no such message in it. StoreError: the stores cannot be read.
            RagdeskError: MuPDF could not make the PDF.
        """
        refuse_unknown(format, FORMATS)
        record = self._record(conversation, message, citations)
        ending, write = WRITERS[format]
        stem = "-".join(
            filter(None, ("RAGDesk", file_stem(record.title), wording.moment(record.moment)[:10]))
        )
        return Export(f"{stem}.{ending}", write(record), len(record.exchanges), len(record.references))

    def save(
        self,
        path: Path,
        format: str,
        *,
        conversation: str = "",
        message: str = "",
        citations: Collection[int] = (),
        force: bool = False,
    ) -> Export:
        """`make`, written to `path`: whole, or not at all.

        Args:
            force: take the place of a file that is there.

        Raises:
            UsageError: there is a file, or the place cannot be written to. And as for `make`.
        """
        refuse_taken(path, force)
        made = self.make(format, conversation=conversation, message=message, citations=citations)
        write_whole(path, made.content)
        return made

    def offer(
        self, format: str, *, conversation: str = "", message: str = "", citations: Collection[int] = ()
    ) -> tuple[str, Export]:
        """`make` for a browser: (token, file); `fetch` gives it. Only the last few are kept. Errors as for `make`."""
        made = self.make(format, conversation=conversation, message=message, citations=citations)
        return self._downloads.keep(made.name, made.content), made

    def fetch(self, token: str) -> tuple[str, bytes]:
        """An offered file: (its name, its bytes).

        Raises:
            UnknownIdError: it is not kept any more.
        """
        return self._downloads.export(token)

    def clear(self) -> None:
        """Forget the files that lie in memory."""
        self._downloads.clear()

    # ------------------------------------------------------------ what is exported

    def _record(self, conversation: str, message: str, citations: Collection[int]) -> Record:
        conversations = self._current.library.conversations
        sources = _CitedDocuments(self._current.library, self._current.shelves)
        if message:
            given = conversations.message(message)
            if conversation and given.conversation_id != conversation:
                raise UnknownIdError(
                    "Message “{id}” is not in this conversation.", "Leave the conversation out.", id=message
                )
            parts = build.one_answer(given, sources, self._source_state, citations)
            what: What = "citations" if citations else "answer"
            return _finished(what, parts[0][0].question, given.conversation_id, parts)
        if citations:
            raise UsageError("Citations are numbered by answer.", "Say of which one, with its message id.")
        found = conversations.get(conversation)
        parts = build.conversation(conversations.messages(found.id), sources, self._source_state)
        return _finished("conversation", found.title, found.id, parts)


def _finished(what: What, title: str, conversation: str, parts: build.Parts) -> Record:
    moment = datetime.now(UTC).isoformat(timespec="seconds")
    return Record(what, shortened(title, TITLE_CHARS) or "Answers", conversation, moment, __version__, *parts)


class _CitedDocuments:
    """Cited documents as an export names them; each file's hash is computed once."""

    def __init__(self, library: Library, shelves: Shelves) -> None:
        self._library = library
        self._shelves = shelves
        self._known: dict[str, Source] = {}

    def __call__(self, citation: Citation) -> Source:
        if citation.document_id not in self._known:
            self._known[citation.document_id] = self._look_up(citation)
        return self._known[citation.document_id]

    def _look_up(self, citation: Citation) -> Source:
        try:
            document = self._shelves.document(citation.document_id)
            original = self._shelves.original(document.id)
        except (UnknownIdError, StoreError) as error:
            if isinstance(error, StoreError) and not citation.library:
                raise
            return Source(citation.document_id, citation.title, citation.document)
        return Source(
            document_id=document.id,
            title=citation.title or document.title,
            name=citation.document or document.name,
            sha256=_sha256(original),
            kind=document.kind,
            inside=self._names(document.parents) if document.depth else (),
            properties=tuple(pair for pair in document.properties if pair[0] in TELLING),
            saved=self._saved(document),
        )

    def _saved(self, document: Document) -> str:
        """The day on which the file was last saved: as it says itself, else as the disk had it where it was found. What was
        dropped on the page, or lies in another file, came without that."""
        stated = dict(document.properties)
        for key in SAVED:
            if found := _DAY.match(stated.get(key, "")):
                return found[0]
        rows = self._library.sources.of_document(document.id)
        known = [row.mtime_ns for row in rows if not row.container and Path(row.path).is_absolute()]
        moment = min(known, default=0) / 1e9
        with suppress(OverflowError, OSError, ValueError):
            return datetime.fromtimestamp(moment).astimezone().date().isoformat() if moment > 0 else ""
        return ""

    def _names(self, parents: Sequence[str]) -> tuple[str, ...]:
        known: dict[str, Document] = {document.id: document for document in self._library.documents.all()}
        return tuple(known[parent].name for parent in parents if parent in known)


def _sha256(path: Path) -> str:
    try:
        return sha256_of(path)
    except OSError as error:
        raise StoreError(
            "{file} cannot be read: {why}.", "See `ragdesk doctor`.", file=path, why=error.strerror
        ) from error
