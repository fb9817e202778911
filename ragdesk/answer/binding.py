"""Which number of a quote goes with which of its words.

"68,511 (43.3%) had children, and 30,547 (19.3%) a female householder" has every word of "43.3% had a female householder" and
does not say it: the householder stands beside the other number.
"""

import re
from collections import defaultdict

from ragdesk.answer.words import content_words, fold, number_of, numbers

_TOKEN = re.compile(r"\d+(?:[.,:/-]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*|[.;!?]")


def misbound(sentence: str, question: str, quote: str) -> bool:
    """Whether the words of the sentence and its question stand, in the quote, beside other numbers than the sentence's.

    Each content word that the quote shares with them votes for the number nearest to it in tokens; where several are as near,
    they share the vote. A number of the question is what is asked about, not the answer, and has no vote. A quote with a
    single number says nothing, nor do the rows of a table: their numbers go with the words of its head.
    """
    if quote.startswith("|") or "\n|" in quote:
        return False
    asked = numbers(question)
    tokens = _TOKEN.findall(fold(quote))
    at = [
        (place, number)
        for place, token in enumerate(tokens)
        if (number := number_of(token)) and number not in asked
    ]
    own = numbers(sentence) & {number for _, number in at}
    if not own:
        return False
    about = set(content_words(question)) | set(content_words(sentence))
    places: dict[str, list[int]] = {}
    for place, token in enumerate(tokens):
        for word in content_words(token):
            if word in about and not number_of(token):
                places.setdefault(word, []).append(place)
    votes: defaultdict[str, float] = defaultdict(float)
    for standing in places.values():
        nearest = min(abs(here - there) for here in standing for there, _ in at)
        near = {number for here in standing for there, number in at if abs(here - there) == nearest}
        for number in near:
            votes[number] += 1 / len(near)
    return sum(votes[number] for number in own) < max(
        (votes[number] for _, number in at if number not in own), default=0
    )
