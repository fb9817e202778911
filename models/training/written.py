"""Make the writer's examples: `python written.py everyday MODEL.gguf OUT.jsonl --measured FOLDER [--seed 7]`.

Each line: {"tokens", "from", "kind", "held_out"}: a prompt, and from the token `from` on what is to be written. They are made of
the project's own documents and questions: what a question for yes or no is told ("says"), the cells that answer ("cells"), the
calculation ("formula"), which of several lines answers, a question that follows, put so that it stands alone ("next"), and what
is asked of each of several things ("apart"). Further calculations are made up over the documents' tables (`sums`).

The second `--lesson`, "hard", goes on from there: the same of the questions in `hard/`, whose tables are shown with more of their
rows, with a `--share` of the first one. So does the third, "sums": the calculations in `lists/`, and questions that have a number
in them and want none.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

import prompts
from everyday import is_held_out, of_folder
from measured import digests, measured
from near import Words
from sums import cells_of, sums

from ragdesk.answering.composed.yes_or_no.polarity import polarity_prompt
from ragdesk.answering.units.in_context import in_context, under_head
from ragdesk.answering.writing import (
    NONE,
    alone_prompt,
    cells_prompt,
    choice_prompt,
    formula_prompt,
    parts_prompt,
)
from ragdesk.domain.ports import Prompt
from ragdesk.text.sentences import sentences
from ragdesk.text.tokens import numbers

LESSONS = ("first", "hard", "sums")
# How often rows and lines are shown beside those that answer, how often these are missing, and how many others at most.
BESIDE, MISSING, OTHERS = 0.5, 0.3, 4
# Of the questions whose answer is one line, and of those that none answers, so many are shown with lines that come near: of so
# many first ones of a search in the document so many, and one of another document's.
CHOICES = {"lookup": 0.25, "table": 0.6, "yesno": 0.15, "none": 0.25}
NEAR, SHOWN = 8, (3, 4, 5)
# Of a hard question's table so many rows at most; how often those of another table are shown, too, which do not answer.
TABLE_ROWS, OTHER_TABLE = 8, 0.4
# Of hard questions for yes or no so many of those that are answered with no: there are five of them for each yes.
HARD_NOES = 0.4
# Of questions that have a number in them, and are looked up, so many are taught to be no calculation.
LOOKED_UP = 0.5
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

    @cached_property
    def _index(self) -> Words:
        return Words(self.units())

    def near(self, question: str, most: int) -> list[str]:
        """Its sentences and rows that a search by words puts first."""
        return [self._index.texts[at] for at, _ in self._index.near(question, most)]

    def units(self) -> list[str]:
        """Its sentences and rows."""
        found = list[str]()
        for line in self.lines[1:]:
            if line.startswith("|"):
                found += [line] if any(map(str.isalnum, line)) else []
            elif not line.startswith("#"):
                found += [line[start:end] for start, end in sentences(line)]
        return found

    def in_context(self, line: str) -> str:
        """A line below what stands over it."""
        return in_context(self.over(self.at(line) or 0), self.said(line))

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
        heads, cells = cells_of(self.lines[first]), cells_of(line)
        if first == at or len(heads) != len(cells):
            return "; ".join(cells)
        return under_head(list(zip(heads, cells, strict=True)))

    def tables(self) -> list[list[str]]:
        """The rows of each table, without its head."""
        found = list[list[str]]()
        for key, group in groupby(self.lines, key=lambda line: line.startswith("|")):
            rows = [line for line in group if any(map(str.isalnum, line))][1:]
            if key and rows:
                found.append(rows)
        return found

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


def of_question_written(
    question: Mapping[str, Any], text: Text, rng: random.Random
) -> Iterator[tuple[Prompt, str, str]]:
    """Prompt, what is to be written, and the kind."""
    asked, lines = question["q"], [*question["lines"], *question.get("also", [])]
    if question.get("says") in ("yes", "no"):
        shown = in_context(text.over(text.at(lines[0]) or 0), " ".join(map(text.said, lines)))
        yield polarity_prompt(asked, shown), question["says"].capitalize(), "yes or no"
    if question.get("cells"):
        beside = text.beside(lines[0], rng)
        rows = _in_order(text, lines, beside if rng.random() < BESIDE else [])
        yield cells_prompt(asked, rows), "; ".join(question["cells"]), "cells"
        if beside and rng.random() < MISSING:
            yield cells_prompt(asked, _in_order(text, [], beside)), NONE, "cells missing"
    for _ in range(TWICE if question.get("formula") else 0):
        if rng.random() < MISSING and (others := text.beside(lines[0], rng)):
            yield formula_prompt(asked, _in_order(text, [], others)), NONE, "formula missing"
        else:
            others = text.beside(lines[0], rng) if rng.random() < BESIDE else []
            yield formula_prompt(asked, _in_order(text, lines, others)), question["formula"], "formula"
    if "apart" in question:
        parts = (f"{name}: {alone}" for name, alone in question["apart"])
        yield parts_prompt(asked), "\n".join(parts) or NONE, "apart"
    if following := question.get("next"):
        yield alone_prompt(asked, following["said"], following["q"]), following["alone"], "alone"
        yield alone_prompt(asked, text.said(lines[0]), following["q"]), following["alone"], "alone"


def of_tables(text: Text, rng: random.Random) -> Iterator[tuple[Prompt, str, str]]:
    for each in sums(text.lines, rng):
        lines = _in_order(text, each.rows, each.beside)
        if lines:
            kind = "sum of a table" if each.formula else "formula missing"
            yield formula_prompt(each.question, lines), each.formula or NONE, kind


def of_choice(
    question: Mapping[str, Any], text: Text, other: Text, rng: random.Random, share: float
) -> Iterator[tuple[Prompt, str, str]]:
    """Which of lines that come near answers: its number, or none."""
    asked, lines = question["q"], question["lines"]
    if len(lines) > 1 or rng.random() >= share:
        return
    known = (*lines, *question.get("also", []))
    near = [
        *text.near(asked, NEAR),
        *(text.beside(lines[0], rng) if lines and lines[0].startswith("|") else ()),
    ]
    near = [each for each in dict.fromkeys(near) if not any(line in each or each in line for line in known)]
    shown = [text.in_context(each) for each in rng.sample(near, min(len(near), rng.choice(SHOWN)))]
    shown += [other.in_context(each) for each in other.near(asked, 1)]
    right = [text.in_context(line) for line in lines if rng.random() >= MISSING / 2]
    shown += right
    rng.shuffle(shown)
    if len(shown) > 1:
        told = str(shown.index(right[0]) + 1) if right else NONE
        yield choice_prompt(asked, shown), told, "choice" if right else "choice missing"


def of_hard(
    question: Mapping[str, Any], text: Text, other: Text, rng: random.Random
) -> Iterator[tuple[Prompt, str, str]]:
    """What a question is taught that shares hardly a word with its line."""
    asked, lines = question["q"], question["lines"]
    if question["kind"] == "lookup":
        yield from of_choice(question, text, other, rng, 1.0)
    elif question["kind"] == "yesno":
        if question.get("says") == "yes" or (question.get("says") == "no" and rng.random() < HARD_NOES):
            yield from of_question_written(question, text, rng)
    elif question.get("cells"):
        own = [rows for rows in text.tables() if lines[0].strip() in rows]
        every = [row for row in own[0] if row not in lines] if own else []
        shown = rng.sample(every, min(len(every), rng.randint(1, TABLE_ROWS - 1)))
        yield cells_prompt(asked, _in_order(text, lines, shown)), "; ".join(question["cells"]), "cells"
        others = [(text, rows) for rows in text.tables() if rows not in own]
        others += [(other, rows) for rows in other.tables()[:1]]
        if others and rng.random() < OTHER_TABLE:
            of, rows = rng.choice(others)
            shown = rng.sample(rows, min(len(rows), rng.randint(2, TABLE_ROWS)))
            yield cells_prompt(asked, _in_order(of, [], shown)), NONE, "cells missing"
        elif len(every) > 1 and rng.random() < MISSING:
            yield cells_prompt(asked, _in_order(text, [], shown)), NONE, "cells missing"


def of_sums(question: Mapping[str, Any], text: Text, rng: random.Random) -> Iterator[tuple[Prompt, str, str]]:
    """Calculations, also with their lines missing; of another question with a number in it that it is none."""
    asked, lines = question["q"], question["lines"]
    if question["kind"] == "compute":
        others = text.beside(lines[0], rng) if rng.random() < BESIDE else []
        yield formula_prompt(asked, _in_order(text, lines, others)), question["formula"], "formula"
        if rng.random() < MISSING and (near := text.beside(lines[0], rng)):
            yield formula_prompt(asked, _in_order(text, [], near)), NONE, "formula missing"
    elif question["kind"] in ("lookup", "table") and numbers(asked) and lines and rng.random() < LOOKED_UP:
        others = text.beside(lines[0], rng) if rng.random() < BESIDE else []
        yield formula_prompt(asked, _in_order(text, lines, others)), NONE, "no formula"


def _in_order(text: Text, lines: Sequence[str], others: Sequence[str]) -> list[str]:
    """As the document has them."""
    every = dict.fromkeys((*lines, *others))
    ordered = sorted(every, key=lambda line: at if (at := text.at(line)) is not None else len(text.lines))
    return list(dict.fromkeys(map(text.said, ordered)))


def make(lesson: str, folder: Path, hard: Path, lists: Path, rng: random.Random) -> list[Written]:
    """What one lesson teaches, of all documents."""
    made = list[Written]()
    questions, further = of_folder(hard), of_folder(lists)
    text = Text({"text": "Nothing"})
    for path in sorted(folder.glob("*.jsonl")):
        for document in map(json.loads, path.read_text("utf-8").splitlines()):
            text, other = Text(document), text
            written = list[tuple[Prompt, str, str]]()
            if lesson == "hard":
                for question in questions[path.name, document["name"]]:
                    written += of_hard(question, text, other, rng)
            elif lesson == "sums":
                for question in (
                    *questions[path.name, document["name"]],
                    *further[path.name, document["name"]],
                ):
                    written += of_sums(question, text, rng)
            else:
                for question in document["questions"]:
                    written += of_question_written(question, text, rng)
                    written += of_choice(question, text, other, rng, CHOICES.get(question["kind"], 0.0))
                written += of_tables(text, rng)
            made += [Written(*each, is_held_out(document["text"])) for each in written]
    return made


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("folder", "model", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--measured", type=Path, required=True)
    parser.add_argument("--lesson", choices=LESSONS, default=LESSONS[0])
    parser.add_argument("--hard", type=Path, default=Path("hard"))
    parser.add_argument("--lists", type=Path, default=Path("lists"))
    parser.add_argument("--share", type=float, default=0.12)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    left_out = measured(chosen.measured)
    tokenize, formatter = prompts.vocabulary(chosen.model)
    counts: dict[tuple[str, bool], list[int]] = defaultdict(lambda: [0, 0])
    rows = list[str]()
    rng = random.Random(chosen.seed)
    *before, lesson = LESSONS[: LESSONS.index(chosen.lesson) + 1]
    made = [each for one in before for each in make(one, chosen.folder, chosen.hard, chosen.lists, rng)]
    made = [each for each in made if rng.random() < chosen.share]
    made += make(lesson, chosen.folder, chosen.hard, chosen.lists, rng)
    for each in made:
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
