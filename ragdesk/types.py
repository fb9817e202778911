"""The nouns of RAGDesk and the Protocols between its parts. Imports nothing of the package.

A file becomes a `Parsed` (its text and structure), is cut into `Chunk`s, and is kept as a
`Document`. A question becomes `Hit`s, then an `Answer` whose `Sentence`s point at `Citation`s.
All offsets are in characters (code points) into the document's text, which is exactly the content
of its Markdown companion in the archive: `text[char_start:char_end]` is what is quoted.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]

# ---------------------------------------------------------------- documents

BlockKind = Literal["heading", "paragraph", "list_item", "table", "code"]


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its span in the text and its size in points (1/72 inch; 0 where there is no picture)."""

    number: int
    char_start: int
    char_end: int
    width: float = 0.0
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of structure, in reading order, never overlapping another.

    `level` is 1 to 6 for headings. `header_end` is where a table's header rows end (0: none).
    """

    kind: BlockKind
    char_start: int
    char_end: int
    level: int = 0
    title: str = ""
    header_end: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the words of a paged document stand: arrays of one row a word, in reading order.

    `spans` (n, 2) int32: char_start, char_end. `pages` (n,) int32: 1-based page.
    `boxes` (n, 4) float32: x0, y0, x1, y1 in points from the page's top left, as the page is shown.

    For a spreadsheet, the same in cells: a row for each filled cell, its sheet's number as page, and as box its column and
    row (0-based), and those after its last.
    """

    spans: NDArray[np.int32]
    pages: NDArray[np.int32]
    boxes: FloatArray


@dataclass(frozen=True, slots=True)
class Part:
    """A file inside a file: an attachment, a member of an archive. `path` is its copy while the container is worked on,
    None where it could not be taken out; `problem` then says why."""

    name: str
    path: Path | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a parser makes of one file. `text` has "\\n" line ends only; `blocks` cover all that is to be found (none in an
    archive, which only holds `parts`)."""

    title: str
    text: str
    blocks: tuple[Block, ...]
    pages: tuple[Page, ...]
    kind: str
    paged: bool
    layout: Layout | None = None
    properties: tuple[tuple[str, str], ...] = ()
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a document, small enough for the embedder to read whole.

    `text` is exactly the document's text between the offsets. `context` (title, section path, a table's
    header) is put before it when it is embedded and prompted, and is never quoted. A `note` (what a model wrote of
    its document or page) is put before both when they are embedded, and serves for nothing else. The parent is the section
    that holds the chunk. Pages are None where the format has none.
    """

    id: str
    document_id: str
    ordinal: int
    char_start: int
    char_end: int
    text: str
    context: str
    section: tuple[str, ...]
    page_start: int | None
    page_end: int | None
    parent_start: int
    parent_end: int
    note: str = ""

    @property
    def placed_text(self) -> str:
        """The text under its context: what is compared with a question, and read by the model."""
        return f"{self.context}\n{self.text}" if self.context else self.text

    @property
    def embedding_text(self) -> str:
        return f"{self.note}\n{self.placed_text}" if self.note else self.placed_text


