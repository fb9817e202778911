"""An answer, its sentences and citations, and the events that it streams as."""

from dataclasses import dataclass
from typing import Literal

from ragdesk.domain.documents import section_path
from ragdesk.domain.search import Hit, QuestionKind, named_in

# "told": the app said it itself, of talk, of what it remembers, of its library. No document was looked into.
Verdict = Literal["answered", "not_found", "unsupported", "told"]
# How sure an answer has to be before it is given.
Stance = Literal["cautious", "balanced", "helpful"]


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote that stands in a document. `document` is the file's name; `page` and `section` are what a person
    sees there. `verified`: the stored text at the offsets equals the quote, and the sentence's numbers,
    names and words are borne out by it. `library` is the shared library that the document is in, "" for the person's own."""

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
    cells: str = ""
    library: str = ""

    @property
    def found_in(self) -> str:
        """The document's name, and the shared library that it is in."""
        return named_in(self.document, self.library)

    @property
    def place(self) -> str:
        """The section and the cells, as one path: "Budget › B12:D12"."""
        return section_path(filter(None, (self.section, self.cells)))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that the model wrote, with the numbers of the citations that bear it out."""

    text: str
    citations: tuple[int, ...]
    supported: bool


@dataclass(frozen=True, slots=True)
class Nearest:
    """The sentence of the documents that comes nearest to the question, shown below an answer that no passage bears out.
    `text` introduces and quotes it in the question's language: words of RAGDesk and of the document, not the model's."""

    text: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class QuickAnswer:
    """The sentence or row that answers by itself, before the model has read a word: words of the document, at most as many as
    fit in a line or two. It is an event, too."""

    text: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class Mention:
    """A document that the app names in what it told, and the words that name it there."""

    document_id: str
    words: str


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
    """What the model wrote (`text`, `sentences`, `citations`), and what code added to it (`quick`, `nearest`). Of a question
    that was not answered, `text` is the app's own refusal; of one that no document was searched for, the app's own answer, which
    names documents in the order of `mentions`."""

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
    nearest: Nearest | None = None
    quick: QuickAnswer | None = None
    kind: QuestionKind = "lookup"
    mentions: tuple[Mention, ...] = ()
    # How probable it was, before a word was written, that the documents answer: the gate's. None where nothing measured decided.
    probability: float | None = None
    # Of a written overview: how many of its sections are written, and how many it has.
    written: tuple[int, int] = (0, 0)

    @property
    def unfinished(self) -> bool:
        """Whether it was stopped: asking for it again goes on."""
        return self.written[0] < self.written[1]

    @property
    def written_of(self) -> str:
        """The id of the document that it is a written overview of, "" for another answer."""
        return self.citations[0].document_id if self.written[0] and self.citations else ""

    @property
    def cut(self) -> tuple[list[tuple[str, Sentence]], str]:
        """Each sentence with the text before it (marks of lists, line ends), and the text after the last one."""
        pieces, end = list[tuple[str, Sentence]](), 0
        for sentence in self.sentences:
            start = self.text.find(sentence.text, end)
            pieces.append((self.text[end:start] if start >= 0 else " ", sentence))
            end = start + len(sentence.text) if start >= 0 else end
        return pieces, self.text[end:]

    @property
    def full_text(self) -> str:
        """All that a person reads: the text and, below it, the nearest passage."""
        return f"{self.text}\n\n{self.nearest.text}" if self.nearest else self.text

    @property
    def quick_apart(self) -> QuickAnswer | None:
        """The short answer, where it is not the whole answer, nor the passage that the model's words rest on."""
        if self.quick is None or self.quick.text == self.text or self.quick.citation in self.citations:
            return None
        return self.quick

    @property
    def all_citations(self) -> tuple[Citation, ...]:
        """The citations of the sentences, of the short answer and of the nearest passage, each passage once."""
        added = [each.citation for each in (self.quick, self.nearest) if each is not None]
        by_number = {cited.number: cited for cited in (*added, *self.citations)}
        return tuple(by_number[number] for number in sorted(by_number))


@dataclass(frozen=True, slots=True)
class Stage:
    """The pipeline entered a stage: "rewrite", "translate", "retrieve", "read", "write", "check"; or "section", of an overview,
    the `step`th of `steps`."""

    name: str
    step: int = 0
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """The passages that the answer will be made of; on screen before the model starts."""

    hits: tuple[Hit, ...]
    standalone_question: str


@dataclass(frozen=True, slots=True)
class Token:
    text: str


@dataclass(frozen=True, slots=True)
class AnswerSoFar:
    """What is written and checked of an overview: it takes the place of the words that came before it."""

    answer: Answer


Event = Stage | Evidence | Nearest | QuickAnswer | Token | AnswerSoFar | Answer
