"""Encodes texts in a thread of its own, while other files are parsed and stored.

The passages of several small documents are encoded together: a document of seven leaves a core idle at its end.
"""

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from types import TracebackType

import numpy as np

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.ports import Embedder

# Texts between two looks at the cancel button; a fraction of a second on two cores.
BATCH = 32
GoOn = Callable[[float], bool]


@dataclass(slots=True)
class _EncodeRequest:
    """One document's texts; `new` are the positions of those to encode, of which `at` are done."""

    texts: Sequence[str]
    vectors: FloatArray
    new: list[int]
    go_on: GoOn
    future: "Future[FloatArray | None]"
    at: int = 0

    @property
    def left(self) -> int:
        return len(self.new) - self.at


class Encoder:
    """Encodes what is submitted, in order."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._requests: deque[_EncodeRequest] = deque()
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
        self, texts: Sequence[str], known: Mapping[str, FloatArray], go_on: GoOn = lambda fraction: True
    ) -> "Future[FloatArray | None]":
        """(number of texts, dimensions) float32 unit vectors; None where `go_on` (given the fraction done) said no. What
        is `known` is not encoded again. The future raises what the embedder raised."""
        vectors = np.empty((len(texts), self._embedder.dimensions), np.float32)
        new = []
        for at, text in enumerate(texts):
            if text in known:
                vectors[at] = known[text]
            else:
                new.append(at)
        request = _EncodeRequest(texts, vectors, new, go_on, Future())
        with self._changed:
            self._requests.append(request)
            self._changed.notify()
        return request.future

    @property
    def waiting(self) -> int:
        """How many texts are still to be encoded."""
        with self._changed:
            return sum(request.left for request in self._requests)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._requests or self._closing)
                requests = list(self._requests)
                if self._closing:
                    for request in requests:
                        request.future.cancel()
                    return
            self._encode_some(requests)
            with self._changed:
                while self._requests and self._requests[0].future.done():
                    self._requests.popleft()

    @staticmethod
    def _goes_on(request: _EncodeRequest) -> bool:
        """Whether a request is still needed; if not, its future is done."""
        try:
            if request.go_on(request.at / max(len(request.new), 1)):
                return True
            request.future.set_result(None)
        except Exception as error:  # noqa: BLE001 - whoever waits for the vectors raises it
            request.future.set_exception(error)
        return False

    def _encode_some(self, requests: Sequence[_EncodeRequest]) -> None:
        """Encode one batch, of the oldest requests first."""
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
        try:
            vectors = self._embedder.encode(texts)
        except Exception as error:  # noqa: BLE001 - whoever waits for the vectors raises it
            for request, _ in batch:
                request.future.set_exception(error)
            return
        start = 0
        for request, positions in batch:
            request.vectors[positions] = vectors[start : start + len(positions)]
            start += len(positions)
            request.at += len(positions)
            if not request.left:
                request.future.set_result(request.vectors)