@dataclass(frozen=True, slots=True)
class Document:
    """A document that is in the library. `name` is its file name, `properties` what procedures say of themselves
    (SOP ID, version, department, dates). `pages` counts pages, `paged` says whether a person sees any. `parents` are
    the documents that hold it (the message of an attachment), `depth` how deep it lies in the first of them. `description`
    is what a model wrote of it, `enriched` the level of enrichment that its passages have."""

    id: str
    name: str
    title: str
    kind: str
    language: str
    bytes: int
    pages: int
    paged: bool
    chunks: int
    ingest_version: int
    content_version: int
    added_at: str
    sources: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()
    parents: tuple[str, ...] = ()
    depth: int = 0
    description: str = ""
    enriched: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A file as it was seen: its path as a person would name it, its size, its modification time.

    A part of another file has that file's path as its `container`, that file's document as its `parent_id`, and lies
    `depth` files deep; a file of its own has "", "" and 0.
    """

    path: str
    bytes: int
    mtime_ns: int
    container: str = ""
    parent_id: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Job:
    """A file that waits to be taken in. `path` is where its bytes lie now, `source` the place that a person knows it by.

    Attributes:
        ours: the bytes are a copy that the queue deletes when the job is done.
        batch: who asked for it; those jobs are worked on, and cancelled, together.
        attempts: how often RAGDesk has begun with it and not come to an end.
        problem: why it waits for a person ("" where it does not): it needs a password.
        id: 0 until the queue has given it one.
    """

    path: Path
    source: str
    name: str
    batch: str
    collection: str | None = None
    container: str = ""
    parent_id: str = ""
    depth: int = 0
    ours: bool = False
    attempts: int = 0
    problem: str = ""
    id: int = 0


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document as the ingest hands it to the stores.

    `vectors` is (number of chunks, dimensions), in the order of the chunks. `original` is the file, whose SHA-256 is
    `sha256`. Of `document`, sources, collections and content version are not read: the ledger settles them. `parts` are
    queued at the instant at which the document is ready; `unread` are those that could not be taken out, and why.
    """

    document: Document
    sha256: str
    parsed: Parsed
    chunks: tuple[Chunk, ...]
    vectors: FloatArray
    original: Path
    found: Found
    layout: bytes | None = None
    collection: str | None = None
    parts: tuple[Job, ...] = ()
    unread: tuple[tuple[Found, str], ...] = ()


