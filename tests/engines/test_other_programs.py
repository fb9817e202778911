"""Models that Ollama and LM Studio keep on this machine, in folders laid out as theirs."""

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ragdesk.domain.errors import ModelDamagedError, ModelMissingError
from ragdesk.domain.ports import Prompt
from ragdesk.engines import other_programs
from ragdesk.engines.catalog import load_catalog
from ragdesk.engines.llm import LocalModel
from ragdesk.engines.models import Models
from ragdesk.host.paths import bundled_models, open_home

MakeGguf = Callable[..., bytes]


@pytest.fixture(autouse=True)
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's own folder."""
    folder = tmp_path / "person"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.delenv("OLLAMA_MODELS", raising=False)
    return folder


def pulled(models: Path, name: Sequence[str], blob: bytes | None, digest: str = "") -> Path:
    """As `ollama pull` leaves a model: its manifest at REGISTRY/NAMESPACE/MODEL/TAG, and its blob, whose path is returned."""
    digest = digest or hashlib.sha256(blob or b"").hexdigest()
    path = models / "blobs" / f"sha256-{digest}"
    path.parent.mkdir(parents=True, exist_ok=True)
    if blob is not None:
        path.write_bytes(blob)
    layers = [
        {"mediaType": "application/vnd.ollama.image.license", "digest": f"sha256:{'1' * 64}", "size": 1},
        {"mediaType": "application/vnd.ollama.image.model", "digest": f"sha256:{digest}", "size": 1},
    ]
    manifest = models.joinpath("manifests", *name)
    manifest.parent.mkdir(parents=True, exist_ok=True)
    manifest.write_text(json.dumps({"schemaVersion": 2, "layers": layers}), encoding="utf-8")
    return path


OFFICIAL = ("registry.ollama.ai", "library", "tiny", "1b")


def test_ollama_s_models_have_ollama_s_names(person: Path, make_gguf: MakeGguf) -> None:
    models = person / ".ollama" / "models"
    blob = pulled(models, OFFICIAL, make_gguf())
    pulled(models, ("registry.ollama.ai", "someone", "tuned", "latest"), make_gguf(padding=1))
    pulled(models, ("hf.co", "library", "other", "q4"), make_gguf(padding=2))
    assert [one.name for one in other_programs.find()] == [
        "ollama/hf.co/library/other:q4",
        "ollama/someone/tuned:latest",
        "ollama/tiny:1b",
    ]
    tiny = other_programs.find()[-1]
    assert tiny.path == blob and blob.name == f"sha256-{tiny.sha256}"


def test_two_tags_of_one_file_are_one_model(person: Path, make_gguf: MakeGguf) -> None:
    pulled(person / ".ollama" / "models", OFFICIAL, make_gguf())
    pulled(person / ".ollama" / "models", (*OFFICIAL[:-1], "latest"), make_gguf())
    assert len(other_programs.find()) == 1


def test_ollama_s_variable_names_its_folder(
    person: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make_gguf: MakeGguf
) -> None:
    pulled(person / ".ollama" / "models", OFFICIAL, make_gguf())
    pulled(tmp_path / "großes Laufwerk", (*OFFICIAL[:-1], "7b"), make_gguf())
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path / "großes Laufwerk"))
    assert [one.name for one in other_programs.find()] == ["ollama/tiny:7b"]


