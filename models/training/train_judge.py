"""Train the judge: `python train_judge.py PROMPTS.jsonl MODEL.gguf OUT.gguf [--tokens 1000000]`.

It stops after so many tokens, each prompt seen once: a million took 69 seconds on an accelerator.
"""

import argparse
import json
import math
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from llm import Judge, write_adapter
from torch.nn import functional as F

# The adapted layers are the upper ones: below them nothing is kept for going back, which halves the time.
FIRST_ADAPTED = 12
BATCH_TOKENS, BUCKET = 4096, 512
LEARNING_RATE, WARM_UP = 2e-4, 0.06
NAME, LICENCE = "ragdesk-judge", "CC-BY-SA-4.0"


def batches(rows: Sequence[dict[str, Any]], rng: random.Random, most: int) -> Iterator[list[dict[str, Any]]]:
    """Prompts of about the same length, so that few tokens only fill up; once each, and no more than `most` tokens."""
    rows = rng.sample(rows, len(rows))
    spent = 0
    for start in range(0, len(rows), BUCKET):
        part = sorted(rows[start : start + BUCKET], key=lambda row: len(row["tokens"]))
        cut = list[list[dict[str, Any]]]([[]])
        for row in part:
            if (len(cut[-1]) + 1) * len(row["tokens"]) > BATCH_TOKENS:
                cut.append([])
            cut[-1].append(row)
        rng.shuffle(cut)
        for batch in cut:
            spent += sum(len(row["tokens"]) for row in batch)
            yield batch
            if spent >= most:
                return


def tensors(batch: Sequence[dict[str, Any]], device: str) -> tuple[torch.Tensor, torch.Tensor]:
    width = max(len(row["tokens"]) for row in batch)
    tokens = [row["tokens"] + [0] * (width - len(row["tokens"])) for row in batch]
    last = [len(row["tokens"]) - 1 for row in batch]
    return torch.tensor(tokens, device=device), torch.tensor(last, device=device)


def train(judge: Judge, rows: Sequence[dict[str, Any]], most: int, seed: int) -> None:
    device = next(judge.parameters()).device.type
    whole = min(most, sum(len(row["tokens"]) for row in rows))
    weights = [weight for weight in judge.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(weights, lr=LEARNING_RATE, weight_decay=0.0)
    seen, mean, begun = 0, 0.0, time.monotonic()
    for step, batch in enumerate(batches(rows, random.Random(seed), most), start=1):
        part = seen / whole
        rate = LEARNING_RATE * min(part / WARM_UP, 1.0, 0.5 + 0.5 * math.cos(math.pi * part))
        for group in optimiser.param_groups:
            group["lr"] = max(rate, LEARNING_RATE / 100)
        tokens, last = tensors(batch, device)
        labels = torch.tensor([float(row["yes"]) for row in batch], device=device)
        loss = F.binary_cross_entropy_with_logits(judge(tokens, last), labels)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimiser.step()
        seen += sum(len(row["tokens"]) for row in batch)
        mean = loss.item() if step == 1 else 0.97 * mean + 0.03 * loss.item()
        if step % 20 == 0:
            print(
                f"{part:6.1%} tokens {seen:,} loss {mean:.4f} {seen / (time.monotonic() - begun):,.0f} a second",
                flush=True,
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("prompts", "model", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--words", type=int, nargs=2, required=True, help="the tokens of Yes and No")
    parser.add_argument("--tokens", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    read = [json.loads(line) for line in chosen.prompts.read_text("utf-8").splitlines()]
    dtype = torch.bfloat16 if device == "cuda" else torch.float32
    made = Judge(chosen.model, tuple(chosen.words), FIRST_ADAPTED, dtype, device)
    train(made, read, chosen.tokens, chosen.seed)
    write_adapter(made, chosen.out, NAME, LICENCE)
