"""Which words of which document bear out each sentence of the answer.

The model is not asked: a model of this size cites the right passage half of the time at best. The code finds the quotable
unit that carries the sentence's words and meaning, and then checks the hard facts: numbers, names and negation must
stand in the passage. A sentence that fails is shown as unsupported. Quotes are slices of the stored text, never
the model's words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from ragdesk.answering.checking.binding import misbound, swaps_in_brackets
from ragdesk.answering.checking.denial import denied
from ragdesk.answering.injection.commands import commands, unspoken
from ragdesk.answering.judging.judged import judge_quotes
from ragdesk.answering.units.in_context import shown_quote
from ragdesk.answering.units.quotes import Quote, asks, intact, is_head, is_sentence, label_over, quotes_of
from ragdesk.domain.answers import Answer, Citation, Sentence
from ragdesk.domain.calibration import SUPPORT, answer_fit, of_embedder, of_reranker
from ragdesk.domain.documents import Page
from ragdesk.domain.ports import Cells, Embedder, Reranker, TextStore, no_cells
from ragdesk.domain.search import Hit
from ragdesk.text.sentences import sentences as split_sentences
from ragdesk.text.tokens import (
    Idf,
    content_words,
    currencies,
    exceeds,
    hedged,
    limited,
    names,
    negated,
    numbers,
    opposed,
    unbounded,
    unhedged,
    words,
)

# "According to the sources, …": it says where from, which the citation shows better, and would weigh as unsupported words.
_PREFACE = re.compile(
    r"(?:according to|based on|as stated in|as per) (?:the )?(?:given |provided )?"
    r"(?:sources?|documents?|passages?|texts?|context)(?: provided| given)?,\s+(\w)",
    re.IGNORECASE,
)
_MARKER = re.compile(r"\s*\[\s*\d+(?:\s*[,;]\s*\d+)*\s*\]")


@dataclass(frozen=True, slots=True)
class Attribution:
    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class _Scored:
    """`chance`: the probability that the quote answers the question, by the reranker; 0 without one that was measured."""

    quote: Quote
    coverage: float
    cosine: float
    nearness: float
    chance: float

    @property
    def score(self) -> float:
        length = SUPPORT.length_cost * (self.quote.units - 1)
        return self.coverage + SUPPORT.meaning * self.nearness - length


def tidy(text: str) -> str:
    """The model's text without citation marks of its own making and without "according to the sources"."""
    return _PREFACE.sub(lambda match: match[1].upper(), _MARKER.sub("", text)).strip()


def attribute(
    answer: str,
    question: str,
    evidence: Sequence[Hit],
    *,
    texts: TextStore,
    cells: Cells = no_cells,
    embedder: Embedder | None,
    reranker: Reranker | None = None,
) -> Attribution:
    """Split the answer into sentences and find each one's quotes in the evidence.

    Only quotes that equal the stored text at their offsets are considered.
    """
    candidates = [
        quote
        for hit in evidence
        for quote in intact(quotes_of(hit), texts.text(hit.chunk.document_id))
        # What is spoken to a model bears nothing out, nor what asks.
        if not commands(quote.text) and not asks(quote.text)
    ]
    idf = Idf(quote.text for quote in candidates if quote.units == 1)
    cited: dict[tuple[str, int, int], Citation] = {}
    sentences: list[Sentence] = []
    for start, end in split_sentences(answer):
        text = answer[start:end]
        found = _support(text, question, candidates, idf, embedder, reranker)
        # The heads of a table say nothing without a row.
        chosen = [quote for quote in found if not is_head(quote)]
        for quote in chosen:
            if _passage(quote) not in cited:
                cited[_passage(quote)] = citation_of(quote, len(cited) + 1, texts, cells)
        numbers_used = tuple(cited[_passage(quote)].number for quote in chosen)
        sentences.append(Sentence(text=text, citations=numbers_used, supported=bool(numbers_used)))
    return Attribution(tuple(sentences), tuple(cited.values()))


def withdrawn(answer: Answer) -> Answer:
    """The answer as words that nothing bears out."""
    sentences = tuple(replace(each, citations=(), supported=False) for each in answer.sentences)
    return replace(answer, verdict="unsupported", sentences=sentences, citations=())


