"""Language models that other programs keep on this machine: found, recognised by their headers, used where they lie.

Ollama: `manifests/REGISTRY/NAMESPACE/MODEL/TAG` is an OCI image manifest whose layer of the media type below is a GGUF file,
`blobs/sha256-HEX` (https://github.com/ollama/ollama/blob/main/docs/faq.md for the folders). LM Studio: GGUF files in folders
PUBLISHER/MODEL. Nothing is written there, and what cannot be read is passed over: it is another program's.
"""

import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ragdesk.domain.errors import ModelDamagedError, UsageError
from ragdesk.engines.model_import import role_of

WEIGHTS = "application/vnd.ollama.image.model"
DIGEST = re.compile(r"sha256[:-]([0-9a-f]{64})")
LONGEST_MANIFEST = 1_000_000
# Ollama names what is on its own server without the server, and its own models without the namespace.
USUAL_REGISTRY, USUAL_NAMESPACE = "registry.ollama.ai", "library"
# Since version 0.3, and before.
LM_STUDIO = (".lmstudio/models", ".cache/lm-studio/models")
# A model in several files: only the first is a beginning, and its size says nothing.
PART = re.compile(r"-\d{5}-of-\d{5}$")


@dataclass(frozen=True, slots=True)
class ForeignModel:
    """A language model of another program. `sha256` is "" where no hash is known."""

    name: str
    path: Path
    sha256: str


def find() -> list[ForeignModel]:
    """What is there, by name; each file once."""
    by_path: dict[Path, ForeignModel] = {}
    for model in (*_ollama(), *_lm_studio()):
        if _is_chat_model(model.path):
            by_path.setdefault(model.path.resolve(), model)
    return sorted(by_path.values(), key=lambda model: model.name)


def _ollama() -> Iterator[ForeignModel]:
    for folder in _ollama_folders():
        for manifest in _files(folder / "manifests", depth=4):
            digest = _weights(manifest)
            blob = folder / "blobs" / f"sha256-{digest}"
            if digest and _is_file(blob):
                yield ForeignModel(f"ollama/{_ollama_name(manifest)}", blob, digest)


def _ollama_folders() -> list[Path]:
    """Where Ollama keeps its models: as its variable says, else for the person, else as a service of the system."""
    configured = os.environ.get("OLLAMA_MODELS", "")
    usual = [_user_folder() / ".ollama" / "models"]
    if sys.platform == "linux":
        usual += [Path("/usr/share/ollama/.ollama/models"), Path("/var/lib/ollama/.ollama/models")]
    return [Path(configured)] if configured else usual


def _weights(manifest: Path) -> str:
    """The SHA-256 of the manifest's one layer of weights; "" where it is none, or no manifest at all."""
    try:
        with manifest.open("rb") as stream:
            layers = json.loads(stream.read(LONGEST_MANIFEST))["layers"]
        digests = [DIGEST.fullmatch(layer["digest"]) for layer in layers if layer["mediaType"] == WEIGHTS]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""
    return digests[0].group(1) if len(digests) == 1 and digests[0] else ""


def _ollama_name(manifest: Path) -> str:
    """As Ollama lists it: "qwen2.5:1.5b", "someone/model:tag", "hf.co/someone/model:tag"."""
    registry, namespace, model, tag = manifest.parts[-4:]
    server = "" if registry == USUAL_REGISTRY else f"{registry}/"
    owner = "" if not server and namespace == USUAL_NAMESPACE else f"{namespace}/"
    return f"{server}{owner}{model}:{tag}"


def _lm_studio() -> Iterator[ForeignModel]:
    for name in LM_STUDIO:
        for path in _files(_user_folder() / name, depth=3):
            if path.suffix.lower() == ".gguf" and not PART.search(path.stem):
                yield ForeignModel(f"lmstudio/{path.parts[-3]}/{path.stem}", path, "")


def _user_folder() -> Path:
    """The person's own folder; unlike Path.home, no error where a system does not know the person."""
    return Path(os.path.expanduser("~"))  # noqa: PTH111


def _files(folder: Path, depth: int) -> list[Path]:
    """The files `depth` levels down, hidden ones apart; none where the folder is not there or not to be read."""
    try:
        return sorted(
            path
            for path in folder.glob("/".join("*" * depth))
            if _is_file(path) and not path.name.startswith(".")
        )
    except OSError:
        return []


def _is_file(path: Path) -> bool:
    """Unlike Path.is_file, no error where a folder is not to be read."""
    return os.path.isfile(path)  # noqa: PTH113


def _is_chat_model(path: Path) -> bool:
    try:
        status = path.stat()
        return _is_chat_file(path, status.st_size, status.st_mtime_ns)
    except OSError:
        return False


@lru_cache(maxsize=1_024)
def _is_chat_file(path: Path, size: int, modified: int) -> bool:
    """Reading a head takes long enough to be felt in a list; it is read again when the file has changed."""
    del size, modified
    try:
        return role_of(path) == "llm"
    except (UsageError, ModelDamagedError):
        return False
