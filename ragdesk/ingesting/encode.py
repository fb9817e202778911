"""Encodes texts in a thread of its own, while other files are parsed and stored.

The passages of several small documents are encoded together: a document of seven leaves a core idle at its end. Small documents
overtake a long one, which may take an hour.
"""

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from types import TracebackType

import numpy as np

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.ports import Embedder

# Texts between two looks at the cancel button; a fraction of a second on two cores.
BATCH = 32
# A document of which more texts are left than this is overtaken: on a slow or busy machine they take a dozen seconds.
LONG = 64
# Texts of documents that are not long, and long documents, that wait at most: enough to keep the encoder busy while a group is
# stored.
AHEAD, LONG_AHEAD = 256, 2
GoOn = Callable[[float], bool]


class EncodingTooLongError(Exception):
    """The texts of a document took longer than they may."""


@dataclass(slots=True)
class _EncodeRequest:
    """One document's texts; `new` are the positions of those to encode, of which `at` are done, `copies` those with the same
    text as another: (position, the other's). `seconds_left` is what encoding them may still take."""

    texts: Sequence[str]
    vectors: FloatArray
    new: list[int]
    go_on: GoOn
    future: "Future[FloatArray | None]"
    seconds_left: float
    copies: list[tuple[int, int]]
    at: int = 0

    @property
    def left(self) -> int:
        return len(self.new) - self.at

    @property
    def is_long(self) -> bool:
        return self.left > LONG


class Encoder:
    """Encodes what is submitted, in order."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._requests: list[_EncodeRequest] = []
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._work, name="encode", daemon=True)
        self._thread.start()

    def __enter__(self) -> "Encoder":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def submit(
        self,
        texts: Sequence[str],
        known: Mapping[str, FloatArray],
        go_on: GoOn = lambda fraction: True,
        seconds: float = math.inf,
    ) -> "Future[FloatArray | None]":
        """(number of texts, dimensions) float32 unit vectors; None where `go_on` (given the fraction done) said no. What
        is `known`, or stands twice, is not encoded again. The future raises what the embedder raised, and EncodingTooLongError
        where these texts took more than so many seconds of the encoder."""
        vectors = np.empty((len(texts), self.embedder.dimensions), np.float32)
        first: dict[str, int] = {}
        copies = []
        for at, text in enumerate(texts):
            if text in known:
                vectors[at] = known[text]
            elif first.setdefault(text, at) != at:
                copies.append((at, first[text]))
        request = _EncodeRequest(texts, vectors, list(first.values()), go_on, Future(), seconds, copies)
        with self._changed:
            self._requests.append(request)
            self._changed.notify()
        return request.future

    def has_room(self, texts: int) -> bool:
        """Whether a document of so many texts may come: long ones and others do not wait for each other."""
        with self._changed:
            short = [request.left for request in self._requests if not request.is_long]
            if texts > LONG:
                return len(self._requests) - len(short) < LONG_AHEAD
            return sum(short) < AHEAD

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._requests or self._closing)
                requests = sorted(self._requests, key=lambda request: request.is_long)
                if self._closing:
                    for request in requests:
                        request.future.cancel()
                    return
            self._encode_some(requests)
            with self._changed:
                self._requests = [request for request in self._requests if not request.future.done()]

    @staticmethod
    def _goes_on(request: _EncodeRequest) -> bool:
        """Whether a request is still needed; if not, its future is done."""
        try:
            if not request.go_on(request.at / max(len(request.new), 1)):
                request.future.set_result(None)
            elif request.seconds_left <= 0 and request.left:
                raise EncodingTooLongError
            else:
                return True
        except Exception as error:  # noqa: BLE001 - whoever waits for the vectors raises it
            request.future.set_exception(error)
        return False

    def _encode_some(self, requests: Sequence[_EncodeRequest]) -> None:
        """Encode one batch, of the first requests first."""
        batch: list[tuple[_EncodeRequest, list[int]]] = []
        room = BATCH
        for request in requests:
            if room == 0 and request.left:
                break
            if request.future.done():
                continue
            if not self._goes_on(request):
                request.at = len(request.new)
                continue
            positions = request.new[request.at : request.at + room]
            room -= len(positions)
            batch.append((request, positions))
        texts = [request.texts[at] for request, positions in batch for at in positions]
        began = time.monotonic()
        try:
            vectors = self.embedder.encode(texts)
        except Exception as error:  # noqa: BLE001 - whoever waits for the vectors raises it
            for request, _ in batch:
                request.future.set_exception(error)
            return
        each = (time.monotonic() - began) / max(len(texts), 1)
        start = 0
        for request, positions in batch:
            request.vectors[positions] = vectors[start : start + len(positions)]
            start += len(positions)
            request.at += len(positions)
            request.seconds_left -= each * len(positions)
            if not request.left:
                for at, other in request.copies:
                    request.vectors[at] = request.vectors[other]
                request.future.set_result(request.vectors)
