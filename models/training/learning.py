"""What the judge and the writer have in common: they learn from prompts of different lengths, each seen once."""

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from llm import Judge

# The adapted layers are the upper ones: below them nothing is kept for going back, which halves the time.
FIRST_ADAPTED = 12
BUCKET = 512
LEARNING_RATE, WARM_UP = 2e-4, 0.06


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


def train(
    model: Judge,
    rows: Sequence[dict[str, Any]],
    loss_of: Callable[[Sequence[dict[str, Any]]], torch.Tensor],
    most: int,
    seed: int,
    batch_tokens: int,
    highest_rate: float = LEARNING_RATE,
) -> None:
    """Stops after `most` tokens. `loss_of`: the mean loss over a batch's rows."""
    whole = min(most, sum(len(row["tokens"]) for row in rows))
    weights = [weight for weight in model.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(weights, lr=highest_rate, weight_decay=0.0)
    seen, mean, begun = 0, 0.0, time.monotonic()
    for step, batch in enumerate(batches(rows, random.Random(seed), most, batch_tokens), start=1):
        part = seen / whole
        rate = highest_rate * min(part / WARM_UP, 1.0, 0.5 + 0.5 * math.cos(math.pi * part))
        for group in optimiser.param_groups:
            group["lr"] = max(rate, highest_rate / 100)
        loss = loss_of(batch)
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


def device_and_type() -> tuple[str, torch.dtype]:
    """Where it is trained, and in which numbers."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    return device, torch.bfloat16 if device == "cuda" or has_bfloat16() else torch.float32


def has_bfloat16() -> bool:
    """Whether the processor multiplies bfloat16 itself; else it is slower than float32."""
    capabilities = torch.cpu.get_capabilities()
    return bool(capabilities.get("avx512_bf16") or capabilities.get("amx_bf16"))
