import shutil
from pathlib import Path

import numpy as np
import pytest

from ragdesk.domain.errors import ModelDamagedError, ModelMissingError
from ragdesk.engines.model_card import TOKENIZER, WEIGHTS
from ragdesk.engines.reader import OnnxReader, open_reader
from ragdesk.host.paths import bundled_models

QUESTION = "Which city did the engineers reach first?"


@pytest.fixture(scope="module")
def reader() -> OnnxReader:
    return open_reader(bundled_models() / "ragdesk-reader", threads=1)


def test_it_ships_with_the_program(reader: OnnxReader) -> None:
    assert reader.name.startswith("ragdesk-reader-")
    assert (bundled_models() / "ragdesk-reader" / "README.md").is_file()
    assert (bundled_models() / "ragdesk-reader" / "LICENSE").is_file()


def test_it_tells_a_sentence_that_answers_from_one_that_almost_does(reader: OnnxReader) -> None:
    right, other, apart = reader.answers(
        QUESTION,
        [
            "The engineers reached Porto first and went on to Braga.",
            "The merchants reached Porto last.",
            "The museum opens at nine.",
        ],
    )
    assert right > 0 > max(other, apart)


def test_no_passages_give_no_logits(reader: OnnxReader) -> None:
    assert reader.answers(QUESTION, []).shape == (0,)


def test_a_passage_has_the_same_logit_whatever_stands_beside_it(reader: OnnxReader) -> None:
    passages = ["They reached Porto first.", "Nothing was said.", QUESTION, "", "long words " * 400]
    together = reader.answers(QUESTION, passages)
    alone = np.concatenate([reader.answers(QUESTION, [passage]) for passage in passages])
    assert np.array_equal(together, alone) and np.isfinite(together).all()


def test_a_long_passage_is_read_in_windows(reader: OnnxReader) -> None:
    question = "Which river runs past the abbey?"
    said = "The Weser runs past the abbey."
    around = "The monks kept bees and sold candles at the market in spring. "
    late, never = around * 60 + said, around * 60
    far, alone, none = reader.answers(question, [late, said, never])
    assert alone > far > none + 1


def test_a_folder_that_holds_something_else_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError):
        open_reader(tmp_path)
    with pytest.raises(ModelMissingError):
        open_reader(bundled_models() / "ms-marco-minilm-l12-v2")


@pytest.mark.parametrize("name", [WEIGHTS, TOKENIZER])
def test_a_damaged_file_is_named(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "reader"
    shutil.copytree(bundled_models() / "ragdesk-reader", folder)
    folder.joinpath(name).write_bytes(folder.joinpath(name).read_bytes()[:-1] + b"?")
    with pytest.raises(ModelDamagedError, match=name.split(".")[0]):
        open_reader(folder)
