"""A large library, built through the stores: made text, made vectors, everything else as it is in use."""

import hashlib
import json
import time
from pathlib import Path

import numpy as np

from benchmarks.made_text import Vocabulary
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Block, Chunk, Document, Page, Parsed
from ragdesk.domain.intake import NewDocument, SourceInfo
from ragdesk.domain.ports import Embedder
from ragdesk.host.paths import open_home
from ragdesk.storage.library import Library

CHUNKS_A_DOCUMENT = 50
CHUNKS_A_SECTION = 5
# Chunks in one put: more than an ingest's group, so that building takes minutes.
CHUNKS_A_PUT = 2_000
# Vectors lie around centres, as those of real passages do; cosines to the centre are about 0.8.
CENTRES, SPREAD = 200, 0.75
QUESTIONS = 400
SEED = 3
NOTE = "made.json"


def made_library(root: Path, chunks: int, embedder: Embedder, models: Path) -> list[str]:
    """Build the library in the home `root`, unless it is there, and return questions about it.

    `chunks` is rounded up to whole documents. The vectors carry the embedder's fingerprint, so that a desk opens them.
    """
    note = root / NOTE
    wanted = {"chunks": chunks, "fingerprint": embedder.fingerprint}
    if note.exists():
        written = json.loads(note.read_text(encoding="utf-8"))
        if written["made"] == wanted:
            questions: list[str] = written["questions"]
            return questions
        raise SystemExit(
            f"{root} holds another made library, {written['made']}; name another folder or delete it"
        )
    if root.exists():
        raise SystemExit(
            f"{root} is no made library, or was not made to its end; name another folder or delete it"
        )
    started = time.perf_counter()
    questions = _build(root, chunks, embedder, Vocabulary.of_embedder(models))
    note.write_text(json.dumps({"made": wanted, "questions": questions}), encoding="utf-8")
    print(f"library    {chunks} chunks made in {time.perf_counter() - started:.0f} s: {root}", flush=True)
    return questions


def _build(root: Path, chunks: int, embedder: Embedder, vocabulary: Vocabulary) -> list[str]:
    rng = np.random.default_rng(SEED)
    centres = _unit(rng.standard_normal((CENTRES, embedder.dimensions)))
    originals = root / "originals"
    documents = -(-chunks // CHUNKS_A_DOCUMENT)
    a_put = CHUNKS_A_PUT // CHUNKS_A_DOCUMENT
    questions: list[str] = []
    with Library.open(open_home(root), embedder.fingerprint, embedder.dimensions) as library:
        originals.mkdir()
        with library.write_session() as writer:
            for first in range(0, documents, a_put):
                batch = [
                    _document(number, originals, vocabulary, centres, rng)
                    for number in range(first, min(first + a_put, documents))
                ]
                writer.put(batch)
                asked = rng.choice(len(batch), -(-QUESTIONS * a_put // documents))
                questions += [
                    vocabulary.question(rng, batch[which].chunks[int(rng.integers(CHUNKS_A_DOCUMENT))].text)
                    for which in asked
                ]
                for new in batch:
                    new.original.unlink()
    return questions


def _document(
    number: int, folder: Path, vocabulary: Vocabulary, centres: FloatArray, rng: np.random.Generator
) -> NewDocument:
    passages = vocabulary.passages(rng, CHUNKS_A_DOCUMENT)
    text = "\n\n".join(passages)
    content = text.encode()
    sha256 = hashlib.sha256(content).hexdigest()
    title, name = vocabulary.phrase(rng, 4), f"{vocabulary.phrase(rng, 2).replace(' ', '-')}-{number}.txt"
    chunks = _chunks(sha256[:16], title, passages, len(text), vocabulary, rng)
    original = folder / name
    original.write_bytes(content)
    return NewDocument(
        document=Document(
            sha256[:16], name, title, "text", "en", len(content), 0, False, len(chunks), 1, 1, "2026-01-02"
        ),
        sha256=sha256,
        parsed=Parsed(
            title, text, (Block("paragraph", 0, len(text)),), (Page(1, 0, len(text)),), "text", False
        ),
        chunks=chunks,
        vectors=_vectors(len(chunks), centres, rng),
        original=original,
        file=SourceInfo(f"/made/{name}", len(content), 1),
    )


def _chunks(
    document_id: str,
    title: str,
    passages: list[str],
    length: int,
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> tuple[Chunk, ...]:
    chunks: list[Chunk] = []
    start, section = 0, ""
    for ordinal, passage in enumerate(passages):
        if ordinal % CHUNKS_A_SECTION == 0:
            section = vocabulary.phrase(rng, 3)
        end = start + len(passage)
        chunk_id = hashlib.sha256(f"{document_id}:{start}:{end}".encode()).hexdigest()[:12]
        context = f"{title}\n{section}"
        chunks.append(
            Chunk(
                chunk_id,
                document_id,
                ordinal,
                start,
                end,
                passage,
                context,
                (section,),
                None,
                None,
                0,
                length,
            )
        )
        start = end + 2
    return tuple(chunks)


def _vectors(count: int, centres: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Around three centres of the document's own."""
    dimensions = centres.shape[1]
    chosen = centres[rng.choice(rng.choice(len(centres), 3), count)]
    return _unit(chosen + SPREAD / np.sqrt(dimensions) * rng.standard_normal((count, dimensions)))


def _unit(rows: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]") -> FloatArray:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
