"""A Desk that follows a script: real data in memory, no models, no stores. For the logic and the look of the app."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from ragdesk.errors import EmptyFileError, QuestionError, RagdeskError, UnknownIdError
from ragdesk.paths import Home
from ragdesk.settings import Settings
from ragdesk.types import (
    Answer,
    Chunk,
    Citation,
    Conversation,
    Document,
    Event,
    Evidence,
    Hit,
    IngestProgress,
    IngestResult,
    Message,
    Removal,
    Scope,
    Sentence,
    Stage,
    Timings,
    Token,
    Turn,
)

STAMP = "2026-03-02T09:30:00+00:00"

SOP_TEXT = (
    "Autoclave operation. Close the drain before the cycle. "
    "The autoclave must cool down for 30 minutes before the door is opened. Wear heat-resistant gloves."
)
HANDBOOK_TEXT = "# Handbook\n\n## Leave\n\nEmployees have 28 days of paid leave a year.\n\n## Visitors\n\nVisitors sign in at the desk.\n"
COOL = "The autoclave must cool down for 30 minutes before the door is opened."
LEAVE = "Employees have 28 days of paid leave a year."


@dataclass(frozen=True, slots=True)
class Box:
    """A word of a quote on its page, in points."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


def sop_pdf() -> bytes:
    """A PDF of one page whose second paragraph runs over several lines."""
    import pymupdf

    with pymupdf.open() as pdf:
        page = pdf.new_page()
        page.insert_textbox((72, 90, 523, 140), "Autoclave operation", fontsize=20)
        page.insert_textbox((72, 160, 330, 500), SOP_TEXT, fontsize=13)
        return bytes(pdf.tobytes())


