"""The tables of a shared library: what their columns are, and nouns as rows and back.

    chunks     a passage: its text and where it stands (`about`, in one piece, since an object store is asked for each column of
               each row by itself), its terms for search by words, its vector
    documents  a document, its pages, and the SHA-256 of its file
    sources    a place where a document was found
    archive    a file of a document: the original, the readable text, where its words stand
    published  one row: the versions of the others that belong together. It is written last; what it does not name is not there.

The archive is a table, too, so that a desk needs no client of an object store but LanceDB's, and what is removed leaves all of it
in one way. `run` names the run that wrote a row, `origin` the file that a person named (which may hold the document).
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk, Document, Page
from ragdesk.domain.intake import NewDocument, SourceInfo
from ragdesk.storage.archive.archive import suffix
from ragdesk.storage.own import LAYOUT, ORIGINAL, TEXT
from ragdesk.storage.shared.terms import terms_of

PUBLISHED = "published"
TABLES = ("chunks", "documents", "sources", "archive")
# What the tables look like; a desk reads no others.
FORMAT = 2


@dataclass(frozen=True, slots=True)
class Publication:
    """What is in force of a shared library.

    Attributes:
        versions: of the tables, which belong together.
        fingerprint, dimensions: of the embedder that made the vectors.
        languages: of the documents; a question is analysed in each.
    """

    versions: dict[str, int]
    fingerprint: str
    dimensions: int
    ingest_version: int
    languages: tuple[str, ...] = ()
    format: int = FORMAT


def publication_to_json(publication: Publication) -> str:
    return json.dumps(asdict(publication))


def publication_from_json(text: str) -> Publication:
    values = json.loads(text)
    return Publication(**values | {"languages": tuple(values["languages"])})


@dataclass(frozen=True, slots=True)
class Origin:
    """Which run wrote a row, and the file that was named to it."""

    run: str
    path: str


# ------------------------------------------------------------ columns


def schema(table: str, dimensions: int) -> Any:
    """The columns of a table, as pyarrow has it."""
    import pyarrow as pa

    text, number = pa.string(), pa.int32()
    page = pa.struct(
        {"number": number, "char_start": number, "char_end": number}
        | {"width": pa.float64(), "height": pa.float64()}
    )
    columns = {
        "chunks": {"chunk_id": text, "document_id": text, "about": text, "terms": text}
        | {"vector": pa.list_(pa.float32(), dimensions)},
        "documents": {"document_id": text, "sha256": text, "language": text, "ingest_version": number}
        | {"name": text, "about": text, "pages": pa.list_(page)},
        "sources": {"path": text, "document_id": text, "bytes": pa.int64(), "mtime_ns": pa.int64()}
        | {"container": text, "parent_id": text, "depth": number},
        "archive": {"document_id": text, "name": text, "content": pa.large_binary()},
        PUBLISHED: {"what": text},
    }
    added = {} if table == PUBLISHED else {"run": text, "origin": text}
    return pa.schema(columns[table] | added)


# ------------------------------------------------------------ nouns as rows


def rows_of(new: NewDocument, origin: Origin) -> dict[str, Any]:
    """A document as pyarrow tables, by the name of the table that each belongs to."""
    document, dimensions = new.document, new.vectors.shape[1]
    chunks = [
        {"chunk_id": chunk.id, "document_id": document.id, "about": chunk_to_json(chunk, document.name)}
        | {"terms": terms_of(document, chunk)}
        for chunk in new.chunks
    ]
    about = {
        "document_id": document.id,
        "sha256": new.sha256,
        "language": document.language,
        "ingest_version": document.ingest_version,
        "name": document.name,
        "about": json.dumps(asdict(document), ensure_ascii=False),
        "pages": [asdict(page) for page in new.parsed.pages],
    }
    return {
        "chunks": _table("chunks", dimensions, chunks, origin, new.vectors),
        "documents": _table("documents", dimensions, [about], origin),
        "sources": source_rows([(new.file, document.id)], origin, dimensions),
        "archive": _table("archive", dimensions, list(_files(new)), origin),
    }


def source_rows(found: Iterable[tuple[SourceInfo, str]], origin: Origin, dimensions: int) -> Any:
    """Places, each with the id of the document that was found there, as a pyarrow table."""
    rows = [asdict(file) | {"document_id": document_id} for file, document_id in found]
    return _table("sources", dimensions, rows, origin)


def _files(new: NewDocument) -> Iterable[dict[str, Any]]:
    files = {
        TEXT: new.parsed.text.encode(),
        LAYOUT: new.layout,
        f"{ORIGINAL}{suffix(new.document.name)}": new.original.read_bytes(),
    }
    for name, content in files.items():
        if content is not None:
            yield {"document_id": new.document.id, "name": name, "content": content}


def _table(
    table: str,
    dimensions: int,
    rows: Sequence[dict[str, Any]],
    origin: Origin,
    vectors: "FloatArray | None" = None,
) -> Any:
    import numpy as np
    import pyarrow as pa

    kept = schema(table, dimensions)
    columns: dict[str, Any] = {
        field.name: [row.get(field.name) for row in rows] for field in kept if field.name != "vector"
    }
    columns |= {"run": [origin.run] * len(rows), "origin": [origin.path] * len(rows)}
    if vectors is not None:
        flat = pa.array(np.ascontiguousarray(vectors, dtype=np.float32).reshape(-1))
        columns["vector"] = pa.FixedSizeListArray.from_arrays(flat, dimensions)
    return pa.table({field.name: columns[field.name] for field in kept}, schema=kept)


# ------------------------------------------------------------ rows as nouns


def chunk_to_json(chunk: Chunk, name: str) -> str:
    """A passage with the name of its document."""
    return json.dumps(asdict(chunk) | {"name": name}, ensure_ascii=False)


def chunk_from_json(about: str) -> tuple[Chunk, str]:
    """The passage of the column `about`, and the name of its document."""
    values = json.loads(about)
    name = str(values.pop("name"))
    return Chunk(**values | {"section": tuple(values["section"])}), name


def document_of(about: str, sources: Iterable[str] = ()) -> Document:
    """The document of the column `about`."""
    values = json.loads(about)
    properties = tuple((key, value) for key, value in values["properties"])
    return Document(
        **values
        | {"properties": properties, "parents": tuple(values["parents"])}
        | {"sources": tuple(sources), "collections": ()}
    )


def page_of(row: dict[str, Any]) -> Page:
    return Page(**row)


def original_of(names: Iterable[str]) -> str:
    """Of a document's archived files, the name of the original."""
    return next(name for name in names if Path(name).stem == ORIGINAL)
