"""Make the judge's readings: `python lines.py SOURCES EVERYDAY.jsonl MODEL.gguf OUT.jsonl --measured FOLDER`.

Each line: {"tokens", "places", "labels", "kind", "held_out"}: what the language model reads, word for word as RAGDesk has it
read, where in it the marks are, and of each line whether it answers (1), not (0), or says a part of it (-1, left out).
EVERYDAY is what `everyday.py` made of the project's own documents and questions; of these, single lines are judged, too, a
right one and the wrong one that comes first. The rest comes of public sets: the sentences of a passage, and those of others
of the same document that share most words with the question.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import prompts
from measured import digests, measured
from near import Words
from sources import Asked, articles, papers, tricks_by_paragraph, twins

from ragdesk.answering.judging.marking import messages_of
from ragdesk.answering.judging.verify import prompt_asking
from ragdesk.domain.calibration import MARKING
from ragdesk.engines.side_context import begun_turn, line_tokens

# Of each set so many questions, and words of a reading.
MOST = {"article": 1300, "paper": 300, "twin": 600, "trick": 200}
ROOMS = (120, 180, 260, 340)


@dataclass(frozen=True, slots=True)
class Read:
    question: str
    lines: tuple[tuple[str, bool], ...]
    labels: tuple[int, ...]
    kind: str
    everyday: bool = False
    held_out: bool = False
    whole: bool = False


def of_passages(asked: Sequence[Asked], most: int, kind: str, rng: random.Random) -> Iterator[Read]:
    """Each question over its passage and those of its document that come nearest, in any order."""
    passages: dict[str, dict[tuple[str, ...], None]] = defaultdict(dict)
    for item in asked:
        passages[item.group][item.units] = None
    indices = {group: Words([" ".join(units) for units in own]) for group, own in passages.items()}
    for item in rng.sample(list(asked), min(most, len(asked))):
        own = list(passages[item.group])
        near = [own[at] for at, _ in indices[item.group].near(item.question, 4) if own[at] != item.units]
        yield from of_units(item, near[:3], kind, rng)


def of_units(item: Asked, others: Sequence[tuple[str, ...]], kind: str, rng: random.Random) -> Iterator[Read]:
    """The question over its own passage and as many others as there is room for, in any order."""
    left = rng.choice(ROOMS) - _words(item.units)
    passages = [item.units]
    for units in others:
        if _words(units) <= left:
            left -= _words(units)
            passages.append(units)
    rng.shuffle(passages)
    lines, labels = list[tuple[str, bool]](), list[int]()
    for units in passages:
        if item.context:
            lines.append((f"# {item.context}", False))
        for at, unit in enumerate(units):
            lines.append((" ".join(unit.split()[: MARKING.line_words]), True))
            labels.append(int(units is item.units and at in item.answering))
    yield Read(item.question, tuple(lines), tuple(labels), kind)


def _words(units: Sequence[str]) -> int:
    return len(" ".join(units).split())


def of_public(folder: Path, rng: random.Random) -> Iterator[Read]:
    yield from of_passages(list(articles(folder)), MOST["article"], "article", rng)
    for item in rng.sample(list(papers(folder)), MOST["paper"]):
        yield from of_units(item, (), "paper", rng)  # its other passages overlap with this one
    for pair in rng.sample(list(twins(folder)), MOST["twin"]):
        for item in pair:
            yield from of_units(item, (), "twin", rng)
    tricks = list(tricks_by_paragraph(folder))
    for item in rng.sample(tricks, min(MOST["trick"], len(tricks))):
        yield from of_units(item, (), "trick", rng)


def of_everyday(path: Path) -> Iterator[Read]:
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        lines = tuple((text, marked) for text, marked in row["lines"])
        yield Read(
            row["q"],
            lines,
            tuple(row["labels"]),
            f"{row['kind']} {row['way']}",
            True,
            row["held_out"],
            row.get("whole", False),
        )


def single(read: Read) -> Iterator[tuple[str, bool]]:
    """The first line of a reading that answers, and the first that does not, each below its title."""
    title, shown = "", list[str]()
    for text, marked in read.lines:
        if marked:
            shown.append(f"{title}: {text}" if title else text)
        elif text.startswith("# "):
            title = text[2:]
    for label in (1, 0):
        if label in read.labels:
            yield shown[read.labels.index(label)], bool(label)


def make(chosen: argparse.Namespace) -> list[dict[str, object]]:
    rng = random.Random(chosen.seed)
    left_out = measured(chosen.measured)
    public = [
        read
        for read in of_public(chosen.sources, rng)
        if chosen.public >= 1.0 or rng.random() < chosen.public
    ]
    made = [*of_everyday(chosen.everyday), *public]
    rng.shuffle(made)
    tokens_of, tokens_of_prompt = tokeniser(chosen.model), prompts.tokeniser(chosen.model)
    rows = list[dict[str, object]]()
    for read in made:
        if any(
            not left_out.isdisjoint(digests(text)) for text in (read.question, *(t for t, _ in read.lines))
        ):
            continue
        tokens, places = tokens_of(read)
        kept = {"kind": read.kind, "held_out": read.held_out}
        rows.append({"tokens": tokens, "places": places, "labels": read.labels, **kept})
        for text, answers in (
            single(read)
            if read.everyday and not read.whole and (chosen.single >= 1.0 or rng.random() < chosen.single)
            else ()
        ):
            asked = prompt_asking(read.question, text, whether=read.kind.startswith("yesno"))
            told = tokens_of_prompt(asked)
            kept = {"kind": "single line", "held_out": read.held_out}
            rows.append({"tokens": told, "places": [len(told) - 1], "labels": (int(answers),), **kept})
    return rows


def tokeniser(model: Path) -> Callable[[Read], tuple[list[int], list[int]]]:
    """What turns a reading into the model's tokens and the places of the marks, as the app does."""
    tokenize, formatter = prompts.vocabulary(model)

    def tokens(read: Read) -> tuple[list[int], list[int]]:
        asked = messages_of(read.question, whole=read.whole)
        messages = [{"role": role, "content": content} for role, content in asked]
        return line_tokens(tokenize, begun_turn(formatter, messages), read.lines)

    return tokens


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("sources", "everyday", "model", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--measured", type=Path, required=True)
    parser.add_argument("--public", type=float, default=1.0, help="share of the public readings")
    parser.add_argument(
        "--single", type=float, default=1.0, help="share of which single lines are judged, too"
    )
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    rows = make(chosen)
    chosen.out.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in rows:
        labels = row["labels"]
        assert isinstance(labels, tuple)
        for at, count in enumerate((1, len(labels), labels.count(1))):
            counts[str(row["kind"])][at] += count
    for kind, (readings, lines, right) in sorted(counts.items()):
        print(f"{kind:24} {readings:7,} readings {lines:8,} lines {right:7,} answer")
    total = sum(len(row["tokens"]) for row in rows)  # type: ignore[arg-type]
    print(f"{len(rows):,} readings, {total:,} tokens")
