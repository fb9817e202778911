"""A JSON value as Markdown. Scalars of an object come first, as list items; objects inside it follow under headings, deeper
ones as items with their path. Lists of alike objects become tables."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from ragdesk.domain.documents import section_path
from ragdesk.ingesting.readers.writer import MAX_ROWS, TextWriter, cell_text
from ragdesk.text.clean import clean, one_line

# The first heading's level, and the last's; what lies deeper is written as items with a path.
FIRST_LEVEL = 2
LAST_LEVEL = 5
MAX_COLUMNS = 40
MAX_CELL = 300
# How deep an object in a table's cell may be, and a list that is written in one line.
MAX_NESTED = 3
LINE_LENGTH = 2_000
# Names of a path that are written out, the last ones.
PATH_NAMES = 6
# A table that is filled to less than this share is no table.
FILLED = 0.3
_NAMES = ("title", "name", "id", "key")
NAME_LENGTH = 80


class JsonObject(tuple[tuple[str, Any], ...]):
    """An object as (key, value) pairs in the order of the file, repeated keys and all."""

    __slots__ = ()


Value = Any
# What is still to be written: its path from the last heading, its level if it may have a heading, the value.
_Task = tuple[tuple[str, ...], int, Value]


def write_json(out: TextWriter, value: Value) -> None:
    """Write a value as `json.JSONDecoder` gives it, objects being JsonObject."""
    open_values = [_write(out, (), FIRST_LEVEL, value)]
    while open_values:
        task = next(open_values[-1], None)
        if task is None:
            open_values.pop()
        else:
            open_values.append(_write(out, *task))


def _write(out: TextWriter, path: tuple[str, ...], level: int, value: Value) -> Iterator[_Task]:
    """Write a value, but for what is in it that may be deep: that is handed out in its turn, to be written before the next."""
    line = _line(value)
    if line is not None:
        _item(out, path, line)
        return
    if path and level <= LAST_LEVEL:
        _heading(out, _path(path), level)
        path, level = (), level + 1
    if isinstance(value, JsonObject):
        later: list[_Task] = []
        for key, inner_value in value:
            inner = (*path, key)[-PATH_NAMES - 1 :]
            text = _line(inner_value)
            if text is not None:
                _item(out, inner, text)
            else:
                later.append((inner, level, inner_value))
        yield from later
        return
    rows = _table(value)
    if rows is not None:
        _write_table(out, _path(path), rows)
        return
    for number, inner_value in enumerate(value, 1):
        text = _line(inner_value)
        if text is not None:
            _item(out, path, text)
        elif level <= LAST_LEVEL:
            name = _name(inner_value)
            _heading(out, f"{number}: {name}" if name else f"Entry {number}", level)
            yield (), level + 1, inner_value
        else:
            place = f"{path[-1] if path else ''}[{number}]"
            yield (*path[:-1], place[-NAME_LENGTH:]), level, inner_value


def _line(value: Value, depth: int = 0) -> str | None:
    """What is written in one line: a scalar, a short list of them, or of such lists; None for anything else."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if not value:
        return "(empty)" if depth == 0 else "[]"
    if isinstance(value, JsonObject) or depth > MAX_NESTED:
        return None
    length, pieces = 0, []
    for entry in value:
        text = _line(entry, depth + 1)
        length += len(text or "")
        if text is None or length > LINE_LENGTH or "\n" in text:
            return None
        pieces.append(text)
    return f"[{', '.join(pieces)}]" if depth else ", ".join(pieces)


def _path(path: Sequence[str]) -> str:
    above = [name if len(name) <= NAME_LENGTH else f"{name[:NAME_LENGTH]}…" for name in path[-PATH_NAMES:-1]]
    names = [one_line(name) or "(no name)" for name in (*above, *path[-1:])]
    return ("… " if len(path) > PATH_NAMES else "") + section_path(names)


def _name(value: Value) -> str:
    """What an object calls itself."""
    if not isinstance(value, JsonObject):
        return ""
    texts = {key.lower(): text for key, text in reversed(value) if isinstance(text, str)}
    names = (one_line(texts[name]) for name in _NAMES if name in texts)
    return next((name for name in names if 0 < len(name) <= NAME_LENGTH), "")


def _heading(out: TextWriter, title: str, level: int) -> None:
    out.separate("heading")
    start = out.length
    out.write(f"{'#' * level} {title}")
    out.block("heading", start, level=level, title=title)


def _item(out: TextWriter, path: Sequence[str], text: str) -> None:
    lines = [line.rstrip() for line in clean(text).strip().split("\n")]
    name = _path(path)
    out.separate("list_item")
    start = out.length
    out.write(f"- {name}: " if name else "- ")
    out.write("\n  ".join(line for line in lines if line) or '""')
    out.block("list_item", start)


# ---------------------------------------------------------------- tables


def _table(values: Sequence[Value]) -> tuple[list[str], list[dict[str, str]]] | None:
    """(columns, rows) of a list of alike objects; None where it is not one."""
    if not all(isinstance(value, JsonObject) for value in values):
        return None
    columns: dict[str, None] = {}
    rows: list[dict[str, str]] = []
    for value in values:
        row: dict[str, str] = {}
        for key, text in _cells(value):
            if text is None or len(text) > MAX_CELL or key in row:
                return None
            row[key] = text
        columns.update(dict.fromkeys(row))
        if len(columns) > MAX_COLUMNS:
            return None
        rows.append(row)
    filled = sum(map(len, rows))
    return (list(columns), rows) if filled > FILLED * len(columns) * len(rows) else None


def _cells(value: JsonObject) -> Iterator[tuple[str, str | None]]:
    """An object's values by the path of their keys; None for what does not fit into a cell."""
    waiting: list[tuple[tuple[str, ...], Value]] = [
        ((key,), inner_value) for key, inner_value in reversed(value)
    ]
    while waiting:
        path, inner_value = waiting.pop()
        if isinstance(inner_value, JsonObject) and inner_value and len(path) < MAX_NESTED:
            waiting.extend(((*path, key), inner) for key, inner in reversed(inner_value))
        else:
            text = _line(inner_value)
            yield ".".join(path), None if text is None else cell_text(text)


def _write_table(out: TextWriter, name: str, table: tuple[list[str], list[dict[str, str]]]) -> None:
    """Write the rows with their numbers, 1-based, in tables of up to MAX_ROWS."""
    columns, rows = table
    if name:
        out.separate("paragraph")
        start = out.length
        out.write(f"{name}:")
        out.block("paragraph", start)
    head = "".join(f" {cell_text(column)} |" for column in columns)
    numbered = enumerate(rows, 1)
    while window := list(islice(numbered, MAX_ROWS)):
        out.separate("table")
        start = out.length
        out.write(f"| # |{head}\n{'| --- ' * (len(columns) + 1)}|\n")
        header_end = out.length
        lines = (
            f"| {number} |" + "".join(f" {row.get(column, '')} |" for column in columns)
            for number, row in window
        )
        out.write("\n".join(lines))
        out.block("table", start, header_end=header_end)
