"""Text with the statistics of English words, without any English in it: what an index cares about, and nothing to read.

Words come from the embedder's own vocabulary, which is ordered by how often they occur (BERT's uncased vocabulary), so the
common words are the common words: "the", "of", "and". Ranks are drawn from a Zipf-Mandelbrot law, and each document prefers
some rare words, as real documents do.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

# f(rank) ~ 1 / (rank + 2.7) ** 1.07: Mandelbrot's form of Zipf's law with a usual fit for English prose.
SHIFT, EXPONENT = 2.7, 1.07
# The first ranks are function words; documents differ in the others.
COMMON = 150
# A document draws this share of its words from some of its own.
OWN_SHARE, OWN_WORDS = 0.25, 120
WORDS_A_SENTENCE = 16
WORDS_A_CHUNK = 150
CONTENT_WORDS_A_QUESTION = 4


@dataclass(frozen=True)
class Vocabulary:
    """Words by how often they occur, the commonest first."""

    words: NDArray[np.str_]

    @classmethod
    def of_embedder(cls, folder: Path) -> "Vocabulary":
        """The whole alphabetic words of the tokenizer in `folder`."""
        tokens = Tokenizer.from_file(str(folder / "tokenizer.json")).get_vocab()
        ranked = sorted(tokens, key=lambda token: tokens[token])
        return cls(np.array([token for token in ranked if token.isascii() and token.isalpha()]))

    @cached_property
    def _cumulative(self) -> NDArray[np.float64]:
        weights = 1.0 / (np.arange(1, len(self.words) + 1) + SHIFT) ** EXPONENT
        sums: NDArray[np.float64] = np.cumsum(weights / weights.sum())
        return sums

    def ranks(self, rng: np.random.Generator, count: int, *, rarer_than: int = 0) -> NDArray[np.int64]:
        """`count` ranks drawn from the law, none of them below `rarer_than`."""
        lowest = self._cumulative[rarer_than - 1] if rarer_than else 0.0
        found: NDArray[np.int64] = np.searchsorted(self._cumulative, rng.uniform(lowest, 1.0, count), "right")
        return np.clip(found, rarer_than, len(self.words) - 1)

    def phrase(self, rng: np.random.Generator, count: int) -> str:
        """Some content words, as a title has them."""
        return " ".join(self.words[self.ranks(rng, count, rarer_than=COMMON)]).capitalize()

    def passages(self, rng: np.random.Generator, count: int) -> list[str]:
        """Passages of one document, of WORDS_A_CHUNK words each."""
        ranks = self.ranks(rng, count * WORDS_A_CHUNK)
        own = self.ranks(rng, OWN_WORDS, rarer_than=COMMON)
        favoured = rng.random(len(ranks)) < OWN_SHARE
        ranks[favoured] = rng.choice(own, int(favoured.sum()))
        return [self._sentences(row) for row in self.words[ranks].reshape(count, WORDS_A_CHUNK)]

    def _sentences(self, words: NDArray[np.str_]) -> str:
        parts = [words[start : start + WORDS_A_SENTENCE] for start in range(0, len(words), WORDS_A_SENTENCE)]
        return " ".join(f"{' '.join(part).capitalize()}." for part in parts)

    def question(self, rng: np.random.Generator, passage: str) -> str:
        """A question about a passage: function words around some of its content words."""
        common = set(self.words[:COMMON])
        words = [word for word in passage.lower().replace(".", "").split() if word not in common]
        asked = rng.choice(np.array(sorted(set(words))), CONTENT_WORDS_A_QUESTION, replace=False)
        return "How does the {} {} work with the {} of a {}?".format(*asked)
