"""Documents and an embedder for the store's tests: real stores in temporary homes, vectors that need no
model."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Block, Chunk, Document, Page, Parsed
from ragdesk.domain.intake import NewDocument, SourceInfo
from ragdesk.domain.search import Hit, Scope
from ragdesk.host.paths import Home
from ragdesk.storage.library import Library

New = Callable[..., NewDocument]
EVERYWHERE = Scope()
SOP = "The autoclave must cool for 45 minutes.\nVisitors sign the book at the gate."
FINGERPRINT, DIMENSIONS = "fake-embedder@0123456789abcdef", 32


def encode(texts: Sequence[str]) -> FloatArray:
    """Texts that share words are near one another: each word is a seeded direction, a text the sum of its
    words."""
    rows = []
    for text in texts:
        words = text.lower().split() or [""]
        seeds = [int.from_bytes(hashlib.sha256(word.encode()).digest()[:4]) for word in words]
        row = sum(np.random.default_rng(seed).standard_normal(DIMENSIONS) for seed in seeds)
        rows.append(row / np.linalg.norm(row))
    return np.array(rows, dtype=np.float32).reshape(len(texts), DIMENSIONS)


def make_document(
    folder: Path,
    text: str,
    *,
    name: str = "note.txt",
    path: str | None = None,
    title: str | None = None,
    language: str = "en",
    properties: tuple[tuple[str, str], ...] = (),
    collection: str | None = None,
    layout: bytes | None = None,
    fake: Callable[[Sequence[str]], FloatArray] = encode,
) -> NewDocument:
    """A document whose chunks are the lines of its text."""
    content = text.encode()
    sha256 = hashlib.sha256(content).hexdigest()
    original = folder / sha256
    original.write_bytes(content)
    document_id = sha256[:16]
    title = title or name
    chunks: list[Chunk] = []
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        if line.strip():
            chunk_id = hashlib.sha256(f"{document_id}:{start}:{end}".encode()).hexdigest()[:12]
            chunks.append(
                Chunk(
                    chunk_id, document_id, len(chunks), start, end, line, title, ("Part",), 1, 1, 0, len(text)
                )
            )
        start = end + 1
    document = Document(
        document_id,
        name,
        title,
        "text",
        language,
        len(content),
        1,
        True,
        len(chunks),
        1,
        1,
        "2026-01-02",
        (),
        (),
    )
    return NewDocument(
        document=replace(document, properties=properties),
        sha256=sha256,
        parsed=Parsed(
            title, text, (Block("paragraph", 0, len(text)),), (Page(1, 0, len(text), 612, 792),), "text", True
        ),
        chunks=tuple(chunks),
        vectors=fake([chunk.embedding_text for chunk in chunks]),
        original=original,
        file=SourceInfo(path or f"/somewhere/{name}", len(content), 1),
        layout=layout,
        collection=collection,
    )


def open_library(home: Home, fingerprint: str | None = FINGERPRINT) -> Library:
    return Library.open(home, fingerprint, DIMENSIONS)


def put(library: Library, *batch: NewDocument) -> None:
    with library.write_session() as writer:
        assert writer.put(batch).refused == ()


def texts(hits: list[Hit]) -> list[str]:
    return [hit.chunk.text for hit in hits]


def words(library: Library, query: str, scope: Scope = EVERYWHERE) -> list[str]:
    return texts(library.search_words(query, 10, scope))


def nearest(library: Library, new: NewDocument, ordinal: int, scope: Scope = EVERYWHERE) -> list[str]:
    return texts(library.search_vector(new.vectors[ordinal], 10, scope))


def assert_consistent(library: Library) -> None:
    assert [check for check in library.check() if not check.passed] == []
