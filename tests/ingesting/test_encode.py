"""The encoder: long documents are overtaken, the same text is encoded once, and nothing takes longer than it may."""

import threading
from collections.abc import Sequence

import numpy as np
import pytest

from ragdesk.domain.arrays import FloatArray
from ragdesk.ingesting.encode import BATCH, LONG, Encoder, EncodingTooLongError


class Lengths:
    """Encodes a text as its length. Waits at each call until it may go on; remembers what it was given."""

    dimensions = 2
    max_tokens = 100
    fingerprint = "lengths"

    def __init__(self) -> None:
        self.given: list[str] = []
        self.may = threading.Event()

    def encode(self, texts: Sequence[str]) -> FloatArray:
        assert self.may.wait(30)
        self.given += texts
        return np.array([[len(text), 1.0] for text in texts], dtype=np.float32).reshape(-1, 2)


def test_a_short_document_overtakes_a_long_one() -> None:
    embedder = Lengths()
    with Encoder(embedder) as encoder:  # type: ignore[arg-type]
        long = encoder.submit([f"long {n}" for n in range(3 * LONG)], {})
        short = encoder.submit(["short"], {})
        embedder.may.set()
        assert short.result(30) is not None
        vectors = long.result(30)
    assert vectors is not None and len(vectors) == 3 * LONG
    assert embedder.given.index("short") <= 2 * BATCH


def test_long_documents_leave_room_for_short_ones_and_not_for_ever_more_of_themselves() -> None:
    embedder = Lengths()
    with Encoder(embedder) as encoder:  # type: ignore[arg-type]
        assert encoder.has_room(2 * LONG)
        encoder.submit([f"a {n}" for n in range(2 * LONG)], {})
        assert encoder.has_room(2 * LONG), "one long document does not stop the others"
        encoder.submit([f"b {n}" for n in range(2 * LONG)], {})
        assert not encoder.has_room(2 * LONG)
        assert encoder.has_room(1), "nor do two of them stop a short one"
        embedder.may.set()


def test_the_same_text_is_encoded_once() -> None:
    embedder = Lengths()
    embedder.may.set()
    with Encoder(embedder) as encoder:  # type: ignore[arg-type]
        vectors = encoder.submit(
            ["one", "three", "one", "known", "three"], {"known": np.array([7, 7])}
        ).result(30)
    assert embedder.given == ["one", "three"]
    assert vectors is not None and vectors[:, 0].tolist() == [3, 5, 3, 7, 5]


def test_what_takes_longer_than_it_may_fails_alone() -> None:
    embedder = Lengths()
    with Encoder(embedder) as encoder:  # type: ignore[arg-type]
        endless = encoder.submit([str(n) for n in range(100)], {}, seconds=0.05)
        other = encoder.submit(["other"], {})
        threading.Timer(0.2, embedder.may.set).start()
        with pytest.raises(EncodingTooLongError):
            endless.result(30)
        assert other.result(30) is not None
