"""The Protocols between the parts: what the heart needs of engines and stores."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk, Document, Page
from ragdesk.domain.overviews import WrittenSection
from ragdesk.domain.search import Hit, QueryText, Scope, TextPlace


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
    def counter(self) -> TokenCounter:
        """The same counts, by something small that can be sent to another process."""
        ...

    @property
    def dimensions(self) -> int: ...

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text it reads, special tokens not counted."""
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


class Reader(Protocol):
    """Reads a question together with a passage of at most about 300 words, and says whether it is answered there."""

    @property
    def name(self) -> str: ...

    def answers(self, question: str, passages: Sequence[str]) -> FloatArray:
        """(n,) float32: the logit that each passage answers the question."""
        ...


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the model is given. `grammar` is GBNF, or None. The tokens of what is `banned` are never written, as far as the
    model's server can see to that. `judging`: what the answer's first word tells, where an adapter was taught beside the
    model to tell it: whether a text answers a question, says whether something is so (both the judge's), or says yes to it (the
    writer's)."""

    messages: tuple[tuple[Literal["system", "user", "assistant"], str], ...]
    max_tokens: int
    grammar: str | None = None
    stop: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    judging: Literal["answers", "whether", "polarity"] | None = None


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line that the model reads; of one that is to be `marked` it is asked whether it answers."""

    text: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """Lines that the model reads through once, below its messages, the last of which is the user's."""

    messages: tuple[tuple[Literal["system", "user"], str], ...]
    lines: tuple[ReadLine, ...]


@dataclass(frozen=True, slots=True)
class WrittenWords:
    """What the writer wrote, and the probability of just these words."""

    text: str
    probability: float


Cancelled = Callable[[], bool]


def never() -> bool:
    """The `Cancelled` of what cannot be cancelled."""
    return False


class LanguageModel(Protocol):
    """A chat model. Closing the iterator cancels the generation; so does `cancelled`, even while the prompt is read."""

    @property
    def name(self) -> str: ...

    @property
    def writer(self) -> str:
        """The adapter beside it that was taught to say yes or no and to write a few words; "" where there is none."""
        ...

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        """Pieces of the answer as they are written. Ends early, without an error, when `cancelled` turns true.

        Raises:
            ModelError: missing, damaged, or it died; the next call starts it again.
        """
        ...

    def log_odds(self, prompt: Prompt, texts: tuple[str, str], cancelled: Cancelled = never) -> float | None:
        """How much more likely the answer begins with the first text's first token than with the second's, as natural log-odds;
        None where the model cannot tell, or when `cancelled` turned true.

        Raises:
            ModelError: as `stream`.
        """
        ...

    def marks(self, reading: Reading, cancelled: Cancelled = never) -> tuple[float, ...] | None:
        """The log-odds that each line that is to be marked answers; None where no marker was taught beside the model, where it is
        too much to read at once, or when `cancelled` turned true.

        Raises:
            ModelError: as `stream`.
        """
        ...

    def write(self, prompt: Prompt, cancelled: Cancelled = never) -> WrittenWords | None:
        """What the writer answers, in a few words; None where there is no writer, where the prompt is too long, or when
        `cancelled` turned true.

        Raises:
            ModelError: as `stream`.
        """
        ...

    def count_tokens(self, text: str) -> int: ...


class Retriever(Protocol):
    """The two search engines over the chunks of ready documents."""

    def search_vector(self, vector: FloatArray, limit: int, scope: Scope) -> list[Hit]: ...

    def search_words(self, query: QueryText, limit: int, scope: Scope) -> list[Hit]: ...

    def around(self, place: TextPlace, reach: int) -> list[Hit]:
        """The chunks that hold a stretch of a ready document, and `reach` before and after them, in reading order; none where it
        is not there any more. Their scores are 0."""
        ...


# (document id, char_start, char_end) to the cells of a spreadsheet that hold that text ("B12:D12"), "" for other documents.
Cells = Callable[[str, int, int], str]


def no_cells(document_id: str, char_start: int, char_end: int) -> str:
    """The `Cells` where no spreadsheets are told apart."""
    return ""


# How many passages are in each language (ISO 639-1, "und" where it is not known) where a search looks.
PassagesByLanguage = Callable[[Scope], Mapping[str, int]]


def no_languages(scope: Scope) -> Mapping[str, int]:
    """The `PassagesByLanguage` where nothing is known of languages."""
    return {}


class WholeDocuments(Protocol):
    """Reads documents as a whole."""

    def documents(self, scope: Scope, hits: Sequence[Hit] = ()) -> Sequence[Document]:
        """The ready documents where a person chose to look; of shared libraries, which nobody lists, those that the scope names,
        or else those of the passages `hits`. Raises UnknownIdError where the scope names what is not there."""
        ...

    def lists_all(self, scope: Scope) -> bool:
        """Whether `documents` has all that may be meant: without a scope, no shared library is beside the own one."""
        ...

    def library(self, document_id: str) -> str:
        """The name of the shared library that a document is in; "" for the person's own."""
        ...

    def chunks(self, document_id: str) -> Sequence[Chunk]:
        """The passages of a document, in reading order."""
        ...

    def vectors(self, document_id: str) -> Mapping[str, FloatArray]:
        """The unit vectors of its passages, by the text that each was made of; none where the embedder in use made none."""
        ...


class KeptOverviews(Protocol):
    """What language models have written of documents, by the model's name and the version of the rules."""

    def of(self, document_id: str, model: str, version: int) -> Sequence[WrittenSection]:
        """The sections that are written; none where nothing is."""
        ...

    def keep(
        self, document_id: str, model: str, version: int, sections: Sequence[WrittenSection], finished: bool
    ) -> None:
        """Keep them in the place of what was written before; a document that has gone meanwhile is passed over."""
        ...


class TextStore(Protocol):
    """Reads what is stored of a document. Raises UnknownIdError where it is not (or no longer) there."""

    def document(self, document_id: str) -> Document: ...

    def text(self, document_id: str) -> str: ...

    def pages(self, document_id: str) -> Sequence[Page]: ...
