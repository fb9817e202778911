"""What helps somebody else to help: versions, this computer, the doctor's findings. No text or name of a document, no message of
an error, no setting that a person typed. A pure function, but for what it is given."""

import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ragdesk import __version__
from ragdesk.domain.models import NOT_KNOWN, Check, ModelInfo
from ragdesk.front.web.problems import LoggedProblem

_PACKAGES = (
    "gradio",
    "lancedb",
    "llama-cpp-python",
    "onnxruntime",
    "pydantic",
    "pymupdf",
    "tantivy",
    "tokenizers",
)


def diagnosis(
    checks: Sequence[Check],
    models: Sequence[ModelInfo],
    problems: Sequence[LoggedProblem],
    *,
    memory: int,
    processors: int,
) -> str:
    """Plain text, a fact a line; `memory` in bytes."""
    lines = [
        f"RAGDesk {__version__}",
        f"Python {platform.python_version()} on {platform.system()} {platform.release()}, {platform.machine()}",
        f"{processors} processors, {memory / 1_000_000_000:.1f} GB of memory",
        "",
        *(f"{name} {_version(name)}" for name in _PACKAGES),
        "",
        *(f"{model.role}: {_known(model)}" for model in models if model.chosen),
        "",
        *(
            f"{'ok' if check.passed else 'FAILED'}: {check.name}: {_without_home(check.detail)}"
            for check in checks
        ),
        "",
        *(f"{logged.at} error {logged.problem.code}" for logged in problems),
    ]
    return "\n".join(lines).strip() + "\n"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not there"


def _known(model: ModelInfo) -> str:
    """A dropped-in model's name may say something of its person; that of the catalogue does not."""
    return model.name if model.licence != NOT_KNOWN else "one of the person's own"


def _without_home(text: str) -> str:
    """The person's own folder, whose name is often theirs, as "~"."""
    return text.replace(str(Path.home()), "~")
