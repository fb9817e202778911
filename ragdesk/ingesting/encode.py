"""Texts → vectors in a thread of its own, so that the next file is read and the last one stored meanwhile.

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
class _Order:
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
        self._orders: deque[_Order] = deque()
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
        order = _Order(texts, vectors, new, go_on, Future())
        with self._changed:
            self._orders.append(order)
            self._changed.notify()
        return order.future

    @property
    def waiting(self) -> int:
        """How many texts are still to be encoded."""
        with self._changed:
            return sum(order.left for order in self._orders)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._orders or self._closing)
                orders = list(self._orders)
                if self._closing:
                    for order in orders:
                        order.future.cancel()
                    return
            self._encode_some(orders)
            with self._changed:
                while self._orders and self._orders[0].future.done():
                    self._orders.popleft()

    @staticmethod
    def _goes_on(order: _Order) -> bool:
        """Whether an order is still wanted; if not, its future is done."""
        try:
            if order.go_on(order.at / max(len(order.new), 1)):
                return True
            order.future.set_result(None)
        except Exception as error:  # noqa: BLE001 - whoever waits for the vectors raises it
            order.future.set_exception(error)
        return False

    def _encode_some(self, orders: Sequence[_Order]) -> None:
        """One batch from the front orders."""
        taken: list[tuple[_Order, list[int]]] = []
        room = BATCH
        for order in orders:
            if room == 0 and order.left:
                break
            if order.future.done():
                continue
            if not self._goes_on(order):
                order.at = len(order.new)
                continue
            positions = order.new[order.at : order.at + room]
            room -= len(positions)
            taken.append((order, positions))
        texts = [order.texts[at] for order, positions in taken for at in positions]
        try:
            vectors = self._embedder.encode(texts)
        except Exception as error:  # noqa: BLE001 - whoever waits for the vectors raises it
            for order, _ in taken:
                order.future.set_exception(error)
            return
        start = 0
        for order, positions in taken:
            order.vectors[positions] = vectors[start : start + len(positions)]
            start += len(positions)
            order.at += len(positions)
            if not order.left:
                order.future.set_result(order.vectors)
