"""Rows of the ledger as tables, columns and cells, and what is written inside a transaction of somebody else."""

import json
import secrets
import sqlite3
from collections.abc import Iterable

from ragdesk.domain.errors import UnknownIdError
from ragdesk.domain.tables import ColumnDraft, QuestionTable, TableCell, TableColumn
from ragdesk.storage.ledger.codec import cell_values_from_json

# Bytes of an id.
ID_BYTES = 4
COLUMNS = "id, question, kind, name, choices, look_for"
STORED = "question, kind, name, choices, look_for, asked"
TABLE = """
    SELECT tables.id, tables.name, coalesce(collections.name, '') AS collection, folder, paused, created_at
    FROM tables LEFT JOIN collections ON collections.id = collection_id
"""


def get_table(connection: sqlite3.Connection, table_id: str) -> QuestionTable:
    row = connection.execute(f"{TABLE} WHERE tables.id = ?", (table_id,)).fetchone()
    if row is None:
        raise UnknownIdError("There is no table “{id}”.", "See `ragdesk table list`.", id=table_id)
    return table_of(connection, row)


def table_of(connection: sqlite3.Connection, row: sqlite3.Row) -> QuestionTable:
    query = f"SELECT {COLUMNS} FROM table_columns WHERE table_id = ? ORDER BY position"
    columns = tuple(column_of(tuple(each)) for each in connection.execute(query, (row["id"],)))
    return QuestionTable(
        row["id"],
        row["name"],
        columns,
        row["collection"],
        row["folder"],
        bool(row["paused"]),
        row["created_at"],
    )


def column_of(row: tuple[str, ...]) -> TableColumn:
    """By position, as in `COLUMNS`."""
    column_id, question, kind, name, choices, look_for = row
    return TableColumn(
        question,
        kind,  # type: ignore[arg-type]
        name,
        tuple(json.loads(choices)),
        tuple(json.loads(look_for)),
        id=column_id,
    )


def cell_of(row: sqlite3.Row) -> TableCell:
    return TableCell(
        row["column_id"],
        row["document_id"],
        row["verdict"],
        cell_values_from_json(row["found"]),
        row["set_by"],
        bool(row["checked"]),
        bool(row["stale"]),
    )


def stored(column: ColumnDraft) -> tuple[str, ...]:
    """In the order of `STORED`."""
    choices = json.dumps(column.choices, ensure_ascii=False)
    look_for = json.dumps(column.look_for, ensure_ascii=False)
    return column.question, column.kind, column.name, choices, look_for, column.asked


def add_column(connection: sqlite3.Connection, table_id: str, column: ColumnDraft) -> TableColumn:
    column_id = secrets.token_hex(ID_BYTES)
    query = "SELECT coalesce(max(position), 0) + 1 FROM table_columns WHERE table_id = ?"
    position = connection.execute(query, (table_id,)).fetchone()[0]
    connection.execute(
        f"INSERT INTO table_columns (id, table_id, position, {STORED}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (column_id, table_id, position, *stored(column)),
    )
    return TableColumn(
        column.question, column.kind, column.name, column.choices, column.look_for, id=column_id
    )


def known_column(connection: sqlite3.Connection, column_id: str) -> None:
    if not connection.execute("SELECT 1 FROM table_columns WHERE id = ?", (column_id,)).fetchone():
        raise UnknownIdError("There is no column “{id}”.", "See `ragdesk table show`.", id=column_id)


def collection_id_of(connection: sqlite3.Connection, name: str) -> int | None:
    if not name:
        return None
    row = connection.execute("SELECT id FROM collections WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise UnknownIdError(
            "There is no collection “{name}”.", "See the collections with: ragdesk list", name=name
        )
    return int(row[0])


def choose_documents(connection: sqlite3.Connection, table_id: str, document_ids: Iterable[str]) -> None:
    for document_id in document_ids:
        ready = "SELECT 1 FROM documents WHERE id = ? AND state = 'ready'"
        if not connection.execute(ready, (document_id,)).fetchone():
            raise UnknownIdError(
                "There is no document “{id}” in the library.",
                "See the ids with: ragdesk list",
                id=document_id,
            )
        connection.execute("INSERT OR IGNORE INTO table_documents VALUES (?, ?)", (table_id, document_id))