def _support(
    sentence: str,
    question: str,
    candidates: Sequence[Quote],
    idf: Idf,
    embedder: Embedder | None,
    reranker: Reranker | None,
) -> list[Quote]:
    """One or two quotes that together bear the sentence out, or none."""
    claimed = content_words(unhedged(sentence))
    if not claimed or not candidates:
        return []
    ranked = _rank(sentence, question, candidates, idf, embedder, reranker)
    best = ranked[0]
    chosen = [best, *_second(ranked, claimed, question, idf)]
    quotes = [scored.quote for scored in chosen]
    close = embedder is not None and best.cosine >= of_embedder(embedder).paraphrase
    answers = best.chance >= SUPPORT.answers
    if _covered(sentence, claimed, question, quotes, idf, close, answers) and _facts_stand(
        sentence, question, quotes
    ):
        return quotes
    return []


def _second(ranked: Sequence[_Scored], claimed: Sequence[str], question: str, idf: Idf) -> list[_Scored]:
    """The best quote of another passage that adds enough of what the first one lacks, if there is one. One of another document
    adds nothing by the question's words: "the deposit" of one and "the wedding" of the other make no deposit for the wedding."""
    best, *others = ranked
    missing = set(claimed) - set(content_words(best.quote.text))
    for other in others:
        chunk, first = other.quote.hit.chunk, best.quote.hit.chunk
        lacking = (
            missing if chunk.document_id == first.document_id else missing - set(content_words(question))
        )
        gain = idf.coverage(claimed, [word for word in content_words(other.quote.text) if word in lacking])
        if gain >= SUPPORT.gain and chunk.id != first.id:
            return [other]
    return []


def _covered(
    sentence: str,
    claimed: Sequence[str],
    question: str,
    quotes: Sequence[Quote],
    idf: Idf,
    close: bool,
    answers: bool,
) -> bool:
    """Whether the quotes carry enough of the sentence's words. A whole sentence of the documents bears itself out.

    Args:
        close: the embedder takes the first quote for a paraphrase of the sentence.
        answers: the reranker takes it for an answer to the question. Then what the sentence repeats of the question need not
            stand there in the question's words: "sun cream" is asked about, "sunscreen" stands there.
    """
    covered = {word for quote in quotes for word in content_words(quote.text)}
    if is_sentence(sentence) and words(sentence) == words(quotes[0].text):
        return True
    # The sentence must lean on the quotes themselves, not on their title alone.
    if idf.coverage(claimed, covered) <= 0:
        return False
    question_words = set(content_words(question))
    new = set(claimed) - question_words
    if not new:
        enough = idf.coverage(claimed, covered) >= SUPPORT.coverage_echo
        return enough and _agrees(sentence, quotes[0].text)
    # Where the passage says what it is about (its title, its section, the head of its table), the sentence may say so too.
    carried = covered | {word for quote in quotes for word in content_words(_about(quote))}
    if answers and idf.coverage(new, carried) >= SUPPORT.coverage_new:
        return True
    if idf.coverage(claimed, carried) < (SUPPORT.coverage_close if close else SUPPORT.coverage):
        return False
    if idf.coverage(new, carried) < (SUPPORT.coverage_close if close else SUPPORT.coverage_new):
        return False
    if question_words and len(set(claimed)) <= SUPPORT.short:
        return idf.coverage(question_words, carried | _tables(quotes)) >= SUPPORT.coverage_asked
    return True


def _about(quote: Quote) -> str:
    """What stands over a quote: its passage's title and section, and for a row the head of its table; but for what is spoken to
    a model there."""
    chunk = quote.hit.chunk
    if not quote.text.startswith("|"):
        return unspoken(f"{chunk.context}\n{label_over(chunk.text, quote.char_start - chunk.char_start)}")
    above = chunk.text[: quote.char_start - chunk.char_start].splitlines()
    rows = list(takewhile(lambda line: line.startswith("|"), reversed(above)))
    return unspoken(f"{chunk.context}\n{rows[-1]}" if rows else chunk.context)


def _tables(quotes: Sequence[Quote]) -> set[str]:
    """The words of the passages whose quotes are rows of a table: what a row is about stands in its head."""
    rows = [quote for quote in quotes if quote.text.startswith("|")]
    return {word for quote in rows for word in content_words(unspoken(quote.hit.chunk.text))}


