import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.errors import ModelDamagedError, ModelMissingError
from ragdesk.domain.ports import Reranker
from ragdesk.engines.onnx_export import prose
from ragdesk.engines.pairs import FIRST_TOKENS
from ragdesk.engines.probe_questions import PAIRS
from ragdesk.engines.reranker import open_reranker
from ragdesk.host.paths import bundled_models

QUESTION = "How long is the warranty on the pump?"
AWKWARD = [
    "",
    " \n\t",
    "naïve café ﬁn 👩‍👩‍👧‍👦 🧪 中文 العربية",
    "control \x00\x01\u202e and half a pair \ud83d",
    "[SEP] written out [CLS]",
    "x" * 5_000,
]


def test_scores_are_one_float_for_each_passage_in_their_order(reranker: Reranker) -> None:
    scores = reranker.scores(
        QUESTION,
        [
            "The warranty on the heater is ten years.",
            "The manufacturer guarantees the pump against defects for twenty-four months from purchase.",
            "The museum opens at nine.",
        ],
    )
    assert scores.shape == (3,) and scores.dtype == np.float32
    assert scores.argmax() == 1 and scores.argmin() == 2


def test_no_passages_give_an_empty_array(reranker: Reranker) -> None:
    assert reranker.scores(QUESTION, []).shape == (0,)


def test_a_passage_has_the_same_score_whatever_stands_beside_it(reranker: Reranker) -> None:
    passages = [*prose(12), "short", QUESTION]
    together = reranker.scores(QUESTION, passages)
    alone = np.concatenate([reranker.scores(QUESTION, [passage]) for passage in passages])
    assert np.array_equal(together, alone)
    assert np.array_equal(reranker.scores(QUESTION, passages[::-1])[::-1], alone)


def test_several_threads_may_ask_at_once(reranker: Reranker) -> None:
    passages = prose(6)
    questions = [question for question, _ in PAIRS[:4]]
    expected = [reranker.scores(question, passages) for question in questions]
    found: dict[int, FloatArray] = {}

    def ask(number: int) -> None:
        found[number] = reranker.scores(questions[number], passages)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert all(np.array_equal(found[number], expected[number]) for number in range(4))


@pytest.mark.parametrize("text", AWKWARD, ids=lambda text: ascii(text[:20]))
def test_awkward_texts_have_finite_scores_on_either_side(reranker: Reranker, text: str) -> None:
    assert np.isfinite(reranker.scores(text, [text, "plain words"])).all()


def test_the_whole_of_320_tokens_is_read_and_no_more(reranker: Reranker) -> None:
    words = ["valve", "steam", "pump"] * 200
    room = 320 - 3 - 2  # three special tokens, two words of the question
    cut, whole, shorter = reranker.scores(
        "steam valve", [" ".join(words), " ".join(words[:room]), " ".join(words[: room - 1])]
    )
    assert cut == whole != shorter


def test_a_long_question_leaves_room_for_the_passage(reranker: Reranker) -> None:
    head = ["steam"] * FIRST_TOKENS
    passages = ["The steam valve is closed by hand.", "The museum opens at nine."]
    long = reranker.scores(" ".join([*head, *["pump"] * 2_000]), passages)
    assert np.array_equal(long, reranker.scores(" ".join(head), passages))
    assert long[0] > long[1]


def test_the_labelled_questions_find_their_passages(reranker: Reranker) -> None:
    """Every third question over all passages: 9 of 14 first, measured; one less where a processor rounds otherwise."""
    passages = [passage for _, passage in PAIRS]
    numbers = range(0, len(PAIRS), 3)
    best = [int(reranker.scores(PAIRS[number][0], passages).argmax()) for number in numbers]
    assert sum(found == number for number, found in zip(numbers, best, strict=True)) >= 8


def test_the_name_tells_model_and_file(reranker: Reranker) -> None:
    assert reranker.name == "ms-marco-minilm-l12-v2-1225ccd6afd0"


def test_the_licence_and_the_notice_lie_beside_the_weights(reranker_folder: Path) -> None:
    assert "Apache License" in (reranker_folder / "LICENSE").read_text(encoding="utf-8")
    assert "cross-encoder/ms-marco-MiniLM-L-12-v2" in (reranker_folder / "NOTICE").read_text(encoding="utf-8")


def test_a_missing_folder_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError) as caught:
        open_reranker(tmp_path / "absent")
    assert "ragdesk models fetch" in caught.value.hint


def test_an_embedder_is_no_reranker() -> None:
    with pytest.raises(ModelMissingError, match="no reranker"):
        open_reranker(bundled_models() / "bge-small-en-v1.5")


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "ragdesk.toml"])
def test_a_damaged_file_is_named(tmp_path: Path, reranker_folder: Path, name: str) -> None:
    folder = tmp_path / "reranker"
    shutil.copytree(reranker_folder, folder)
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(data[: len(data) // 2])
    with pytest.raises(ModelDamagedError, match=name):
        open_reranker(folder)


def test_the_default_reranker_never_imports_torch(reranker_folder: Path) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from ragdesk.engines.reranker import open_reranker\n"
        "open_reranker(Path(sys.argv[1]), 1).scores('a question', ['a text'])\n"
        "print([name for name in ('torch', 'transformers', 'sentence_transformers') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(reranker_folder)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
