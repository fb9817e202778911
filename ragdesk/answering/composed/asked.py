"""What a composer is given, and what it gives back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ragdesk.answering.composed.lists.candidates import quoted
from ragdesk.answering.judging.judged import JudgedUnit, chances_of, judge, judge_quotes
from ragdesk.answering.judging.marking import best_mark
from ragdesk.answering.judging.verify import Verifier
from ragdesk.answering.resources import Resources
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.answers import Answer, Citation, Sentence
from ragdesk.domain.calibration import COMPOSED, MARKING, VERIFY, AnswerFit, verifier_fit
from ragdesk.domain.ports import Cancelled, TextStore
from ragdesk.domain.search import Hit, Query, TextPlace
from ragdesk.text.tokens import Idf, content_words, negated, opposed, unbounded


@dataclass(frozen=True, slots=True)
class Composed:
    """An answer whose every sentence is a slice of the documents with its citation; what stands between is the app's. `missing`:
    of how many sides of a comparison, or parts of a sum, it says nothing."""

    text: str
    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    missing: int = 0


def of_quotes(refusal: Answer, composed: Composed) -> Answer:
    """The answer that code composed; no model wrote it."""
    return replace(
        refusal,
        text=composed.text,
        verdict="answered",
        sentences=composed.sentences,
        citations=composed.citations,
        model="",
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and what was found for it: the hits, best first, and the judged units of the first ones. `cancelled`: whether
    nobody waits any more; the language model is asked nothing then. `answerable` is what the gate says of the question as a
    whole."""

    query: Query
    hits: Sequence[Hit]
    units: Sequence[JudgedUnit]
    fit: AnswerFit | None
    resources: Resources
    cancelled: Cancelled
    answerable: bool = True

    @property
    def texts(self) -> TextStore:
        return self.resources.texts

    def hit_of(self, cited: Citation) -> Hit | None:
        """The hit that a citation is out of."""
        return next((hit for hit in self.hits if hit.chunk.id == cited.chunk_id), None)

    def in_its_place(self, quote: Quote) -> Quote:
        """The quote as one of the passage that it stands in, under that one's headings, wherever it was taken from."""
        chunk = quote.hit.chunk
        place = TextPlace(chunk.document_id, quote.char_start, quote.char_end)
        own = next(iter(self.resources.retriever.around(place, 0)), quote.hit)
        return quoted(own, self.texts.text(chunk.document_id), quote.char_start, quote.char_end)

    @property
    def question(self) -> str:
        return self.query.standalone

    @property
    def marked(self) -> bool:
        """Whether the language model has read the best of the units."""
        return best_mark(self.units) is not None

    @property
    def best_marked(self) -> JudgedUnit | None:
        """The unit that is marked best; None where none was read."""
        read = (unit for unit in self.units if unit.mark is not None)
        return max(read, key=lambda unit: unit.mark or 0.0, default=None)

    def put(self, question: str) -> "Asked":
        """The same with another question: what is asked of one side of a comparison."""
        return replace(self, query=replace(self.query, standalone=question))

    def judged_hits(self, hits: Sequence[Hit]) -> list[JudgedUnit]:
        """The units of further hits."""
        return judge(self.question, hits, self.texts, self.resources.reranker)

    def judged(self, quotes: Sequence[Quote]) -> list[tuple[Quote, float]]:
        """Quotes of any length, each with the probability that it answers."""
        units = judge_quotes(self.question, quotes, self.resources.reranker)
        return list(zip(quotes, self.chances(units), strict=True))

    def answering(self) -> list[JudgedUnit]:
        """The units that answer by their marks, in the order of the documents; none where none surely does."""
        marked = [unit for unit in self.units if (unit.mark or 0.0) >= MARKING.among]
        if not any(unit.surely_marked for unit in marked):
            return []
        order = list(dict.fromkeys(hit.chunk.document_id for hit in self.hits))
        return sorted(
            marked, key=lambda unit: (order.index(unit.quote.hit.chunk.document_id), unit.quote.char_start)
        )

    def lines_marked(self, quote: Quote) -> float:
        """How many of a quote's lines answer, as their marks let one expect; 0 where none was marked."""
        chunk = quote.hit.chunk
        own = (
            unit.mark or 0.0
            for unit in self.units
            if unit.quote.hit.chunk.document_id == chunk.document_id
            and quote.char_start <= unit.quote.char_start < quote.char_end
        )
        return sum(own)

    def sure_of(self, quote: Quote, chance: float) -> bool:
        """Whether a list answers that does so by this probability: by the marks of its lines; else no sentence does so much more
        probably, and the reranker is sure, or the language model, whatever the reranker makes of it. Where a sentence is surer,
        the model may not find it much better.

        Raises:
            ModelError: the model is missing, or it died.
        """
        if self.marked:
            lines = self.lines_marked(quote)
            if lines >= MARKING.sure or lines < MARKING.silent:
                return lines >= MARKING.sure
        chances = self.chances(self.units)
        most = max(chances, default=0.0)
        if chance < most - COMPOSED.behind:
            return False
        if chance >= COMPOSED.answers:
            if chance >= most and not self.query.foreign:
                return True
            told = self.leanings([quote, self.units[chances.index(most)].quote])
            return len(told) < 2 or told[0] >= told[1] - COMPOSED.denied
        verifier = self._verifier([quote])
        surest, leaning = verifier.surest(), verifier.leaning(1)
        return surest is not None and (surest[1] >= VERIFY.answers or (leaning or 0.0) >= COMPOSED.leaning)

    def fits(self, quote: Quote) -> bool:
        """Whether a list may answer: one of what is not to be brought, or goes nowhere, has to deny."""
        return self.query.kind != "list" or not negated(self.question) or _denies(quote)

    def leanings(self, quotes: Sequence[Quote]) -> list[float]:
        """The language model's log-odds of each quote that it answers; none where it cannot tell.

        Raises:
            ModelError: the model is missing, or it died.
        """
        told = [self._verifier([quote]).leaning(1) for quote in quotes]
        return [] if None in told else [odds for odds in told if odds is not None]

    def verified(self, quote: Quote) -> float:
        """The probability that a quote answers, by the language model; 0 where it cannot tell.

        Raises:
            ModelError: the model is missing, or it died.
        """
        surest = self.surest([quote])
        return surest[1] if surest else 0.0

    def surest(self, quotes: Sequence[Quote]) -> tuple[Quote, float] | None:
        """The quote that answers most probably, by the language model; None where it cannot tell.

        Raises:
            ModelError: the model is missing, or it died.
        """
        best = self._verifier(quotes).surest(VERIFY.chosen_from) if quotes else None
        return (best[0].quote, best[1]) if best else None

    def _verifier(self, quotes: Sequence[Quote]) -> Verifier:
        units = judge_quotes(self.question, quotes, self.resources.reranker)
        model = self.resources.model
        return Verifier(self.question, units, verifier_fit(model.name), model, self.cancelled)

    def chances(self, units: Sequence[JudgedUnit]) -> list[float]:
        """The probability of each unit that it answers; without a fit, the share of the question's weight that stands in it."""
        asked, idf = content_words(self.question), Idf(unit.quote.hit.chunk.placed_text for unit in units)
        told = chances_of(units, self.fit) if self.fit else [None] * len(units)
        return [
            idf.coverage(asked, content_words(f"{unit.quote.hit.chunk.context} {unit.quote.text}"))
            if chance is None
            else chance
            for unit, chance in zip(units, told, strict=True)
        ]


def _denies(quote: Quote) -> bool:
    """Whether what is over a list says no, or its first line, or most of the lines."""
    lines = [line for line in quote.text.splitlines() if content_words(line)]
    denied = [line for line in lines if opposed(unbounded(line))]
    over = " ".join(quote.hit.chunk.section)
    return opposed(over) or denied[:1] == lines[:1] or 2 * len(denied) > len(lines)
