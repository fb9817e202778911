import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ragdesk.engines.embedder import open_embedder
from ragdesk.engines.export import prose
from ragdesk.errors import ModelDamagedError, ModelMissingError
from ragdesk.paths import bundled_models
from ragdesk.types import Embedder

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
    question, right, wrong = embedder.encode(
        [
            "How do I get money back for a hotel?",
            "Accommodation expenses are refunded with the next salary.",
            "The pump's housing is filled with liquid until no bubbles appear.",
        ]
    )
    assert question @ right > question @ wrong + 0.2


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
    assert name == "all-minilm-l6-v2"
    assert len(digits) == 12 and int(digits, 16) >= 0


def test_a_missing_folder_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError) as caught:
        open_embedder(tmp_path / "absent")
    assert "ragdesk models fetch" in caught.value.hint


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "ragdesk.toml"])
def test_a_damaged_file_is_named(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "embedder"
    shutil.copytree(bundled_models() / "all-minilm-l6-v2", folder)
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(data[: len(data) // 2])
    with pytest.raises(ModelDamagedError, match=name):
        open_embedder(folder)


def test_the_default_models_never_import_torch() -> None:
    code = (
        "import sys\n"
        "from ragdesk.engines.embedder import open_embedder\n"
        "from ragdesk.engines.llm import LocalModel\n"
        "from ragdesk.paths import bundled_models\n"
        "embedder = open_embedder(bundled_models() / 'all-minilm-l6-v2', 1)\n"
        "embedder.encode(['a text'])\n"
        "print([name for name in ('torch', 'transformers', 'sentence_transformers', 'llama_cpp') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
