"""CSV, Markdown and JSON of a table."""

import csv
import io
import json
from typing import Any

from ragdesk.domain.tables import TableCell, TableSheet
from ragdesk.extras.export.plain import line
from ragdesk.extras.tables import words
from ragdesk.extras.tables.typed import harmless

NAME, VERSION = "ragdesk-table", 1


def as_csv(sheet: TableSheet) -> bytes:
    """Comma-separated, UTF-8 with a mark by which Excel knows it; of each question the value, its verdict and its quotes."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, lineterminator="\r\n")
    heads = [words.DOCUMENT, "File", "Document ID"]
    for column in sheet.table.columns:
        heads += [
            column.head,
            f"{column.head}: normalised",
            f"{column.head}: verdict",
            f"{column.head}: quote",
        ]
    writer.writerow([harmless(line(head)) for head in heads])
    for document in sheet.documents:
        row = [words.title_of(document), document.name, document.id]
        for column in sheet.table.columns:
            row += _fields(sheet.cell(document.id, column.id))
        writer.writerow([harmless(line(each)) for each in row])
    return ("\ufeff" + written.getvalue()).encode()


def _fields(cell: TableCell | None) -> list[str]:
    if cell is None:
        return ["", "", words.NOT_ASKED, ""]
    shown = words.said(cell) if cell.values else ""
    told = ", ".join(dict.fromkeys(filter(None, (words.VERDICTS[cell.verdict], words.state(cell)))))
    return [shown, "; ".join(value.normal for value in cell.values), told, " ".join(words.quotes(cell))]


def as_markdown(sheet: TableSheet) -> bytes:
    """A table, and below it the quotes, numbered as in the cells."""
    heads = [words.DOCUMENT, *(column.head for column in sheet.table.columns)]
    lines = [f"# {_cell(sheet.table.name)}", "", _row(heads), _row(["---"] * len(heads))]
    notes: dict[str, int] = {}
    for document in sheet.documents:
        row = [words.title_of(document)]
        for column in sheet.table.columns:
            cell = sheet.cell(document.id, column.id)
            numbers = [
                notes.setdefault(f"{words.title_of(document)}: {quote}", len(notes) + 1)
                for quote in words.quotes(cell)
            ]
            told = words.state(cell)
            marks = "".join(f" [{number}]" for number in numbers)
            row.append(f"{words.said(cell)}{f' ({told})' if told else ''}{marks}")
        lines.append(_row(row))
    if notes:
        lines += ["", *(f"{number}. {_cell(note)}" for note, number in notes.items())]
    return ("\n".join(lines) + "\n").encode()


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _cell(text: str) -> str:
    """On one line, and without what Markdown would take for its own."""
    escaped = line(text).replace("\\", "\\\\")
    for sign in "|<`*_[]":
        escaped = escaped.replace(sign, f"\\{sign}") if sign != "<" else escaped.replace("<", "&lt;")
    return escaped if set(text) != {"-"} else text


def as_json(sheet: TableSheet) -> bytes:
    """One object with columns, rows and cells; texts are exact."""
    table = sheet.table
    value = {
        "format": NAME,
        "version": VERSION,
        "id": table.id,
        "name": table.name,
        "columns": [
            {
                "id": each.id,
                "name": each.name,
                "question": each.question,
                "kind": each.kind,
                "choices": each.choices,
                "look_for": each.look_for,
            }
            for each in table.columns
        ],
        "rows": [
            {
                "document_id": document.id,
                "document": document.name,
                "title": document.title,
                "cells": [
                    _as_value(column.id, sheet.cell(document.id, column.id)) for column in table.columns
                ],
            }
            for document in sheet.documents
        ],
    }
    return (json.dumps(value, ensure_ascii=True, indent=2) + "\n").encode()


def _as_value(column_id: str, cell: TableCell | None) -> dict[str, Any]:
    if cell is None:
        return {"column_id": column_id, "verdict": None, "values": []}
    return {
        "column_id": column_id,
        "verdict": cell.verdict,
        "set_by": cell.set_by,
        "checked": cell.checked,
        "stale": cell.stale,
        "values": [
            {
                "text": value.text,
                "normal": value.normal,
                "quote": value.citation.quote if value.citation else None,
                "page": value.citation.page if value.citation else None,
                "char_start": value.citation.char_start if value.citation else None,
                "char_end": value.citation.char_end if value.citation else None,
            }
            for value in cell.values
        ],
    }
