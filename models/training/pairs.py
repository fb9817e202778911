"""Make the training pairs: `python pairs.py SOURCES OUT.jsonl --measured FOLDER [--seed 7]`.

Each line: {"task": "answers" | "bears_out", "first": question or claim, "second": passage, "label": …, "kind": where it is from}.
"answers" has 1 or 0; "bears_out" has entailment, neutral, contradiction or not_entailment. Of both the negatives are near misses:
what a search by words ranks high in the same document, another number or name, a question made to look answerable, another cell of
the same table. What stands in a set that is measured is left out.
"""

import argparse
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from measured import digests, measured
from near import Words
from sources import Asked, articles, claims, marked_sentences, papers, policies, trick_questions, twins
from sources import untokenised as plain
from tables import table_pairs

from ragdesk.answering.in_context import in_context

_NUMBER = re.compile(r"\d[\d.,]*")
_NAME = re.compile(r"(?<=[a-z,] )(?:[A-Z][\w'-]+)(?: [A-Z][\w'-]+)*")


@dataclass(frozen=True, slots=True)
class Pair:
    task: str
    first: str
    second: str
    label: int | str
    kind: str


def answers(question: str, passage: str, label: bool, kind: str) -> Pair:
    return Pair("answers", question, passage, int(label), kind)


def from_sentences(folder: Path, rng: random.Random) -> Iterator[Pair]:
    """Single sentences with their question, near misses from all of them, and tricks asked of them."""
    asked = list(marked_sentences(folder))
    sentences = list(dict.fromkeys(item.units[0] for item in asked))
    index = Words(sentences)
    by_question = {item.question: item.units[0] for item in asked}
    for item in asked:
        yield answers(item.question, item.units[0], True, "sentence")
        others = [at for at, _ in index.near(item.question, 6) if sentences[at] != item.units[0]]
        if others:
            yield answers(item.question, sentences[rng.choice(others[:4])], False, "near")
    good = (folder / "answers/unansq-train-answerable-questions.txt").read_text("utf-8").splitlines()
    bad = (folder / "answers/unansq-train-unanswerable-questions.txt").read_text("utf-8").splitlines()
    for answerable, made in zip(good, bad, strict=True):
        sentence = by_question.get(plain(answerable.split("\t")[1]))
        if sentence:
            yield answers(plain(made.split("\t")[1]), sentence, False, "twin")
    for question in trick_questions(folder):
        for at, share in index.near(question, 1):
            if share >= 0.65:
                yield answers(question, sentences[at], False, "trick")


def from_twins(folder: Path, rng: random.Random) -> Iterator[Pair]:
    for good, bad in twins(folder):
        (at,) = good.answering
        yield answers(good.question, good.units[at], True, "sentence")
        yield answers(bad.question, good.units[at], False, "twin")
        if others := [unit for number, unit in enumerate(good.units) if number != at and len(unit) > 20]:
            yield answers(good.question, rng.choice(others), False, "beside")
        if rng.random() < 0.4:
            whole = " ".join(good.units)
            yield answers(good.question, whole, True, "passage")
            yield answers(bad.question, whole, False, "passage twin")


