"""Train the judge: `python train_judge.py PROMPTS.jsonl READINGS.jsonl MODEL.gguf OUT.gguf --words YES NO [--tokens 3900000]`.

It stops after so many tokens, each prompt and each reading seen once. `--begin OTHER.gguf` goes on from what another training
learned, `--rate` is how fast. Of each text, and of each line of a reading, it learns
whether it answers; of each reading also which of its lines does, or none. The first makes its word mean something by itself,
the second sets the right line and a near miss apart.
"""

import argparse
import json
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import torch
from learning import FIRST_ADAPTED, LEARNING_RATE, device_and_type, train
from llm import Judge, read_adapter, write_adapter
from torch.nn import functional as F

BATCH_TOKENS = 12_288
# A wrong choice among the lines of a reading weighs as much as so many wrong lines.
CHOICE = 1.0
# Lines of a reading beside which one weighs less, so that long readings do not drown the others.
LINES = 12
NAME, LICENCE = "ragdesk-judge", "CC-BY-SA-4.0"


def places_of(
    batch: Sequence[dict[str, Any]], device: str
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Tokens (batch, length), and of each mark its prompt, its place and its label (-1: not learned)."""
    width = max(len(row["tokens"]) for row in batch)
    tokens = [row["tokens"] + [0] * (width - len(row["tokens"])) for row in batch]
    marks = [
        (number, place, label)
        for number, row in enumerate(batch)
        for place, label in zip(row["places"], row["labels"], strict=True)
    ]
    prompts, places, labels = (torch.tensor(column, device=device) for column in zip(*marks, strict=True))
    return torch.tensor(tokens, device=device), prompts, places, labels


def loss_of(odds: torch.Tensor, prompts: torch.Tensor, labels: torch.Tensor, count: int) -> torch.Tensor:
    """Mean over the readings of both parts."""
    learned = labels >= 0
    odds, prompts, labels = odds[learned], prompts[learned], labels[learned]
    lines = torch.bincount(prompts, minlength=count).clamp(min=1)
    each = F.binary_cross_entropy_with_logits(odds, labels.float(), reduction="none")
    weight = (LINES / lines.float()).clamp(max=1.0)[prompts]
    marking = (each * weight).sum() / count
    # Softmax over the lines and "none of them", whose logit is 0.
    zeros = torch.zeros(count, device=odds.device)
    every = _log_sum(odds, prompts, zeros)
    right = labels > 0
    answered = torch.bincount(prompts[right], minlength=count) > 0
    said = _log_sum(odds[right], prompts[right], torch.full_like(zeros, -1e4))
    choosing = (every - torch.where(answered, said, zeros)).mean()
    return marking + CHOICE * choosing


def _log_sum(odds: torch.Tensor, prompts: torch.Tensor, none: torch.Tensor) -> torch.Tensor:
    """(readings,) log of the sum of the exponents of each reading's lines, and of `none`."""
    top = none.clone().scatter_reduce(0, prompts, odds, "amax").detach()
    total = torch.exp(none - top).index_add(0, prompts, torch.exp(odds - top[prompts]))
    return torch.log(total) + top


def loss_of_batch(judge: Judge, batch: Sequence[dict[str, Any]]) -> torch.Tensor:
    tokens, prompts, places, labels = places_of(batch, next(judge.parameters()).device.type)
    return loss_of(judge(tokens, prompts, places), prompts, labels, len(batch))


def read(path: Path) -> list[dict[str, Any]]:
    """Prompts and readings in one form, a prompt is told at its end; without those of documents that are kept for measuring."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for row in rows:
        if "yes" in row:
            row |= {"places": [len(row["tokens"]) - 1], "labels": [int(row["yes"])]}
    return [row for row in rows if not row.get("held_out")]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("prompts", "readings", "model", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--words", type=int, nargs=2, required=True, help="the tokens of Yes and No")
    parser.add_argument("--tokens", type=int, default=3_900_000)
    parser.add_argument("--batch-tokens", type=int, default=BATCH_TOKENS)
    parser.add_argument("--share", type=float, default=1.0, help="of the prompts")
    parser.add_argument("--begin", type=Path)
    parser.add_argument("--rate", type=float, default=LEARNING_RATE)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    device, dtype = device_and_type()
    made = Judge(chosen.model, tuple(chosen.words), FIRST_ADAPTED, dtype, device)
    if chosen.begin:
        read_adapter(made, chosen.begin)
    drawn = random.Random(chosen.seed)
    rows = [row for row in read(chosen.prompts) if chosen.share >= 1.0 or drawn.random() < chosen.share]
    rows += read(chosen.readings)
    loss = partial(loss_of_batch, made)
    train(made, rows, loss, chosen.tokens, chosen.seed, chosen.batch_tokens, chosen.rate)
    write_adapter(made, chosen.out, NAME, LICENCE)
