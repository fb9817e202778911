"""Embedders: texts become unit vectors.

`OnnxEmbedder` runs a folder of our own making (`model_card.py`) on onnxruntime and tokenizers; torch is never imported.
`SentenceTransformersEmbedder` runs any other sentence-transformers folder. Neither knows where models come from.

Texts are encoded one at a time, each on one core, as many at once as there are threads. Measured on two AVX2
cores with passages of 200 tokens: 1.4 times as many a second as in padded batches with both cores on each. And since dynamic
quantisation takes its scale from the whole batch, a text's vector would depend on its neighbours in a batch.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.errors import ModelDamagedError, ModelMissingError, mark
from ragdesk.domain.ports import Embedder
from ragdesk.engines.model_card import CARD, TOKENIZER, WEIGHTS, fingerprint, read_card
from ragdesk.engines.onnx_session import open_session, require
from ragdesk.engines.token_counter import TokenizerCounter
from ragdesk.engines.torch_models import load
from ragdesk.host.hashing import sha256_of
from ragdesk.host.processors import processors
from ragdesk.text.clean import replace_surrogates

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer


def open_embedder(folder: Path, threads: int = 0) -> Embedder:
    """Load the embedder in `folder`; `threads` 0 means one a processor.

    Raises:
        ModelMissingError: there is no such folder, or it needs a package that is not installed.
        ModelDamagedError: its files cannot be read, or are not those that were checked.
    """
    if not folder.is_dir():
        raise ModelMissingError(
            "There is no embedder in {folder}.", "Run `ragdesk models fetch`.", folder=folder
        )
    count = threads or processors()
    return (
        OnnxEmbedder(folder, count)
        if (folder / CARD).exists()
        else SentenceTransformersEmbedder(folder, count)
    )


class OnnxEmbedder:
    """A BERT-like model as int8 ONNX, pooled as its card says; safe to call from several threads."""

    def __init__(self, folder: Path, threads: int) -> None:
        from tokenizers import Tokenizer

        card = read_card(folder)
        require(folder / WEIGHTS, card.model_sha256)
        require(folder / TOKENIZER, card.tokenizer_sha256)
        self.fingerprint = card.fingerprint
        self.dimensions = card.dimensions
        self.max_tokens = card.max_tokens
        self._query_prompt = card.query_prompt
        self._first_token = card.pooling == "cls"
        self.counter = TokenizerCounter(folder / TOKENIZER, card.fingerprint)
        self._truncated: Tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
        self._truncated.no_padding()
        special = self._truncated.num_special_tokens_to_add(is_pair=False)
        self._truncated.enable_truncation(card.max_tokens + special)
        self._session = open_session(folder / WEIGHTS)
        self._inputs = {declared.name for declared in self._session.get_inputs()}
        self._threads = threads

    def token_spans(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        return self.counter.token_spans(texts)

    def encode(self, texts: Sequence[str]) -> FloatArray:
        rows = [
            encoding.ids
            for encoding in self._truncated.encode_batch([replace_surrogates(text) for text in texts])
        ]
        if not rows:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        if len(rows) == 1 or self._threads == 1:
            return np.stack([self._vector(row) for row in rows])
        # Longest first, so that no core is left with a long text at the end.
        order = sorted(range(len(rows)), key=lambda index: -len(rows[index]))
        vectors = np.empty((len(rows), self.dimensions), dtype=np.float32)
        with ThreadPoolExecutor(self._threads) as pool:
            encoded = pool.map(self._vector, (rows[index] for index in order))
            for index, vector in zip(order, encoded, strict=True):
                vectors[index] = vector
        return vectors

    def encode_queries(self, texts: Sequence[str]) -> FloatArray:
        return self.encode([self._query_prompt + text for text in texts])

    def _vector(self, ids: list[int]) -> FloatArray:
        """The first token's state, or the mean over all tokens, special ones included, then length 1: as the model was
        trained."""
        tokens = np.asarray([ids], dtype=np.int64)
        rows = {
            "input_ids": tokens,
            "attention_mask": np.ones_like(tokens),
            "token_type_ids": np.zeros_like(tokens),
        }
        (hidden,) = self._session.run(None, {name: rows[name] for name in self._inputs})
        pooled = hidden[0][0] if self._first_token else hidden[0].mean(axis=0)
        return cast(FloatArray, pooled / np.linalg.norm(pooled))


class SentenceTransformersEmbedder:
    """Any sentence-transformers folder, on torch: safetensors only, no code from the folder."""

    def __init__(self, folder: Path, threads: int) -> None:
        self._model: SentenceTransformer = load("SentenceTransformer", folder, threads, mark("embedder"))
        tokenizer = self._model.tokenizer
        if not getattr(tokenizer, "is_fast", False):
            raise ModelDamagedError(
                "The model in {folder} has no tokenizer.json, so its tokens cannot be placed in a text.",
                "Choose another embedder: see `ragdesk models list`.",
                folder=folder,
            )
        weights = folder / "model.safetensors"
        digest = sha256_of(weights if weights.exists() else sorted(folder.glob("**/*.safetensors"))[0])
        self.fingerprint = fingerprint(folder.name, digest)
        self.dimensions = int(self._model.get_embedding_dimension())
        backend: Tokenizer = tokenizer.backend_tokenizer
        # As text: sentence-transformers sets truncation on the shared one at each encode.
        self.counter = TokenizerCounter(backend.to_str(), self.fingerprint)
        special = backend.num_special_tokens_to_add(is_pair=False)
        self.max_tokens = int(self._model.max_seq_length) - special
        # config_sentence_transformers.json names them; a model without prompts has an empty one.
        self._query_prompt = str(self._model.prompts.get("query", ""))

    def token_spans(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        return self.counter.token_spans(texts)

    def encode(self, texts: Sequence[str]) -> FloatArray:
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        readable = [replace_surrogates(text) for text in texts]
        encoded = self._model.encode(readable, normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(encoded, dtype=np.float32)

    def encode_queries(self, texts: Sequence[str]) -> FloatArray:
        return self.encode([self._query_prompt + text for text in texts])
