"""Sets of columns: the templates that come with RAGDesk, and files that a person writes (TOML, or JSONL with a column a line)."""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.domain.tables import COLUMN_KINDS, ColumnDraft

_FOLDER = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class TableTemplate:
    """Columns to begin with. `id` is how it is named on the command line."""

    id: str
    name: str
    about: str
    columns: tuple[ColumnDraft, ...]


@cache
def templates() -> tuple[TableTemplate, ...]:
    """Those that come with RAGDesk, by id."""
    return tuple(_template(path) for path in sorted(_FOLDER.glob("*.toml")))


def template(template_id: str) -> TableTemplate:
    """Raises:
    UnknownIdError: there is none.
    """
    found = next((each for each in templates() if each.id == template_id), None)
    if found is None:
        raise UnknownIdError(
            "There is no template “{name}”.",
            "Choose one of {names}.",
            name=template_id,
            names=", ".join(each.id for each in templates()),
        )
    return found


def columns_of(path: Path) -> tuple[ColumnDraft, ...]:
    """The columns that a file names: a TOML file with [[column]] tables, or JSON objects, one a line.

    Raises:
        UsageError: it cannot be read, or a column has no question or an unknown kind.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        if path.suffix.casefold() == ".toml":
            rows = tomllib.loads(text).get("column", [])
        else:
            rows = [json.loads(line) for line in text.splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise UsageError(
            "{file} cannot be read: {why}.",
            "Write a TOML file with [[column]] tables, or one JSON object a line.",
            file=path,
            why=error,
        ) from error
    return _columns(rows, path.name)


def _template(path: Path) -> TableTemplate:
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    return TableTemplate(path.stem, written["name"], written["about"], _columns(written["column"], path.name))


def _columns(rows: object, name: str) -> tuple[ColumnDraft, ...]:
    columns = tuple(_column(row, name) for row in rows) if isinstance(rows, Iterable) else ()
    if not columns:
        raise UsageError("{file} names no column.", "Write at least one question.", file=name)
    return columns


def _column(row: Any, name: str) -> ColumnDraft:
    given: Mapping[str, Any] = row if isinstance(row, Mapping) else {}
    question, kind = given.get("question", ""), given.get("kind", "text")
    choices, look_for = given.get("choices", ()), given.get("look_for", ())
    listed = all(
        isinstance(texts, list | tuple) and all(isinstance(each, str) for each in texts)
        for texts in (choices, look_for)
    )
    if not isinstance(question, str) or not question.strip() or kind not in COLUMN_KINDS or not listed:
        raise UsageError(
            "A column of {file} has no question, or a kind that there is not.",
            "Give each a question, and one of the kinds {kinds}.",
            file=name,
            kinds=", ".join(COLUMN_KINDS),
        )
    head = given.get("name", given.get("column", ""))
    return ColumnDraft(question, kind, str(head), tuple(choices), tuple(look_for))
