"""Question sets as they lie on disk: a folder with documents and `questions*.jsonl`, or a BEIR folder (corpus, queries, qrels).

Each questions file is a set of its own over the same documents: they are measured, and shown, apart.
"""

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ragdesk.errors import UsageError
from ragdesk.types import Turn

Json = dict[str, Any]

# Fields of a question by which figures are broken down, where a set has them.
CATEGORIES = (
    "answerable", "answerability", "kind", "lang", "collection", "source", "question_type", "question_reasoning",
    "doc_type", "evidence_source", "evidence_sources", "answer_format", "answer_form", "text_only", "core",
)  # fmt: skip
PASSAGES = "passages.jsonl"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where the answer stands: in the file `document`, on the physical page `page` (1-based), or where `text` (or the
    paragraph number `para`, 0-based, headings not counted) is; the whole document where none is given."""

    document: str
    page: int | None = None
    text: str = ""
    para: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One question.

    Attributes:
        answers: right answers, any of which will do; the parts of one must all be there (a list has several).
        human: the question rewritten by a person so that it stands alone, "" where there is none.
        categories: (field, value) pairs; a field may stand more than once.
    """

    id: str
    text: str
    answers: tuple[tuple[str, ...], ...] = ()
    gold: tuple[Spot, ...] = ()
    answerable: bool = True
    history: tuple[Turn, ...] = ()
    human: str = ""
    categories: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions over documents.

    Attributes:
        shelf: names the documents; sets of the same documents share it.
        documents: files and folders to take in. corpus: a BEIR corpus instead, one JSON object a line.
        passages: the texts by which a document (its file name) is divided, where the set divides it.
    """

    name: str
    shelf: str
    questions: tuple[Question, ...]
    documents: tuple[Path, ...] = ()
    corpus: Path | None = None
    passages: Mapping[str, Sequence[str]] = field(default_factory=dict)


def find_sets(folder: Path, limit: int = 0) -> list[QuestionSet]:
    """The sets in a folder and below it. With `limit`, that many questions of each, spread evenly over the file.

    A BEIR corpus is large: below the folder it counts only with `limit`; name its own folder to measure all of it.

    Raises:
        UsageError: there is no such folder, no set in it, or a file of it cannot be read.
    """
    if not folder.is_dir():
        raise UsageError(
            f"There is no folder {folder}.", "Give a folder with documents and questions*.jsonl."
        )
    found: list[QuestionSet] = []
    for place in sorted([folder, *(p for p in folder.rglob("*") if p.is_dir())]):
        found += _read_folder(place, place == folder or limit > 0)
    if not found:
        raise UsageError(
            f"There are no questions in {folder}.",
            "A set is a folder with questions*.jsonl and its documents in docs/ (or *.md beside).",
        )
    named = _unique(found)
    return [_limited(one, limit) for one in named] if limit else named


def _read_folder(folder: Path, large: bool) -> list[QuestionSet]:
    if (folder / "corpus.jsonl").is_file() and (folder / "qrels").is_dir():
        from ragdesk.evaluation.beir import read_beir

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
        questions = tuple(_question(item, by_id, file) for item in read_lines(file))
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


def read_lines(file: Path) -> Iterator[Json]:
    """The JSON objects of a file, one a line.

    Raises:
        UsageError: the file cannot be read, or a line of it is no object.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{file} cannot be read: {error}.", "It must be UTF-8, one JSON object a line."
        ) from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
        except ValueError as error:
            raise UsageError(
                f"Line {number} of {file} is no JSON.", "Write one object on each line."
            ) from error
        if not isinstance(item, dict):
            raise UsageError(f"Line {number} of {file} is no object.", "Write one object on each line.")
        yield item


def _question(item: Json, passages: Mapping[str, Spot], file: Path) -> Question:
    try:
        return Question(
            id=str(item["id"]),
            text=str(item["question"]),
            answers=_answers(item),
            gold=_gold(item, passages),
            answerable=_answerable(item),
            history=tuple(
                Turn(one["role"], str(one.get("text") or one.get("content")))
                for one in _list(item, "history")
            ),
            human=str(item.get("standalone") or ""),
            categories=_categories(item),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(
            f"{file} holds something that is not a question ({error}).",
            'Each needs at least "id" and "question".',
        ) from error


def _list(item: Json, name: str) -> list[Any]:
    value = item.get(name)
    return value if isinstance(value, list) else [] if value is None else [value]


def _answers(item: Json) -> tuple[tuple[str, ...], ...]:
    """`answers` are alternatives; `answer` is one, written as a Python list where it has parts (MMLongBench-Doc does so)."""
    found = [(str(one),) for one in _list(item, "answers") if one]
    single = item.get("answer")
    if isinstance(single, str) and single and not found:
        parts = ()
        if single.lstrip().startswith("["):
            try:
                parts = tuple(str(part) for part in ast.literal_eval(single.strip()))
            except (ValueError, SyntaxError, TypeError):
                parts = ()
        found = [parts or (single,)]
    return tuple(found)


def _gold(item: Json, passages: Mapping[str, Spot]) -> tuple[Spot, ...]:
    """The finest place that the question names."""
    named = [str(one) for one in _list(item, "gold_passages")]
    if named:
        return tuple(passages.get(one, Spot(one)) for one in named)
    document = str(item.get("doc") or "")
    if not document:
        return ()
    if item.get("pages") is not None:
        return tuple(Spot(document, page=int(one)) for one in _list(item, "pages"))
    para = item.get("para")
    text = str(item.get("evidence_text") or "")
    return (Spot(document, text=text, para=None if para is None else int(para)),)


def _answerable(item: Json) -> bool:
    if isinstance(item.get("answerable"), bool):
        return bool(item["answerable"])
    stated = {str(one).upper() for one in _list(item, "answerability")}
    return not stated or bool(stated & {"ANSWERABLE", "PARTIAL"})


def _categories(item: Json) -> tuple[tuple[str, str], ...]:
    found = [
        (name, value) for name in CATEGORIES for value in _list(item, name) if value not in (None, "", "n/a")
    ]
    return tuple(
        (name, str(value).lower() if isinstance(value, bool) else str(value)) for name, value in found
    )


def _unique(sets: list[QuestionSet]) -> list[QuestionSet]:
    names = [one.name for one in sets]
    clash = sorted({name for name in names if names.count(name) > 1})
    if clash:
        raise UsageError(
            f"Two sets are called {clash[0]}.",
            "Give their folders different names, or measure them one after the other.",
        )
    return sets


def _limited(one: QuestionSet, limit: int) -> QuestionSet:
    from dataclasses import replace

    count = len(one.questions)
    if count <= limit:
        return one
    chosen = tuple(one.questions[index * count // limit] for index in range(limit))
    return replace(one, questions=chosen)
