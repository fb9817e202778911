"""Train the reader: `python train.py PAIRS.jsonl RERANKER.onnx OUT.pt --minutes 240`.

The learning rate falls linearly over the minutes, whatever the machine makes of them: an hour on two cores sees each pair once or
less, an accelerator goes over them several times. A run that was stopped goes on from OUT.pt with --resume.
"""

import argparse
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from model import Reader
from tokenizers import Tokenizer
from torch.nn import functional as F

BATCH, MOST_TOKENS, BUCKET = 32, 160, 64
LEARNING_RATE, WARM_UP, WEIGHT_DECAY = 8e-5, 0.04, 0.01
FROZEN_LAYERS = 2
# The weights that ship are a running mean over about so many steps.
AVERAGED_STEPS = 150


def batches(pairs: list[dict[str, Any]], tokenizer: Tokenizer, rng: random.Random) -> Iterator[list[Any]]:
    """Endless batches of pairs of about the same length, in random order."""
    while True:
        rng.shuffle(pairs)
        for start in range(0, len(pairs), BATCH * BUCKET):
            part = pairs[start : start + BATCH * BUCKET]
            encoded = tokenizer.encode_batch([(pair["question"], pair["passage"]) for pair in part])
            order = sorted(range(len(part)), key=lambda at: len(encoded[at].ids))
            cut = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
            rng.shuffle(cut)
            yield from ([(part[at], encoded[at]) for at in batch] for batch in cut)


def tensors(encodings: list[Any]) -> dict[str, torch.Tensor]:
    width = max(len(encoding.ids) for encoding in encodings)
    rows = {
        "input_ids": [encoding.ids for encoding in encodings],
        "attention_mask": [encoding.attention_mask for encoding in encodings],
        "token_type_ids": [encoding.type_ids for encoding in encodings],
    }
    return {
        name: torch.tensor([values + [0] * (width - len(values)) for values in listed])
        for name, listed in rows.items()
    }


def train(chosen: argparse.Namespace) -> None:
    torch.manual_seed(chosen.seed)
    if chosen.threads:
        torch.set_num_threads(chosen.threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    rng = random.Random(chosen.seed)
    pairs = [json.loads(line) for line in chosen.pairs.read_text("utf-8").splitlines()]
    tokenizer = Tokenizer.from_file(str(chosen.reranker.parent / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MOST_TOKENS, strategy="only_second")
    model = Reader(chosen.reranker).to(device).eval()  # no dropout: one epoch does not overfit
    model.bert.embeddings.requires_grad_(False)
    model.bert.encoder.layer[:FROZEN_LAYERS].requires_grad_(False)
    weights = [weight for weight in model.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(weights, lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    spent, seen, saved = 0.0, 0, {}
    if chosen.resume:
        saved = torch.load(chosen.out, weights_only=True)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        spent, seen = saved["spent"], saved["seen"]
        rng.seed(chosen.seed + seen)
    averaged = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(1 - 1 / AVERAGED_STEPS)
    )
    if chosen.resume:
        averaged.module.load_state_dict(saved["averaged"])
        averaged.n_averaged.fill_(1)
    whole, begun, mean = chosen.minutes * 60, time.monotonic() - spent, 0.0
    for step, batch in enumerate(batches(pairs, tokenizer, rng), start=1):
        part = (time.monotonic() - begun) / whole
        if part >= 1:
            break
        rate = LEARNING_RATE * min(part / WARM_UP, (1 - part) / (1 - WARM_UP))
        for group in optimiser.param_groups:
            group["lr"] = rate
        rows = {
            name: tensor.to(device) for name, tensor in tensors([encoding for _, encoding in batch]).items()
        }
        labels = torch.tensor([float(pair["answers"]) for pair, _ in batch], device=device)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=chosen.bf16):
            logits = model(**rows).answers
        loss = F.binary_cross_entropy_with_logits(logits.float(), labels)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimiser.step()
        averaged.update_parameters(model)
        seen += len(batch)
        mean = loss.item() if step == 1 else 0.99 * mean + 0.01 * loss.item()
        if step % 50 == 0:
            print(f"{part:5.1%} seen {seen:,} loss {mean:.4f} rate {rate:.1e}", flush=True)
        if step % 200 == 0:
            save(chosen.out, model, averaged.module, optimiser, time.monotonic() - begun, seen)
    save(chosen.out, model, averaged.module, optimiser, time.monotonic() - begun, seen)


def save(
    path: Path, model: Reader, averaged: Reader, optimiser: torch.optim.Optimizer, spent: float, seen: int
) -> None:
    part = path.with_suffix(".part")
    state = {
        "model": model.state_dict(),
        "averaged": averaged.state_dict(),
        "optimiser": optimiser.state_dict(),
    }
    torch.save({**state, "spent": spent, "seen": seen}, part)
    part.replace(path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("reranker", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--bf16", action="store_true", help="faster where the processor has it")
    parser.add_argument("--resume", action="store_true")
    train(parser.parse_args())
