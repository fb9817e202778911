"""A whole run: the documents of each set into a home of its own, every question searched for and asked, the figures made.

The result is one JSON object; the table, the HTML report and the comparison with an older run are made from it alone.
"""

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ragdesk import __version__
from ragdesk.domain.errors import ModelMissingError, QuestionError, UsageError
from ragdesk.domain.intake import IngestProgress
from ragdesk.domain.search import Scope
from ragdesk.domain.sources import is_part
from ragdesk.extras.evaluation import answers, retrieval, summary
from ragdesk.extras.evaluation.beir import write_corpus
from ragdesk.extras.evaluation.places import Places
from ragdesk.extras.evaluation.ports import MeasuredApp
from ragdesk.extras.evaluation.questions import Question
from ragdesk.extras.evaluation.sets import QuestionSet, find_sets, made_absent
from ragdesk.extras.evaluation.statistics import RESAMPLES, SEED

Json = dict[str, Any]
Show = Callable[[str], None]

# Below the home that is given: a person's own library is never touched, even if it is the one that is named.
FOLDER = "evaluation"


@dataclass(slots=True)
class _Shelf:
    """The documents of a set, taken in."""

    app: MeasuredApp
    names: dict[str, str] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)


def evaluate(
    folder: Path,
    open_app: Callable[[Path], MeasuredApp],
    *,
    home: Path | None = None,
    retrieval_only: bool = False,
    limit: int = 0,
    absent: bool = False,
    against: Path | None = None,
    show: Show = lambda text: None,
) -> Json:
    """Measure every set in a folder.

    Args:
        open_app: opens the app whose home is a folder.
        home: the documents are kept below it for the next run; None: in a temporary folder. Its settings.toml counts.
        limit: questions of each set; 0: all.
        absent: ask the answerable questions of all documents but those with their answers, and see what is refused.
        against: an older run (its JSON) to be compared with.
        show: told what is being done, a line each time.

    Raises:
        UsageError: no sets, or ir-measures is missing. ModelError: a model is missing or died.
    """
    retrieval.check_measures()
    old = read_run(against) if against else None
    if absent and retrieval_only:
        raise UsageError("--absent is about answers.", "Leave out --retrieval-only.")
    sets = find_sets(folder, limit)
    if absent:
        sets = [made_absent(question_set) for question_set in sets]
    figures: Json = {}
    with _homes(home) as root:
        for shelf in dict.fromkeys(question_set.shelf for question_set in sets):
            beside = [question_set for question_set in sets if question_set.shelf == shelf]
            with closing(open_app(_home(root, home, shelf))) as app:
                if not retrieval_only and (problem := app.engines.llm_problem()):
                    raise ModelMissingError(problem, "Or measure retrieval alone, with --retrieval-only.")
                taken = _take_in(app, beside[0], root, show)
                for question_set in beside:
                    figures[question_set.name] = _measure(taken, question_set, retrieval_only, show)
    result: Json = {
        "ragdesk": __version__,
        "created_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "retrieval_only": retrieval_only,
        "limit": limit,
        "absent": absent,
        "bootstrap": {"resamples": RESAMPLES, "seed": SEED, "interval": 0.95},
        "sets": figures,
    }
    return result if old is None else result | {"against": summary.compare(result, old)}


