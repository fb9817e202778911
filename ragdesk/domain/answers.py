"""An answer, its sentences and citations, and the events that it streams as."""

from dataclasses import dataclass
from typing import Literal

from ragdesk.domain.search import Hit

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
