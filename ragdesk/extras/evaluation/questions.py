"""Questions with their right answers and the places where these stand, as a line of a questions file states them."""

import ast
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragdesk.domain.conversations import Turn
from ragdesk.domain.errors import UsageError

Json = dict[str, Any]

# Fields of a question by which figures are broken down, where a set has them.
CATEGORIES = (
    "answerable", "answerability", "kind", "lang", "collection", "source", "question_type", "question_reasoning",
    "doc_type", "evidence_source", "evidence_sources", "answer_format", "answer_form", "text_only", "core",
)  # fmt: skip


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


def read_lines(file: Path) -> Iterator[Json]:
    """The JSON objects of a file, one a line.

    Raises:
        UsageError: the file cannot be read, or a line of it is no object.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            "{file} cannot be read: {why}.", "It must be UTF-8, one JSON object a line.", file=file, why=error
        ) from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
        except ValueError as error:
            raise UsageError(
                "Line {number} of {file} is no JSON.",
                "Write one object on each line.",
                number=number,
                file=file,
            ) from error
        if not isinstance(item, dict):
            raise UsageError(
                "Line {number} of {file} is no object.",
                "Write one object on each line.",
                number=number,
                file=file,
            )
        yield item


def read_question(item: Json, passages: Mapping[str, Spot], file: Path) -> Question:
    """A question as a line of `file` states it; `passages` are those that gold may name, by id.

    Raises:
        UsageError: it is none.
    """
    try:
        return Question(
            id=str(item["id"]),
            text=str(item["question"]),
            answers=_answers(item),
            gold=_gold(item, passages),
            answerable=_answerable(item),
            history=tuple(
                Turn(turn["role"], str(turn.get("text") or turn.get("content")))
                for turn in _list(item, "history")
            ),
            human=str(item.get("standalone") or ""),
            categories=_categories(item),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(
            "{file} holds something that is not a question ({why}).",
            'Each needs at least "id" and "question".',
            file=file,
            why=error,
        ) from error


def _list(item: Json, name: str) -> list[Any]:
    value = item.get(name)
    return value if isinstance(value, list) else [] if value is None else [value]


def _answers(item: Json) -> tuple[tuple[str, ...], ...]:
    """`answers` are alternatives; `answer` is one, written as a Python list where it has parts (MMLongBench-Doc does so)."""
    answers: list[tuple[str, ...]] = [(str(answer),) for answer in _list(item, "answers") if answer]
    single = item.get("answer")
    if isinstance(single, str) and single and not answers:
        parts: tuple[str, ...] = ()
        if single.lstrip().startswith("["):
            try:
                parts = tuple(str(part) for part in ast.literal_eval(single.strip()))
            except (ValueError, SyntaxError, TypeError):
                parts = ()
        answers = [parts or (single,)]
    return tuple(answers)


def _gold(item: Json, passages: Mapping[str, Spot]) -> tuple[Spot, ...]:
    """The finest place that the question names."""
    named = [str(name) for name in _list(item, "gold_passages")]
    if named:
        return tuple(passages.get(name, Spot(name)) for name in named)
    document = str(item.get("doc") or "")
    if not document:
        return ()
    if item.get("pages") is not None:
        return tuple(Spot(document, page=int(page)) for page in _list(item, "pages"))
    para = item.get("para")
    text = str(item.get("evidence_text") or "")
    return (Spot(document, text=text, para=None if para is None else int(para)),)


def _answerable(item: Json) -> bool:
    if isinstance(item.get("answerable"), bool):
        return bool(item["answerable"])
    stated = {str(value).upper() for value in _list(item, "answerability")}
    return not stated or bool(stated & {"ANSWERABLE", "PARTIAL"})


def _categories(item: Json) -> tuple[tuple[str, str], ...]:
    stated = [
        (name, value) for name in CATEGORIES for value in _list(item, name) if value not in (None, "", "n/a")
    ]
    return tuple(
        (name, str(value).lower() if isinstance(value, bool) else str(value)) for name, value in stated
    )
