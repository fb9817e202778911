"""Make readings of the project's own documents and questions: `python everyday.py everyday OUT.jsonl [--seed 7]`.

Each file in the folder holds documents of one writer, a line each: {"name", "text", "questions"}; of a question "q", its "kind",
the "lines" that answer it, those that say a part of it ("also"), "other": lines of another document, and "alone": whether it can
be understood without knowing which document is meant. What else stands there is for `written.py`. They were written for this, by
the RAGDesk authors with a language model. `--questions hard` asks those of that folder, too, each with the "file" and the "name"
of its document; `--share` is how many of the documents' own are asked.

The documents are taken in as a person's are, twelve together, and searched; what is found is what the model reads. Each question
is put to the library or to its document, and to a library without it.
"""

import argparse
import json
import random
import tempfile
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ragdesk.answering.finding.search import search
from ragdesk.answering.judging.judged import JudgedUnit, judge
from ragdesk.answering.judging.marking import reading, to_read
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.understand import understand
from ragdesk.app.app import App
from ragdesk.app.resources import resources_of
from ragdesk.domain.search import Query, Scope
from ragdesk.host.paths import open_home

TOGETHER = 12
# One of so many documents is kept for measuring.
KEPT_OUT = 12
# Words of a reading, and those more that what answers may take where the search had not put it among the first.
ROOMS, MORE = (180, 260, 340, 420), 140
# How often a question is put to a library without its document, to its document without the lines that answer, and which share of
# the readings comes of a search by words and vectors alone, which is faster.
ABSENT, CUT, PLAIN = 0.45, 0.25, 0.6
# Passages whose lines are read, after a plain search and after a ranked one.
HITS_PLAIN, HITS = 5, 3
# Shorter texts stand within others by chance.
FEWEST_LETTERS = 12


@contextmanager
def library_of(documents: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Resources, Mapping[str, str]]]:
    """The documents taken in, and the id of each by its name."""
    with tempfile.TemporaryDirectory() as folder:
        files = list[Path]()
        for document in documents:
            files.append(Path(folder) / document["name"])
            files[-1].write_text(document["text"], "utf-8")
        app = App.open(open_home(Path(folder) / "home"))
        try:
            list(app.intake.add(files))
            yield (
                resources_of(app._current.runtime),
                {each.name: each.id for each in app.library.documents.all()},
            )
        finally:
            app.close()


def readings(documents: Sequence[Mapping[str, Any]], rng: random.Random) -> Iterator[dict[str, Any]]:
    """Of one library."""
    with library_of(documents) as (resources, ids):
        for document in documents:
            for question in document["questions"]:
                yield from _of_question(question, document["name"], ids, resources, rng)


def _of_question(
    question: Mapping[str, Any], name: str, ids: Mapping[str, str], resources: Resources, rng: random.Random
) -> Iterator[dict[str, Any]]:
    other = {f"{key}.md": lines for key, lines in question.get("other", {}).items()}
    right = {ids[key]: lines for key, lines in {name: question["lines"], **other}.items() if key in ids}
    partly = {ids[name]: question.get("also", [])}
    query = understand(question["q"], embedder_languages=resources.embedder_languages)
    known, asks_nothing = question["alone"] or bool(other), question["kind"] == "none"
    everywhere = tuple(ids.values()) if known and rng.random() < 0.7 else tuple(right)
    ways = [("there", everywhere)]
    if known and not asks_nothing and not other and rng.random() < ABSENT:
        ways.append(("absent", tuple(each for each in ids.values() if each not in right)))
    elif not known and not asks_nothing and rng.random() < CUT:
        ways.append(("cut", tuple(right)))
    for way, documents in ways:
        units = _found(query, documents, resources, rng)
        labels = {id(unit): 0 if way == "absent" else label_of(unit, right, partly) for unit in units}
        if way == "cut":
            units = [unit for unit in units if labels[id(unit)] == 0]
        room = rng.choice(ROOMS)
        chosen = to_read(units, room)
        if missed := [unit for unit in units if labels[id(unit)] == 1 and unit not in chosen]:
            chosen = to_read([unit for unit in units if unit in chosen or unit in missed], room + MORE)
        if chosen:
            lines = [(line.text, line.marked) for line in reading(query.standalone, chosen).lines]
            yield {
                "q": query.standalone,
                "kind": question["kind"],
                "way": way,
                "lines": lines,
                "labels": [labels[id(unit)] for unit in chosen],
                "held_out": question["held_out"],
            }


def _found(
    query: Query, documents: tuple[str, ...], resources: Resources, rng: random.Random
) -> list[JudgedUnit]:
    plain = rng.random() < PLAIN
    reranker = None if plain else resources.reranker
    *_, hits = search(
        query,
        retriever=resources.retriever,
        embedder=resources.embedder,
        reranker=reranker,
        top=resources.top,
        scope=Scope(documents=documents),
    )
    return judge(query.standalone, hits, resources.texts, reranker, HITS_PLAIN if plain else HITS)


def label_of(
    unit: JudgedUnit, right: Mapping[str, Sequence[str]], partly: Mapping[str, Sequence[str]]
) -> int:
    """1: it answers; -1: it says a part of it, or more than it is right or wrong; 0: neither."""
    document, said = unit.quote.hit.chunk.document_id, _letters(unit.quote.text)
    if any(_same(said, _letters(line)) for line in right.get(document, ())):
        return 1
    return -1 if any(_same(said, _letters(line)) for line in partly.get(document, ())) else 0


def _same(said: str, line: str) -> bool:
    """Whether one of the two is the other, or holds it."""
    shorter, longer = sorted((said, line), key=len)
    long_enough = len(shorter) >= FEWEST_LETTERS or 2 * len(shorter) > len(longer)
    return bool(shorter) and shorter in longer and long_enough


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def is_held_out(text: str) -> bool:
    """Whether a document is kept for measuring, by its title."""
    title = next(line.strip() for line in text.splitlines() if line.strip()).lstrip("# ")
    return zlib.crc32(title.encode()) % KEPT_OUT == 0


def of_folder(folder: Path | None) -> Mapping[tuple[str, str], list[dict[str, Any]]]:
    """The questions of a folder, by the file and the name of their document; none without one."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for path in sorted(folder.glob("*.jsonl")) if folder else ():
        for question in map(json.loads, path.read_text("utf-8").splitlines()):
            found[question["file"], question["name"]].append(question)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--most", type=int, help="documents of each file")
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    others = of_folder(chosen.questions)
    with chosen.out.open("w", encoding="utf-8") as out:
        for path in sorted(chosen.folder.glob("*.jsonl")):
            documents = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            for each in documents:
                own = [q for q in each["questions"] if chosen.share >= 1.0 or rng.random() < chosen.share]
                kept = {"held_out": is_held_out(each["text"])}
                each["questions"] = [question | kept for question in (*own, *others[path.name, each["name"]])]
            documents = documents[: chosen.most]
            for start in range(0, len(documents), TOGETHER):
                together = documents[start : start + TOGETHER]
                made = [json.dumps(row, ensure_ascii=False) + "\n" for row in readings(together, rng)]
                out.writelines(made)
                print(f"{path.stem}: {len(together)} documents, {len(made)} readings", flush=True)
