"""A language model that says what a test tells it to, and small in-memory texts for the answering path's logic."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from ragdesk.answering.finding.other_words import SYSTEM as OTHER_WORDS
from ragdesk.answering.judging.marking import ASKED_OF_WHOLE
from ragdesk.answering.judging.verify import READ
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration.by_language_model import _MARKINGS
from ragdesk.domain.calibration.by_model import _ANSWER_FITS
from ragdesk.domain.documents import Chunk, Document, Page
from ragdesk.domain.ports import Cancelled, Prompt, Reading, WrittenWords, never
from ragdesk.domain.search import Hit, QueryText, Scope, TextPlace

# A name that a language model must have to be asked which lines answer: what it says of them was measured.
MARKING_MODEL = next(iter(_MARKINGS))


class ScriptedModel:
    """Says the queued answers, one a call, word by word; remembers the prompts it was given.

    `odds`: the log-odds of yes for a sentence that holds the words; None: it cannot tell. `reads`: what it says of a single
    passage, whichever that is. `marks`: the log-odds of a line that holds the words, where it marks lines; None: it cannot.
    `belongs`: the same where it reads a stretch of a document as a whole. `other_words`: how it puts a question in other words.
    `writer`: the adapter beside it; `polarity`: its log-odds of yes for a sentence that holds the words; `writes`: what it writes
    where the prompt holds the words, `surely`: with this probability.
    """

    def __init__(
        self,
        answers: Sequence[str] = (),
        name: str = "scripted",
        odds: Mapping[str, float] | None = None,
        reads: str = "NONE",
        marks: Mapping[str, float] | None = None,
        belongs: Mapping[str, float] | None = None,
        other_words: str = "",
        writer: str = "",
        polarity: Mapping[str, float] | None = None,
        writes: Mapping[str, str] | None = None,
        surely: float = 0.9,
    ) -> None:
        self.answers = list(answers)
        self.prompts: list[Prompt] = []
        self.name = name
        self.odds = odds
        self.reads = reads
        self.judged: list[str] = []
        self.marked = marks
        self.belongs = belongs or {}
        self.other_words = other_words
        self.put: list[str] = []
        self.readings: list[Reading] = []
        self.stretches: list[Reading] = []
        self.writer = writer
        self.polarity = polarity or {}
        self.writes = writes or {}
        self.surely = surely

    def marks(self, reading: Reading, cancelled: Cancelled = never) -> tuple[float, ...] | None:
        whole = reading.messages[-1][1].endswith(ASKED_OF_WHOLE)
        (self.stretches if whole else self.readings).append(reading)
        marked = self.belongs if whole else self.marked
        if marked is None:
            return None
        return tuple(
            next((odds for words, odds in marked.items() if words in line.text), -6.0)
            for line in reading.lines
            if line.marked
        )

    def log_odds(self, prompt: Prompt, texts: tuple[str, str], cancelled: Cancelled = never) -> float | None:
        asked = prompt.messages[-1][1]
        if self.writer and prompt.judging == "polarity":
            return next((odds for words, odds in self.polarity.items() if words in asked), 0.0)
        self.judged.append(asked)
        if self.odds is None:
            return None
        return next((odds for words, odds in self.odds.items() if words in asked), -5.0)

    def write(self, prompt: Prompt, cancelled: Cancelled = never) -> WrittenWords | None:
        asked = prompt.messages[-1][1]
        told = (WrittenWords(text, self.surely) for words, text in self.writes.items() if words in asked)
        return next(told, None)

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        if prompt.messages[-1][1].endswith(READ):
            yield self.reads
            return
        if prompt.messages[0][1] == OTHER_WORDS:
            self.put.append(prompt.messages[-1][1])
            yield self.other_words
            return
        self.prompts.append(prompt)
        for index, word in enumerate(self.answers.pop(0).split(" ")):
            if cancelled():
                return
            yield word if index == 0 else " " + word

    def warm(self, prompt: Prompt, cancelled: Cancelled = never) -> None:
        """There is nothing to load."""

    def count_tokens(self, text: str) -> int:
        return len(text.split())


class Scores:
    """A measured reranker by name that knows the scores of the texts with some words."""

    name = next(iter(_ANSWER_FITS))

    def __init__(self, known: Mapping[str, float]) -> None:
        self.known = known

    def scores(self, question: str, texts: Sequence[str]) -> FloatArray:
        found = [max((s for words, s in self.known.items() if words in text), default=-9.0) for text in texts]
        return np.asarray(found, dtype=np.float32)


def make_document(
    document_id: str = "d" * 16, name: str = "guide.md", paged: bool = False, language: str = "en"
) -> Document:
    return Document(
        id=document_id,
        name=name,
        title="The guide",
        kind="markdown",
        language=language,
        bytes=10,
        pages=1,
        paged=paged,
        chunks=1,
        ingest_version=1,
        content_version=1,
        added_at="2026-01-01T00:00:00Z",
    )


def make_chunk(
    text: str,
    *,
    start: int = 0,
    chunk_id: str = "",
    document_id: str = "d" * 16,
    context: str = "The guide",
    section: tuple[str, ...] = (),
    page: int | None = None,
) -> Chunk:
    return Chunk(
        id=chunk_id or f"c{start:011d}",
        document_id=document_id,
        ordinal=0,
        char_start=start,
        char_end=start + len(text),
        text=text,
        context=context,
        section=section,
        page_start=page,
        page_end=page,
        parent_start=start,
        parent_end=start + len(text),
    )


def make_hit(text: str, *, score: float = 0.5, vector: float | None = 0.5, **more: object) -> Hit:
    return Hit(chunk=make_chunk(text, **more), score=score, source="fused", vector_score=vector)  # type: ignore[arg-type]


class Shelf:
    """One document whose text is the given passages, as a TextStore and a Retriever that returns them all."""

    def __init__(
        self, passages: Sequence[str], *, paged: bool = False, cosine: float = 0.6, language: str = "en"
    ) -> None:
        self._text = "\n\n".join(passages)
        self._document = make_document(paged=paged, language=language)
        self._cosine = cosine
        starts = [sum(len(p) + 2 for p in passages[:i]) for i in range(len(passages))]
        self.chunks = [
            make_chunk(p, start=s, page=1 if paged else None) for p, s in zip(passages, starts, strict=True)
        ]
        self._pages = tuple(Page(i, c.char_start, c.char_end) for i, c in enumerate(self.chunks, start=1))

    def document(self, document_id: str) -> Document:
        return self._document

    def text(self, document_id: str) -> str:
        return self._text

    def pages(self, document_id: str) -> tuple[Page, ...]:
        return self._pages

    def search_vector(self, vector: object, limit: int, scope: Scope) -> list[Hit]:
        return [Hit(chunk, self._cosine, "vector") for chunk in self.chunks][:limit]

    def search_words(self, query: QueryText, limit: int, scope: Scope) -> list[Hit]:
        return [Hit(chunk, 5.0, "words") for chunk in self.chunks][:limit]

    def around(self, place: TextPlace, reach: int) -> list[Hit]:
        held = [
            at
            for at, chunk in enumerate(self.chunks)
            if chunk.char_start < place.char_end and place.char_start < chunk.char_end
        ]
        near = self.chunks[max(held[0] - reach, 0) : held[-1] + reach + 1] if held else []
        return [Hit(chunk, 0.0, "fused") for chunk in near]

    def hits(self) -> list[Hit]:
        return self.search_vector(None, 100, Scope())
