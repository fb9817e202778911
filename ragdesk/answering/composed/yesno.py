"""Yes or no, where the sentence that answers best decides it, and that sentence as the condition.

The language model is asked the question with this one sentence before it, and its answer is weighed against the words. A model
that nobody measured is not asked; then the words alone decide.
"""

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.phrases import composed_phrases
from ragdesk.answering.quotes import Quote, running
from ragdesk.answering.verify import prompt_over
from ragdesk.domain.calibration import COMPOSED, PolarityFit, polarity_fit
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words, hedged, limited, numbers, opposed, words

_SYSTEM = "You answer questions with Yes or No from a text."
_ASKED = "Reply Yes or No."


def compose_yesno(asked: Asked) -> Composed | None:
    """None where it is not told: then the model writes.

    Raises:
        ModelError: the model is missing, or it died.
    """
    judged = zip(asked.units, asked.chances(asked.units), strict=True)
    found = max(judged, key=lambda pair: pair[1], default=None)
    if found is None or asked.fit is None or found[1] < COMPOSED.decides:
        return None
    quote = found[0].quote
    agrees = None if _untold(asked.question, quote.text) else _agrees(asked, quote)
    if agrees is None:
        return None
    phrases = composed_phrases(asked.query.language)
    draft = Draft(asked)
    draft.quote("", quote, shown=f"{phrases.yes if agrees else phrases.no}. {running(quote.text)}")
    return draft.done()


def _untold(question: str, quote: str) -> bool:
    """Whether it cannot be told: the question itself denies, the quote leaves the matter open or speaks of other numbers."""
    row = quote.startswith("|")
    return row or opposed(question) or hedged(quote) or not numbers(question) <= numbers(quote)


def _agrees(asked: Asked, quote: Quote) -> bool | None:
    """Whether the quote says yes to the question; None where that is not clear."""
    fit = polarity_fit(asked.resources.model.name)
    prompt = prompt_over(quote, asked.question, _SYSTEM, _ASKED)
    odds = asked.resources.model.log_odds(prompt, ("Yes", "No")) if fit else None
    if fit is None or odds is None:
        return _by_words(asked.question, quote.text)
    return _by_odds(odds, fit, asked.question, quote.text)


def _by_words(question: str, quote: str) -> bool | None:
    """A denial answers in other words, too; a yes is only said to the question's own words, and to all of what was asked."""
    if opposed(quote):
        return False if _shared(question, quote) >= COMPOSED.shared_no else None
    return True if _shared(question, quote) >= COMPOSED.shared_yes and not limited(quote) else None


def _by_odds(odds: float, fit: PolarityFit, question: str, quote: str) -> bool | None:
    if opposed(quote) or limited(quote):
        if odds <= fit.no or (odds <= fit.no_worded and _denied(question, quote)):
            return False
        return True if odds >= fit.yes_denying and not limited(quote) else None
    worded = _shared(question, quote) >= COMPOSED.shared_yes
    return True if odds >= (fit.yes_worded if worded else fit.yes) else None


def _shared(question: str, quote: str) -> float:
    asked = set(content_words(question))
    return len(asked & set(content_words(quote))) / max(len(asked), 1)


def _denied(question: str, quote: str) -> bool:
    """Whether the quote denies a word of the question: the next word after "not" that means something."""
    asked, negations = set(content_words(question)), lexicon.words("negations")
    following = words(quote)
    for at, word in enumerate(following):
        if word in negations or word.endswith("n't"):
            after = content_words(" ".join(following[at + 1 :]))
            if after and after[0] in asked:
                return True
    return False
