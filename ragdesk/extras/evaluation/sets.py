"""Question sets as they lie on disk: a folder with documents and `questions*.jsonl`, or a BEIR folder (corpus, queries, qrels).

Each questions file is a set of its own over the same documents: they are measured, and shown, apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ragdesk.domain.errors import UsageError
from ragdesk.extras.evaluation.questions import Question, Spot, read_lines, read_question

PASSAGES = "passages.jsonl"


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions over documents.

    Attributes:
        shelf: names the documents; sets of the same documents share it.
        documents: files and folders to take in. corpus: a BEIR corpus instead, one JSON object a line.
        passages: the texts by which a document (its file name) is divided, where the set divides it.
        absent: each question is asked of all documents but those in which its gold stands: to refuse is right.
    """

    name: str
    shelf: str
    questions: tuple[Question, ...]
    documents: tuple[Path, ...] = ()
    corpus: Path | None = None
    passages: Mapping[str, Sequence[str]] = field(default_factory=dict)
    absent: bool = False


def find_sets(folder: Path, limit: int = 0) -> list[QuestionSet]:
    """The sets in a folder and below it. With `limit`, that many questions of each, spread evenly over the file.

    A BEIR corpus is large: below the folder it counts only with `limit`; name its own folder to measure all of it.

    Raises:
        UsageError: there is no such folder, no set in it, or a file of it cannot be read.
    """
    if not folder.is_dir():
        raise UsageError(
            "There is no folder {folder}.",
            "Give a folder with documents and questions*.jsonl.",
            folder=folder,
        )
    sets: list[QuestionSet] = []
    for place in sorted([folder, *(p for p in folder.rglob("*") if p.is_dir())]):
        sets += _read_folder(place, place == folder or limit > 0)
    if not sets:
        raise UsageError(
            "There are no questions in {folder}.",
            "A set is a folder with questions*.jsonl and its documents in docs/ (or *.md beside).",
            folder=folder,
        )
    named = _unique(sets)
    return [_limited(question_set, limit) for question_set in named] if limit else named


def made_absent(question_set: QuestionSet) -> QuestionSet:
    """The set's answerable questions, to be asked as if the documents with their answers were not there."""
    questions = tuple(
        replace(question, answerable=False, answers=(), history=())
        for question in question_set.questions
        if question.answerable and question.gold and not question.history
    )
    return replace(question_set, name=f"{question_set.name} absent", questions=questions, absent=True)


def _read_folder(folder: Path, large: bool) -> list[QuestionSet]:
    if (folder / "corpus.jsonl").is_file() and (folder / "qrels").is_dir():
        from ragdesk.extras.evaluation.beir import read_beir

        return read_beir(folder) if large else []
    files = sorted(folder.glob("questions*.jsonl"))
    if not files:
        return []
    documents = _documents(folder)
    by_id = _passages(folder)
    by_document: dict[str, list[str]] = {}
    for spot in by_id.values():
        by_document.setdefault(spot.document, []).append(spot.text)
    shelf = "/".join(folder.absolute().parts[-2:])
    sets = []
    for file in files:
        questions = tuple(read_question(item, by_id, file) for item in read_lines(file))
        suffix = file.stem.removeprefix("questions").strip("_-")
        sets.append(
            QuestionSet(f"{shelf} {suffix}".strip(), shelf, questions, documents, passages=by_document)
        )
    return sets


def _documents(folder: Path) -> tuple[Path, ...]:
    """`docs/` in the folder, else the Markdown files beside the questions, else `docs/` beside the folder."""
    if (folder / "docs").is_dir():
        return (folder / "docs",)
    beside = tuple(sorted(folder.glob("*.md")))
    if beside or not (folder.parent / "docs").is_dir():
        return beside
    return (folder.parent / "docs",)


def _passages(folder: Path) -> dict[str, Spot]:
    """The passages that gold may name, by id: `passages.jsonl` in the folder or beside it."""
    for place in (folder, folder.parent):
        if (place / PASSAGES).is_file():
            return {
                str(item["id"]): Spot(str(item["doc"]), text=str(item["text"]))
                for item in read_lines(place / PASSAGES)
            }
    return {}


def _unique(sets: list[QuestionSet]) -> list[QuestionSet]:
    names = [question_set.name for question_set in sets]
    clash = sorted({name for name in names if names.count(name) > 1})
    if clash:
        raise UsageError(
            "Two sets are called {name}.",
            "Give their folders different names, or measure them one after the other.",
            name=clash[0],
        )
    return sets


def _limited(question_set: QuestionSet, limit: int) -> QuestionSet:
    count = len(question_set.questions)
    if count <= limit:
        return question_set
    chosen = tuple(question_set.questions[index * count // limit] for index in range(limit))
    return replace(question_set, questions=chosen)
