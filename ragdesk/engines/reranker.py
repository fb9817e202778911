"""Rerankers: a question and a passage are read together, and scored.

`OnnxReranker` runs a folder of our own making (`model_card.py`) on onnxruntime and tokenizers; torch is never imported.
`CrossEncoderReranker` runs any other cross-encoder in sentence-transformers' format. Neither knows where models come
from. Scores are raw logits: they order the passages of one question, and are comparable within one model alone.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.errors import ModelDamagedError, ModelMissingError, mark
from ragdesk.domain.ports import Reranker
from ragdesk.engines.model_card import CARD, card_role, fingerprint, read_reranker_card
from ragdesk.engines.pairs import PairReader
from ragdesk.engines.torch_models import load
from ragdesk.host.hashing import sha256_of
from ragdesk.host.processors import processors
from ragdesk.text.clean import replace_surrogates

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder


def open_reranker(folder: Path, threads: int = 0) -> Reranker:
    """Load the reranker in `folder`; `threads` 0 means one a processor.

    Raises:
        ModelMissingError: there is no such folder, it holds something else, or a package that it needs is not installed.
        ModelDamagedError: its files cannot be read, or are not those that were checked.
    """
    if not folder.is_dir():
        raise ModelMissingError(
            "There is no reranker in {folder}.", "Run `ragdesk models fetch`.", folder=folder
        )
    count = threads or processors()
    if not (folder / CARD).exists():
        return CrossEncoderReranker(folder, count)
    if card_role(folder) != "reranker":
        raise ModelMissingError(
            "{folder} is no reranker.", "Choose another: see `ragdesk models list`.", folder=folder
        )
    return OnnxReranker(folder, count)


class OnnxReranker:
    """An int8 cross-encoder with one logit; safe to call from several threads."""

    def __init__(self, folder: Path, threads: int) -> None:
        card = read_reranker_card(folder)
        self.name = fingerprint(card.name, card.model_sha256)
        self._pairs = PairReader(folder, card, threads)

    def scores(self, question: str, passages: Sequence[str]) -> FloatArray:
        """See `ports.Reranker`: (n,) float32 logits, in the order of `passages`."""
        return self._pairs.read(question, passages)[:, 0]


class CrossEncoderReranker:
    """Any cross-encoder folder with one logit, on torch: safetensors only, no code from the folder."""

    def __init__(self, folder: Path, threads: int) -> None:
        self._model: CrossEncoder = load("CrossEncoder", folder, threads, mark("reranker"))
        if self._model.num_labels != 1:
            raise ModelDamagedError(
                "The model in {folder} gives {count} scores for a passage, and a reranker gives one.",
                "Choose another reranker: see `ragdesk models list`.",
                folder=folder,
                count=self._model.num_labels,
            )
        digest = sha256_of(sorted(folder.glob("**/*.safetensors"))[0])
        self.name = fingerprint(folder.name, digest)

    def scores(self, question: str, passages: Sequence[str]) -> FloatArray:
        """See `ports.Reranker`. What is longer than the model reads is cut, the longer of the two first."""
        from torch.nn import Identity

        if not passages:
            return np.zeros(0, dtype=np.float32)
        pairs = [(replace_surrogates(question), replace_surrogates(passage)) for passage in passages]
        # In a padded batch the last digits of a score depend on its neighbours.
        scores = self._model.predict(pairs, batch_size=1, activation_fn=Identity(), show_progress_bar=False)
        return np.asarray(scores, dtype=np.float32)
