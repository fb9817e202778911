"""Make the training pairs: `python pairs.py SOURCES OUT.jsonl --measured FOLDER [--seed 7]`.

Each line: {"question", "passage", "answers": true or false, "kind": where it is from}. The negatives are near misses: what a
search by words ranks high in the same document, a question or a sentence with one thing exchanged, a question made to look
answerable, another cell of the same table. What stands in a set that is measured is left out.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from measured import digests, measured
from near import Words
from sources import (
    Asked,
    articles,
    marked_sentences,
    papers,
    policies,
    trick_questions,
    tricks_by_paragraph,
    twins,
)
from sources import untokenised as plain
from tables import table_pairs
from twists import names_in, substitutions, twisted

from ragdesk.answering.units.in_context import in_context

# Sentences of the one set that has no more than its sentences: of one article each, in their order.
SAME_ARTICLE = 60


@dataclass(frozen=True, slots=True)
class Pair:
    question: str
    passage: str
    answers: bool
    kind: str


def from_sentences(folder: Path, table: Mapping[str, Sequence[str]], rng: random.Random) -> Iterator[Pair]:
    """Single sentences with their question, near misses from all of them, and tricks asked of them."""
    asked = list(marked_sentences(folder))
    sentences = list(dict.fromkeys(item.units[0] for item in asked))
    index = Words(sentences)
    by_question = {item.question: item.units[0] for item in asked}
    for item in asked:
        if rng.random() < 0.7:
            yield Pair(item.question, item.units[0], True, "sentence")
        if rng.random() < 0.4:
            others = [at for at, _ in index.near(item.question, 6) if sentences[at] != item.units[0]]
            if others:
                yield Pair(item.question, sentences[rng.choice(others[:4])], False, "near")
        if rng.random() < 0.6:
            for question, sentence, answering in twisted(item.question, item.units[0], table, (), rng):
                yield Pair(question, sentence, answering, "sentence twisted")
    good = (folder / "answers/unansq-train-answerable-questions.txt").read_text("utf-8").splitlines()
    bad = (folder / "answers/unansq-train-unanswerable-questions.txt").read_text("utf-8").splitlines()
    for answerable, made in zip(good, bad, strict=True):
        sentence = by_question.get(plain(answerable.split("\t")[1]))
        if sentence:
            yield Pair(plain(made.split("\t")[1]), sentence, False, "twin")
    for question in trick_questions(folder):
        for at, share in index.near(question, 1):
            if share >= 0.65:
                yield Pair(question, sentences[at], False, "trick")


def from_twins(folder: Path, table: Mapping[str, Sequence[str]], rng: random.Random) -> Iterator[Pair]:
    for good, bad in twins(folder):
        (at,) = good.answering
        yield Pair(good.question, good.units[at], True, "sentence")
        yield Pair(bad.question, good.units[at], False, "twin")
        for question, sentence, answering in twisted(good.question, good.units[at], table, (), rng):
            yield Pair(question, sentence, answering, "sentence twisted")
        if others := [unit for number, unit in enumerate(good.units) if number != at and len(unit) > 20]:
            yield Pair(good.question, rng.choice(others), False, "beside")
        if rng.random() < 0.3:
            whole = " ".join(good.units)
            yield Pair(good.question, whole, True, "passage")
            yield Pair(bad.question, whole, False, "passage twin")


def from_tricks(folder: Path, rng: random.Random) -> Iterator[Pair]:
    """Each with the sentences of its paragraph that look most like an answer."""
    for item in tricks_by_paragraph(folder):
        for at, _ in Words(item.units).near(item.question, 1 + (rng.random() < 0.3)):
            yield Pair(item.question, item.units[at], False, "trick beside")
        if rng.random() < 0.2:
            yield Pair(item.question, " ".join(item.units), False, "passage trick")


def from_passages(
    asked: Sequence[Asked], table: Mapping[str, Sequence[str]], rng: random.Random, name: str
) -> Iterator[Pair]:
    """Questions with marked units: the marked one, the unit beside it that looks nearest, the same with one thing exchanged, and
    the nearest of another document."""
    groups: dict[str, list[Asked]] = defaultdict(list)
    for item in asked:
        groups[item.group].append(item)
    everything = [(unit, item.group) for item in asked[:: max(1, len(asked) // 1500)] for unit in item.units]
    elsewhere = Words([unit for unit, _ in everything])
    names = {
        group: names_in([unit for item in items for unit in item.units]) for group, items in groups.items()
    }
    for item in asked:
        context = item.context if rng.random() < 0.7 else ""
        beside = Words(item.units).near(item.question, 4)
        wrong = [at for at, _ in beside if at not in item.answering]
        for at in list(item.answering)[:1]:
            yield Pair(item.question, in_context(context, item.units[at]), True, name)
            if rng.random() < 0.7:
                made = twisted(item.question, item.units[at], table, names[item.group], rng)
                for question, sentence, answering in made:
                    yield Pair(question, in_context(context, sentence), answering, f"{name} twisted")
        if wrong and (not item.answering or rng.random() < 0.6):
            yield Pair(
                item.question, in_context(context, item.units[rng.choice(wrong[:2])]), False, f"{name} beside"
            )
        if rng.random() < 0.25:
            far = [at for at, _ in elsewhere.near(item.question, 12) if everything[at][1] != item.group]
            if far:
                yield Pair(item.question, everything[far[0]][0], False, f"{name} elsewhere")
        if rng.random() < 0.1 and len(" ".join(item.units)) < 900:
            whole = in_context(context, " ".join(item.units))
            yield Pair(item.question, whole, bool(item.answering), f"{name} passage")


def from_policies(folder: Path, rng: random.Random) -> Iterator[Pair]:
    """One question is put to many passages of a site, and others answer it as well: negatives speak of something else."""
    asked = list(policies(folder))
    groups: dict[str, list[Asked]] = defaultdict(list)
    for item in asked:
        groups[item.group].append(item)
    for item in rng.sample(asked, 2000):
        (at, *_) = item.answering
        yield Pair(item.question, item.units[at], True, "policy")
        others = [other for other in groups[item.group] if other.context != item.context]
        if others:
            other = rng.choice(others)
            yield Pair(item.question, other.units[min(other.answering)], False, "policy elsewhere")


def make(folder: Path, seed: int, left_out: frozenset[str] = frozenset()) -> list[Pair]:
    """All pairs in random order, but those of which a text, or a sentence of one, has its digest in `left_out`."""
    rng = random.Random(seed)
    table = substitutions(folder)
    made = [
        *from_sentences(folder, table, rng),
        *from_twins(folder, table, rng),
        *from_tricks(folder, rng),
        *from_passages(list(articles(folder)), table, rng, "article"),
        *from_passages(list(papers(folder)), table, rng, "paper"),
        *from_policies(folder, rng),
        *table_pairs(rng, 700),
    ]
    kept = (pair for pair in made if left_out.isdisjoint(digests(f"{pair.question}\n{pair.passage}")))
    unique = list({(pair.question, pair.passage): pair for pair in kept}.values())
    rng.shuffle(unique)
    return unique


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--measured", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    pairs = make(chosen.sources, chosen.seed, measured(chosen.measured))
    chosen.out.write_text("".join(json.dumps(asdict(pair)) + "\n" for pair in pairs), "utf-8")
    counts: dict[tuple[str, bool], int] = defaultdict(int)
    for pair in pairs:
        counts[pair.kind, pair.answers] += 1
    for (kind, answering), count in sorted(counts.items()):
        print(f"{kind:24} {answering!s:6} {count:7,}")
    print(f"{len(pairs):,} pairs, {sum(pair.answers for pair in pairs):,} of them answer")
