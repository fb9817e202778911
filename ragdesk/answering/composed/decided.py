"""What became of a proposal: minutes say in one sentence what was proposed, and in a later one how the vote went."""

import re
from collections.abc import Iterator

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.candidates import paragraph_end, quoted
from ragdesk.answering.composed.phrases import composed_phrases
from ragdesk.answering.units.quotes import Quote, running
from ragdesk.domain.answers import Citation
from ragdesk.text import lexicon
from ragdesk.text.sentences import sentences
from ragdesk.text.tokens import negated, opposed, words

# Farther behind the proposal, another one has begun.
MOST_CHARS = 800


def compose_decided(asked: Asked, cited: Citation) -> Composed | None:
    """A cited proposal with the sentence that says how it was decided, for a question for yes or no behind that word. None where
    the cited sentence proposes nothing, or its paragraph does not say."""
    hit = asked.hit_of(cited)
    if hit is None or cited.quote.startswith("|"):
        return None
    text = asked.texts.text(cited.document_id)
    if not _proposes(cited.quote):
        return _in_one(asked, quoted(hit, text, cited.char_start, cited.char_end))
    for start, end in _behind(text, cited.char_end):
        carried = _outcome(text[start:end])
        if carried is not None:
            draft = Draft(asked)
            word = _word(asked, carried) if asked.query.kind == "yesno" else ""
            draft.quote(
                "", quoted(hit, text, cited.char_start, cited.char_end), shown=word + running(cited.quote)
            )
            draft.quote(" ", quoted(hit, text, start, end))
            return draft.done() if draft.quotes > 1 else None
        if _proposes(text[start:end]):
            return None
    return None


def _in_one(asked: Asked, quote: Quote) -> Composed | None:
    """A sentence that says what was proposed and how it was decided, behind yes or no; None for others."""
    carried = _outcome(quote.text)
    proposed = not lexicon.words("proposing_words").isdisjoint(words(quote.text))
    if carried is None or not proposed or asked.query.kind != "yesno":
        return None
    draft = Draft(asked)
    draft.quote("", quote, shown=_word(asked, carried) + running(quote.text))
    return draft.done()


def _proposes(sentence: str) -> bool:
    said = set(words(sentence))
    return not said.isdisjoint(lexicon.words("proposing_words")) and _outcome(sentence) is None


def _behind(text: str, begin: int) -> Iterator[tuple[int, int]]:
    """The sentences from there to the end of the paragraph, but for those about an amendment: it has a vote of its own."""
    end = min(paragraph_end(text, begin), begin + MOST_CHARS)
    for start, stop in sentences(text[begin:end]):
        if set(words(text[begin + start : begin + stop])).isdisjoint(lexicon.words("amending_words")):
            yield begin + start, begin + stop


def _outcome(sentence: str) -> bool | None:
    """Whether a sentence says that something was carried, or that it was lost; None where it says neither, or only when it is."""
    said = set(words(sentence))
    if not said.isdisjoint(lexicon.words("undecided_words")):
        return None
    wordings = rf"\b(?:{lexicon.alternatives('lost_wordings')})\b"
    if not said.isdisjoint(lexicon.words("lost_words")) or re.search(wordings, sentence, re.IGNORECASE):
        return False
    return None if said.isdisjoint(lexicon.words("carried_words")) else not negated(sentence)


def _word(asked: Asked, carried: bool) -> str:
    """Yes or no; neither where the question denies something itself."""
    phrases, said = composed_phrases(asked.query.language), set(words(asked.question))
    lost = not said.isdisjoint(lexicon.words("lost_words"))
    if opposed(asked.question) and not lost:
        return ""
    return f"{phrases.yes if carried is not lost else phrases.no}. "
