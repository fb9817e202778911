"""Yes or no, where the sentence that answers best decides it, and that sentence as the condition."""

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.phrases import composed_phrases
from ragdesk.answering.quotes import running
from ragdesk.domain.calibration import COMPOSED
from ragdesk.text.tokens import content_words, hedged, limited, numbers, opposed


def compose_yesno(asked: Asked) -> Composed | None:
    """None where the words do not tell: then the model writes."""
    judged = zip(asked.units, asked.chances(asked.units), strict=True)
    found = max(judged, key=lambda pair: pair[1], default=None)
    if found is None or asked.fit is None or found[1] < COMPOSED.decides:
        return None
    quote = found[0].quote
    agrees = None if quote.text.startswith("|") else _agrees(asked.question, quote.text)
    if agrees is None:
        return None
    phrases = composed_phrases(asked.query.language)
    draft = Draft(asked)
    draft.quote("", quote, shown=f"{phrases.yes if agrees else phrases.no}. {running(quote.text)}")
    return draft.done()


def _agrees(question: str, quote: str) -> bool | None:
    """Whether the quote says yes to the question; None where that is not clear. A denial answers in other words, too; a yes is
    only said to the question's own words, and where the quote leaves nothing open."""
    if opposed(question) or hedged(quote) or not numbers(question) <= numbers(quote):
        return None
    asked = set(content_words(question))
    shared = len(asked & set(content_words(quote))) / max(len(asked), 1)
    if opposed(quote):
        return False if shared >= COMPOSED.shared_no else None
    return True if shared >= COMPOSED.shared_yes and not limited(quote) else None
