"""The trunk to start from: the reranker that ships, its int8 ONNX weights turned back into floats.

Its float weights are on no package index. Dequantised, it scores within a hundredth of what it does in int8.
"""

import re
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from transformers import BertConfig, BertForSequenceClassification

_LAYER = re.compile(
    r"/(bert/encoder/layer\.\d+/[a-z/]+|bert/pooler/dense|classifier)/(?:Gemm_)?MatMul_quant$"
)


def reranker(path: Path) -> BertForSequenceClassification:
    """The cross-encoder in `path` (model.onnx) as a torch model with one logit."""
    config = BertConfig(
        vocab_size=30_522,
        hidden_size=384,
        num_hidden_layers=12,
        num_attention_heads=12,
        intermediate_size=1536,
        num_labels=1,
        attn_implementation="sdpa",
    )
    model = BertForSequenceClassification(config)
    missing, unknown = model.load_state_dict(_weights(path), strict=False)
    if missing or unknown:
        raise ValueError(f"{path} is not the reranker that is known: {missing} {unknown}")
    return model.eval()


def _weights(path: Path) -> dict[str, torch.Tensor]:
    graph = onnx.load(str(path)).graph
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}

    def dequantised(stem: str) -> np.ndarray:
        numbers = stored[f"{stem}_quantized"].astype(np.float32)
        return (numbers - stored[f"{stem}_zero_point"].astype(np.float32)) * stored[f"{stem}_scale"]

    weights = {name: array for name, array in stored.items() if name.startswith(("bert.", "classifier.b"))}
    weights = {
        name: array
        for name, array in weights.items()
        if not name.endswith(("_quantized", "_scale", "_zero_point"))
    }
    for name in ("word", "position", "token_type"):
        weights[f"bert.embeddings.{name}_embeddings.weight"] = dequantised(
            f"bert.embeddings.{name}_embeddings.weight"
        )
    for node in graph.node:
        if match := _LAYER.match(node.name):
            # The graph multiplies from the right, torch from the left.
            matrix = dequantised(node.input[1].removesuffix("_quantized")).T
            weights[match[1].replace("/", ".") + ".weight"] = matrix
    return {name: torch.tensor(np.ascontiguousarray(array)) for name, array in weights.items()}
