"""Whether a quote denies what a sentence says: "A simple e-mail is not enough" bears out no "A simple e-mail is enough"."""

from collections.abc import Sequence

from ragdesk.text.sentences import sentences
from ragdesk.text.tokens import content_words, limited, negated, negates, numbers, opposed, words

# Words between a thing and the denial of what it does: "the band really can't".
BETWEEN = 1
# A sentence of fewer content words is a fragment: every quote that names the thing has all of it.
FEWEST = 2


def denied(sentence: str, question: str, quotes: Sequence[str]) -> bool:
    """Whether a sentence of the quotes denies all that the sentence says, or says of a thing that only the sentence names that it
    does not. What a sentence with a number says may well stand in a denial: "no later than 45 days"."""
    if opposed(sentence) or opposed(question) or limited(sentence) or numbers(sentence):
        return False
    told = [quote[start:end] for quote in quotes for start, end in sentences(quote)]
    denials = [text for text in told if negated(text)]
    claimed = set(content_words(sentence))
    if len(claimed) >= FEWEST and any(claimed <= set(content_words(text)) for text in denials):
        return True
    affirmed = {word for text in told if not negated(text) for word in content_words(text)}
    new = claimed - set(content_words(question)) - affirmed
    return any(not new.isdisjoint(_of_whom_denied(text)) for text in denials)


def _of_whom_denied(text: str) -> set[str]:
    """The words right before a denial, and not after it: who does not, cannot or will not."""
    said = words(text)
    at = next((at for at, word in enumerate(said) if negates(word)), None)
    if at is None:
        return set()
    before = content_words(" ".join(said[max(at - 1 - BETWEEN, 0) : at]))
    return set(before[-1:]) - set(content_words(" ".join(said[at + 1 :])))
