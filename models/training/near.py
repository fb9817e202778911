"""Near misses: the texts that a search by words ranks high for a question."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log

from ragdesk.text.tokens import content_words

# BM25 as Tantivy has it.
K1, B = 1.2, 0.75


class Words:
    """A small BM25 index over texts that stay in memory."""

    def __init__(self, texts: Sequence[str]) -> None:
        counted = [Counter(content_words(text)) for text in texts]
        self.texts = texts
        self._lengths = [sum(words.values()) for words in counted]
        self._mean = max(1.0, sum(self._lengths) / max(1, len(texts)))
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for at, words in enumerate(counted):
            for word, count in words.items():
                self._postings[word].append((at, count))

    def near(self, question: str, most: int) -> list[tuple[int, float]]:
        """Numbers of the texts and the share of the question's weight (0 to 1) that stands in them, best BM25 score first."""
        scores: dict[int, float] = defaultdict(float)
        shares: dict[int, float] = defaultdict(float)
        total = 0.0
        for word in set(content_words(question)):
            postings = self._postings.get(word, ())
            weight = log(1 + (len(self.texts) - len(postings) + 0.5) / (len(postings) + 0.5))
            total += weight
            for at, count in postings:
                norm = K1 * (1 - B + B * self._lengths[at] / self._mean)
                scores[at] += weight * count * (K1 + 1) / (count + norm)
                shares[at] += weight
        best = sorted(scores, key=lambda at: (-scores[at], at))[:most]
        return [(at, shares[at] / total) for at in best]
