"""How alike a question and texts are by runs of letters.

Words tell nothing of inflections and compounds in a language for which there are no stems: "breitere Tür" is not
"Türverbreiterung". Runs of four letters are alike in both.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from ragdesk.text.tokens import content_words

_RUN = 4


def shared_runs(question: str, texts: Sequence[str]) -> list[float]:
    """For each text the weight of the runs of letters that it shares with the question, each weighted by how few of the texts
    have it."""
    held = [_runs(content_words(text)) for text in texts]
    frequency = Counter(run for runs in held for run in runs)
    asked = _runs(content_words(question))
    return [sum(math.log(1.0 + len(texts) / frequency[run]) for run in asked & runs) for runs in held]


def _runs(stems: Iterable[str]) -> set[str]:
    """Of each word, with its two ends; a word of a letter or two is a run by itself."""
    ended = (f"_{stem}_" for stem in stems)
    return {word[at : at + _RUN] for word in ended for at in range(max(1, len(word) - _RUN + 1))}
