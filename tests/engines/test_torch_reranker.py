"""Any cross-encoder folder runs: here tiny random ones, made on the spot. Needs torch."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from ragdesk.domain.errors import ModelDamagedError
from ragdesk.engines.model_import import role_of
from ragdesk.engines.reranker import CrossEncoderReranker, open_reranker
from ragdesk.host.paths import bundled_models

pytestmark = [
    # torch and transformers warn about themselves when they are imported
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


def make(target: Path, labels: int) -> Path:
    import torch
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    tokenizer = PreTrainedTokenizerFast(
        tokenizer_file=str(bundled_models() / "bge-small-en-v1.5" / "tokenizer.json"),
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        model_max_length=64,
    )
    tokenizer.save_pretrained(target)
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=30_522,
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
        num_labels=labels,
    )
    BertForSequenceClassification(config).save_pretrained(target)
    return target


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("dropped") / "tiny-reranker", labels=1)


@pytest.fixture(scope="module")
def tiny(folder: Path) -> CrossEncoderReranker:
    found = open_reranker(folder, threads=1)
    assert isinstance(found, CrossEncoderReranker)
    return found


def test_it_keeps_the_contract_of_a_reranker(tiny: CrossEncoderReranker) -> None:
    passages = ["one text", "another, longer text about pumps", "", "word " * 300, "half a pair \ud83d"]
    scores = tiny.scores("a question?", passages)
    assert scores.shape == (5,) and scores.dtype == np.float32 and np.isfinite(scores).all()
    alone = np.concatenate([tiny.scores("a question?", [passage]) for passage in passages])
    assert np.array_equal(scores, alone)
    assert tiny.scores("a question?", []).shape == (0,)
    assert tiny.name.startswith("tiny-reranker-")


def test_its_scores_are_raw_logits(tiny: CrossEncoderReranker, folder: Path) -> None:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    model = AutoModelForSequenceClassification.from_pretrained(folder, local_files_only=True).eval()
    read = AutoTokenizer.from_pretrained(folder, local_files_only=True)(
        "a question?", "a text", return_tensors="pt"
    )
    with torch.no_grad():
        expected = float(model(**read).logits[0, 0])
    assert float(tiny.scores("a question?", ["a text"])[0]) == pytest.approx(expected, abs=1e-5)


def test_it_is_known_for_a_reranker(folder: Path) -> None:
    assert role_of(folder) == "reranker"


def test_a_classifier_with_several_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelDamagedError, match="3 scores"):
        open_reranker(make(tmp_path / "classifier", labels=3), threads=1)


def test_a_folder_that_cannot_be_loaded_is_said(folder: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(folder, broken)
    (broken / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(ModelDamagedError, match="cannot be loaded"):
        open_reranker(broken, threads=1)


def test_pickled_weights_are_not_loaded(folder: Path, tmp_path: Path) -> None:
    import torch

    pickled = tmp_path / "pickled"
    shutil.copytree(folder, pickled)
    (pickled / "model.safetensors").unlink()
    torch.save({}, pickled / "pytorch_model.bin")
    with pytest.raises(ModelDamagedError, match="cannot be loaded"):
        open_reranker(pickled, threads=1)