def _rank(
    sentence: str,
    question: str,
    candidates: Sequence[Quote],
    idf: Idf,
    embedder: Embedder | None,
    reranker: Reranker | None,
) -> list[_Scored]:
    """The candidates that share most words with the sentence, by words and meaning, best first."""
    claimed, question_words = content_words(sentence), content_words(question)
    short = len(set(claimed)) <= SUPPORT.short
    # The question's words break ties ("in 1973" stands in many sentences); of a bare "60" they are all there is.
    leaning = 1.0 if short else SUPPORT.question

    def lexical(quote: Quote) -> float:
        present = content_words(quote.text)
        return idf.coverage(claimed, present) + leaning * idf.coverage(question_words, present)

    def order(quote: Quote) -> tuple[float, int]:
        return -(lexical(quote) - SUPPORT.length_cost * (quote.units - 1)), quote.char_start

    shortlist = sorted(candidates, key=order)[: SUPPORT.shortlist]
    cosines = [0.0] * len(shortlist)
    if embedder is not None:
        vectors = embedder.encode([sentence, *(quote.text for quote in shortlist)])
        cosines = [float(value) for value in vectors[1:] @ vectors[0]]
    nearness, chances = cosines, [0.0] * len(shortlist)
    scale, fit = of_reranker(reranker), answer_fit(reranker)
    if scale is not None and fit is not None:
        units = judge_quotes(question, shortlist, reranker)
        chances = [fit.of_unit(unit.relevance or 0.0) for unit in units]
        if short:
            # Bare numbers have no useful embedding; rank their quotes by how well they answer the question.
            nearness = [scale.meaning * (unit.relevance or 0.0) for unit in units]
    scored = [
        _Scored(quote, lexical(quote), cosine, near, chance)
        for quote, cosine, near, chance in zip(shortlist, cosines, nearness, chances, strict=True)
    ]
    return sorted(scored, key=lambda scored: -scored.score)


def _agrees(sentence: str, quote: str) -> bool:
    """Whether the quote says yes where the sentence does, no where it does, and of as much."""
    alike = opposed(sentence) == opposed(quote) and opposed(unbounded(sentence)) == opposed(unbounded(quote))
    return alike and (limited(sentence) or not limited(quote))


def _facts_stand(sentence: str, question: str, quotes: Sequence[Quote]) -> bool:
    """Numbers of the sentence stand in the quotes and what is over them, each beside its own words; names, currencies and denial
    in their passages.

    Names and currencies may also come from the question, and numbers of it that the passages have: an answer names what it was
    asked about.
    """
    passages = " \n".join(unspoken(quote.hit.chunk.placed_text) for quote in quotes)
    shown = " \n".join(f"{unspoken(quote.hit.chunk.context)} \n{shown_quote(quote)}" for quote in quotes)
    if not numbers(sentence) <= numbers(shown) | (numbers(question) & numbers(passages)):
        return False
    if not names(sentence) <= set(words(passages)) | set(words(question)):
        return False
    if not currencies(sentence) <= currencies(f"{passages} {question}"):
        return False
    if any(misbound(sentence, question, quote.text) for quote in quotes):
        return False
    if any(hedged(quote.text) for quote in quotes) and not hedged(sentence) and not negated(sentence):
        return False  # the passage leaves open what the sentence asserts
    told = [quote.text for quote in quotes]
    if swaps_in_brackets(sentence, [shown_quote(quote) for quote in quotes]):
        return False
    if denied(sentence, question, told) or any(exceeds(sentence, text) for text in told):
        return False
    if negated(unbounded(sentence)):
        told = list(map(unbounded, told))
    return not negated(sentence) or any(opposed(text, beyond=sentence) for text in told)


def _passage(quote: Quote) -> tuple[str, int, int]:
    return quote.hit.chunk.document_id, quote.char_start, quote.char_end


def citation_of(quote: Quote, number: int, texts: TextStore, cells: Cells = no_cells) -> Citation:
    chunk = quote.hit.chunk
    document = texts.document(chunk.document_id)
    return Citation(
        number=number,
        chunk_id=chunk.id,
        document_id=chunk.document_id,
        document=document.name,
        title=document.title,
        page=page_at(texts.pages(chunk.document_id), quote.char_start) if document.paged else None,
        section=chunk.section_path,
        quote=quote.text,
        char_start=quote.char_start,
        char_end=quote.char_end,
        cells=cells(chunk.document_id, quote.char_start, quote.char_end),
        library=quote.hit.library,
    )


def page_at(pages: Sequence[Page], offset: int) -> int | None:
    """The number of the page that holds the character, or of the last one that begins before it."""
    return max((page.number for page in pages if page.char_start <= offset), default=None)
