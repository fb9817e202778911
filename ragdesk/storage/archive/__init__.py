"""The archive: originals, readable texts, layouts."""
