"""Ledgers as older versions of RAGDesk had them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from ragdesk.storage.ledger.migrations import STEPS


def made_older(ledger: Path, version: int) -> None:
    """Write the ledger anew as the RAGDesk of `version` steps had it: its tables and columns, with what is in them."""
    older = ledger.with_name("older.db")
    with closing(sqlite3.connect(older)) as connection:
        for step in STEPS[:version]:
            step(connection)
        connection.execute("ATTACH ? AS newer", (str(ledger),))
        tables = [
            row[0] for row in connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")
        ]
        for table in (name for name in tables if not name.startswith("sqlite_")):
            columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM newer.{table}")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.commit()
    older.replace(ledger)


def version_of(ledger: Path) -> int:
    with closing(sqlite3.connect(ledger)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
