"""Models as a person chooses them, and what the doctor finds."""

from dataclasses import dataclass
from typing import Literal, get_args

ModelRole = Literal["llm", "embedder", "reranker", "reader", "judge", "writer"]
# What is put beside the language model: adapters of its weights.
Adapter = Literal["judge", "writer"]
ADAPTERS: tuple[Adapter, ...] = get_args(Adapter)
# The licence and the languages of a model that the catalogue does not know.
NOT_KNOWN = "not known"


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model of the catalogue, or one that a person dropped in. `path` is "" where it is not on this machine;
    `where` then says how to get it. `bytes` on disk, `memory` in bytes while it runs. `built_in`: it comes with the app.
    `title` is what a person calls it, "" where the name says it; `file` is what a person fetches, some `download` bytes (0: not
    known)."""

    name: str
    role: ModelRole
    bytes: int
    memory: int
    licence: str
    languages: str
    path: str
    chosen: bool
    where: str
    built_in: bool = False
    title: str = ""
    file: str = ""
    download: int = 0

    @property
    def stem(self) -> str:
        """The name under which its speed is kept: that of its file or folder, "" where it is not here."""
        return self.path.replace("\\", "/").rpartition("/")[2].removesuffix(".gguf")


@dataclass(frozen=True, slots=True)
class Check:
    """One finding of the doctor."""

    name: str
    passed: bool
    detail: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Speed:
    """What a model did here: tokens a second, of reading a prompt and of writing an answer; `at` is an ISO moment in UTC."""

    model: str
    read: float
    written: float
    at: str


@dataclass(frozen=True, slots=True)
class PassageSpeed:
    """What a model that only reads did here: passages of about a hundred words a second."""

    model: str
    passages: float
    at: str
