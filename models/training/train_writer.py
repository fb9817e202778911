"""Train the writer: `python train_writer.py WRITTEN.jsonl MODEL.gguf OUT.gguf [--seed 7]`.

`--begin OTHER.gguf` goes on from what another training learned, `--rate` is how fast. Every example once, the loss over what
is to be written alone. At the end it prints the loss over the documents that were kept out, by kind.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from learning import FIRST_ADAPTED, LEARNING_RATE, device_and_type, train
from llm import Judge, read_adapter, rows_of_output, write_adapter
from torch.nn import functional as F

BATCH_TOKENS = 1_536
NAME, LICENCE = "ragdesk-writer", "CC-BY-SA-4.0"


class Writer(Judge):
    """The trunk with an adapter, and the scores of every token that could come next."""

    def __init__(self, path: Path, first_adapted: int, dtype: torch.dtype, device: str) -> None:
        super().__init__(path, (0, 1), first_adapted, dtype, device)
        self.register_buffer("output", torch.from_numpy(rows_of_output(path)).to(device, dtype))

    def losses(self, rows: Sequence[dict[str, Any]]) -> torch.Tensor:
        """(rows,) mean cross-entropy of what is to be written."""
        device = self.output.device
        width = max(len(row["tokens"]) for row in rows)
        tokens = torch.tensor(
            [row["tokens"] + [0] * (width - len(row["tokens"])) for row in rows], device=device
        )
        states = self.trunk(input_ids=tokens, use_cache=False).last_hidden_state
        places = [
            (number, place)
            for number, row in enumerate(rows)
            for place in range(row["from"], len(row["tokens"]))
        ]
        numbers, at = (torch.tensor(column, device=device) for column in zip(*places, strict=True))
        scores = (states[numbers, at - 1] @ self.output.T).float()
        each = F.cross_entropy(scores, tokens[numbers, at], reduction="none")
        count = torch.bincount(numbers, minlength=len(rows))
        return torch.zeros(len(rows), device=device).index_add(0, numbers, each) / count


def measure(writer: Writer, rows: Sequence[dict[str, Any]]) -> None:
    losses = defaultdict[str, list[float]](list)
    with torch.no_grad():
        for start in range(0, len(rows), 8):
            part = rows[start : start + 8]
            for row, loss in zip(part, writer.losses(part).tolist(), strict=True):
                losses[row["kind"]].append(loss)
    for kind, each in sorted(losses.items()):
        print(f"kept out: {kind:20} {len(each):4} loss {sum(each) / len(each):.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("written", "model", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--batch-tokens", type=int, default=BATCH_TOKENS)
    parser.add_argument("--begin", type=Path)
    parser.add_argument("--rate", type=float, default=LEARNING_RATE)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    device, dtype = device_and_type()
    made = Writer(chosen.model, FIRST_ADAPTED, dtype, device)
    if chosen.begin:
        read_adapter(made, chosen.begin)
    rows = [json.loads(line) for line in chosen.written.read_text("utf-8").splitlines()]
    taught = [row for row in rows if not row["held_out"]]
    every = sum(len(row["tokens"]) for row in taught)
    train(
        made,
        taught,
        lambda batch: made.losses(batch).mean(),
        every,
        chosen.seed,
        chosen.batch_tokens,
        chosen.rate,
    )
    write_adapter(made, chosen.out, NAME, LICENCE)
    measure(made, [row for row in rows if row["held_out"]])
