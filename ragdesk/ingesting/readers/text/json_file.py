"""JSON (.json, .geojson) and JSON Lines (.jsonl, .ndjson) → `Parsed`: objects as headings and "key: value" items, lists of alike
objects as tables. Numbers stay as they are written; nothing here recurses, however deep the file is."""

import json
from collections.abc import Callable, Iterator

from ragdesk.domain.documents import Page, Parsed
from ragdesk.domain.errors import EmptyFileError, UnreadableFileError
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.text.json_text import JsonObject, Value, write_json
from ragdesk.ingesting.readers.text.plain import decode
from ragdesk.ingesting.readers.titles import from_name
from ragdesk.ingesting.readers.writer import TextWriter
from ragdesk.text.clean import clean, one_line

LINES = (".jsonl", ".ndjson")
_TITLES = ("title", "name")
TITLE_LENGTH = 120


class _Literal(str):
    """A number as it is written."""

    __slots__ = ()


def parse_json(source: InputFile) -> Parsed:
    """Raises UnreadableFileError: not text, or not JSON. EmptyFileError: nothing in it."""
    text = _decoded(source.path.read_bytes(), source.name)
    if not text.strip():
        raise EmptyFileError(
            "{file} holds no text.", "Check whether it was saved completely.", file=source.name
        )
    out = TextWriter()
    try:
        value = _read(text, source.name)
    except RecursionError:
        # Deeper than any sense it could make; what it says can still be found.
        value = None
        _source(out, text)
    else:
        write_json(out, value)
    if not out.blocks or value in ([], ()):
        raise EmptyFileError(
            "{file} holds no values.", "Check whether it was saved completely.", file=source.name
        )
    written = out.text
    return Parsed(
        title=_title(value) or from_name(source.name),
        text=written,
        blocks=tuple(out.blocks),
        pages=(Page(1, 0, len(written)),),
        kind="data",
        paged=False,
        title_from="properties" if _title(value) else "name",
    )


def _decoded(data: bytes, name: str) -> str:
    """Not cleaned as other text, which would put line ends into strings."""
    try:
        return data.decode(json.detect_encoding(data))
    except UnicodeDecodeError:
        return decode(data, name)


def _read(text: str, name: str) -> Value:
    """The value; of JSON Lines, whatever the file is called, the list of them.

    Raises:
        UnreadableFileError: with the line and column. RecursionError: too deep.
    """
    decoder = json.JSONDecoder(
        object_pairs_hook=JsonObject,
        parse_float=_Literal,
        parse_int=_Literal,
        parse_constant=_Literal,
        strict=False,
    )
    text = text.removeprefix("\ufeff")
    if not name.lower().endswith(LINES):
        try:
            return decoder.decode(text)
        except json.JSONDecodeError as error:
            before = text[: error.pos]
            # A whole value on the first line, and more on the next.
            if not error.msg.startswith("Extra data") or "\n" not in before or "\n" in before.strip():
                raise _invalid(name, error.lineno, error) from error
    return list(_lines(text, name, decoder.decode))


def _lines(text: str, name: str, read: Callable[[str], Value]) -> Iterator[Value]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield read(line)
            except json.JSONDecodeError as error:
                raise _invalid(name, number, error) from error


def _invalid(name: str, line: int, error: json.JSONDecodeError) -> UnreadableFileError:
    return UnreadableFileError(
        "{file} is not valid JSON: {what} (line {line:,}, column {column:,}).",
        "Correct it there; to have it read as it is, give it the ending .txt.",
        file=name,
        what=error.msg,
        line=line,
        column=error.colno,
    )


def _source(out: TextWriter, text: str) -> None:
    """The file as it is written, as code."""
    start = out.length
    out.write(f"```json\n{clean(text).strip()}\n```")
    out.block("code", start)


def _title(value: Value) -> str:
    if not isinstance(value, JsonObject):
        return ""
    texts = (text for key in _TITLES for name, text in value if name.lower() == key and type(text) is str)
    title = next((one_line(text) for text in texts if text.strip()), "")
    return title if len(title) <= TITLE_LENGTH else ""
