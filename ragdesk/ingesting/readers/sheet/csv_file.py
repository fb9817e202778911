"""Tables as plain text (.csv, .tsv, .tab) → `Parsed`: any encoding, separated by whatever separates them best."""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, UnreadableFileError
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.sheet.shape import Row
from ragdesk.ingesting.readers.sheet.sheets import SheetWriter
from ragdesk.ingesting.readers.text.plain import decode
from ragdesk.ingesting.readers.writer import cell_text

if TYPE_CHECKING:
    from _csv import Reader

DELIMITERS = ",;\t|"
# What is looked at to find the delimiter: characters, and records.
SAMPLE = 200_000
SAMPLE_RECORDS = 200
# A quoted field that runs over more lines than this was never closed.
MAX_FIELD_LINES = 1_000
# The largest field that the csv module takes on every system.
_MAX_FIELD = 2**31 - 1
# Excel writes, and reads, a first line "sep=;".
_STATED = re.compile(r'"?sep=([^\w"\n])"?[ ]*(?:\n|$)', re.IGNORECASE)
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")


def parse_csv(source: InputFile) -> Parsed:
    """Raises UnreadableFileError: not text. EmptyFileError: nothing but blanks."""
    text = decode(source.path.read_bytes(), source.name)
    if not text.strip():
        raise EmptyFileError(
            "{file} holds no text.", "Check whether it was saved completely.", file=source.name
        )
    csv.field_size_limit(_MAX_FIELD)
    stem = Path(source.name).stem
    writer = SheetWriter(headed=True)
    try:
        separator_line = _STATED.match(text)
        delimiter = separator_line[1] if separator_line else _delimiter(text, source.name)
        text = text[separator_line.end() :] if separator_line else text
        writer.sheet(1, stem, _rows(text, delimiter, _quotes_close(text, delimiter)))
    except csv.Error as error:
        raise UnreadableFileError(
            "{file} is no table that can be read: {why}.",
            "Open it with a spreadsheet and save it again.",
            file=source.name,
            why=error,
        ) from error
    return writer.parsed(source, "table", stem)


def _rows(text: str, delimiter: str, quoted: bool) -> Iterator[Row]:
    for row, fields in enumerate(_records(text, delimiter, quoted=quoted)):
        if not quoted:
            fields = [field.strip().strip('"') for field in fields]
        yield (
            row,
            {column: shown for column, field in enumerate(fields) if (shown := cell_text(field))},
        )


def _records(text: str, delimiter: str, *, quoted: bool = True, strict: bool = False) -> "Reader":
    return csv.reader(
        _lines(text),
        delimiter=delimiter,
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
        skipinitialspace=delimiter not in "\t ",
        strict=strict,
    )


def _lines(text: str) -> Iterator[str]:
    """The lines with their ends, one at a time."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start : end + 1]
        start = end + 1
    if start < len(text):
        yield text[start:]


def _delimiter(text: str, name: str) -> str:
    """The delimiter that cuts the most records into the same number of fields, more than one."""
    sample = text[:SAMPLE]
    if len(text) > SAMPLE:
        sample = sample[: sample.rfind("\n") + 1] or sample
    favoured = "\t" if name.lower().endswith((".tsv", ".tab")) else ","
    scores = {delimiter: _score(sample, delimiter) for delimiter in DELIMITERS}
    favoured = "\t" if name.lower().endswith((".tsv", ".tab")) else ","
    best = max(DELIMITERS, key=lambda one: (scores[one], one == favoured))
    if best == ",":
        # Where commas are decimal points, they cut as regularly as what stands between the numbers.
        other = max(";\t|", key=lambda one: scores[one])
        without = _score(_DECIMAL_COMMA.sub(".", sample), ",")
        if scores[other][0] >= scores[","][0] > without[0]:
            return other
    return best


def _score(sample: str, delimiter: str) -> tuple[float, int]:
    """The share of records that it cuts into the commonest number of fields, and that number; (0, 0): it cuts none."""
    counts = Counter(len(fields) for fields in islice(_records(sample, delimiter), SAMPLE_RECORDS) if fields)
    several = [(count, fields) for fields, count in counts.items() if fields > 1]
    if not several:
        return 0.0, 0
    most, width = max(several)
    # Ragged records still tell: those that are cut at all count half.
    cut = sum(count for count, _ in several)
    return (most + cut) / 2 / counts.total(), width


def _quotes_close(text: str, delimiter: str) -> bool:
    """Whether every quoted field ends; if one does not, quotes are only characters."""
    if '"' not in text:
        return True
    records = _records(text, delimiter)
    length = line = 0
    for _ in records:
        length = records.line_num - line
        if length > MAX_FIELD_LINES:
            return False
        line += length
    last = "\n".join(text.rstrip("\n").rsplit("\n", length)[-length:])
    try:
        for _ in _records(last, delimiter, strict=True):
            pass
    except csv.Error as error:
        return "unexpected end" not in str(error)
    return True
