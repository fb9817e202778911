"""Tables of documents and questions, in the ledger. What is still to be asked is not kept anywhere: it follows from the rows, the
columns and the cells, so a killed run goes on where it stopped.

Cells go with their document and their column (ON DELETE CASCADE).
"""

import secrets
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ragdesk.domain.errors import UsageError
from ragdesk.domain.tables import ColumnDraft, QuestionTable, TableCell, TableColumn, TableProgress
from ragdesk.storage.ledger.codec import cell_values_from_json, cell_values_to_json
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.sources import now
from ragdesk.storage.ledger.table_rows import (
    ID_BYTES,
    TABLE,
    add_column,
    cell_of,
    choose_documents,
    collection_id_of,
    column_of,
    get_table,
    known_column,
    stored,
    table_of,
)

# The ready documents of a table, by its alias `tables`.
_IS_ROW = """
    documents.state = 'ready' AND (
        EXISTS (SELECT 1 FROM table_documents AS chosen WHERE chosen.table_id = tables.id AND chosen.document_id = documents.id)
        OR EXISTS (SELECT 1 FROM document_collections AS held
            WHERE held.collection_id = tables.collection_id AND held.document_id = documents.id)
        OR (tables.folder <> '' AND EXISTS (SELECT 1 FROM sources
            WHERE sources.document_id = documents.id AND substr(sources.path, 1, length(tables.folder)) = tables.folder))
    )
"""
_EVERY = f"""
    FROM tables JOIN documents ON {_IS_ROW}
    JOIN table_columns AS columns ON columns.table_id = tables.id
    LEFT JOIN table_cells AS cells ON cells.column_id = columns.id AND cells.document_id = documents.id
"""
# Never asked, or asked something else; what a person set stays.
_WAITS = "(cells.asked IS NULL OR (cells.asked <> columns.asked AND cells.set_by = 'app'))"


