"""The stores: one truth (the SQLite ledger and the archive) and two indexes derived from it (LanceDB,
Tantivy)."""
