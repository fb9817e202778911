"""Whether a quote says yes or no to a question.

The writer is asked where there is one: it was taught just this. Without it the language model is, and its answer is weighed
against the words. A model that nobody measured is not asked; then the words alone decide.
"""

import re
from collections.abc import Collection
from dataclasses import replace

from ragdesk.answering.composed.phrases import composed_phrases
from ragdesk.answering.composed.sums.stated import CLAUSE
from ragdesk.answering.composed.yes_or_no.bounds import BOUNDS
from ragdesk.answering.composed.yes_or_no.leave import asks_without_leave, needs_leave
from ragdesk.answering.judging.verify import prompt_of
from ragdesk.answering.units.in_context import shown_quote
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.calibration import COMPOSED, VERIFY, PolarityFit, polarity_fit, writer_fit
from ragdesk.domain.ports import Cancelled, LanguageModel, Prompt
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import content_words, hedged, limited, negates, numbers, opposed, share_said, words

_SYSTEM = "You answer questions with Yes or No from a text."
_ASKED = "Reply Yes or No."
_YEAR = re.compile(r"(?:19|20)\d\d")
# What is forbidden stands before these.
_BARRED = re.compile(
    r"\b(?:(?:not|never|nicht) (?:\w+ )?(?:allowed|permitted|possible|erlaubt|gestattet|zulassig|moglich)|forbidden|prohibited"
    r"|banned|verboten|untersagt|unzulassig)\b"
)
# What somebody would like says nothing of whether it is so.
_WISH = re.compile(
    r"\b(?:would (?:like|prefer)|(?:i|we)'d (?:like|prefer)|hope(?:s|d)? to|if possible|möchte\w*|würden? gern\w*|hoffe\w*"
    r"|wenn möglich)\b",
    re.IGNORECASE,
)
# Letters of the stem of a German word that ends a longer one, and of what stands before it.
COMPOUND, BEFORE = 4, 4
# "You may drink alcohol, but not within four hours" allows it.
_EXCEPTION = re.compile(
    r"(?<=\w), (?:but|though|aber|jedoch|allerdings) (?:not|never|nicht|nie)\b.*", re.IGNORECASE | re.DOTALL
)
# How a clause begins that asks whether.
_WHETHER = re.compile(
    r"(?:can|may|must|could|should|shall|will|would|do|does|did|is|are|was|were|has|have|am"
    r"|kann|können|darf|dürfen|muss|müssen|soll|wird|werden|ist|sind|war|hat|haben|gibt|gilt)\b",
    re.IGNORECASE,
)


def says_yes(
    question: str, quote: Quote, said: str, model: LanguageModel, cancelled: Cancelled
) -> bool | None:
    """Whether the quote, which reads as `said`, says yes to the question; None where that is not clear.

    Raises:
        ModelError: the model is missing, or it died.
    """
    if asks_without_leave(question) and needs_leave(said):
        return False
    if any(says_no(question, said) for says_no in BOUNDS):
        return False
    if _left_open(question, said):
        return None
    prompt = polarity_prompt(question, shown_quote(quote))
    if (writer := writer_fit(model.writer, model.name)) is not None:
        odds = model.log_odds(prompt, ("Yes", "No"), cancelled)
        return None if odds is None or writer.no < odds < writer.yes else odds >= writer.yes
    if quote.text.startswith("|") or opposed(_asking(question)) or not numbers(question) <= numbers(said):
        return None
    said = _EXCEPTION.sub(" ", said)
    fit = polarity_fit(model.name)
    odds = model.log_odds(prompt, ("Yes", "No"), cancelled) if fit else None
    if fit is None or odds is None:
        return _by_words(question, said)
    return _by_odds(odds, fit, question, said)


def behind_word(told: bool | None, said: str, language: str) -> str:
    """Words behind a yes or a no, where it is told which and they do not begin so themselves."""
    if told is None:
        return said
    phrases = composed_phrases(language)
    word = phrases.yes if told else phrases.no
    return said if words(said)[:1] == words(word) else f"{word}. {said}"


def polarity_prompt(question: str, text: str) -> Prompt:
    """What the model is given to say yes or no from a text."""
    return replace(prompt_of(text, VERIFY.words, question, _SYSTEM, _ASKED), judging="polarity")


def _left_open(question: str, quote: str) -> bool:
    """Whether it cannot be told: the quote leaves the matter open, only tells what was proposed or wished for, or speaks of
    another year."""
    if _WISH.search(quote) and not _WISH.search(question):
        return True
    proposing = lexicon.words("proposing_words") - set(words(question))
    years = set(filter(_YEAR.fullmatch, numbers(question)))
    return hedged(quote) or not proposing.isdisjoint(words(quote)) or not years <= numbers(quote)


def _asking(question: str) -> str:
    """The clause that asks: of "I can't come, can somebody else vote for me?" the second."""
    return next((clause for clause in CLAUSE.split(question) if _WHETHER.match(clause)), question)


def _by_words(question: str, quote: str) -> bool | None:
    """A denial answers in other words, too; a yes is only said to the question's own words, and to all of what was asked."""
    if opposed(quote):
        return False if share_said(question, quote) >= COMPOSED.shared_no else None
    return True if share_said(question, quote) >= COMPOSED.shared_yes and not limited(quote) else None


def _by_odds(odds: float, fit: PolarityFit, question: str, quote: str) -> bool | None:
    """A yes never stands before a denial, however sure the model is: it takes "may not ride" for a yes, too."""
    if opposed(quote) or limited(quote):
        denied = denies(question, quote)
        said_in_full = denied and share_said(quote, question) >= COMPOSED.shared_yes
        return False if said_in_full or odds <= (fit.no_worded if denied else fit.no) else None
    worded = share_said(question, quote) >= COMPOSED.shared_yes
    return True if odds >= (fit.yes_worded if worded else fit.yes) else None


def denies(question: str, quote: str) -> bool:
    """Whether the quote denies a word of the question: the next word after "not" that means something; before "not allowed" or
    "forbidden" the thing that is."""
    asked = set(content_words(question))
    if (barred := _BARRED.search(fold(quote))) and _speaks_of(asked, fold(quote)[: barred.start()]):
        return True
    following = words(quote)
    for at, word in enumerate(following):
        if negates(word):
            after = content_words(" ".join(following[at + 1 :]))
            if after and after[0] in asked:
                return True
    return False


def _speaks_of(asked: Collection[str], said: str) -> bool:
    """Whether words have one of the question's, or a German compound of it: "Holzkohle" is a kind of "Kohle"."""
    held = content_words(said)
    return any(
        own == word or (len(own) - BEFORE >= len(word) >= COMPOUND and own.endswith(word))
        for word in asked
        for own in held
    )