@contextmanager
def _homes(home: Path | None) -> Iterator[Path]:
    if home is not None:
        yield home.expanduser() / FOLDER
        return
    with tempfile.TemporaryDirectory(prefix="ragdesk-eval-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _home(root: Path, named: Path | None, shelf: str) -> Path:
    """The home of one set's documents, with the settings of the home that was given."""
    folder = root / shelf.replace("/", "-")
    folder.mkdir(parents=True, exist_ok=True)
    settings = named / "settings.toml" if named else None
    if settings is not None and settings.is_file():
        shutil.copyfile(settings, folder / "settings.toml")
    return folder


def _take_in(app: MeasuredApp, question_set: QuestionSet, root: Path, show: Show) -> _Shelf:
    """Add the documents; those that are there already, and made by this version, are left as they are."""
    paths: Sequence[Path] = question_set.documents
    if question_set.corpus is not None:
        corpus = root / f"{question_set.shelf.replace('/', '-')}-corpus"
        write_corpus(question_set.corpus, corpus)
        paths = (corpus,)
    shelf = _Shelf(app)

    def progress(step: IngestProgress) -> None:
        show(f"{question_set.shelf}: document {step.done + 1} of {step.total}, {step.stage}")

    for result in app.intake.add(paths, on_progress=progress):
        name = Path(result.path).name
        if result.document_id is None:
            shelf.problems[name] = str(result.problem or "")
        elif not is_part(result.path):
            shelf.names[name] = result.document_id
    for result in app.intake.reprocess(app.intake.outdated(), on_progress=progress):
        if result.document_id is not None and not is_part(result.path):
            shelf.names[Path(result.path).name] = result.document_id
    return shelf


def _measure(shelf: _Shelf, question_set: QuestionSet, retrieval_only: bool, show: Show) -> Json:
    places = Places(shelf.app, shelf.names, question_set.passages)
    together = len(shelf.names) > 1
    rows: list[Json] = []
    ranked: list[retrieval.Rankings] = []
    for number, question in enumerate(question_set.questions, start=1):
        show(f"{question_set.name}: question {number} of {len(question_set.questions)}")
        scored = question.answerable and bool(question.gold)
        ranked.append(retrieval.rank(shelf.app, places, question, together) if scored else {})
        row = _row(question)
        if not retrieval_only:
            row["answer"] = _answer(shelf, places, question, question_set.absent)
        rows.append(row)
    retrieval.score([ranking for rankings in ranked for by in rankings.values() for ranking in by.values()])
    for row, rankings in zip(rows, ranked, strict=True):
        row |= _retrieved(rankings)
    return {
        "documents": len(shelf.names),
        "problems": shelf.problems,
        "n": len(rows),
        "with_gold": sum(1 for rankings in ranked if rankings),
        **summary.summarise(rows),
        "questions": rows,
    }


def _row(question: Question) -> Json:
    return {
        "id": question.id,
        "question": question.text,
        "answerable": question.answerable,
        "categories": [list(pair) for pair in question.categories],
        "answers": [list(parts) for parts in question.answers],
    }


def _retrieved(rankings: retrieval.Rankings) -> Json:
    main = "standalone" if "standalone" in rankings else "question"
    first = rankings[main]["fused"] if rankings else None
    return {
        "gold": first.gold if first else [],
        "outcome": retrieval.outcome(first) if first else "",
        "retrieval": {
            variant: {
                engine: {
                    "rank": ranking.rank,
                    "passage_rank": ranking.passage,
                    "seconds": round(ranking.seconds, 4),
                    "top": ranking.places[: retrieval.FIRST],
                    **{
                        name: value if value is None else round(value, 4)
                        for name, value in ranking.values.items()
                    },
                }
                for engine, ranking in by.items()
            }
            for variant, by in rankings.items()
        },
    }


def _answer(shelf: _Shelf, places: Places, question: Question, absent: bool) -> Json:
    without = {spot.document for spot in question.gold} if absent else set()
    scope = (
        Scope(documents=tuple(key for name, key in shelf.names.items() if name not in without))
        if absent
        else Scope()
    )
    try:
        answer = answers.ask(shelf.app, question, scope)
    except QuestionError as error:
        return {"problem": error.message, "values": {}}
    return {
        "text": answer.text,
        "verdict": answer.verdict,
        "probability": answer.probability,
        "standalone_question": answer.standalone_question,
        "citations": [
            {"document": citation.document, "page": citation.page, "quote": citation.quote}
            for citation in answer.citations
        ],
        "nearest": answer.nearest.citation.quote if answer.nearest else None,
        "values": answers.judge(shelf.app, places, question, answer),
    }


def read_run(file: Path) -> Json:
    """A run that was kept with --json.

    Raises:
        UsageError: it cannot be read, or is not one.
    """
    try:
        old = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(
            "{file} cannot be read: {why}.", "Give what `ragdesk eval --json` printed.", file=file, why=error
        ) from error
    if not isinstance(old, dict) or not isinstance(old.get("sets"), dict):
        raise UsageError(
            "{file} is no run of `ragdesk eval`.", "Give what `ragdesk eval --json` printed.", file=file
        )
    return old
