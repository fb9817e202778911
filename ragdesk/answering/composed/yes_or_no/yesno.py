"""Yes or no, where the sentence that answers best decides it, and that sentence as the condition."""

import re
from dataclasses import replace

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.candidates import paragraph_end, quoted
from ragdesk.answering.composed.yes_or_no.polarity import behind_word, denies, says_yes
from ragdesk.answering.judging.answer_type import may_say_whether
from ragdesk.answering.judging.judged import JudgedUnit, ranked
from ragdesk.answering.judging.topic import on_topic
from ragdesk.answering.judging.verify import Verifier, likeliest_passage
from ragdesk.answering.units.faq import says_yes_or_no
from ragdesk.answering.units.in_context import said_cells, said_quote, stated, with_lead
from ragdesk.answering.units.quotes import Quote, asks, running
from ragdesk.domain.calibration import COMPOSED, MARKING, VERIFY, verifier_fit
from ragdesk.text.sentences import sentences
from ragdesk.text.tokens import content_words, opposed

# A cell of so many words that mean something says something.
WORDED = 4
# The line under a page, or a letter's head, is of many parts: "12 Wharf Street · Phone … · Terms".
_PARTS, FEWEST_PARTS = " · ", 3
_SIGNATURE = re.compile(r"\W*(?:signed|signature|unterschrift|unterzeichnet|gez)\b\s*[:.(]", re.IGNORECASE)
_YES = re.compile(r"\s*(?:yes|ja|oui|sí|si|sì|sim)\s*[,.:;!–—-]\s*(?=\w)", re.IGNORECASE)


def compose_yesno(asked: Asked) -> Composed | None:
    """The sentence that says whether, behind a yes or a no where it is clear which. None where no sentence does.

    Raises:
        ModelError: the model is missing, or it died.
    """
    unit = _deciding(asked)
    told = _told_by(asked, unit) if unit is not None else None
    if unit is None or told is None:
        unit = _saying_whether(asked) or _in_likeliest_passage(asked)
        told = _told_by(asked, unit) if unit is not None else None
    if unit is None:
        return None
    if (beside := _contrary_beside(asked, unit)) is not None:
        unit, told = beside, _told_by(asked, beside)
    if told and (wider := _with_exception(asked, unit.quote)) is not None:
        unit = replace(unit, quote=wider)
        told = _told_by(asked, unit)
    quote, lead = with_lead(unit.quote)
    if told is not None and says_yes_or_no(unit.quote.text) == told:
        lead = ""  # its question says what this one does
    row = unit.quote.text.startswith("|")
    said = lead + (said_quote(unit.quote) if row else running(unit.quote.text))
    draft = Draft(asked)
    draft.quote("", quote, shown=behind_word(told, f"{said[:1].upper()}{said[1:]}", asked.query.language))
    return draft.done()


def _told_by(asked: Asked, unit: JudgedUnit) -> bool | None:
    """Whether a unit says yes to the question; None where that is not clear."""
    return says_yes(asked.question, unit.quote, stated(unit.quote), asked.resources.model, asked.cancelled)


def _with_exception(asked: Asked, quote: Quote) -> Quote | None:
    """A sentence with the next one of its paragraph, where that denies something of the same thing: "Dogs are kept on a lead. No
    dogs at the lake." None where there is none."""
    text = asked.texts.text(quote.hit.chunk.document_id)
    rest = text[quote.char_end : paragraph_end(text, quote.char_end)]
    following = next(iter(sentences(rest)), None)
    if following is None or quote.text.startswith("|"):
        return None
    thing = set(content_words(asked.question)) & set(content_words(quote.text))
    said = rest[slice(*following)]
    if not opposed(said) or thing.isdisjoint(content_words(said)):
        return None
    return quoted(quote.hit, text, quote.char_start, quote.char_end + following[1])


def _contrary_beside(asked: Asked, unit: JudgedUnit) -> JudgedUnit | None:
    """The sentence next to it that is as surely marked, denies where this one does not or the reverse, and says more of the
    question's words: "Dogs are fine at the loft. At the mill they are not allowed."; of two the one that forbids just what is
    asked for, and is marked more surely. None where there is none."""

    def said(of: JudgedUnit) -> int:
        return len(set(content_words(asked.question)) & set(content_words(said_quote(of.quote))))

    def forbids(one: JudgedUnit, more_surely_than: JudgedUnit) -> bool:
        return denies(asked.question, one.quote.text) and (one.mark or 0.0) > (more_surely_than.mark or 0.0)

    text = asked.texts.text(unit.quote.hit.chunk.document_id)
    for other in asked.units:
        first, second = sorted((unit.quote, other.quote), key=lambda quote: quote.char_start)
        adjacent = (
            other.surely_marked
            and other.quote.hit.chunk.document_id == unit.quote.hit.chunk.document_id
            and first.char_end <= second.char_start
            and not text[first.char_end : second.char_start].strip()
        )
        contrary = adjacent and opposed(first.text) != opposed(second.text)
        if contrary and (forbids(other, unit) or (said(other) > said(unit) and not forbids(unit, other))):
            return other
    return None


