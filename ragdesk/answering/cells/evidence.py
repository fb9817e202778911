"""What one document holds for one question: the passages that were found, their sentences as they were judged, its opening."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from ragdesk.answering.cells.form_grid import Grid, grid_of
from ragdesk.answering.checking.support import citation_of
from ragdesk.answering.finding.search import search
from ragdesk.answering.judging import gate
from ragdesk.answering.judging.judged import JudgedUnit, judge, judge_quotes, ranked
from ragdesk.answering.question import check_question
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.understand import understand
from ragdesk.answering.units.quotes import Quote, quotes_of
from ragdesk.domain.answers import Citation
from ragdesk.domain.calibration import CELLS, AnswerFit
from ragdesk.domain.documents import Chunk, Document
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Hit, Query, Scope
from ragdesk.text.spans import trimmed

# Characters from the beginning in which a document says what it is, of when and between whom.
OPENING = 4_000
# Characters from the beginning that are read as a form.
FORM = 20_000
# Passages that are looked for.
HITS = 6


@dataclass(frozen=True)
class CellEvidence:
    """Of one cell. What is read off the first page is not searched for: the search begins when its result is first asked for."""

    document: Document
    query: Query
    resources: Resources
    cancelled: Cancelled

    @cached_property
    def text(self) -> str:
        return self.resources.texts.text(self.document.id)

    @cached_property
    def opening(self) -> str:
        return self.text[:OPENING]

    @cached_property
    def grid(self) -> Grid:
        """The rows of its tables and its lines, as a form is read."""
        return grid_of(self.text[:FORM])

    @cached_property
    def chunks(self) -> Sequence[Chunk]:
        whole = self.resources.whole
        return whole.chunks(self.document.id) if whole is not None else ()

    @cached_property
    def hits(self) -> tuple[Hit, ...]:
        """The passages that were found, in the reranker's order."""
        found: tuple[Hit, ...] = ()
        resources = self.resources
        for hits in search(
            self.query,
            retriever=resources.retriever,
            embedder=resources.embedder,
            reranker=resources.reranker,
            top=HITS,
            scope=Scope(documents=(self.document.id,)),
        ):
            found = tuple(hits)
            if self.cancelled():
                break
        return found

    @cached_property
    def units(self) -> list[JudgedUnit]:
        """The sentences and rows of the first hits, as they were judged."""
        resources = self.resources
        return judge(self.query.standalone, self.hits, resources.texts, resources.reranker)

    @cached_property
    def _fits(self) -> gate.Fits:
        return gate.fits(self.resources.embedder, self.resources.reranker, self.query)

    @property
    def fit(self) -> AnswerFit | None:
        return self._fits.answer

    @cached_property
    def ranking(self) -> list[tuple[JudgedUnit, float]]:
        """Sentences and rows, the best first, with the probability that each answers."""
        return ranked(self.query.checked, self.units, self.fit)

    def ranked_in_full(self, wanted: Callable[[Quote], bool]) -> list[tuple[JudgedUnit, float]]:
        """As `ranking`, of the wanted sentences of the whole document: the first few, since each is judged."""
        quotes = (
            quote
            for chunk in self.chunks
            for quote in quotes_of(Hit(chunk, 0.0, "words"))
            if quote.units == 1 and wanted(quote)
        )
        first = list(islice(quotes, CELLS.most_clauses))
        units = judge_quotes(self.query.standalone, first, self.resources.reranker)
        return ranked(self.query.checked, units, self.fit)

    @cached_property
    def answerable(self) -> bool:
        """Whether the passages hold an answer at all, by the gate."""
        signs = gate.read_signs(self.query.standalone, self.hits, self.units)
        return gate.answerable(signs, self.resources.stance, self._fits, likely=True)

    def cite(self, start: int, end: int) -> Citation | None:
        """The citation of these characters, which may run over several passages; None where they are blank, or no passage
        holds their beginning."""
        start, end = trimmed(self.text, start, end)
        chunk = next((each for each in self.chunks if each.char_start <= start < each.char_end), None)
        if chunk is None or start == end:
            return None
        quote = Quote(Hit(chunk, 0.0, "words"), start, end, self.text[start:end])
        return citation_of(quote, 1, self.resources.texts, self.resources.cells)


def evidence_of(
    question: str, document: Document, resources: Resources, cancelled: Cancelled
) -> CellEvidence:
    """What a document holds for a question.

    Raises:
        QuestionError: it is empty or too long.
    """
    question = check_question(question)
    query = understand(question, searched_for=question, embedder_languages=resources.embedder_languages)
    return CellEvidence(document, query, resources.reading(query), cancelled)
