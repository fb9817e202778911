"""From a sentence-transformers folder to an int8 ONNX embedder, checked against the original.

Runs once, at set-up, and is the one place that needs torch and onnx. What works with the tested versions
(transformers 5, onnxruntime 1.31) is the TorchScript exporter with eager attention. Weights are quantised per
output channel: per tensor loses too much (cosine 0.92 to the original against 0.99). `reduce_range` keeps weights
to seven bits: on processors with AVX2 and no VNNI the eight-bit products overflow their 16-bit sums. Measured there
on 234 questions over 154 passages, passage found first: fp32 0.885, seven bits 0.897, eight bits 0.872.
"""

import importlib
import inspect
import logging
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration import EXPORT
from ragdesk.domain.errors import ModelDamagedError, ModelMissingError
from ragdesk.engines.catalog import CatalogEntry
from ragdesk.engines.embedder import OnnxEmbedder
from ragdesk.engines.model_card import TOKENIZER, WEIGHTS, Agreement, EmbedderCard, write_card
from ragdesk.engines.probe_questions import PAIRS
from ragdesk.host.hashing import sha256_of

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

OPSET = 17
# Questions of the labelled set that the original answers and the export may miss.
MISSES_ALLOWED = 1
SENTENCES = 300
# Prose that every Python brings along: the documentation strings of these modules.
PROSE = (
    "argparse",
    "asyncio",
    "csv",
    "datetime",
    "decimal",
    "difflib",
    "json",
    "logging",
    "pathlib",
    "sqlite3",
    "tarfile",
)


def export(source: Path, target: Path, entry: CatalogEntry) -> EmbedderCard:
    """Write `model.onnx`, `tokenizer.json` and the card into `target`, an empty folder.

    `source` is a sentence-transformers folder with mean pooling and normalised output.

    Raises:
        ModelMissingError: torch, onnx or sentence-transformers is not installed.
        ModelDamagedError: the export does not agree with the original; the figures are in the message.
    """
    original = _load(source)
    raw = target / "fp32.onnx"
    with warnings.catch_warnings():
        # The exporter is deprecated for a successor that cannot export this model, and traces with warnings.
        warnings.simplefilter("ignore")
        _trace(original, raw)
        quantise(raw, target / WEIGHTS)
    raw.unlink()
    (target / TOKENIZER).write_bytes((source / TOKENIZER).read_bytes())
    card = EmbedderCard(
        name=entry.name,
        licence=entry.licence,
        dimensions=original.get_embedding_dimension(),
        max_tokens=original.max_seq_length - 2,
        source_sha256=entry.sha256,
        model_sha256=sha256_of(target / WEIGHTS),
        tokenizer_sha256=sha256_of(target / TOKENIZER),
        check=Agreement(sentences=0, cosine_mean=0, cosine_min=0, questions=0, found_by_original=0, found=0),
    )
    write_card(target, card)
    agreement = compare(original, OnnxEmbedder(target, threads=1))
    judge(entry.name, agreement)
    card = card.model_copy(update={"check": agreement})
    write_card(target, card)
    return card


def compare(original: "SentenceTransformer", exported: OnnxEmbedder) -> Agreement:
    """Encode the same sentences and the labelled set with both models."""
    questions, passages = (list(column) for column in zip(*PAIRS, strict=True))
    texts = [*questions, *passages, *prose(SENTENCES - 2 * len(PAIRS))]
    before = np.asarray(
        original.encode(texts, normalize_embeddings=True, show_progress_bar=False), dtype=np.float32
    )
    after = exported.encode(texts)
    cosines = np.einsum("ij,ij->i", before, after)
    return Agreement(
        sentences=len(texts),
        cosine_mean=round(float(cosines.mean()), 4),
        cosine_min=round(float(cosines.min()), 4),
        questions=len(PAIRS),
        found_by_original=_ranked_first(before),
        found=_ranked_first(after),
    )


def judge(name: str, agreement: Agreement) -> None:
    """Raises ModelDamagedError, with the figures, where the export strays too far from the original."""
    if (
        agreement.cosine_mean >= EXPORT.mean_cosine
        and agreement.cosine_min >= EXPORT.least_cosine
        and agreement.found >= agreement.found_by_original - MISSES_ALLOWED
    ):
        return
    raise ModelDamagedError(
        "The quantised {name} does not agree with its original: cosine {cosine_mean:.4f} on average and "
        "{cosine_min:.4f} at worst over {sentences} sentences, {found} of {questions} "
        "questions answered against {found_by_original}.",
        "Install the versions in constraints.txt and run `ragdesk models fetch` again.",
        name=name,
        cosine_mean=agreement.cosine_mean,
        cosine_min=agreement.cosine_min,
        sentences=agreement.sentences,
        found=agreement.found,
        questions=agreement.questions,
        found_by_original=agreement.found_by_original,
    )


def prose(count: int) -> list[str]:
    """`count` different paragraphs of documentation, from the modules in PROSE, short and long ones."""
    texts: dict[str, None] = {}
    for name in PROSE:
        members = vars(importlib.import_module(name))
        for member in sorted(members):
            text = inspect.getdoc(members[member]) or ""
            texts.update(dict.fromkeys(part for part in text.split("\n\n") if len(part) > 30))
    step = max(1, len(texts) // count)
    return list(texts)[::step][:count]


def _ranked_first(vectors: FloatArray) -> int:
    """How many questions have their own passage nearest; rows are the questions, then the passages, then others."""
    count = len(PAIRS)
    nearest = (vectors[:count] @ vectors[count : 2 * count].T).argmax(axis=1)
    return int((nearest == np.arange(count)).sum())


def _load(source: Path) -> "SentenceTransformer":
    try:
        import onnx  # noqa: F401  (asked for now, so that its absence is told before minutes of work)
        from sentence_transformers import SentenceTransformer
        from transformers.utils.logging import disable_progress_bar
    except ImportError as error:
        raise ModelMissingError(
            "Making the embedder needs a package that is not installed: {name}.",
            "Install the set-up packages once: pip install 'ragdesk[setup]'.",
            name=error.name,
        ) from error
    disable_progress_bar()
    options = {"attn_implementation": "eager", "use_safetensors": True}
    return SentenceTransformer(
        str(source), device="cpu", local_files_only=True, trust_remote_code=False, model_kwargs=options
    )


def _trace(original: "SentenceTransformer", path: Path) -> None:
    """Write the transformer as fp32 ONNX: (batch, tokens) int64 in, (batch, tokens, dimensions) float32 out."""
    import torch

    class LastHidden(torch.nn.Module):  # type: ignore[misc]
        def __init__(self, transformer: torch.nn.Module) -> None:
            super().__init__()
            self.transformer = transformer

        def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
            return self.transformer(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state

    ids = torch.tensor([[101, 7592, 2088, 102], [101, 7592, 102, 0]])
    names = ["input_ids", "attention_mask"]
    torch.onnx.export(
        LastHidden(original[0].model).eval(),
        (ids, (ids > 0).long()),
        str(path),
        input_names=names,
        output_names=["hidden"],
        dynamic_axes={name: {0: "batch", 1: "tokens"} for name in [*names, "hidden"]},
        dynamo=False,
        opset_version=OPSET,
    )


def quantise(source: Path, target: Path) -> None:
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    # onnxruntime advises preprocessing through the root logger; it changes nothing for this graph.
    logging.getLogger().addFilter(quiet := lambda record: "pre-processing" not in record.getMessage())
    try:
        quantize_dynamic(
            str(source),
            str(target),
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
        )
    finally:
        logging.getLogger().removeFilter(quiet)
