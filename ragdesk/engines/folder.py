"""`ragdesk.toml`: what an embedder folder of our own making says of itself.

Such a folder holds `model.onnx`, `tokenizer.json` and this file. Written once at set-up, read at each start.
"""

from pathlib import Path
from typing import Literal

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ragdesk.errors import ModelDamagedError

CARD = "ragdesk.toml"
WEIGHTS = "model.onnx"
TOKENIZER = "tokenizer.json"


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

    `max_tokens` counts content tokens: the model reads two more, its special tokens.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    licence: str
    dimensions: int = Field(gt=0)
    max_tokens: int = Field(gt=0)
    pooling: Literal["mean"] = "mean"
    normalise: Literal[True] = True
    source_sha256: str
    model_sha256: str
    tokenizer_sha256: str
    check: Agreement


def write_card(folder: Path, card: EmbedderCard) -> None:
    (folder / CARD).write_text(tomlkit.dumps(card.model_dump()), encoding="utf-8")


def read_card(folder: Path) -> EmbedderCard:
    """Raises ModelDamagedError where the file is missing or breaks a rule."""
    try:
        return EmbedderCard.model_validate(
            tomlkit.parse((folder / CARD).read_text(encoding="utf-8")).unwrap()
        )
    except (OSError, UnicodeDecodeError, tomlkit.exceptions.TOMLKitError, ValidationError) as error:
        raise ModelDamagedError(
            f"{folder / CARD} cannot be read.", f"Delete {folder} and run `ragdesk models fetch`."
        ) from error
