"""Train the judge: `python train_judge.py PROMPTS.jsonl READINGS.jsonl MODEL.gguf OUT.gguf --words YES NO [--tokens 3900000]`.

It stops after so many tokens, each prompt and each reading seen once. Of each text, and of each line of a reading, it learns
whether it answers; of each reading also which of its lines does, or none. The first makes its word mean something by itself,
the second sets the right line and a near miss apart.
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
BATCH_TOKENS, BUCKET = 12_288, 512
LEARNING_RATE, WARM_UP = 2e-4, 0.06
# A wrong choice among the lines of a reading weighs as much as so many wrong lines.
CHOICE = 1.0
# Lines of a reading beside which one weighs less, so that long readings do not drown the others.
LINES = 12
NAME, LICENCE = "ragdesk-judge", "CC-BY-SA-4.0"


def batches(
    rows: Sequence[dict[str, Any]], rng: random.Random, most: int, size: int
) -> Iterator[list[dict[str, Any]]]:
    """Prompts of about the same length, so that few tokens only fill up; once each, and no more than `most` tokens."""
    rows = rng.sample(rows, len(rows))
    spent = 0
    for start in range(0, len(rows), BUCKET):
        part = sorted(rows[start : start + BUCKET], key=lambda row: len(row["tokens"]))
        cut = list[list[dict[str, Any]]]([[]])
        for row in part:
            if (len(cut[-1]) + 1) * len(row["tokens"]) > size:
                cut.append([])
            cut[-1].append(row)
        rng.shuffle(cut)
        for batch in cut:
            spent += sum(len(row["tokens"]) for row in batch)
            yield batch
            if spent >= most:
                return


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


def train(judge: Judge, rows: Sequence[dict[str, Any]], most: int, seed: int, batch_tokens: int) -> None:
    device = next(judge.parameters()).device.type
    whole = min(most, sum(len(row["tokens"]) for row in rows))
    weights = [weight for weight in judge.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(weights, lr=LEARNING_RATE, weight_decay=0.0)
    seen, mean, begun = 0, 0.0, time.monotonic()
    for step, batch in enumerate(batches(rows, random.Random(seed), most, batch_tokens), start=1):
        part = seen / whole
        rate = LEARNING_RATE * min(part / WARM_UP, 1.0, 0.5 + 0.5 * math.cos(math.pi * part))
        for group in optimiser.param_groups:
            group["lr"] = max(rate, LEARNING_RATE / 100)
        tokens, prompts, places, labels = places_of(batch, device)
        loss = loss_of(judge(tokens, prompts, places), prompts, labels, len(batch))
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


def has_bfloat16() -> bool:
    """Whether the processor multiplies bfloat16 itself; else it is slower than float32."""
    capabilities = torch.cpu.get_capabilities()
    return bool(capabilities.get("avx512_bf16") or capabilities.get("amx_bf16"))


def read(path: Path) -> list[dict[str, Any]]:
    """Prompts and readings in one form: a prompt is told at its end."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for row in rows:
        if "yes" in row:
            row |= {"places": [len(row["tokens"]) - 1], "labels": [int(row["yes"])]}
    return rows


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("prompts", "readings", "model", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--words", type=int, nargs=2, required=True, help="the tokens of Yes and No")
    parser.add_argument("--tokens", type=int, default=3_900_000)
    parser.add_argument("--batch-tokens", type=int, default=BATCH_TOKENS)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    dtype = torch.bfloat16 if device == "cuda" or has_bfloat16() else torch.float32
    made = Judge(chosen.model, tuple(chosen.words), FIRST_ADAPTED, dtype, device)
    rows = [*read(chosen.prompts), *read(chosen.readings)]
    train(made, rows, chosen.tokens, chosen.seed, chosen.batch_tokens)
    write_adapter(made, chosen.out, NAME, LICENCE)
