"""The reader: whether a passage answers a question. `models/training/` makes it.

Runs on onnxruntime and tokenizers; torch is never imported.
"""

from collections.abc import Sequence
from pathlib import Path

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.errors import ModelMissingError
from ragdesk.engines.model_card import CARD, card_role, fingerprint, read_reader_card
from ragdesk.engines.pairs import PairReader
from ragdesk.host.processors import processors


def open_reader(folder: Path, threads: int = 0) -> "OnnxReader":
    """Load the reader in `folder`; `threads` 0 means one a processor.

    Raises:
        ModelMissingError: there is no such folder, or it holds something else.
        ModelDamagedError: its files cannot be read, or are not those that were checked.
    """
    if not (folder / CARD).exists() or card_role(folder) != "reader":
        raise ModelMissingError(
            "{folder} is no reader.", "Choose another: see `ragdesk models list`.", folder=folder
        )
    return OnnxReader(folder, threads or processors())


class OnnxReader:
    """An int8 cross-encoder with one logit; safe to call from several threads."""

    def __init__(self, folder: Path, threads: int) -> None:
        card = read_reader_card(folder)
        self.name = fingerprint(card.name, card.model_sha256)
        self._pairs = PairReader(folder, card, threads)

    def answers(self, question: str, passages: Sequence[str]) -> FloatArray:
        """See `ports.Reader`."""
        return self._pairs.best(question, passages)
