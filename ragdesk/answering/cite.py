"""Which words of which document bear out each sentence of the answer.

The model is not asked: a model of this size cites the right passage half of the time at best. The code finds the quotable
unit that carries the sentence's words and meaning, and then checks the hard facts: numbers, names and negation must
stand in the passage. A sentence that fails is shown as unsupported. Quotes are slices of the stored text, never
the model's words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from ragdesk.answering.binding import misbound
from ragdesk.answering.commands import commands
from ragdesk.answering.quotes import Quote, intact, quotes
from ragdesk.domain.answers import Citation, Sentence
from ragdesk.domain.documents import Page
from ragdesk.domain.ports import Cells, Embedder, Reranker, TextStore, no_cells
from ragdesk.domain.search import Hit
from ragdesk.text.sentences import sentences as split_sentences
from ragdesk.text.tokens import (
    Idf,
    content_words,
    hedged,
    limited,
    names,
    negated,
    numbers,
    opposed,
    unhedged,
    words,
)

# Weighted share of a sentence's content words that its quotes must carry; docs/decisions.md, "Support".
MIN_COVERAGE = 0.8
# Where the embedder takes the quote for a paraphrase, fewer shared words are enough.
MIN_COVERAGE_CLOSE = 0.3
# The same of what it says beyond the question: words of the question that stand in a quote do not bear out what is new.
MIN_COVERAGE_NEW = 0.8
# A sentence that says nothing beyond the question ("Yes, it is safe to …") has all its words from there. Some of them in a quote
# prove nothing: it must carry nearly all, itself, without the title and section that the passage stands in.
MIN_COVERAGE_ECHO = 0.8
# "Japan" stands in many places: the quotes of an answer of at most SHORT content words must carry so much of the question, too.
MIN_COVERAGE_ASKED = 0.5
# A second quote must bring this share of the sentence's weight that the first one lacks.
MIN_GAIN = 0.25
# What a second unit in one quote must bring to be worth reading.
LENGTH_COST = 0.08
# How much nearness in meaning counts beside shared words when quotes are ranked.
MEANING = 0.5
# What the question's words count when quotes are ranked: a little, to break ties; as much as the sentence's own where it has no
# more content words than SHORT: "60" alone stands in many places.
QUESTION, SHORT = 0.2, 3
# Quotes that are compared by meaning, after the words have chosen them.
SHORTLIST = 12
# "60" has no meaning to compare: of its quotes the one is meant that answers the question. What one unit of the reranker's logit
# counts beside a cosine.
LOGIT = 0.1

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
    quote: Quote
    coverage: float
    cosine: float
    nearness: float

    @property
    def score(self) -> float:
        return self.coverage + MEANING * self.nearness - LENGTH_COST * (self.quote.units - 1)


def tidy(text: str) -> str:
    """The model's text without citation marks of its own making and without "according to the sources"."""
    return _PREFACE.sub(lambda found: found[1].upper(), _MARKER.sub("", text)).strip()


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
        for quote in intact(quotes(hit), texts.text(hit.chunk.document_id))
        # What is spoken to a model bears nothing out.
        if not commands(quote.text)
    ]
    weights = Idf(quote.text for quote in candidates if quote.units == 1)
    cited: dict[tuple[str, int, int], Citation] = {}
    sentences: list[Sentence] = []
    for start, end in split_sentences(answer):
        text = answer[start:end]
        chosen = _support(text, question, candidates, weights, embedder, reranker)
        for quote in chosen:
            if _passage(quote) not in cited:
                cited[_passage(quote)] = citation_of(quote, len(cited) + 1, texts, cells)
        numbers_used = tuple(cited[_passage(quote)].number for quote in chosen)
        sentences.append(Sentence(text=text, citations=numbers_used, supported=bool(numbers_used)))
    return Attribution(tuple(sentences), tuple(cited.values()))