@dataclass
class ScriptedDesk:
    """What the page needs of a Desk. `hold` keeps the model from its first word, and the reader from its first file."""

    home: Home
    pdf: bytes = b""
    settings: Settings = field(default_factory=Settings)
    missing_model: str | None = None
    tokens: tuple[str, ...] = ("The autoclave must cool ", "for 30 minutes. ", "Gloves are blue.")
    problem: RagdeskError | None = None
    hold: threading.Event = field(default_factory=threading.Event)
    closed: threading.Event = field(default_factory=threading.Event)
    asked_scope: Scope = field(default_factory=Scope)

    def __post_init__(self) -> None:
        self.hold.set()
        self._documents: dict[str, Document] = {}
        self._texts: dict[str, str] = {}
        self._talks: dict[str, Conversation] = {}
        self._messages: dict[str, list[Message]] = {}
        self._memory = {"user": "Answer briefly.\n", "company": ""}
        self.states: dict[str, str] = {}

    # ------------------------------------------------------------ documents

    def put(self, name: str, title: str, text: str, kind: str, collection: str = "", **properties: str) -> Document:
        key = sha256(name.encode()).hexdigest()[:16]
        paged = kind == "pdf"
        document = Document(
            id=key, name=name, title=title, kind=kind, language="en", bytes=len(text), pages=1 if paged else 0,
            paged=paged, chunks=1, ingest_version=1, content_version=1, added_at=STAMP, sources=(f"/home/me/{name}",),
            collections=(collection,) if collection else (),
            properties=tuple((key.replace("_", " "), value) for key, value in properties.items()),
        )
        self._documents[key], self._texts[key] = document, text
        return document

    def fill(self) -> "ScriptedDesk":
        self.put("SOP-014 autoclave.pdf", "Autoclave operation", SOP_TEXT, "pdf", "Laboratory", SOP_ID="SOP-014", Version="3.1")
        self.put("handbook.md", "Handbook", HANDBOOK_TEXT, "markdown")
        return self

    def add(
        self,
        paths: Sequence[Path],
        *,
        collection: str = "",
        names: Mapping[Path, str] | None = None,
        on_progress: Callable[[IngestProgress], None] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[IngestResult]:
        for done, path in enumerate(paths):
            if cancelled():
                return
            for stage, fraction in (("reading", 0.2), ("encoding", 0.6)):
                if on_progress:
                    on_progress(IngestProgress(str(path), stage, fraction, done, len(paths)))  # type: ignore[arg-type]
                while not self.hold.wait(0.02) and not cancelled():
                    pass
            text = path.read_text(encoding="utf-8", errors="replace")
            name = (names or {}).get(path, path.name)
            if not text.strip():
                problem = str(EmptyFileError("The file is empty.", "Check that it was saved.").message)
                yield IngestResult(str(path), None, name, "failed", 0, 0, 0.0, problem)
                continue
            document = self.put(name, Path(name).stem, text, "text", collection)
            yield IngestResult(str(path), document.id, document.title, "ready", 0, 1, 0.1)

    def documents(self) -> list[Document]:
        return list(self._documents.values())

    def document(self, document_id: str) -> Document:
        if document_id not in self._documents:
            raise UnknownIdError(f"There is no document {document_id}.", "`ragdesk list` shows those there are.")
        return self._documents[document_id]

    def text(self, document_id: str) -> str:
        return self._texts[self.document(document_id).id]

    def chunks(self, document_id: str) -> list[Chunk]:
        return [self.chunk(self.document(document_id))]

    def chunk(self, document: Document) -> Chunk:
        text = self._texts[document.id]
        page = 1 if document.paged else None
        return Chunk("c0ffee", document.id, 0, 0, len(text), text, document.title, (document.title,), page, page, 0, len(text))

    def remove(self, document_ids: Sequence[str]) -> list[Removal]:
        gone = [self.document(each) for each in document_ids]
        for each in gone:
            del self._documents[each.id]
        return [Removal(each.id, each.title, (("ledger", 1), ("index", 1), ("archive", 2))) for each in gone]

    def collections(self) -> list[str]:
        return sorted({name for each in self._documents.values() for name in each.collections})

    def examples(self) -> list[Path]:
        paths = [self.home.temporary / name for name in ("note.txt", "policy.txt")]
        for path in paths:
            path.write_text(f"Contents of {path.name}", encoding="utf-8")
        return paths

    def example_questions(self) -> list[str]:
        return ["How long must the autoclave cool down?", "How many days of leave do I have?", "Where do visitors sign in?"]

    # ------------------------------------------------------------ questions

    def search(self, query: str, *, top: int = 10, mode: str = "hybrid", scope: Scope | None = None) -> list[Hit]:
        self._check(query)
        return self._hits()

    def _hits(self) -> list[Hit]:
        return [
            Hit(self.chunk(document), 1 / rank, "fused", vector_rank=rank, vector_score=0.6, words_rank=rank + 1, words_score=7.0)
            for rank, document in enumerate(self._documents.values(), 1)
        ]

    def _check(self, question: str) -> None:
        if not question.strip():
            raise QuestionError("The question is empty.", "Type what you want to know.")
        if len(question) > 4_000:
            raise QuestionError("The question is longer than 4,000 characters.", "Shorten it.")

    def ask(self, question: str, *, conversation_id: str = "", scope: Scope = Scope()) -> Iterator[Event]:
        self._check(question)
        self.asked_scope = scope
        try:
            yield from self._answering(question, conversation_id, scope)
        finally:
            self.closed.set()

    def _answering(self, question: str, conversation_id: str, scope: Scope) -> Iterator[Event]:
        hits = tuple(self._hits())
        yield Stage("retrieve")
        yield Evidence(hits, question)
        yield Stage("read")
        self.hold.wait(20)
        if self.problem:
            raise self.problem
        for token in self.tokens:
            yield Token(token)
        yield Stage("check")
        talk = self._talks.get(conversation_id) or self.new_conversation(question[:40], scope)
        yield self._keep(question, talk, hits)

    def _keep(self, question: str, talk: Conversation, hits: tuple[Hit, ...]) -> Answer:
        text = "".join(self.tokens)
        citations, sentences = self._cited(text)
        found = bool(citations) or not self._documents
        kept = self._messages[talk.id]
        answer = Answer(
            question, question, text, "answered" if found else "unsupported", citations, sentences, hits,
            Timings(0.1, 0.2, 0.9, 2.4, 320, 40), talk.id, f"m{len(kept) + 2}", "scripted",
        )
        kept.append(Message(f"m{len(kept) + 1}", talk.id, Turn("user", question), STAMP))
        kept.append(Message(answer.message_id, talk.id, Turn("assistant", text), STAMP, answer))
        return answer

    def _cited(self, text: str) -> tuple[tuple[Citation, ...], tuple[Sentence, ...]]:
        """The first sentence cites the PDF, the second the handbook, and what follows has no support."""
        citations = []
        for number, (document, quote) in enumerate(zip(list(self._documents.values())[:2], (COOL, LEAVE), strict=False), 1):
            start = self._texts[document.id].find(quote)
            if start < 0:
                continue
            citations.append(
                Citation(number, "c0ffee", document.id, document.name, document.title, 1 if document.paged else None,
                         "Leave" if number == 2 else "Operation", quote, start, start + len(quote), True)
            )
        ends = [piece + "." for piece in text.split(". ")]
        ends[-1] = ends[-1][:-1]
        sentences = [
            Sentence(piece, tuple(each.number for each in citations) if index == 0 else (), index == 0 and bool(citations))
            for index, piece in enumerate(ends)
        ]
        return tuple(citations), tuple(sentences)

    # ------------------------------------------------------------ conversations

    def conversations(self) -> list[Conversation]:
        return list(reversed(self._talks.values()))

    def new_conversation(self, title: str = "", scope: Scope = Scope()) -> Conversation:
        talk = Conversation(f"talk{len(self._talks) + 1}", title, STAMP, STAMP, scope)
        self._talks[talk.id], self._messages[talk.id] = talk, []
        return talk

    def rename_conversation(self, conversation_id: str, title: str) -> None:
        self._talks[conversation_id] = replace(self._talks[conversation_id], title=title)

    def delete_conversation(self, conversation_id: str) -> None:
        del self._talks[conversation_id], self._messages[conversation_id]

    def messages(self, conversation_id: str) -> list[Message]:
        return list(self._messages[conversation_id])

    # ------------------------------------------------------------ citations

    def source_state(self, citation: Citation) -> str:
        return "unchanged" if citation.document_id in self._documents else "removed"

    def page_picture(self, document_id: str, page: int, dpi: int = 110) -> bytes:
        import pymupdf

        with pymupdf.open(stream=self._pdf(document_id, page), filetype="pdf") as pdf:
            return bytes(pdf[page - 1].get_pixmap(dpi=dpi).tobytes("png"))

    def page_size(self, document_id: str, page: int) -> tuple[float, float]:
        import pymupdf

        with pymupdf.open(stream=self._pdf(document_id, page), filetype="pdf") as pdf:
            return pdf[page - 1].rect.width, pdf[page - 1].rect.height

    def quote_boxes(self, citation: Citation) -> list[Box]:
        """The boxes of the quote's words, found by counting words of the text before it."""
        import pymupdf

        document = self.document(citation.document_id)
        if not document.paged:
            return []
        with pymupdf.open(stream=self.pdf, filetype="pdf") as pdf:
            words = pdf[0].get_text("words")
        texts = [word[4] for word in words]
        wanted = citation.quote.split()
        first = next(i for i in range(len(texts)) if texts[i : i + len(wanted)] == wanted)
        return [Box(1, *word[:4]) for word in words[first : first + len(wanted)]]

    def _pdf(self, document_id: str, page: int) -> bytes:
        if not self.document(document_id).paged or page != 1:
            raise UnknownIdError(f"The document has no page {page}.", "Choose a page that it has.")
        return self.pdf

    def original(self, document_id: str) -> tuple[Path, str]:
        document = self.document(document_id)
        path = self.home.archive / document.id
        path.write_bytes(self._texts[document_id].encode())
        return path, document.name

    # ------------------------------------------------------------ memory, models

    def read_memory(self, which: str) -> str:
        return self._memory[which]

    def write_memory(self, which: str, text: str) -> None:
        self._memory[which] = text

    def model_ready(self) -> str | None:
        return self.missing_model

    def warm(self) -> None:
        """Nothing to warm."""

    def close(self) -> None:
        """Nothing to close."""
