import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ragdesk.domain.errors import ModelDamagedError, StoreError, UsageError
from ragdesk.engines.model_import import role_of, take_in
from ragdesk.host.paths import bundled_models


@pytest.fixture
def embedder_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "down load" / "bge-small"
    (folder / "1_Pooling").mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"architectures": ["BertModel"]}))
    (folder / "modules.json").write_text("[]")
    (folder / "1_Pooling" / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(b"weights")
    return folder


@pytest.fixture
def models(tmp_path: Path) -> Path:
    folder = tmp_path / "models"
    folder.mkdir()
    return folder


def test_a_gguf_is_known_by_its_content_not_its_name(
    tmp_path: Path, models: Path, make_gguf: Callable[..., bytes]
) -> None:
    path = tmp_path / "My model (1).bin"
    path.write_bytes(make_gguf())
    target = take_in(path, models)
    assert target == models / "My-model-1.gguf"
    assert target.read_bytes() == path.read_bytes()
    assert [found.name for found in models.iterdir()] == [target.name]


def test_an_embedding_gguf_is_no_chat_model(tmp_path: Path, make_gguf: Callable[..., bytes]) -> None:
    path = tmp_path / "bert.gguf"
    path.write_bytes(make_gguf("bert"))
    with pytest.raises(UsageError, match="no chat model"):
        role_of(path)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "weights.pt", "a.CKPT", "b.pkl"])
def test_pickled_weights_are_refused_by_name(tmp_path: Path, models: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"\x80\x04.")
    with pytest.raises(UsageError, match="can run code"):
        take_in(path, models)
    assert not list(models.iterdir())


def test_a_folder_with_pickled_weights_only_is_refused(embedder_folder: Path, models: Path) -> None:
    (embedder_folder / "model.safetensors").rename(embedder_folder / "pytorch_model.bin")
    with pytest.raises(UsageError, match="pickled"):
        take_in(embedder_folder, models)
    assert not list(models.iterdir())


def test_only_data_is_copied_out_of_a_folder(embedder_folder: Path, models: Path) -> None:
    (embedder_folder / "pytorch_model.bin").write_bytes(b"\x80\x04.")
    (embedder_folder / "modeling.py").write_text("raise SystemExit")
    (embedder_folder / ".git").mkdir()
    (embedder_folder / ".git" / "config.json").write_text("{}")
    target = take_in(embedder_folder, models)
    copied = {str(path.relative_to(target)) for path in target.rglob("*") if path.is_file()}
    assert copied == {"config.json", "modules.json", "model.safetensors", "1_Pooling/config.json"}


def test_a_newer_folder_of_the_same_name_takes_the_place_of_the_older(
    embedder_folder: Path, models: Path
) -> None:
    take_in(embedder_folder, models)
    (embedder_folder / "model.safetensors").write_bytes(b"newer")
    target = take_in(embedder_folder, models)
    assert (target / "model.safetensors").read_bytes() == b"newer"
    assert [path.name for path in models.iterdir()] == ["bge-small"]


def test_a_cross_encoder_is_a_reranker(embedder_folder: Path) -> None:
    (embedder_folder / "modules.json").unlink()
    (embedder_folder / "config.json").write_text('{"architectures": ["BertForSequenceClassification"]}')
    assert role_of(embedder_folder) == "reranker"


@pytest.mark.parametrize("name", ["bge-small-en-v1.5", "ms-marco-minilm-l12-v2"])
def test_a_folder_of_our_own_making_is_what_its_card_says(models: Path, name: str) -> None:
    source = bundled_models() / name
    assert role_of(source) == ("reranker" if "marco" in name else "embedder")
    target = take_in(source, models)
    assert {path.name for path in target.iterdir()} == {path.name for path in source.iterdir()}


@pytest.mark.parametrize(
    ("config", "error"),
    [
        ('{"architectures": ["LlamaForCausalLM"]}', UsageError),
        ("{", ModelDamagedError),
        ("[]", ModelDamagedError),
    ],
)
def test_other_folders_are_refused(embedder_folder: Path, config: str, error: type[Exception]) -> None:
    (embedder_folder / "modules.json").unlink()
    (embedder_folder / "config.json").write_text(config)
    with pytest.raises(error):
        role_of(embedder_folder)


def test_nothing_and_nonsense_are_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file"):
        role_of(tmp_path / "absent.gguf")
    (tmp_path / "text.gguf").write_text("hello")
    with pytest.raises(UsageError, match="not a GGUF"):
        role_of(tmp_path / "text.gguf")
    with pytest.raises(UsageError, match="lacks"):
        role_of(tmp_path)


def test_a_copy_that_fails_leaves_nothing(tmp_path: Path, make_gguf: Callable[..., bytes]) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(make_gguf())
    with pytest.raises(StoreError, match="cannot be copied"):
        take_in(path, tmp_path / "absent")


def test_a_model_that_lies_there_already_is_left_alone(models: Path, make_gguf: Callable[..., bytes]) -> None:
    path = models / "m.gguf"
    path.write_bytes(make_gguf())
    assert take_in(path, models) == path
    assert path.read_bytes() == make_gguf()
