"""What a document says further down of the same thing, where it corrects or changes itself: a page of corrections, a rider, "with
effect from". The later words lead the answer, the earlier ones stay below them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from ragdesk.answering.checking.support import citation_of
from ragdesk.answering.composed.asked import Asked
from ragdesk.answering.composed.lists.candidates import paragraph_end, quoted
from ragdesk.answering.composed.phrases import composed_phrases
from ragdesk.answering.injection.commands import commands
from ragdesk.answering.resources import Resources
from ragdesk.answering.units.quotes import Quote, running, unit_spans
from ragdesk.domain.answers import Answer, Citation, Sentence
from ragdesk.domain.calibration import VERIFY
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Query
from ragdesk.text import lexicon
from ragdesk.text.sentences import sentences
from ragdesk.text.tokens import content_words, numbers, words

_KINDS = ("lookup", "yesno")
_HEADING = re.compile(r"^(?P<level>#{1,6})[ \t]+(?P<name>[^\n]+)$", re.MULTILINE)
# "I said five years" is not what is right.
_AS_SAID = re.compile(
    r"\b(?:(?:I|we) (?:said|told|wrote|stated)|(?:ich|wir) (?:sagte|schrieb|hatte)|(?:was|were) (?:given|printed|stated) as)",
    re.IGNORECASE,
)
# "Raised from £200", in a list of changes, says what held before, and the text has the new amount already.
_FORMER = re.compile(r"\b(?:\w+ed from|\w+(?:öh|enk|änger|ürz)t von) \W?\d", re.IGNORECASE)
_NEW = re.compile(r"\b(?:to|auf) \W?\d", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_NOT = re.compile(
    r"\b(?:not|no longer|instead of|mistake|wrong(?:ly)?|formerly|previously|nicht|statt|anstelle|irrtümlich|bisher|früher)\b"
    r"|\b(?:from|von) \W?\d[^.;]{0,20} (?:to|auf) \W?\d",
    re.IGNORECASE,
)
# Words that a correction has in common with what it corrects, and with the question, among them.
FEWEST_SHARED = 2
# The likeliest of so many are put to the model.
MOST_ASKED = 2


def with_amendment(answer: Answer, query: Query, resources: Resources, cancelled: Cancelled) -> Answer:
    """The answer behind the sentence of its document that changes what it says; as it was where none does, and
    where the short answer is all that is wanted.

    Raises:
        ModelError: the model is missing, or it died.
    """
    told = answer.verdict == "answered" and answer.kind in _KINDS and answer.citations
    if not told or resources.quick or cancelled():
        return answer
    asked = Asked(query, answer.hits, (), None, resources, cancelled)
    cited = answer.citations[0]
    hit = asked.hit_of(cited)
    if hit is None:
        return answer
    text = asked.texts.text(cited.document_id)
    if (end := _end_of_correction(text, cited.char_start, cited.char_end)) > cited.char_end:
        return _alone(answer, quoted(hit, text, cited.char_start, end), asked)
    shared = [
        (count, quoted(hit, text, start, end))
        for start, end in dict.fromkeys(_amending(text))
        if not any(_overlaps(each, start, end) for each in answer.citations)
        and (count := _shared(query.standalone, cited.quote, text[start:end]))
    ]
    likeliest = [quote for _, quote in sorted(shared, key=lambda each: -each[0]) if not commands(quote.text)]
    for quote in likeliest:
        if _puts_right(cited.quote, quote.text):
            return _before(answer, quote, asked)
    surest = asked.surest(likeliest[:MOST_ASKED])
    return _before(answer, surest[0], asked) if surest and surest[1] >= VERIFY.amends else answer


def _amending(text: str) -> Iterator[tuple[int, int]]:
    """The sentences under a heading of changes or corrections, and those that say by themselves that something is changed. Rows
    of a table are only these: what it lists as changed between two versions is in the text of the later one."""
    under, wordings = set(_sections(text)), _wordings()
    for begin, stop in sorted(under | set(_paragraphs(text))):
        listed = (begin, stop) in under
        for first, last in unit_spans(text[begin:stop]):
            start, end = begin + first, begin + last
            own = wordings.search(text, start, end) is not None
            if (own or (listed and not text.startswith("|", start))) and not _is_former(text[start:end]):
                yield start, _end_of_correction(text, start, end)


@cache
def _wordings() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{lexicon.alternatives('amending_wordings')})\b", re.IGNORECASE)


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """The (start, end) of each paragraph with such a wording."""
    end = 0
    for match in _wordings().finditer(text):
        if match.start() >= end:
            before = text.rfind("\n\n", end, match.start())
            begin, end = (before + 2 if before >= 0 else end), paragraph_end(text, match.end())
            yield begin, end


def _end_of_correction(text: str, start: int, end: int) -> int:
    """The end of the next sentence, where only that says what is right: "I said five years. It is ten."; or else its own."""
    if _AS_SAID.search(text, start, end) is None:
        return end
    first, last = next(iter(sentences(text[end : paragraph_end(text, end)])), (0, 0))
    following = set(words(text[end + first : end + last])[:1])
    return end if following.isdisjoint(lexicon.words("pronouns")) else end + last


def _is_former(sentence: str) -> bool:
    return _FORMER.search(sentence) is not None and _NEW.search(sentence) is None


def _sections(text: str) -> Iterator[tuple[int, int]]:
    """The (start, end) of what stands under a heading of changes or corrections, with the headings below it."""
    named = re.compile(rf"\b(?:{lexicon.alternatives('amending_headings')})\b", re.IGNORECASE)
    begin = level = 0
    for heading in _HEADING.finditer(text):
        if begin and len(heading["level"]) <= level:
            yield begin, heading.start()
            begin = 0
        if not begin and named.search(heading["name"]):
            begin, level = heading.end(), len(heading["level"])
    if begin:
        yield begin, len(text)


def _overlaps(cited: Citation, start: int, end: int) -> bool:
    return cited.char_start < end and start < cited.char_end


def _puts_right(said: str, amending: str) -> bool:
    """Whether a correction names a number that was said, and another one: "after 45 seconds, not 90"; years do not count."""
    old, new = (
        {number for number in numbers(text) if not _YEAR.fullmatch(number)} for text in (said, amending)
    )
    return bool(old & new) and bool(new - old) and _NOT.search(amending) is not None


def _shared(question: str, said: str, amending: str) -> int:
    """How many words a sentence shares with the question and with what was said, those of the question twice; 0 for too few.
    A year is none of them: "Version 2 of 20 January 2025" changes nothing of what is asked about 2025."""
    own = {word for word in content_words(amending) if not _YEAR.fullmatch(word)}
    asked = set(content_words(question))
    both = own & (asked | set(content_words(said)))
    # One word that the question and the answer have in common may be what all is about.
    of_all = own & asked & set(content_words(said))
    fewest = 1 if of_all else FEWEST_SHARED if own & asked else FEWEST_SHARED + 1
    return len(own & asked) + len(both) if len(both) >= fewest else 0


def _alone(answer: Answer, quote: Quote, asked: Asked) -> Answer:
    """The quote as the answer."""
    words, own = running(quote.text), citation_of(quote, 1, asked.texts, asked.resources.cells)
    sentence = Sentence(words, (1,), supported=True)
    return replace(answer, text=words, sentences=(sentence,), citations=(own,), quick=None)


def _before(answer: Answer, quote: Quote, asked: Asked) -> Answer:
    """The quote as the first sentence of the answer, and what it said before below it."""
    quote = asked.in_its_place(quote)
    first = _alone(answer, quote, asked)
    behind = composed_phrases(asked.query.language).before_change
    said = (
        replace(each, citations=tuple(number + 1 for number in each.citations)) for each in answer.sentences
    )
    return replace(
        first,
        text=f"{first.text}\n\n{behind} {answer.text}",
        sentences=(*first.sentences, *said),
        citations=(*first.citations, *(replace(each, number=each.number + 1) for each in answer.citations)),
        hits=answer.hits if asked.hit_of(first.citations[0]) else (*answer.hits, quote.hit),
    )
