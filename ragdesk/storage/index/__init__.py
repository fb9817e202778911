"""The two indexes, which can be rebuilt: vectors (LanceDB) and words (Tantivy)."""
