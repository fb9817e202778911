"""Opening an ONNX model of our own making: the file that was checked, and one core for each call."""

from pathlib import Path
from typing import Any

from ragdesk.domain.errors import ModelDamagedError
from ragdesk.host.hashing import sha256_of


def require(path: Path, digest: str) -> None:
    """Raises ModelDamagedError where the file is missing or has another SHA-256."""
    if not path.exists() or sha256_of(path) != digest:
        raise ModelDamagedError(
            "{path} is missing or damaged.",
            "Delete {folder} and run `ragdesk models fetch`.",
            path=path,
            folder=path.parent,
        )


def open_session(path: Path) -> Any:
    """An onnxruntime session on the processor; each call of its `run` uses the calling thread alone.

    Raises:
        ModelDamagedError: onnxruntime cannot load the file.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # onnxruntime's errors have no base of their own, only Exception.
    native = onnxruntime.capi.onnxruntime_pybind11_state
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except (native.Fail, native.InvalidProtobuf, native.InvalidGraph, native.RuntimeException) as error:
        raise ModelDamagedError(
            "{path} cannot be loaded.",
            "Delete {folder} and run `ragdesk models fetch`.",
            path=path,
            folder=path.parent,
        ) from error
