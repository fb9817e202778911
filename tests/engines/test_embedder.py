import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ragdesk.domain.calibration import of_embedder
from ragdesk.domain.errors import ModelDamagedError, ModelMissingError
from ragdesk.domain.ports import Embedder
from ragdesk.engines.embedder import open_embedder
from ragdesk.engines.model_card import read_card, write_card
from ragdesk.engines.onnx_export import prose
from ragdesk.engines.probe_questions import PAIRS
from ragdesk.host.paths import bundled_models

AWKWARD = [
    "",
    " ",
    "\n\t\r\n",
    "plain words",
    "naïve café ﬁn Straße İstanbul",
    "👩‍👩‍👧‍👦 flags 🇩🇪🇫🇷 and 🧪🔬",
    "control \x00\x01\x7f\u200b\u202e characters",
    "\u0301lone \u0301 combining \u0301\u0301 marks",
    "e\u0301 against é, a\u0323\u0302 against ậ",
    "中文和日本語のテキスト 한국어 العربية עברית ไทย",
    "half a pair \ud83d and the other \udc00 half",
    "x" * 500,
    "[CLS] written out [SEP] [MASK]",
    "1,234.56 €/m² — “quoted”… §3(a)",
]


def test_each_row_has_length_one(embedder: Embedder) -> None:
    vectors = embedder.encode(AWKWARD)
    assert vectors.shape == (len(AWKWARD), 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_no_texts_give_an_empty_matrix(embedder: Embedder) -> None:
    assert embedder.encode([]).shape == (0, 384)
    assert embedder.token_spans([]) == []


def test_a_text_has_the_same_vector_whatever_stands_beside_it(embedder: Embedder) -> None:
    texts = [*prose(20), "short", "a question about pumps?"]
    together = embedder.encode(texts)
    alone = np.vstack([embedder.encode([text]) for text in texts])
    backwards = embedder.encode(texts[::-1])[::-1]
    assert np.array_equal(together, alone)
    assert np.array_equal(together, backwards)


def test_meaning_is_near_where_words_differ(embedder: Embedder) -> None:
    (question,) = embedder.encode_queries(["How do I get money back for a hotel?"])
    right, wrong = embedder.encode(
        [
            "Accommodation expenses are refunded with the next salary.",
            "The pump's housing is filled with liquid until no bubbles appear.",
        ]
    )
    assert question @ right > question @ wrong + 0.1


def test_a_question_is_read_with_its_instruction_and_a_passage_without(embedder: Embedder) -> None:
    text = "Who fills the pump?"
    card = read_card(bundled_models() / "bge-small-en-v1.5")
    assert card.query_prompt.startswith("Represent this sentence")
    (asked,), (stated, prompted) = (
        embedder.encode_queries([text]),
        embedder.encode([text, card.query_prompt + text]),
    )
    assert np.array_equal(asked, prompted)
    assert not np.array_equal(asked, stated)


def test_the_pooling_and_the_instruction_are_those_of_the_card(embedder: Embedder, tmp_path: Path) -> None:
    """The mean of all tokens, and no instruction, where the card says nothing of them: as older cards do."""
    folder = tmp_path / "older"
    shutil.copytree(bundled_models() / "bge-small-en-v1.5", folder)
    card = read_card(folder)
    write_card(folder, card.model_copy(update={"pooling": "mean", "query_prompt": ""}))
    older = open_embedder(folder, threads=1)
    text = "The pump is filled."
    assert not np.allclose(older.encode([text]), embedder.encode([text]), atol=0.01)
    assert np.array_equal(older.encode([text]), older.encode_queries([text]))


def test_the_default_embedder_finds_the_labelled_passages(embedder: Embedder) -> None:
    questions = embedder.encode_queries([question for question, _ in PAIRS])
    passages = embedder.encode([passage for _, passage in PAIRS])
    nearest = (questions @ passages.T).argmax(axis=1)
    assert sum(int(index) == number for number, index in enumerate(nearest)) >= 30


def test_different_facts_are_not_the_same_and_a_paraphrase_is_one(embedder: Embedder) -> None:
    may, june, makes, manufactures = embedder.encode(
        ["The audit is in May.", "The audit is in June.", "Makes pumps.", "Manufactures pumps."]
    )
    assert may @ june < of_embedder(embedder).same
    assert makes @ manufactures >= of_embedder(embedder).paraphrase


@pytest.mark.parametrize("text", AWKWARD, ids=ascii)
def test_token_offsets_are_characters_of_the_text_in_order(embedder: Embedder, text: str) -> None:
    (spans,) = embedder.token_spans([text])
    last = 0
    for start, end in spans:
        assert last <= start < end <= len(text)
        assert text[start:end].strip() == text[start:end]
        last = start
    if text.isascii() and "[" not in text:
        covered = "".join(text[start:end] for start, end in spans)
        assert covered == "".join(char for char in text if char.isprintable() and not char.isspace())


def test_offsets_count_characters_not_bytes(embedder: Embedder) -> None:
    text = "🧪🔬 müssen 中 stay"
    (spans,) = embedder.token_spans([text])
    assert [text[start:end] for start, end in spans][-3:] == ["ssen", "中", "stay"] or "stay" in [
        text[start:end] for start, end in spans
    ]
    assert text[spans[-1][0] : spans[-1][1]] == "stay"


def test_token_spans_are_never_cut_off(embedder: Embedder) -> None:
    (spans,) = embedder.token_spans(["word " * 1_000])
    assert len(spans) == 1_000


def test_exactly_max_tokens_are_read(embedder: Embedder) -> None:
    words = ["valve", "steam", "pump"] * 200
    limit = embedder.max_tokens
    whole, cut, shorter = embedder.encode(
        [" ".join(words), " ".join(words[:limit]), " ".join(words[: limit - 1])]
    )
    assert np.array_equal(whole, cut)
    assert not np.array_equal(whole, shorter)


def test_the_fingerprint_names_model_and_file(embedder: Embedder) -> None:
    name, _, digits = embedder.fingerprint.rpartition("-")
    assert name == "bge-small-en-v1.5"
    assert len(digits) == 12 and int(digits, 16) >= 0


def test_a_missing_folder_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError) as caught:
        open_embedder(tmp_path / "absent")
    assert "ragdesk models fetch" in caught.value.hint


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "ragdesk.toml"])
def test_a_damaged_file_is_named(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "embedder"
    shutil.copytree(bundled_models() / "bge-small-en-v1.5", folder)
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(data[: len(data) // 2])
    with pytest.raises(ModelDamagedError, match=name):
        open_embedder(folder)


def test_the_default_models_never_import_torch() -> None:
    code = (
        "import sys\n"
        "from ragdesk.engines.embedder import open_embedder\n"
        "from ragdesk.engines.llm import LocalModel\n"
        "from ragdesk.host.paths import bundled_models\n"
        "embedder = open_embedder(bundled_models() / 'bge-small-en-v1.5', 1)\n"
        "embedder.encode(['a text'])\n"
        "print([name for name in ('torch', 'transformers', 'sentence_transformers', 'llama_cpp') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