def _ranked(asked: Asked) -> list[tuple[JudgedUnit, float]]:
    """The units that may say whether, best first."""
    ranking = ranked(asked.question, asked.units, asked.fit)
    return [
        pair
        for pair in ranking
        if (pair[0].surely_marked or may_say_whether(asked.question, stated(pair[0].quote)))
        and not asks(pair[0].quote.text)
        and pair[0].quote.text.count(_PARTS) < FEWEST_PARTS
        and not _SIGNATURE.match(pair[0].quote.text)
    ]


def _on_topic(asked: Asked) -> list[tuple[JudgedUnit, float]]:
    """Those that have a word of the question, besides the name of their document."""

    def speaks_of_it(unit: JudgedUnit) -> bool:
        document = asked.texts.document(unit.quote.hit.chunk.document_id)
        return asked.query.foreign or on_topic(asked.question, stated(unit.quote), document)

    return [pair for pair in _ranked(asked) if speaks_of_it(pair[0])]


def _deciding(asked: Asked) -> JudgedUnit | None:
    """The sentence that answers best, where the reranker is sure of it, or it stands out from the others."""
    ranking = _on_topic(asked)
    if asked.fit is None or not ranking:
        return None
    if asked.answerable and ranking[0][1] >= (MARKING.alone if asked.marked else COMPOSED.decides):
        return ranking[0][0]
    units = [unit for unit, _ in ranking]
    by_distance = Verifier(asked.question, units, None, asked.resources.model, asked.cancelled)
    return None if asked.query.foreign else by_distance.standing_out()


def _saying_whether(asked: Asked) -> JudgedUnit | None:
    """The first sentence that says whether it is so, by the language model's word; before the gate it stands out, too."""
    ranking, model = _on_topic(asked), asked.resources.model
    fit = verifier_fit(model.name, whether=True) if asked.fit is not None else None
    units = [unit for unit, _ in ranking if _says_it(unit.quote)]
    most = MARKING.judged if asked.marked else VERIFY.units
    verifier = Verifier(asked.question, units, fit, model, asked.cancelled, whether=True, most=most)
    unread = asked.query.foreign and not asked.marked
    if fit is None or not units or (unread and not asked.answerable):
        return None
    return verifier.first_sure(VERIFY.answers) if asked.answerable else verifier.standing_out()


def _in_likeliest_passage(asked: Asked) -> JudgedUnit | None:
    """The sentence that says whether, by the language model's word, in a passage that does so as a whole: "keep taking all your
    medicines" has none of the words of "do I have to come off aspirin"."""
    model, fit = asked.resources.model, verifier_fit(asked.resources.model.name, whether=True)
    if fit is None or asked.fit is None or asked.query.foreign or asked.resources.stance == "cautious":
        return None
    if asked.marked:
        return None  # the lines of these passages were read already
    hits = asked.hits[: VERIFY.passages_whether]
    hit = likeliest_passage(
        asked.question, hits, model, asked.cancelled, VERIFY.passage_answers, whether=True
    )
    if hit is None:
        return None
    own = [
        unit for unit, _ in _ranked(asked) if unit.quote.hit.chunk.id == hit.chunk.id and _says_it(unit.quote)
    ]
    verifier = Verifier(asked.question, own, fit, model, asked.cancelled, whether=True)
    return verifier.likeliest(own[: VERIFY.passage_units], VERIFY.whether_answers)


def _says_it(quote: Quote) -> bool:
    """Whether it is a sentence, or a row with one in a cell."""
    rows = (cell for _, cell in said_cells(quote))
    return not quote.text.startswith("|") or any(len(content_words(cell)) >= WORDED for cell in rows)


def without_false_yes(question: str, text: str) -> str:
    """What the model wrote without a "Yes" over a denial: "Yes, tenants may not sublet." says the contrary of its own words."""
    yes = _YES.match(text)
    if yes is None or opposed(question):
        return text
    rest = text[yes.end() :]
    begin, end = next(iter(sentences(rest)), (0, len(rest)))
    return rest[:1].upper() + rest[1:] if opposed(rest[begin:end]) else text