EntryState = Literal["proposed", "approved", "rejected"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A question and its answer, written or verified by a person. `origin` says where it came from (a conversation), ""
    where it was written by hand. Only approved entries are searched."""

    id: str
    state: EntryState
    question: str
    answer: str
    origin: str
    collection: str | None
    created_at: str
    updated_at: str


@dataclass(frozen=True, slots=True)
class Handover:
    """A question that a person was asked because no document answers it. `reference` (8 hex digits, upper case) stands in
    the message, and in the reply to it; `message_id` is the answer that it is about, and `scope` where that was looked for;
    `recipient` is "Name <mail address>", either of them, or ""."""

    reference: str
    message_id: str
    question: str
    scope: "Scope"
    recipient: str
    state: Literal["open", "answered"]
    created_at: str


@dataclass(frozen=True, slots=True)
class HandoverPassage:
    """A passage as the message shows it: `number` from 1, the `document` and the `place` in it as a person names them, and
    the exact words."""

    number: int
    document: str
    place: str
    quote: str


@dataclass(frozen=True, slots=True)
class HandoverDraft:
    """What a message to a person is written of. `standalone` is "" where it is the question as asked; `looked_through`
    says in words where the answer was looked for; `answer` is what RAGDesk answered, "" for nothing, and `borne_out` whether
    the documents say so."""

    reference: str
    question: str
    standalone: str
    looked_through: str
    answer: str
    borne_out: bool
    passages: tuple[HandoverPassage, ...]


@dataclass(frozen=True, slots=True)
class HandoverMessage:
    """The message as it leaves RAGDesk: what a person saw, and may have changed."""

    reference: str
    recipient: str
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a person answered, without what it quotes and the signature. `references` are those that it names, the surest
    first; `attachments` counts the files that came with it, which are not read."""

    text: str
    references: tuple[str, ...]
    attachments: int = 0


IngestStage = Literal["waiting", "reading", "splitting", "encoding", "storing"]
IngestStatus = Literal["ready", "unchanged", "updated", "duplicate", "failed"]


@dataclass(frozen=True, slots=True)
class IngestResult:
    """How one file fared. `document_id` is None and `problem` says why where `status` is "failed"."""

    path: str
    document_id: str | None
    title: str
    status: IngestStatus
    pages: int
    chunks: int
    seconds: float
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class IngestProgress:
    """Where the file in hand stands; `done` and `total` count files of the batch, `pages` those of the file (0: not known yet,
    or it has none)."""

    path: str
    stage: IngestStage
    fraction: float
    done: int
    total: int
    pages: int = 0


@dataclass(frozen=True, slots=True)
class Removal:
    """The receipt of one removal: what was purged from each store."""

    document_id: str
    title: str
    purged: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class QuoteBox:
    """A rectangle around quoted words on a page, in points from the top left of the page as it is shown."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class PlacedChunk:
    """A chunk and the rectangles that it fills on one page, in reading order; none where the page has no picture."""

    chunk: Chunk
    boxes: tuple[QuoteBox, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceVersion:
    """A place where a document was found: how often its bytes have changed there (1: never), when it was last looked at (ISO
    8601), and why what lies there now could not be read, "" where it could."""

    path: str
    number: int
    seen_at: str
    problem: str


DocumentStateKind = Literal["problem", "partial", "outdated", "words"]


@dataclass(frozen=True, slots=True)
class DocumentState:
    """What is not as it should be with a document that is in the library: its file has changed and can no longer be read
    ("problem"), files inside of it could not be read ("partial"), an older RAGDesk read it ("outdated"), or it has no vectors
    of the embedder in use and is found by words alone ("words"). `detail` says it in a sentence."""

    kind: DocumentStateKind
    detail: str


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a spreadsheet as it is shown: its `number` from 1, a text for each column on view ("" where it is blank), and
    which of them are cited."""

    number: int
    cells: tuple[str, ...]
    cited: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class SheetView:
    """The rows of a sheet around cited cells, under the letters of its columns. `above` and `below` count the filled rows that
    are not on view; the first of `rows` is the table's first one, even where those after it are left out."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    above: int
    below: int


@dataclass(frozen=True, slots=True)
class MailView:
    """Where the pieces of a message stand in its text: the `fields` of its header (name, start, end), the `pieces` of its body
    (start, end, whether they quote another message), and its list of attachments (start, end; the same where it has none)."""

    fields: tuple[tuple[str, int, int], ...]
    pieces: tuple[tuple[int, int, bool], ...]
    attachments: tuple[int, int]


# ---------------------------------------------------------------- retrieval

Mode = Literal["hybrid", "vector", "words"]

# What is searched for: a text, or several with a weight each. Then, in each engine, a passage's score is the weighted sum of
# its scores for the texts.
QueryText = str | Sequence[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a search may look. Empty tuples: everywhere."""

    collections: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that retrieval found; higher scores are better. The engines' own ranks (1-based) and
    scores stay with it, and the reranker's raw one, so that a person can see why it is there."""

    chunk: Chunk
    score: float
    source: Literal["vector", "words", "fused"]
    vector_rank: int | None = None
    vector_score: float | None = None
    words_rank: int | None = None
    words_score: float | None = None
    reranker_score: float | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A place in one ranking: `rank` from 1, and the score by which it is ranked."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Explained:
    """A hit and where each step of the search had it; None where it was not found that way, or the step was not taken.

    Scores: `vector` the cosine (-1 to 1), `words` a BM25 sum (above 0), `fused` the weighted sum of both after each was
    brought to 0 to 1, `reranked` that and what the second look adds to it.
    """

    hit: Hit
    vector: Standing | None
    words: Standing | None
    fused: Standing | None
    reranked: Standing | None


# ---------------------------------------------------------------- answers

Verdict = Literal["answered", "not_found", "unsupported"]


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote that stands in a document. `document` is the file's name; `page` and `section` are what a person
    sees there. `verified`: the stored text at the offsets equals the quote, and the sentence's numbers,
    names and words are borne out by it."""

    number: int
    chunk_id: str
    document_id: str
    document: str
    title: str
    page: int | None
    section: str
    quote: str
    char_start: int
    char_end: int
    verified: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str
    citations: tuple[int, ...]
    supported: bool


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds from the question's arrival, and tokens. None where that moment never came."""

    retrieve: float
    first_evidence: float | None = None
    first_token: float | None = None
    total: float = 0.0
    prompt_tokens: int = 0
    answer_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    question: str
    standalone_question: str
    text: str
    verdict: Verdict
    citations: tuple[Citation, ...]
    sentences: tuple[Sentence, ...]
    hits: tuple[Hit, ...]
    timings: Timings
    conversation_id: str = ""
    message_id: str = ""
    model: str = ""
    # The ids of the notes that memory lent to the question or to the wording: not their words, so that a note can be forgotten.
    memory: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """The pipeline entered a stage: "rewrite", "retrieve", "read", "write", "check"."""

    name: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """The passages that the answer will be made of; on screen before the model starts."""

    hits: tuple[Hit, ...]
    standalone_question: str


@dataclass(frozen=True, slots=True)
class Token:
    text: str


Event = Stage | Evidence | Token | Answer

# ---------------------------------------------------------------- conversations


@dataclass(frozen=True, slots=True)
class Conversation:
    id: str
    title: str
    created_at: str
    updated_at: str
    scope: Scope = field(default_factory=Scope)


@dataclass(frozen=True, slots=True)
class Message:
    """A stored message. `answer` is there for the assistant's, whole, so that old citations can be read."""

    id: str
    conversation_id: str
    turn: Turn
    created_at: str
    answer: Answer | None = None


RatingVerdict = Literal["good", "bad"]


@dataclass(frozen=True, slots=True)
class Rating:
    """What a person thought of an answer. `reason` says what was wrong ("wrong", "incomplete", "missed", "other"; "" for a
    good one), `note` in the person's words."""

    message_id: str
    verdict: RatingVerdict
    reason: str = ""
    note: str = ""
    created_at: str = ""


# ---------------------------------------------------------------- models and doctor

ModelRole = Literal["llm", "embedder", "reranker"]


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model of the catalogue, or one that a person dropped in. `path` is "" where it is not on this machine;
    `where` then says how to get it. `bytes` on disk, `memory` in bytes while it runs."""

    name: str
    role: ModelRole
    bytes: int
    memory: int
    licence: str
    languages: str
    path: str
    chosen: bool
    where: str


@dataclass(frozen=True, slots=True)
class Check:
    """One finding of the doctor."""

    name: str
    passed: bool
    detail: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Speed:
    """What a model did here: tokens a second, of reading a prompt and of writing an answer; `at` is an ISO moment in UTC."""

    model: str
    read: float
    written: float
    at: str


# ---------------------------------------------------------------- privacy

AreaName = Literal["documents", "ledger", "index", "memory", "models", "uploads", "logs", "settings"]


@dataclass(frozen=True, slots=True)
class Area:
    """A kind of thing that is kept: where (the first of its places), how many files, how many bytes."""

    name: AreaName
    place: Path
    files: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Erasure:
    """The receipt: what was deleted of each area, and what could not be, with the system's reason."""

    areas: tuple[Area, ...]
    left: tuple[tuple[str, str], ...]


# ---------------------------------------------------------------- protocols


class TokenCounter(Protocol):
    """Counts in the embedder's own tokens, without its special tokens."""

    def token_spans(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        """For each text, the (start, end) character offsets of its tokens, never cut off."""
        ...


class Embedder(TokenCounter, Protocol):
    """Turns texts into unit vectors."""

    @property
    def fingerprint(self) -> str:
        """Names the model and its files' hash; an index belongs to one fingerprint."""
        ...

    @property
    def dimensions(self) -> int: ...

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text it reads, special tokens not counted."""
        ...

    @property
    def paraphrase(self) -> float:
        """The cosine, -1 to 1, from which on two sentences may say the same in other words."""
        ...

    @property
    def same(self) -> float:
        """The cosine from which on two sentences do say the same."""
        ...

    def encode(self, texts: Sequence[str]) -> FloatArray:
        """(n, dimensions) float32, each row of length 1."""
        ...

    def encode_queries(self, texts: Sequence[str]) -> FloatArray:
        """As `encode`, for questions that are compared with passages: some models read them with an instruction."""
        ...


class Reranker(Protocol):
    """Reads a question and a passage together, and says how well the one answers the other."""

    @property
    def name(self) -> str: ...

    def scores(self, question: str, passages: Sequence[str]) -> FloatArray:
        """(n,) float32: a raw score for each passage, higher is better; no passage's score depends on the others."""
        ...


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the model is given. `grammar` is GBNF, or None. The tokens of what is `banned` are never written, as far as the
    model's server can see to that."""

    messages: tuple[tuple[Literal["system", "user", "assistant"], str], ...]
    max_tokens: int
    grammar: str | None = None
    stop: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()


Cancelled = Callable[[], bool]


def never() -> bool:
    """The `Cancelled` of what cannot be cancelled."""
    return False


class LanguageModel(Protocol):
    """A chat model. Closing the iterator cancels the generation; so does `cancelled`, even while the prompt is read."""

    @property
    def name(self) -> str: ...

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        """Pieces of the answer as they are written. Ends early, without an error, when `cancelled` turns true.

        Raises:
            ModelError: missing, damaged, or it died; the next call starts it again.
        """
        ...

    def begins(self, prompt: Prompt, text: str, cancelled: Cancelled = never) -> float | None:
        """The log-probability that the answer begins with the first token of `text`; None where the model cannot tell, or
        when `cancelled` turned true. The prompt is then read, and `stream` of the same prompt begins at once.

        Raises:
            ModelError: as `stream`.
        """
        ...

    def count_tokens(self, text: str) -> int: ...


class Retriever(Protocol):
    """The two search engines over the chunks of ready documents."""

    def search_vector(self, vector: FloatArray, limit: int, scope: Scope) -> list[Hit]: ...

    def search_words(self, query: QueryText, limit: int, scope: Scope) -> list[Hit]: ...


class TextStore(Protocol):
    """Reads what is stored of a document. Raises UnknownIdError where it is not (or no longer) there."""

    def document(self, document_id: str) -> Document: ...

    def text(self, document_id: str) -> str: ...

    def pages(self, document_id: str) -> Sequence[Page]: ...


# ---------------------------------------------------------------- memory

MemoryName = Literal["user", "company"]


@dataclass(frozen=True, slots=True)
class MemoryNote:
    """A note of a memory file. `id` follows from the file and the words, so it changes with them."""

    id: str
    which: MemoryName
    text: str


@dataclass(frozen=True, slots=True)
class Noticed:
    """What a person said of themselves (which: "user") or their organisation, as a note would say it. `confidence`, 0 to 1,
    is that it is meant to last."""

    which: MemoryName
    text: str
    confidence: float


RememberedState = Literal["proposed", "written"]


@dataclass(frozen=True, slots=True)
class Remembered:
    """What was noticed in a message: "written" to its file, or "proposed" for a person to decide. `replaces` is the note
    that it contradicts, "" for none; `message_id` is the answer under which it is shown, `question` what was asked before it
    in the conversation `conversation_id`: "" where it belongs to no stored answer."""

    id: str
    state: RememberedState
    which: MemoryName
    text: str
    confidence: float
    replaces: str
    message_id: str
    created_at: str
    conversation_id: str = ""
    question: str = ""


@dataclass(frozen=True, slots=True)
class MemoryContext:
    """What memory lends to one question: never evidence, never cited.

    `question` and `history` name what "my team" and the like mean, for retrieval. `wording` is one short line on how the
    person likes answers, made of fixed words alone, "" where nothing is known. `used` are the ids of the notes that either is
    made with.
    """

    question: str
    history: tuple[Turn, ...]
    wording: str
    used: tuple[str, ...] = ()
