"""The sentences of a document that could stand in an overview of it: whole sentences that say something, without what only
surrounds a text (contents, headers and footers, addresses, references, signatures)."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from ragdesk.answering.composed.sums.amounts import currencies_in
from ragdesk.answering.injection.commands import commands
from ragdesk.answering.units.quotes import Quote, unit_spans
from ragdesk.answering.units.run_in import run_in
from ragdesk.domain.calibration import OVERVIEW
from ragdesk.domain.documents import Chunk
from ragdesk.domain.search import Hit
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.sentences import sentences
from ragdesk.text.tokens import content_words, words

# With fewer words of its own a sentence says nothing by itself; with more nobody reads it.
FEWEST_WORDS, MOST_CHARS = 4, 700
# A line that stands so often is a header, a footer or a form's text.
REPEATED = 3

_SPEAKER = re.compile(r"\*\*[^*\n]{1,60}\*\*:\s+")
_LISTED = re.compile(r"^[ \t>]*(?:[-*+•]|\(?\d{1,3}[.)])\s+(?:\[[ x]\]\s*)?\Z", re.MULTILINE)
_GOES_ON = re.compile(r"[\s>]+[^\W\d_A-Z]")
_MARK = re.compile(r">\s*|[-*+]\s+|\[[ x]\]\s*")
_BEGINS_WHOLE = re.compile(r"[\"'“„‘«(\[*_]*[^\W\d_]|[\"'“„‘«(\[*_]*\d")
_THANKS = re.compile(
    r"(?:many thanks|thank(?:s| you)|(?:(?:vielen|herzlichen|besten) )?dank|danke)\b", re.IGNORECASE
)
_ENDS_WHOLE = re.compile(r"[.!。！;][\"'”“’»)\]*_]*$")
# "Fourth axis, with its cable: GBP 2,800": what a letter offers, a line each.
_LABELLED = re.compile(r"^[^\W\d_][^\n:|]{3,90}: [^\n|]*\d[^\n|]*$", re.MULTILINE)
_SURROUNDS = re.compile(
    r"[\w.+-]+@[\w-]+\.\w|https?://|\bwww\.|\.{4,}|(?:\. ){4,}|©|!\[|\bTODO\b|\bISBN\b|\bISSN\b|\bdoi\b"
    r"|^\W*(?:Figure|Fig\.|Table|Chart|Abbildung|Abb\.|Tabelle|Tab\.) [A-Z]?\d"
    r"|\bet al\.,? \(?\d{4}|(?:\[\*+\]|█|_{3,}|\*{4,})|\+\d[\d ()/-]{7,}|^\W*\d+\W*$|^\d{1,3} (?=[A-Z])"
)
# A telephone number beside a dash or a line's end: how somebody signs.
_SIGNED = re.compile(
    r"[-–|·\n] ?[^-–|·\n]{0,20}\b0\d{2,5}(?:[ /-]\d{2,8}){1,4}\b|\b0\d{2,5}(?:[ /-]\d{2,8}){1,4} ?[-–|·\n]"
)


@dataclass(frozen=True, slots=True)
class KeySentence:
    """A sentence, list item, sentence of a cell, or line of a price. `at` is the place of its chunk; it may be the first of its
    section, or of its paragraph."""

    quote: Quote
    at: int
    begins_section: bool
    begins_paragraph: bool
    in_cell: bool

    @property
    def text(self) -> str:
        return self.quote.text


def candidates(chunks: Sequence[Chunk], document: str, library: str = "") -> list[KeySentence]:
    """The sentences that could stand in an overview, in the order of the document; `document` is its file's name, `library` that
    of the shared library that it is in."""
    text = [chunk for chunk in chunks if not any(map(_surrounds, chunk.section))]
    return _worded(_once(_read(chunks, {chunk.id for chunk in text or chunks}, document, library)))


def _read(chunks: Sequence[Chunk], kept: Collection[str], document: str, library: str) -> list[KeySentence]:
    found: list[KeySentence] = []
    begun: set[tuple[str, ...]] = set()
    for at, chunk in enumerate(chunks):
        if chunk.id not in kept:
            continue
        hit = Hit(chunk, 0.0, "fused", document, library=library)
        for start, end, begins in sorted((*_sentences(chunk.text), *_priced(chunk.text))):
            text = chunk.text[start:end]
            if _says_something(text):
                quote = Quote(hit, chunk.char_start + start, chunk.char_start + end, text)
                in_cell = chunk.text.startswith("|", chunk.text.rfind("\n", 0, start) + 1)
                found.append(KeySentence(quote, at, chunk.section not in begun, begins, in_cell))
                begun.add(chunk.section)
    return found


def _surrounds(heading: str) -> bool:
    return heading_is("surrounding_headings", heading)


def heading_is(name: lexicon.PatternList, heading: str) -> bool:
    """Whether a heading, without its number, is one of a list."""
    bare = re.sub(r"^[\W\d]+|[\W\d]+$", "", heading)
    return re.fullmatch(rf"(?:{lexicon.alternatives(name)})", bare, re.IGNORECASE) is not None


def _once(found: Sequence[KeySentence]) -> list[KeySentence]:
    """Without lines that stand on many pages; of what stands twice, the first."""
    counts = Counter(fold(each.text) for each in found)
    first = {fold(each.text): each for each in reversed(found)}
    return [each for each in first.values() if counts[fold(each.text)] < REPEATED][::-1]


def _worded(found: Sequence[KeySentence]) -> list[KeySentence]:
    """Without names, addresses and labels: they have few of the small words that make a sentence, which only the document's
    own sentences can be compared with, since not every language's are known. So have prices, which stay."""
    shares = [_small_share(each.text) for each in found]
    usual = sorted(shares)[len(shares) // 2] if shares else 0.0
    return [
        each
        for each, share in zip(found, shares, strict=True)
        if share >= OVERVIEW.small_words * usual or _is_price(each.text)
    ]


def _small_share(text: str) -> float:
    spoken = words(text)
    return sum(word in lexicon.words("stop_words") for word in spoken) / (len(spoken) or 1)


def _sentences(text: str) -> Iterator[tuple[int, int, bool]]:
    """(start, end, whether it begins a paragraph) of the units of a passage; of a row, the sentences of its cells; of what
    somebody says, the words alone; no heading on the line of its text."""
    before, headed = 0, False
    for start, end in unit_spans(text):
        begins = "\n" in text[before:start] or not before or headed
        heading = run_in(text, start) if begins else None
        before, headed = end, heading is not None and heading[1] >= end
        if headed:
            continue
        if text.startswith("|", start):
            yield from ((first, last, False) for first, last in _in_cells(text, start, end))
            continue
        while mark := _MARK.match(text, start, end):
            start = mark.end()
        listed = _LISTED.search(text[:start]) is not None
        spoken = _SPEAKER.match(text, start, end)
        start = spoken.end() if spoken else start
        whole = _ENDS_WHOLE.search(text[start:end]) is not None
        if whole or (listed and not _GOES_ON.match(text, end)):
            yield start, end, begins


def _priced(text: str) -> Iterator[tuple[int, int, bool]]:
    """The lines of prices that are no sentences; a unit that ends is one already."""
    for line in _LABELLED.finditer(text):
        if _is_price(line[0]):
            yield line.start(), line.end(), True


def _is_price(line: str) -> bool:
    return (
        _LABELLED.fullmatch(line) is not None and bool(currencies_in(line)) and not _ENDS_WHOLE.search(line)
    )


def _in_cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for cell in re.finditer(r"[^|]+", text[start:end]):
        for first, last in sentences(cell.group()):
            begin, until = start + cell.start() + first, start + cell.start() + last
            if _ENDS_WHOLE.search(text[begin:until]):
                yield begin, until


def _says_something(text: str) -> bool:
    if not _BEGINS_WHOLE.match(text) or len(text) > MOST_CHARS:
        return False
    if _SURROUNDS.search(text) or _SIGNED.search(text) or _THANKS.match(text):
        return False
    first = next((character for character in text if character.isalpha()), "")
    # "92 guests at 58.50 a head": an item of a list may begin in the middle of a sentence, where it says how much.
    begins = not first.islower() or text[:1].isdigit()
    if not begins or text.endswith(("?", ":", ",", "-", "–")) or _goes_on(text):
        return False
    letters = sum(character.isalpha() or character.isspace() for character in text)
    capitals = sum(character.isupper() for character in text)
    if letters < OVERVIEW.least_letters * len(text) or capitals > OVERVIEW.most_capitals * len(text):
        return False
    return len(content_words(text)) >= FEWEST_WORDS and not commands(text)


def _goes_on(text: str) -> bool:
    """Whether a line without a mark at its end breaks off within a sentence: "tested under the"."""
    return text[-1:].isalpha() and words(text)[-1] in lexicon.words("stop_words")
