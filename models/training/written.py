"""Make the writer's examples: `python written.py everyday MODEL.gguf OUT.jsonl --measured FOLDER [--seed 7]`.

Each line: {"tokens", "from", "kind", "held_out"}: a prompt, and from the token `from` on what is to be written. They are made of
the project's own documents and questions: what a question for yes or no is told ("says"), the cells that answer ("cells"), the
calculation ("formula"), and a question that follows, put so that it stands alone ("next").
"""

import argparse
import json
import random
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import prompts
from measured import digests, measured

from ragdesk.answering.composed.polarity import polarity_prompt
from ragdesk.answering.in_context import in_context, under_head
from ragdesk.answering.writing import NONE, alone_prompt, cells_prompt, formula_prompt
from ragdesk.domain.ports import Prompt

# One of so many documents is kept for measuring.
KEPT_OUT = 12
# How often rows and lines are shown beside those that answer, how often these are missing, and how many others at most.
BESIDE, MISSING, OTHERS = 0.5, 0.3, 4
# Of each calculation and each following question so many examples, each with other lines beside it.
TWICE = 2


@dataclass(frozen=True, slots=True)
class Written:
    prompt: Prompt
    text: str
    kind: str
    held_out: bool


class Text:
    """A document's lines, each with what stands over it."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.lines = [line.strip() for line in document["text"].splitlines() if line.strip()]
        self.title = self.lines[0].lstrip("# ")

    def at(self, line: str) -> int | None:
        return next((at for at, own in enumerate(self.lines) if line.strip() in own), None)

    def section(self, at: int) -> str:
        heads = (own.lstrip("# ") for own in reversed(self.lines[1:at]) if own.startswith("#"))
        return next(heads, "")

    def over(self, at: int) -> str:
        section = self.section(at)
        return f"{self.title} › {section}" if section else self.title

    def said(self, line: str) -> str:
        """A row with its heads, as the app reads it; another line as it is."""
        at = self.at(line)
        if at is None or not line.strip().startswith("|"):
            return line.strip().lstrip("-# ")
        first = at
        while first and self.lines[first - 1].startswith("|"):
            first -= 1
        heads, cells = _cells(self.lines[first]), _cells(line)
        if first == at or len(heads) != len(cells):
            return "; ".join(cells)
        return under_head(list(zip(heads, cells, strict=True)))

    def beside(self, line: str, rng: random.Random) -> list[str]:
        """Other lines of its section: of a row other rows, of a sentence others with a number in them."""
        at = self.at(line)
        if at is None:
            return []
        row = line.strip().startswith("|")
        near = [
            own
            for own in self.lines[max(at - 8, 1) : at + 9]
            if own != self.lines[at]
            and own.startswith("|") == row
            and not own.startswith(("#", "|--", "|:", "| --"))
            and any(map(str.isdigit, own))
        ]
        return rng.sample(near, min(len(near), rng.randint(1, OTHERS)))


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def of_question_written(
    question: Mapping[str, Any], text: Text, rng: random.Random
) -> Iterator[tuple[Prompt, str, str]]:
    """Prompt, what is to be written, and the kind."""
    asked, lines = question["q"], [*question["lines"], *question.get("also", [])]
    if question.get("says") in ("yes", "no"):
        at = text.at(lines[0])
        shown = in_context(text.over(at or 0), " ".join(map(text.said, lines)))
        yield polarity_prompt(asked, shown), question["says"].capitalize(), "yes or no"
    if question.get("cells"):
        rows = _in_order(text, lines, text.beside(lines[0], rng) if rng.random() < BESIDE else [])
        yield cells_prompt(asked, rows), "; ".join(question["cells"]), "cells"
    for _ in range(TWICE if question.get("formula") else 0):
        if rng.random() < MISSING and (others := text.beside(lines[0], rng)):
            yield formula_prompt(asked, _in_order(text, [], others)), NONE, "formula missing"
        else:
            others = text.beside(lines[0], rng) if rng.random() < BESIDE else []
            yield formula_prompt(asked, _in_order(text, lines, others)), question["formula"], "formula"
    if following := question.get("next"):
        yield alone_prompt(asked, following["said"], following["q"]), following["alone"], "alone"
        yield alone_prompt(asked, text.said(lines[0]), following["q"]), following["alone"], "alone"


def _in_order(text: Text, lines: Sequence[str], others: Sequence[str]) -> list[str]:
    """As the document has them."""
    every = dict.fromkeys((*lines, *others))
    ordered = sorted(every, key=lambda line: at if (at := text.at(line)) is not None else len(text.lines))
    return list(dict.fromkeys(map(text.said, ordered)))


def make(folder: Path, rng: random.Random) -> list[Written]:
    made = list[Written]()
    for path in sorted(folder.glob("*.jsonl")):
        for document in map(json.loads, path.read_text("utf-8").splitlines()):
            text = Text(document)
            held_out = zlib.crc32(text.title.encode()) % KEPT_OUT == 0
            for question in document["questions"]:
                written = of_question_written(question, text, rng)
                made += [Written(*each, held_out) for each in written]
    return made


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("folder", "model", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--measured", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    left_out = measured(chosen.measured)
    tokenize, formatter = prompts.vocabulary(chosen.model)
    counts: dict[tuple[str, bool], list[int]] = defaultdict(lambda: [0, 0])
    rows = list[str]()
    for each in make(chosen.folder, random.Random(chosen.seed)):
        content = dict(each.prompt.messages)["user"]
        if not left_out.isdisjoint(digests(content)):
            continue
        messages = [{"role": role, "content": content} for role, content in each.prompt.messages]
        begun = tokenize(formatter(messages).encode())
        tokens = [*begun, *tokenize(each.text.encode()), *tokenize(b"<|im_end|>")]
        row = {"tokens": tokens, "from": len(begun), "kind": each.kind, "held_out": each.held_out}
        rows.append(json.dumps(row) + "\n")
        for at, count in enumerate((1, len(tokens))):
            counts[each.kind, each.held_out][at] += count
    chosen.out.write_text("".join(rows), "utf-8")
    for (kind, held_out), (number, tokens) in sorted(counts.items()):
        print(f"{kind:20} {'held out' if held_out else '':9} {number:6,} {tokens:9,} tokens")
