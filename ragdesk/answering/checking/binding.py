"""Which number of a quote goes with which of its words.

"158,349 households, of which 68,511 (43.3%) had children" has every word of "158,349 households had children" and does not say
it: the children stand beside the other number.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from ragdesk.text.fold import fold
from ragdesk.text.tokens import content_words, number_of, numbers

_TOKEN = re.compile(r"\d+(?:[.,:/-]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*|[.,;!?]")
# A comma is as far as so many words: "six hours, business class for flights of more than nine hours".
_COMMA = 10


_IN_BRACKETS = re.compile(r"\([^()]*\)")


@dataclass(slots=True)
class _NumberedToken:
    """Numbers that stand side by side, as in "68,511 (43.3%)", and the token that the last of them is."""

    at: int
    numbers: set[str]


def misbound(sentence: str, question: str, quote: str) -> bool:
    """Whether the words of the sentence and its question stand, in the quote, beside other numbers than the sentence's.

    Each content word that the quote shares with them votes for the numbers nearest to it in tokens; where several are as near,
    they share the vote. A number of the question is what is asked about, not the answer, and has no vote. A quote with a
    single number says nothing, nor do the rows of a table: their numbers go with the words of its head.
    """
    if quote.startswith("|") or "\n|" in quote:
        return False
    tokens = _TOKEN.findall(fold(quote))
    places = _places(tokens, numbers(question))
    agrees = [not place.numbers.isdisjoint(numbers(sentence)) for place in places]
    if not any(agrees) or all(agrees):
        return False
    votes = [0.0] * len(places)
    stands = _standing(tokens)
    for positions in _positions(tokens, set(content_words(question)) | set(content_words(sentence))).values():
        away = [min(abs(stands[position] - stands[place.at]) for position in positions) for place in places]
        near = [number for number, distance in enumerate(away) if distance == min(away)]
        for number in near:
            votes[number] += 1 / len(near)
    agreeing = sum(vote for vote, agreed in zip(votes, agrees, strict=True) if agreed)
    return agreeing < max(vote for vote, agreed in zip(votes, agrees, strict=True) if not agreed)


def swaps_in_brackets(sentence: str, quotes: Sequence[str]) -> bool:
    """Whether the sentence has numbers side by side in brackets that stand so in no quote: "74 bookings (2023: 61)" for "61
    bookings (2023: 74)"."""
    told = {pair for quote in quotes for pair in _side_by_side(quote)}
    return any(not told.issuperset(_side_by_side(inside)) for inside in _IN_BRACKETS.findall(sentence))


def _side_by_side(text: str) -> Iterator[tuple[str, str]]:
    """Each number of a text with the next one."""
    return pairwise(number for token in _TOKEN.findall(fold(text)) if (number := number_of(token)))


def _standing(tokens: Sequence[str]) -> list[int]:
    """Where each token stands, commas counted as the words that they are as far as."""
    at, standing = 0, []
    for token in tokens:
        at += _COMMA if token == "," else 1
        standing.append(at)
    return standing


def _places(tokens: Sequence[str], left_out: Set[str]) -> list[_NumberedToken]:
    """Where the numbers stand that the question does not have."""
    places: list[_NumberedToken] = []
    for at, token in enumerate(tokens):
        number = number_of(token)
        if number and number not in left_out:
            if places and places[-1].at == at - 1:
                places[-1].at = at
                places[-1].numbers.add(number)
            else:
                places.append(_NumberedToken(at, {number}))
    return places


def _positions(tokens: Sequence[str], shared: Set[str]) -> dict[str, list[int]]:
    """Where each of the words stands, by its stem."""
    positions: dict[str, list[int]] = {}
    for at, token in enumerate(tokens):
        for word in content_words(token):
            if word in shared and not number_of(token):
                positions.setdefault(word, []).append(at)
    return positions