def from_passages(asked: Sequence[Asked], rng: random.Random, name: str) -> Iterator[Pair]:
    """Questions with marked units: the marked one, the unit beside it that looks nearest, the same with a number or a name
    exchanged, and the nearest of another document."""
    groups: dict[str, list[Asked]] = defaultdict(list)
    for item in asked:
        groups[item.group].append(item)
    everything = [(unit, item.group) for item in asked[:: max(1, len(asked) // 1500)] for unit in item.units]
    elsewhere = Words([unit for unit, _ in everything])
    names = {group: _names(items) for group, items in groups.items()}
    for item in asked:
        context = item.context if rng.random() < 0.7 else ""
        beside = Words(item.units).near(item.question, 4)
        wrong = [at for at, _ in beside if at not in item.answering]
        for at in list(item.answering)[:1]:
            yield answers(item.question, in_context(context, item.units[at]), True, name)
            for swapped in _swapped(item.question, names[item.group], rng):
                if rng.random() < 0.5:
                    yield answers(swapped, in_context(context, item.units[at]), False, f"{name} swapped")
        if wrong:
            yield answers(
                item.question, in_context(context, item.units[rng.choice(wrong[:2])]), False, f"{name} beside"
            )
        if rng.random() < 0.35:
            far = [at for at, _ in elsewhere.near(item.question, 12) if everything[at][1] != item.group]
            if far:
                yield answers(item.question, everything[far[0]][0], False, f"{name} elsewhere")
        if rng.random() < 0.2 and len(" ".join(item.units)) < 900:
            whole = in_context(context, " ".join(item.units))
            yield answers(item.question, whole, bool(item.answering), f"{name} passage")


def from_policies(folder: Path, rng: random.Random) -> Iterator[Pair]:
    """One question is put to many passages of a site, and others answer it as well: negatives speak of something else."""
    asked = list(policies(folder))
    groups: dict[str, list[Asked]] = defaultdict(list)
    for item in asked:
        groups[item.group].append(item)
    for item in rng.sample(asked, 3500):
        (at, *_) = item.answering
        yield answers(item.question, item.units[at], True, "policy")
        others = [other for other in groups[item.group] if other.context != item.context]
        if others:
            other = rng.choice(others)
            yield answers(item.question, other.units[min(other.answering)], False, "policy elsewhere")


def short_answers(asked: Sequence[Asked], rng: random.Random) -> Iterator[Pair]:
    """A claim may be a bare answer: it means something only with its question before it."""
    by_group: dict[str, list[str]] = defaultdict(list)
    for item in asked:
        if item.answer:
            by_group[item.group].append(item.answer)
    for item in asked:
        if not item.answer or len(item.answer) > 60:
            continue
        unit = item.units[min(item.answering)]
        yield Pair("bears_out", f"{item.question} {item.answer}", unit, "entailment", "short")
        numeric = bool(_NUMBER.search(item.answer))
        alike = [
            text
            for text in by_group[item.group]
            if bool(_NUMBER.search(text)) == numeric
            and text.lower() not in item.answer.lower()
            and item.answer.lower() not in text.lower()
        ]
        inside = [text for text in alike if text in unit]
        if alike:
            wrong = rng.choice(inside or alike)
            yield Pair("bears_out", f"{item.question} {wrong}", unit, "not_entailment", "short wrong")


def from_claims(folder: Path, rng: random.Random, most: int) -> Iterator[Pair]:
    found = [claim for claim in claims(folder) if len(claim.evidence) < 600]
    for claim in rng.sample(found, most):
        yield Pair("bears_out", claim.claim, claim.evidence, claim.label, "claim")


def _names(items: Sequence[Asked]) -> list[str]:
    return sorted({match for item in items for unit in item.units for match in _NAME.findall(unit)})


def _swapped(question: str, names: Sequence[str], rng: random.Random) -> Iterator[str]:
    """The question with another number, and with another name of the same document."""
    if match := _NUMBER.search(question):
        number = match[0].rstrip(".,")
        other = (
            str(int(number) + rng.choice((-7, -3, -1, 1, 2, 5)))
            if number.isdigit()
            else f"{rng.randint(2, 99)}"
        )
        yield question.replace(number, other)
    if (match := _NAME.search(question)) and len(names) > 1:
        other = rng.choice(names)
        if other not in match[0] and match[0] not in other:
            yield question.replace(match[0], other)


def make(folder: Path, seed: int, left_out: frozenset[str] = frozenset()) -> list[Pair]:
    """All pairs in random order, but those of which a text, or a sentence of one, has its digest in `left_out`."""
    rng = random.Random(seed)
    squad, covid = list(articles(folder)), list(papers(folder))
    made = [
        *from_sentences(folder, rng),
        *from_twins(folder, rng),
        *from_passages(squad, rng, "article"),
        *from_passages(covid, rng, "paper"),
        *from_policies(folder, rng),
        *table_pairs(rng, 1200),
        *short_answers(squad, rng),
        *from_claims(folder, rng, 15_000),
    ]
    kept = (pair for pair in made if left_out.isdisjoint(digests(f"{pair.first}\n{pair.second}")))
    unique = list({(pair.task, pair.first, pair.second): pair for pair in kept}.values())
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
    counts: dict[tuple[str, int | str], int] = defaultdict(int)
    for pair in pairs:
        counts[pair.kind, pair.label] += 1
    for (kind, label), count in sorted(counts.items(), key=str):
        print(f"{kind:24} {label!s:16} {count:7,}")
    print(f"{len(pairs):,} pairs")
