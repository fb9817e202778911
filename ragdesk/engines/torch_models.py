"""Loading what a person dropped in through sentence-transformers, on torch: safetensors only, no code from the folder."""

from pathlib import Path
from typing import Any, Literal

from ragdesk.domain.errors import ModelDamagedError, ModelMissingError, Problem


def load(kind: Literal["SentenceTransformer", "CrossEncoder"], folder: Path, threads: int, title: str) -> Any:
    """A model of sentence-transformers' class `kind`; `title` is what a person calls it.

    Raises:
        ModelMissingError: sentence-transformers is not installed. ModelDamagedError: the folder cannot be loaded.
    """
    try:
        import sentence_transformers
        import torch
        from safetensors import SafetensorError
        from transformers.utils.logging import disable_progress_bar
    except ImportError as error:
        raise ModelMissingError(
            "The {title} in {folder} needs sentence-transformers, which is not installed.",
            "Install it, or choose another: see `ragdesk models list`.",
            title=Problem(title),
            folder=folder,
        ) from error
    torch.set_num_threads(threads)
    disable_progress_bar()
    try:
        return getattr(sentence_transformers, kind)(
            str(folder),
            device="cpu",
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"use_safetensors": True},
        )
    except (OSError, ValueError, KeyError, RuntimeError, SafetensorError) as error:
        raise ModelDamagedError(
            "The {title} in {folder} cannot be loaded: {why}",
            "Copy the model's folder anew, or choose another with `ragdesk models use`.",
            title=Problem(title),
            folder=folder,
            why=str(error).splitlines()[0],
        ) from error