class Tables:
    """The tables of one ledger."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ------------------------------------------------------------ reading

    def all(self) -> list[QuestionTable]:
        """Every table with its columns, the newest first."""
        with self._database.reading() as connection:
            rows = connection.execute(f"{TABLE} ORDER BY created_at DESC, tables.id").fetchall()
            return [table_of(connection, row) for row in rows]

    def get(self, table_id: str) -> QuestionTable:
        """Raises:
        UnknownIdError: there is none.
        """
        with self._database.reading() as connection:
            return get_table(connection, table_id)

    def rows(self, table_id: str) -> list[str]:
        """The ids of the documents that are its rows, by title."""
        query = f"""
            SELECT documents.id FROM tables JOIN documents ON {_IS_ROW} WHERE tables.id = ?
            ORDER BY coalesce(given_title, title) COLLATE NOCASE, documents.id
        """
        with self._database.reading() as connection:
            return [row[0] for row in connection.execute(query, (table_id,))]

    def cells(self, table_id: str) -> dict[tuple[str, str], TableCell]:
        """The cells that were asked or set, by (document id, column id)."""
        query = f"""
            SELECT cells.*, cells.asked <> columns.asked AS stale {_EVERY} WHERE tables.id = ? AND cells.asked IS NOT NULL
        """
        with self._database.reading() as connection:
            cells = [cell_of(row) for row in connection.execute(query, (table_id,))]
        return {(cell.document_id, cell.column_id): cell for cell in cells}

    def progress(self, table_id: str) -> TableProgress:
        query = f"SELECT count(*), coalesce(sum({_WAITS}), 0) {_EVERY} WHERE tables.id = ?"
        with self._database.reading() as connection:
            return TableProgress(*connection.execute(query, (table_id,)).fetchone())

    def next(self, table_id: str = "") -> tuple[str, TableColumn] | None:
        """(document id, column) of a cell that is to be asked: of this table, or of any that is not paused. All columns of one
        document follow one another."""
        query = f"""
            SELECT documents.id, columns.id, question, columns.kind, columns.name, choices, look_for {_EVERY}
            WHERE {_WAITS} AND (tables.id = ? OR (? = '' AND tables.paused = 0))
            ORDER BY tables.created_at, tables.id, coalesce(given_title, title) COLLATE NOCASE, documents.id, position LIMIT 1
        """
        with self._database.reading() as connection:
            row = connection.execute(query, (table_id, table_id)).fetchone()
        return (row[0], column_of(tuple(row)[1:])) if row else None

    # ------------------------------------------------------------ writing

    def create(
        self,
        name: str,
        columns: Sequence[ColumnDraft],
        *,
        documents: Iterable[str] = (),
        collection: str = "",
        folder: str = "",
    ) -> QuestionTable:
        """Make a table.

        Raises:
            UsageError: it has no name. UnknownIdError: there is no such collection or document.
        """
        table_id, named = secrets.token_hex(ID_BYTES), " ".join(name.split())
        if not named:
            raise UsageError("A table needs a name.", "Give it one.")
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, 0, ?)",
                (table_id, named, collection_id_of(connection, collection), folder, now()),
            )
            choose_documents(connection, table_id, documents)
            for column in columns:
                add_column(connection, table_id, column)
            return get_table(connection, table_id)

    def choose(self, table_id: str, document_ids: Iterable[str]) -> None:
        """These documents are rows, too. Errors as for `create`."""
        with self._database.writing() as connection:
            get_table(connection, table_id)
            choose_documents(connection, table_id, document_ids)

    def add_column(self, table_id: str, column: ColumnDraft) -> TableColumn:
        """Errors as for `get`."""
        with self._database.writing() as connection:
            get_table(connection, table_id)
            return add_column(connection, table_id, column)

    def change_column(self, column: TableColumn) -> None:
        """Ask something else: its cells are then asked again, but for those that a person set.

        Raises:
            UnknownIdError: there is no such column.
        """
        values = (*stored(column), column.id)
        with self._database.writing() as connection:
            known_column(connection, column.id)
            connection.execute(
                "UPDATE table_columns SET question = ?, kind = ?, name = ?, choices = ?, look_for = ?, asked = ? WHERE id = ?",
                values,
            )

    def remove_column(self, column_id: str) -> None:
        """Take a column out with its cells. Errors as for `change_column`."""
        with self._database.writing() as connection:
            known_column(connection, column_id)
            connection.execute("DELETE FROM table_columns WHERE id = ?", (column_id,))
        self._leave_nothing()

    def pause(self, table_id: str, paused: bool) -> None:
        """Ask nothing more of it in the background, or go on. Errors as for `get`."""
        with self._database.writing() as connection:
            get_table(connection, table_id)
            connection.execute("UPDATE tables SET paused = ? WHERE id = ?", (paused, table_id))

    def keep(self, cell: TableCell, asked: str) -> bool:
        """Keep what the app found to the question `asked` (`ColumnDraft.asked`). False, and nothing is kept, where the document
        has gone meanwhile, the question is another now, or a person has set the cell."""
        query = """
            INSERT INTO table_cells SELECT columns.id, documents.id, ?, ?, 'app', 0, columns.asked
            FROM table_columns AS columns JOIN documents ON documents.id = ? AND state = 'ready'
            WHERE columns.id = ? AND columns.asked = ?
            ON CONFLICT (column_id, document_id) DO UPDATE
            SET verdict = excluded.verdict, found = excluded.found, checked = 0, asked = excluded.asked WHERE set_by = 'app'
        """
        values = (cell.verdict, cell_values_to_json(cell.values), cell.document_id, cell.column_id, asked)
        with self._database.writing() as connection:
            return connection.execute(query, values).rowcount > 0

    def set(self, cell: TableCell) -> None:
        """Keep what a person says of a cell; the app never changes it. Errors as for `change_column`."""
        with self._database.writing() as connection:
            known_column(connection, cell.column_id)
            connection.execute(
                "INSERT OR REPLACE INTO table_cells SELECT columns.id, documents.id, ?, ?, ?, ?, columns.asked "
                "FROM table_columns AS columns JOIN documents ON documents.id = ? WHERE columns.id = ?",
                (
                    cell.verdict,
                    cell_values_to_json(cell.values),
                    cell.set_by,
                    cell.checked,
                    cell.document_id,
                    cell.column_id,
                ),
            )

    def ask_again(self, table_id: str, document_id: str, column_id: str) -> None:
        """Forget a cell, whoever set it: it is asked again."""
        with self._database.writing() as connection:
            get_table(connection, table_id)
            connection.execute(
                "DELETE FROM table_cells WHERE column_id = ? AND document_id = ?", (column_id, document_id)
            )

    def remove(self, table_id: str) -> None:
        """Delete a table; the documents stay. It leaves the disk. Errors as for `get`."""
        with self._database.writing() as connection:
            get_table(connection, table_id)
            connection.execute("DELETE FROM tables WHERE id = ?", (table_id,))
        self._leave_nothing()

    def _leave_nothing(self) -> None:
        self._database.drop_backups()
        self._database.shred()

    # ------------------------------------------------------------ inside the writer's transactions

    @staticmethod
    def outdate(connection: sqlite3.Connection, document_id: str) -> None:
        """Its text is another now: what the app found there is asked again."""
        connection.execute("UPDATE table_cells SET asked = '' WHERE document_id = ?", (document_id,))

    @staticmethod
    def inherit(connection: sqlite3.Connection, document_id: str, from_id: str) -> None:
        """A new version of a document stands in the same tables. What a person wrote goes with it, to be looked at again; its
        citations, which are the old version's, do not."""
        connection.execute(
            "INSERT OR IGNORE INTO table_documents SELECT table_id, ? FROM table_documents WHERE document_id = ?",
            (document_id, from_id),
        )
        query = (
            "SELECT column_id, verdict, found FROM table_cells WHERE document_id = ? AND set_by = 'person'"
        )
        for row in connection.execute(query, (from_id,)).fetchall():
            values = tuple(replace(value, citation=None) for value in cell_values_from_json(row["found"]))
            connection.execute(
                "INSERT OR IGNORE INTO table_cells VALUES (?, ?, ?, ?, 'person', 0, '')",
                (row["column_id"], document_id, row["verdict"], cell_values_to_json(values)),
            )
