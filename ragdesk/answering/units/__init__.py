"""Quotable units of a passage (sentences, list items, table rows), and what stands over them."""
