"""Make readings of stretches: `python stretches.py everyday OUT.jsonl --questions lists [--hard hard] [--seed 7]`.

A stretch of a document around one of the lines that answer, as the app reads it (`answering/judging/stretch.py`), and which of
its lines make up the answer; now and then a stretch in which none does. Asked are questions that several lines answer, lists and
sums, and fewer of those that one line answers.
"""

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from everyday import TOGETHER, is_held_out, label_of, library_of, of_folder

from ragdesk.answering.finding.search import search
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.judging.marking import reading
from ragdesk.answering.judging.stretch import stretch, units_of
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.search import Scope

# Of the questions of each kind that a document has anyhow, of the hard ones, and of those that several lines answer, so many.
OWN = {"list": 0.3, "procedure": 0.2, "compute": 0.3, "compare": 0.1, "lookup": 0.03, "table": 0.03}
HARD = {"lookup": 0.2, "table": 0.12}
LISTS = {"list": 0.65, "compute": 0.4}
# Words of a reading, and how often a question is also put to a stretch without an answer.
ROOMS, NOTHING = (120, 200, 280), 0.2
# More passages than any of these documents has.
EVERY = 40


def of_document(
    questions: Sequence[Mapping[str, Any]], document_id: str, resources: Resources, rng: random.Random
) -> Iterator[dict[str, Any]]:
    """The readings of its questions."""
    if not questions:
        return
    *_, hits = search(
        understand(questions[0]["q"]),
        retriever=resources.retriever,
        embedder=resources.embedder,
        reranker=None,
        top=EVERY,
        scope=Scope(documents=(document_id,)),
    )
    units = units_of(hits, resources.texts)
    for question in questions:
        right, partly = {document_id: question["lines"]}, {document_id: question.get("also", [])}
        labels = [label_of(unit, right, partly) for unit in units]
        yield from _of_question(question, units, labels, rng)


def _of_question(
    question: Mapping[str, Any], units: Sequence[JudgedUnit], labels: Sequence[int], rng: random.Random
) -> Iterator[dict[str, Any]]:
    right = [at for at, label in enumerate(labels) if label == 1]
    starts = [rng.choice(right)] if right else []
    wrong = [at for at, label in enumerate(labels) if label == 0]
    if wrong and rng.random() < NOTHING:
        starts.append(rng.choice(wrong))
    for at in starts:
        first, last = stretch(units, at, rng.choice(ROOMS))
        shown = units[first : last + 1]
        lines_read = reading(question["q"], shown, whole=True).lines
        yield {
            "q": question["q"],
            "kind": "list",
            "way": question.get("form", question["kind"]),
            "whole": True,
            "lines": [(line.text, line.marked) for line in lines_read],
            "labels": labels[first : last + 1],
            "held_out": question["held_out"],
        }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--hard", type=Path, default=Path("hard"))
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    lists, hard = of_folder(chosen.questions), of_folder(chosen.hard)
    with chosen.out.open("w", encoding="utf-8") as out:
        for path in sorted(chosen.folder.glob("*.jsonl")):
            documents = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            for start in range(0, len(documents), TOGETHER):
                together = documents[start : start + TOGETHER]
                with library_of(together) as (resources, ids):
                    for each in together:
                        name, kept = (path.name, each["name"]), {"held_out": is_held_out(each["text"])}
                        drawn = (
                            (each["questions"], OWN),
                            (hard[name], HARD),
                            (lists[name], LISTS),
                        )
                        asked = [
                            question | kept
                            for questions, shares in drawn
                            for question in questions
                            if rng.random() < shares.get(question["kind"], 0.0)
                        ]
                        for row in of_document(asked, ids[each["name"]], resources, rng):
                            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            print(path.stem, flush=True)