@pytest.mark.parametrize("folder", [".lmstudio/models", ".cache/lm-studio/models"])
def test_lm_studio_s_models(person: Path, make_gguf: MakeGguf, folder: str) -> None:
    place = person / folder / "someone" / "Tiny-GGUF"
    place.mkdir(parents=True)
    (place / "Tiny-Q4_K_M.gguf").write_bytes(make_gguf())
    (place / "mmproj-Tiny.gguf").write_bytes(make_gguf(architecture="clip"))
    (place / "Large-00001-of-00002.gguf").write_bytes(make_gguf())
    (place / "README.md").write_text("# Tiny")
    assert [one.name for one in other_programs.find()] == ["lmstudio/someone/Tiny-Q4_K_M"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe\x00",
        b'{"layers": 1}',
        b'{"layers": ["a"]}',
        b'{"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": 7}]}',
        b'{"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:../../../etc/passwd"}]}',
        b"[" * 100_000,
        b'{"layers": [{"mediaType": "application/vnd.ollama.image.model"' + b" " * 2_000_000,
    ],
    ids=["empty", "cut", "list", "null", "bytes", "number", "strings", "digest", "path", "deep", "long"],
)
def test_a_broken_manifest_harms_nothing(person: Path, make_gguf: MakeGguf, content: bytes) -> None:
    models = person / ".ollama" / "models"
    pulled(models, OFFICIAL, make_gguf())
    models.joinpath("manifests", *OFFICIAL[:-1], "broken").write_bytes(content)
    assert [one.name for one in other_programs.find()] == ["ollama/tiny:1b"]


def test_what_is_no_chat_model_is_passed_over(person: Path, make_gguf: MakeGguf) -> None:
    models = person / ".ollama" / "models"
    pulled(models, (*OFFICIAL[:2], "embed", "latest"), make_gguf(architecture="nomic-bert"))
    pulled(models, (*OFFICIAL[:2], "cut", "latest"), make_gguf()[:40])
    pulled(models, (*OFFICIAL[:2], "half-pulled", "latest"), None)
    models.joinpath("manifests", *OFFICIAL[:2], "folder", "latest").mkdir(parents=True)
    os.mkfifo(models.joinpath("manifests", *OFFICIAL[:2], "folder", "pipe"))
    assert other_programs.find() == []


@pytest.fixture
def models(tmp_path: Path) -> Models:
    """A home's models, with the real catalogue."""
    return Models(open_home(tmp_path / "home"), bundled_models())


def test_it_is_offered_and_used_where_it_lies(models: Models, person: Path, make_gguf: MakeGguf) -> None:
    blob = pulled(person / ".ollama" / "models", OFFICIAL, make_gguf())
    (offered,) = [one for one in models.entries({"llm": "ollama/tiny:1b"}) if one.name == "ollama/tiny:1b"]
    assert offered.chosen and offered.path == str(blob) and offered.role == "llm"
    assert models.llm_path("ollama/tiny:1b") == blob
    assert list(blob.parent.iterdir()) == [blob], "nothing is written into Ollama's folder"
    assert not list(models.home.models.glob("*.gguf")), "nothing is copied"


def test_one_that_is_not_what_its_hash_says_is_refused(
    models: Models, person: Path, make_gguf: MakeGguf
) -> None:
    pulled(person / ".ollama" / "models", OFFICIAL, make_gguf(), digest="0" * 64)
    with pytest.raises(ModelDamagedError, match="wrong hash") as caught:
        models.llm_path("ollama/tiny:1b")
    assert "ollama/tiny:1b" in caught.value.hint


def test_one_that_ollama_has_removed_is_missed_politely(
    models: Models, person: Path, make_gguf: MakeGguf
) -> None:
    pulled(person / ".ollama" / "models", OFFICIAL, make_gguf()).unlink()
    with pytest.raises(ModelMissingError, match="ollama/tiny:1b") as caught:
        models.llm_path("ollama/tiny:1b")
    assert "ragdesk models list" in caught.value.hint


@pytest.mark.model
def test_the_real_model_answers_from_ollama_s_folder(
    models: Models, person: Path, llm_file: Path, log_file: Path
) -> None:
    entry = load_catalog(models.bundled / "catalog.toml").default("llm")
    assert entry is not None
    name = (*OFFICIAL[:2], "qwen2.5-coder", "1.5b")
    blob = pulled(person / ".ollama" / "models", name, None, entry.sha256)
    try:
        os.link(os.path.realpath(llm_file), blob)
    except OSError:  # the folders lie on two disks
        blob.symlink_to(os.path.realpath(llm_file))
    with contextlib.closing(
        LocalModel(models.llm_path("ollama/qwen2.5-coder:1.5b"), 0, 512, log_file)
    ) as running:
        said = "".join(running.stream(Prompt((("user", "What is the capital of France?"),), 12)))
    assert "Paris" in said
