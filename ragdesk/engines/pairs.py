"""Reading two texts together with an int8 ONNX cross-encoder of our own making.

Pairs are read one at a time, each on one core, as many at once as there are threads. Dynamic quantisation takes its
scale from the whole batch, so in a batch a pair's score would depend on its neighbours.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ragdesk.domain.arrays import FloatArray
from ragdesk.engines.model_card import TOKENIZER, WEIGHTS, PairCard
from ragdesk.engines.onnx_session import open_session, require
from ragdesk.text.clean import replace_surrogates

if TYPE_CHECKING:
    from tokenizers import Encoding

# Read of the first text, so that a long one leaves more than half of the tokens to the second.
FIRST_TOKENS = 128
# What a window of a long second text repeats of the one before it, so that no sentence is cut in both.
STRIDE = 64


class PairReader:
    """Runs `model.onnx` of a folder over pairs; safe to call from several threads.

    One reading is of at most the card's `max_tokens` of a pair: the first text's first `FIRST_TOKENS`, then as much of the
    second as there is room for. Bounded by the threads, however many callers there are.
    """

    def __init__(self, folder: Path, card: PairCard, threads: int) -> None:
        from tokenizers import Tokenizer

        require(folder / WEIGHTS, card.model_sha256)
        require(folder / TOKENIZER, card.tokenizer_sha256)
        self._untruncated: Tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
        self._untruncated.no_padding()
        self._untruncated.no_truncation()
        self._truncated: Tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
        self._truncated.no_padding()
        self._truncated.enable_truncation(card.max_tokens, stride=STRIDE, strategy="only_second")
        self._session = open_session(folder / WEIGHTS)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="pairs")

    def read(self, first: str, seconds: Sequence[str]) -> FloatArray:
        """(n, outputs) float32: all that the model says of each pair, in the order of `seconds`."""
        return self._read_all(self._encoded(first, seconds))

    def best(self, first: str, seconds: Sequence[str]) -> FloatArray:
        """(n,) float32: the model's first output of each pair, in the order of `seconds`. Of a second text that is too long for
        one reading, that of its best window."""
        whole = self._encoded(first, seconds)
        windows = [[pair, *pair.overflowing] for pair in whole]
        outputs = self._read_all([window for each in windows for window in each])[:, 0]
        begins = np.cumsum([0, *map(len, windows)])[:-1]
        return np.maximum.reduceat(outputs, begins) if len(begins) else outputs

    def _encoded(self, first: str, seconds: Sequence[str]) -> "list[Encoding]":
        shortened = self._shortened(replace_surrogates(first))
        return self._truncated.encode_batch([(shortened, replace_surrogates(second)) for second in seconds])

    def _read_all(self, pairs: "Sequence[Encoding]") -> FloatArray:
        # Longest first, so that no core is left with a long pair at the end.
        order = sorted(range(len(pairs)), key=lambda index: -len(pairs[index].ids))
        rows: list[FloatArray] = [np.empty(0, dtype=np.float32)] * len(pairs)
        for index, row in zip(order, self._pool.map(self._read, [pairs[at] for at in order]), strict=True):
            rows[index] = row
        return np.stack(rows) if rows else np.zeros((0, 1), dtype=np.float32)

    def _shortened(self, first: str) -> str:
        spans = self._untruncated.encode(first, add_special_tokens=False).offsets
        return first if len(spans) <= FIRST_TOKENS else first[: spans[FIRST_TOKENS - 1][1]]

    def _read(self, pair: "Encoding") -> FloatArray:
        inputs = {
            "input_ids": pair.ids,
            "attention_mask": pair.attention_mask,
            "token_type_ids": pair.type_ids,
        }
        rows = {name: np.asarray([values], dtype=np.int64) for name, values in inputs.items()}
        outputs = self._session.run(None, rows)
        return np.concatenate([np.asarray(output, dtype=np.float32).reshape(-1) for output in outputs])
