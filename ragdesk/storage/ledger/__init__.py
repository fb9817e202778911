"""The ledger: SQLite tables, one module each."""
