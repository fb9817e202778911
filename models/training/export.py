"""Write the reader that ships: `python export.py READER.pt RERANKER.onnx OUT_FOLDER`.

OUT_FOLDER gets model.onnx (int8, per output channel), tokenizer.json and ragdesk.toml. Per tensor, the gain of the training is
lost.
"""

import argparse
import logging
import shutil
from pathlib import Path

import torch
from model import Reader

from ragdesk.engines.model_card import TOKENIZER, WEIGHTS, ReaderCard, write_card
from ragdesk.engines.onnx_export import OPSET, quantise
from ragdesk.host.hashing import sha256_of

NAMES = ("input_ids", "attention_mask", "token_type_ids")
MAX_TOKENS = 384
SOURCE = "models/training: ms-marco-MiniLM-L12-v2 trained further on the sets that its card lists"


class _Answers(torch.nn.Module):  # type: ignore[misc]
    """The new head alone: the old logit is the reranker's business."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        return self.reader(input_ids, attention_mask, token_type_ids).answers


def export(weights: Path, reranker: Path, folder: Path) -> None:
    reader = Reader(reranker).eval()
    reader.load_state_dict(torch.load(weights, weights_only=True, map_location="cpu")["averaged"])
    folder.mkdir(parents=True, exist_ok=True)
    ids = torch.tensor([[101, 7592, 102, 2088, 102], [101, 7592, 102, 102, 0]])
    kinds = torch.tensor([[0, 0, 0, 1, 1], [0, 0, 0, 1, 0]])
    raw = folder / "fp32.onnx"
    torch.onnx.export(
        _Answers(reader).eval(),
        (ids, (ids > 0).long(), kinds),
        str(raw),
        input_names=list(NAMES),
        output_names=["answers"],
        dynamic_axes={
            **{name: {0: "batch", 1: "tokens"} for name in NAMES},
            "answers": {0: "batch"},
        },
        dynamo=False,
        opset_version=OPSET,
    )
    quantise(raw, folder / WEIGHTS)
    raw.unlink()
    shutil.copyfile(reranker.parent / TOKENIZER, folder / TOKENIZER)
    card = ReaderCard(
        name="ragdesk-reader",
        licence="CC-BY-SA-4.0",
        max_tokens=MAX_TOKENS,
        source=SOURCE,
        model_sha256=sha256_of(folder / WEIGHTS),
        tokenizer_sha256=sha256_of(folder / TOKENIZER),
    )
    write_card(folder, card)


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("weights", "reranker", "folder"):
        parser.add_argument(name, type=Path)
    chosen = parser.parse_args()
    export(chosen.weights, chosen.reranker, chosen.folder)
