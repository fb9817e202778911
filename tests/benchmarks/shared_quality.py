"""Are passages found as well in a shared library as in one's own? The documents of question sets, and their vectors, are
published as they are in a home, and each question is asked of both, without the reranker.

    python tests/benchmarks/shared_quality.py DIR HOME [--limit N]      (needs the extras `bulk` and `eval`)

DIR holds sets as `ragdesk eval` takes them; their documents are kept below HOME. Prints nDCG@10 by engine.
"""

import argparse
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ragdesk.app.app import App
from ragdesk.bulk.tables import SharedTables
from ragdesk.domain.documents import Parsed
from ragdesk.domain.intake import NewDocument, SourceInfo
from ragdesk.extras.evaluation.beir import write_corpus
from ragdesk.extras.evaluation.places import Places
from ragdesk.extras.evaluation.retrieval import DEPTH, ENGINES, Ranking, order, score
from ragdesk.extras.evaluation.sets import QuestionSet, find_sets
from ragdesk.host.paths import open_home
from ragdesk.ingesting.readers.version import INGEST_VERSION
from ragdesk.storage.library import Library
from ragdesk.storage.shared.tables import Origin, Publication, rows_of

MEASURE = "nDCG@10"


def taken_in(app: App, question_set: QuestionSet, folder: Path) -> dict[str, str]:
    """The ids of the set's documents, by their files' names."""
    paths = list(question_set.documents)
    if question_set.corpus is not None:
        write_corpus(question_set.corpus, folder / "corpus")
        paths = [folder / "corpus"]
    results = app.intake.add(paths)
    return {Path(each.path).name: each.document_id for each in results if each.document_id is not None}


def documents(library: Library) -> Iterator[NewDocument]:
    for document in library.documents.all():
        chunks, vectors = library.chunks.of_document(document.id), library.vectors_by_text(document.id)
        yield NewDocument(
            document=document,
            sha256=library.sha256(document.id),
            parsed=Parsed(
                document.title,
                library.text(document.id),
                (),
                tuple(library.pages(document.id)),
                document.kind,
                False,
            ),
            chunks=tuple(chunks),
            vectors=np.stack([vectors[chunk.embedding_text] for chunk in chunks]),
            original=library.original(document.id),
            file=SourceInfo(f"/published/{document.name}", document.bytes, 1),
        )


def publish(app: App, folder: Path) -> None:
    embedder, tables = app.engines.embedder(), SharedTables(str(folder), {})
    tables.settle(None, embedder.dimensions)
    languages = set[str]()
    for new in documents(app.library):
        languages.add(new.document.language)
        for name, rows in rows_of(new, Origin("run", new.file.path)).items():
            tables.write(name, rows)
    tables.tidy(everything=True)
    published = Publication(
        tables.versions(), embedder.fingerprint, embedder.dimensions, INGEST_VERSION, tuple(sorted(languages))
    )
    tables.publish(None, published)


def compare(question_set: QuestionSet, folder: Path) -> None:
    own = App.open(open_home(folder / "home"))
    names = taken_in(own, question_set, folder)
    with tempfile.TemporaryDirectory() as name:
        publish(own, Path(name) / "library")
        home = open_home(Path(name) / "desk")
        home.settings.write_text(f'[libraries.department]\nurl = "{Path(name) / "library"}"\n')
        desk = App.open(home)
        places = Places(own, names, question_set.passages)
        asked = [each for each in question_set.questions if each.answerable and each.gold]
        print(f"{question_set.name}: {len(names)} documents, {len(asked)} questions")
        for engine, mode in ENGINES:
            figures = []
            for app in (own, desk):
                rankings = []
                for question in asked:
                    hits = app.passages.search(question.text, top=DEPTH, mode=mode, rerank=False)
                    gold = places.gold(question.gold)
                    ordered, first = order(hits, [places.of_hit(hit, question.gold) for hit in hits], gold)
                    rankings.append(Ranking(ordered, gold, first, 0.0))
                score(rankings)
                figures.append(statistics.fmean(ranking.values[MEASURE] or 0.0 for ranking in rankings))
            print(
                f"  {engine:8} own {figures[0]:.4f}  shared {figures[1]:.4f}  {figures[1] - figures[0]:+.4f}",
                flush=True,
            )
        desk.close()
    own.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("sets", type=Path)
    parser.add_argument("home", type=Path)
    parser.add_argument("--limit", type=int, default=0, help="questions of each set; 0: all")
    options = parser.parse_args()
    for each in find_sets(options.sets, options.limit):
        compare(each, options.home / each.shelf.replace("/", "-"))