def _support(
    sentence: str,
    question: str,
    candidates: Sequence[Quote],
    weights: Idf,
    embedder: Embedder | None,
    reranker: Reranker | None,
) -> list[Quote]:
    """One or two quotes that together bear the sentence out, or none."""
    wanted = content_words(unhedged(sentence))
    if not wanted or not candidates:
        return []
    ranked = _rank(sentence, question, candidates, weights, embedder, reranker)
    best = ranked[0]
    chosen = [best]
    covered = set(content_words(best.quote.text))
    missing = [word for word in wanted if word not in covered]
    for other in ranked[1:]:
        gain = weights.coverage(wanted, [w for w in content_words(other.quote.text) if w in missing])
        if gain >= MIN_GAIN and other.quote.hit.chunk.id != best.quote.hit.chunk.id:
            chosen.append(other)
            covered |= set(content_words(other.quote.text))
            break
    # Where the passage says what it is about (its title, its section, the head of its table), the sentence may say so too.
    context = {word for scored in chosen for word in content_words(_about(scored.quote))}
    coverage = weights.coverage(wanted, covered | context)
    close = embedder is not None and best.cosine >= embedder.paraphrase
    enough = coverage >= MIN_COVERAGE or (close and coverage >= MIN_COVERAGE_CLOSE)
    asked = set(content_words(question))
    if new := set(wanted) - asked:
        least = MIN_COVERAGE_CLOSE if close else MIN_COVERAGE_NEW
        enough = enough and weights.coverage(new, covered | context) >= least
        if asked and len(set(wanted)) <= SHORT:
            spoken = covered | context | _tables(chosen)
            enough = enough and weights.coverage(asked, spoken) >= MIN_COVERAGE_ASKED
    else:
        enough = weights.coverage(wanted, covered) >= MIN_COVERAGE_ECHO and _agrees(sentence, best.quote.text)
    # The sentence must lean on the quote itself, not on the title alone.
    leans = weights.coverage(wanted, covered) > 0
    if enough and leans and _facts_stand(sentence, question, [scored.quote for scored in chosen]):
        return [scored.quote for scored in chosen]
    return []


def _about(quote: Quote) -> str:
    """What stands over a quote: its passage's title and section, and for a row the head of its table."""
    chunk = quote.hit.chunk
    if not quote.text.startswith("|"):
        return chunk.context
    above = chunk.text[: quote.char_start - chunk.char_start].splitlines()
    rows = list(takewhile(lambda line: line.startswith("|"), reversed(above)))
    return f"{chunk.context}\n{rows[-1]}" if rows else chunk.context


def _tables(chosen: Sequence[_Scored]) -> set[str]:
    """The words of the passages whose quotes are rows of a table: what a row is about stands in its head."""
    rows = [scored.quote for scored in chosen if scored.quote.text.startswith("|")]
    return {word for quote in rows for word in content_words(quote.hit.chunk.text)}


def _rank(
    sentence: str,
    question: str,
    candidates: Sequence[Quote],
    weights: Idf,
    embedder: Embedder | None,
    reranker: Reranker | None,
) -> list[_Scored]:
    wanted, asked = content_words(sentence), content_words(question)
    short = len(set(wanted)) <= SHORT
    leaning = 1.0 if short else QUESTION

    def lexical(quote: Quote) -> float:
        present = content_words(quote.text)
        # The question breaks ties: "in 1973" stands in many sentences, the one about what was asked is meant.
        return weights.coverage(wanted, present) + leaning * weights.coverage(asked, present)

    shortlist = sorted(candidates, key=lambda q: (-(lexical(q) - LENGTH_COST * (q.units - 1)), q.char_start))[
        :SHORTLIST
    ]
    cosines = [0.0] * len(shortlist)
    if embedder is not None:
        vectors = embedder.encode([sentence, *(quote.text for quote in shortlist)])
        cosines = [float(value) for value in vectors[1:] @ vectors[0]]
    near = cosines
    if short and reranker is not None:
        near = [LOGIT * float(logit) for logit in reranker.scores(question, [q.text for q in shortlist])]
    scored = [
        _Scored(quote, lexical(quote), cosine, nearness)
        for quote, cosine, nearness in zip(shortlist, cosines, near, strict=True)
    ]
    return sorted(scored, key=lambda s: -s.score)


def _agrees(sentence: str, quote: str) -> bool:
    """Whether the quote says yes where the sentence does, no where it does, and of as much."""
    return opposed(sentence) == opposed(quote) and (limited(sentence) or not limited(quote))


def _facts_stand(sentence: str, question: str, chosen: Sequence[Quote]) -> bool:
    """Numbers, names and denial of the sentence stand in the quotes' passages, each number beside its own words.

    Names may also come from the question: an answer names what it was asked about.
    """
    passages = " \n".join(quote.hit.chunk.placed_text for quote in chosen)
    if not numbers(sentence) <= numbers(passages):
        return False
    if not names(sentence) <= set(words(passages)) | set(words(question)):
        return False
    if any(misbound(sentence, question, quote.text) for quote in chosen):
        return False
    if any(hedged(quote.text) for quote in chosen) and not hedged(sentence) and not negated(sentence):
        return False  # the passage leaves open what the sentence asserts
    return not negated(sentence) or any(opposed(quote.text, beyond=sentence) for quote in chosen)


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
    )


def page_at(pages: Sequence[Page], offset: int) -> int | None:
    """The number of the page that holds the character, or of the last one that begins before it."""
    return max((page.number for page in pages if page.char_start <= offset), default=None)
