"""Importing a model that a person downloaded: its kind is told by its content, and it appears only when the copy is complete.

Weights are data here, never code: GGUF, safetensors and ONNX. Pickled weights (.bin, .pt, .ckpt) can run anything when
they are loaded (CVE-2025-32434), so they are neither loaded nor copied.
"""

import json
import shutil
from pathlib import Path

from ragdesk.domain.errors import ModelDamagedError, Problem, StoreError, UsageError, mark
from ragdesk.domain.models import ModelRole
from ragdesk.engines.catalog import safe_name
from ragdesk.engines.gguf import MAGIC, read_header
from ragdesk.engines.model_card import CARD, card_role
from ragdesk.engines.placing import place

PICKLES = {".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle", ".h5", ".msgpack", ".npy", ".npz"}
# What is copied out of a folder; anything else (pickles, Python files, pictures) stays behind.
COPIED = {".json", ".txt", ".safetensors", ".onnx", ".model", ".md", ".toml"}
COPIED_NAMES = {"LICENSE", "NOTICE"}
FETCH_SAFE = mark("Download the model's safetensors or GGUF version instead.")


def role_of(path: Path) -> ModelRole:
    """What kind of model lies at `path`.

    Raises:
        UsageError: nothing there, or no model that RAGDesk runs; pickles are named as such.
        ModelDamagedError: it begins like a model and cannot be read.
    """
    if path.is_dir():
        return _role_of_folder(path)
    if not path.is_file():
        raise UsageError("There is no file or folder {path}.", "Check the path.", path=path)
    with path.open("rb") as stream:
        start = stream.read(len(MAGIC))
    if start == MAGIC:
        header = read_header(path)
        if header.architecture in ("bert", "nomic-bert", "clip"):
            raise UsageError(
                "{file} is no chat model ({kind}).",
                "Choose a GGUF chat model.",
                file=path.name,
                kind=header.architecture,
            )
        return "llm"
    if path.suffix.lower() in PICKLES:
        raise UsageError(
            "{file} may hold pickled weights, which can run code when loaded.", FETCH_SAFE, file=path.name
        )
    raise UsageError(
        "{file} is not a GGUF file.",
        "Give a GGUF chat model, or a sentence-transformers folder.",
        file=path.name,
    )


def take_in(path: Path, folder: Path, *, ours: bool = False) -> Path:
    """Copy the model at `path` into the models folder, over an older one of that name; returns its new path. A file that is
    `ours` (an upload) is moved instead.

    Raises:
        UsageError, ModelDamagedError: as `role_of`. StoreError: it cannot be copied.
    """
    role_of(path)
    target = folder / (safe_name(path.resolve().name) if path.is_dir() else f"{safe_name(path.stem)}.gguf")
    if target.exists() and target.samefile(path):
        return target
    draft = folder / f".{target.name}.part"
    try:
        _remove(draft)
        if path.is_dir():
            shutil.copytree(path, draft, ignore=_unwanted)
        elif ours:
            shutil.move(path, draft)
        else:
            shutil.copyfile(path, draft)
        place(draft, target)
    except (OSError, shutil.Error) as error:
        _remove(draft)
        raise StoreError(
            "{path} cannot be copied to {folder}: {why}.",
            "See that the disk has room.",
            path=path,
            folder=folder,
            why=error,
        ) from error
    return target


def _role_of_folder(folder: Path) -> ModelRole:
    if (folder / CARD).exists():
        return card_role(folder)
    names = {path.suffix.lower() for path in folder.rglob("*") if path.is_file()}
    if ".safetensors" not in names and names & PICKLES:
        raise UsageError(
            "The weights in {folder} are pickled, and can run code when loaded.", FETCH_SAFE, folder=folder
        )
    if ".safetensors" not in names or not (folder / "config.json").exists():
        raise UsageError(
            "{folder} is no sentence-transformers folder: it lacks config.json or safetensors.",
            "Give the whole folder of the model.",
            folder=folder,
        )
    if (folder / "modules.json").exists():
        return "embedder"
    architectures = _architectures(folder)
    if any(name.endswith("ForSequenceClassification") for name in architectures):
        return "reranker"
    raise UsageError(
        "{folder} is neither an embedder nor a cross-encoder ({kinds}).",
        "Give a sentence-transformers folder, with its modules.json.",
        folder=folder,
        kinds=", ".join(architectures) or Problem("unknown"),
    )


def _architectures(folder: Path) -> list[str]:
    try:
        return [
            str(name) for name in json.loads((folder / "config.json").read_text("utf-8"))["architectures"]
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelDamagedError(
            "{path} cannot be read.", "Download the model again.", path=folder / "config.json"
        ) from error


def _unwanted(folder: str, names: list[str]) -> set[str]:
    paths = [Path(folder, name) for name in names]
    return {
        path.name
        for path in paths
        if path.name.startswith(".")
        or (path.is_file() and path.suffix.lower() not in COPIED and path.name not in COPIED_NAMES)
    }


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
