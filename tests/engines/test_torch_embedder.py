"""Any sentence-transformers folder runs: here a tiny random one, made on the spot. Needs torch."""

from pathlib import Path

import numpy as np
import pytest

from ragdesk.domain.errors import ModelDamagedError
from ragdesk.engines.embedder import SentenceTransformersEmbedder, open_embedder
from ragdesk.host.paths import bundled_models

pytestmark = [
    # torch and transformers warn about themselves when they are imported
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import Pooling, Transformer
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    source = tmp_path_factory.mktemp("bert")
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_file=str(bundled_models() / "bge-small-en-v1.5" / "tokenizer.json"),
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
    )
    tokenizer.save_pretrained(source)
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=30_522, hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64
    )
    BertModel(config).save_pretrained(source)
    transformer = Transformer(str(source), max_seq_length=64)
    target = tmp_path_factory.mktemp("dropped") / "tiny-embedder"
    SentenceTransformer(modules=[transformer, Pooling(32)], device="cpu").save(str(target))
    return target


@pytest.fixture(scope="module")
def tiny(folder: Path) -> SentenceTransformersEmbedder:
    found = open_embedder(folder, threads=1)
    assert isinstance(found, SentenceTransformersEmbedder)
    return found


def test_it_keeps_the_contract_of_an_embedder(tiny: SentenceTransformersEmbedder) -> None:
    vectors = tiny.encode(["one text", "another, longer text", ""])
    assert vectors.shape == (3, 32)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert tiny.encode([]).shape == (0, 32)
    assert (tiny.dimensions, tiny.max_tokens) == (32, 62)
    assert tiny.fingerprint.startswith("tiny-embedder-")


def test_its_token_spans_are_whole_before_and_after_an_encode(tiny: SentenceTransformersEmbedder) -> None:
    text = "word " * 300
    (before,) = tiny.token_spans([text])
    tiny.encode([text])
    (after,) = tiny.token_spans([text])
    assert len(before) == len(after) == 300
    assert [text[start:end] for start, end in after] == ["word"] * 300


def test_a_folder_that_cannot_be_loaded_is_said(folder: Path, tmp_path: Path) -> None:
    import shutil

    broken = tmp_path / "broken"
    shutil.copytree(folder, broken)
    (broken / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(ModelDamagedError, match="cannot be loaded"):
        open_embedder(broken, threads=1)
