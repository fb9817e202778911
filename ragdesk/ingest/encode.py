"""Texts → vectors, a few at a time, so that one can stop in between; what is known already is not made again."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ragdesk.types import Embedder, FloatArray

# Texts between two looks at the cancel button; a fraction of a second on two cores.
BATCH = 32


def encode_new(
    texts: Sequence[str],
    known: Mapping[str, FloatArray],
    embedder: Embedder,
    go_on: Callable[[float], bool] = lambda fraction: True,
) -> FloatArray | None:
    """(number of texts, dimensions) float32 unit vectors; None if `go_on` (given the fraction done) said no."""
    vectors = np.empty((len(texts), embedder.dimensions), np.float32)
    new = [at for at, text in enumerate(texts) if text not in known]
    for at, text in enumerate(texts):
        if text in known:
            vectors[at] = known[text]
    for start in range(0, len(new), BATCH):
        if not go_on(start / len(new)):
            return None
        batch = new[start : start + BATCH]
        vectors[batch] = embedder.encode([texts[at] for at in batch])
    return vectors
