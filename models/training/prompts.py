"""Make the judge's training prompts: `python prompts.py SOURCES PAIRS.jsonl MODEL.gguf OUT.jsonl --measured FOLDER [--most N]`.

Each line: {"tokens", "yes": true or false, "kind"}: what the language model is given, word for word as RAGDesk asks it, and
whether its answer begins with Yes or with No. The pairs are those of the reader; questions for yes or no come from BoolQ, and
from claims of FEVER turned round ("Telemundo is a …": "Is Telemundo a …?").
"""

import argparse
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from llama_cpp import Llama
from measured import digests, measured
from near import Words
from sources import untokenised

from ragdesk.answering.composed.yes_or_no.polarity import polarity_prompt
from ragdesk.answering.judging.verify import prompt_asking
from ragdesk.domain.ports import Prompt
from ragdesk.engines.side_context import formatter_of

# How often each kind of pair is taken; 1 where it is not named. Tricks abound, and people seldom ask them.
SHARES = {
    "sentence": 0.35,
    "sentence twisted": 0.25,
    "twin": 0.7,
    "trick": 0.25,
    "trick beside": 0.5,
    "near": 0.35,
    "beside": 0.5,
    "article": 0.35,
    "article twisted": 0.3,
    "article beside": 0.6,
}
# Of BoolQ's passages the window of so many words that has most of the question's words.
WINDOW = 60
_INVERTED = re.compile(
    r"^(?P<subject>[^,;:]{2,60}?) (?P<verb>is|are|was|were|can|could|will|has|had) (?P<rest>.+?)[ .]*$"
)


@dataclass(frozen=True, slots=True)
class Asked:
    prompt: Prompt
    yes: bool
    kind: str


def of_pairs(path: Path, rng: random.Random) -> Iterator[Asked]:
    """Does this sentence, or this passage, answer the question?"""
    for line in path.read_text("utf-8").splitlines():
        pair = json.loads(line)
        if rng.random() < SHARES.get(pair["kind"], 1.0):
            yield Asked(prompt_asking(pair["question"], pair["passage"]), pair["answers"], pair["kind"])


def of_boolq(folder: Path, rng: random.Random) -> Iterator[Asked]:
    """Does the passage say whether this is so, and does it say yes? Others' passages that share its words do not say it."""
    rows = [json.loads(line) for line in (folder / "answers/boolq-val.jsonl").read_text("utf-8").splitlines()]
    passages = list(dict.fromkeys(row["passage"] for row in rows))
    index = Words(passages)
    for row in rows:
        question, passage = row["question"], row["passage"]
        whole = passage if rng.random() < 0.5 else window(question, passage)
        yield Asked(prompt_asking(question, whole, whether=True), True, "boolq")
        yield Asked(polarity_prompt(question, whole), row["label"], "boolq yes or no")
        others = [at for at, _ in index.near(question, 6) if passages[at] != passage]
        if others:
            other = window(question, passages[rng.choice(others[:3])])
            yield Asked(prompt_asking(question, other, whether=True), False, "boolq elsewhere")


def window(question: str, passage: str) -> str:
    """The words of a passage around those of the question."""
    said, asked = passage.split(), {word.lower() for word in question.split() if len(word) > 3}
    hits = [word.lower().strip(".,;:()\"'") in asked for word in said]
    starts = range(0, max(1, len(said) - WINDOW + 1), 10)
    best = max(starts, key=lambda start: (sum(hits[start : start + WINDOW]), -start))
    return " ".join(said[best : best + WINDOW])


def of_claims(folder: Path, rng: random.Random) -> Iterator[Asked]:
    """Claims of FEVER as questions, with evidence that bears them out or denies them; other claims' evidence says neither."""
    rows = [
        json.loads(line)
        for half in ("dev", "test")
        for line in (folder / f"entailment/fever-symmetric-{half}.jsonl").read_text("utf-8").splitlines()
    ]
    told = [
        (
            question,
            untokenised(row.get("evidence") or row["evidence_sentence"]),
            row.get("gold_label", row["label"]),
        )
        for row in rows
        if (question := inverted(untokenised(row["claim"])))
    ]
    texts = list(dict.fromkeys(text for _, text, _ in told))
    index = Words(texts)
    for question, text, label in told:
        yield Asked(prompt_asking(question, text, whether=True), True, "claim")
        yield Asked(polarity_prompt(question, text), label == "SUPPORTS", "claim yes or no")
        others = [at for at, _ in index.near(question, 8) if texts[at] != text]
        mates = {other for asked, other, _ in told if asked == question}
        far = [at for at in others if texts[at] not in mates]
        if far and rng.random() < 0.6:
            yield Asked(prompt_asking(question, texts[far[0]], whether=True), False, "claim elsewhere")


def inverted(claim: str) -> str:
    """A claim as a question for yes or no; "" where its verb is none that only changes its place."""
    found = _INVERTED.match(claim)
    if found is None:
        return ""
    subject = found["subject"]
    return f"{found['verb'].capitalize()} {subject} {found['rest']}?"


def make(chosen: argparse.Namespace) -> list[dict[str, object]]:
    rng = random.Random(chosen.seed)
    left_out = measured(chosen.measured)
    made = [*of_pairs(chosen.pairs, rng), *of_boolq(chosen.sources, rng), *of_claims(chosen.sources, rng)]
    rng.shuffle(made)
    tokens_of = tokeniser(chosen.model)
    rows = list[dict[str, object]]()
    for asked in made:
        content = dict(asked.prompt.messages)["user"]
        if left_out.isdisjoint(digests(content)) and len(rows) < (chosen.most or len(made)):
            rows.append({"tokens": tokens_of(asked.prompt), "yes": asked.yes, "kind": asked.kind})
    return rows


def tokeniser(model: Path) -> Callable[[Prompt], list[int]]:
    """What turns a prompt into the model's tokens, by its own chat template."""
    tokenize, formatter = vocabulary(model)

    def tokens(prompt: Prompt) -> list[int]:
        messages = [{"role": role, "content": content} for role, content in prompt.messages]
        return tokenize(formatter(messages).encode())

    return tokens


def vocabulary(
    model: Path,
) -> tuple[Callable[[bytes], list[int]], Callable[[Sequence[Mapping[str, str]]], str]]:
    """What turns text into the model's tokens, control texts as such, and messages into text by its chat template."""
    llama = Llama(str(model), vocab_only=True, verbose=False)
    formatter = formatter_of(llama)
    assert formatter is not None
    return partial(llama.tokenize, add_bos=False, special=True), formatter


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("sources", "pairs", "model", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--measured", type=Path, required=True)
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    rows = make(chosen)
    chosen.out.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    counts: dict[tuple[str, bool], int] = defaultdict(int)
    for row in rows:
        counts[str(row["kind"]), bool(row["yes"])] += 1
    for (kind, yes), count in sorted(counts.items()):
        print(f"{kind:24} {'yes' if yes else 'no':4} {count:7,}")
    total = sum(len(row["tokens"]) for row in rows)  # type: ignore[arg-type]
    print(f"{len(rows):,} prompts, {total:,} tokens")
