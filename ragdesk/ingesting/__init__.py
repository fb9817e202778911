"""A file becomes chunks: walk, parse, split, encode, store."""
