"""The JSON that the command line prints. Outside checks read it: names and types here are a contract."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ragdesk.domain.answers import Answer, Citation, Nearest, Sentence, Timings
from ragdesk.domain.documents import Chunk, Document, Removal
from ragdesk.domain.entries import HandoverMessage
from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.intake import IngestResult
from ragdesk.domain.memory import MemoryNote
from ragdesk.domain.models import Check, ModelInfo
from ragdesk.domain.search import Hit

Json = dict[str, Any]
FileName = Callable[[str], str]


def error(problem: RagdeskError) -> Json:
    return {"error": {"code": problem.code, "message": problem.message, "hint": problem.hint}}


def ingested(result: IngestResult) -> Json:
    return {
        "path": result.path,
        "document_id": result.document_id,
        "title": result.title,
        "status": result.status,
        "pages": result.pages,
        "chunks": result.chunks,
        "seconds": round(result.seconds, 3),
        "problem": str(result.problem) if result.problem else None,
    }


def document(item: Document) -> Json:
    return {
        "path": item.sources[0] if item.sources else "",
        "document_id": item.id,
        "title": item.title,
        "status": "ready",
        "pages": item.pages,
        "chunks": item.chunks,
        "seconds": None,
        "problem": None,
        "name": item.name,
        "kind": item.kind,
        "language": item.language,
        "bytes": item.bytes,
        "sources": list(item.sources),
        "collections": list(item.collections),
        "properties": dict(item.properties),
        "added_at": item.added_at,
        "content_version": item.content_version,
        "ingest_version": item.ingest_version,
        "parents": list(item.parents),
        "depth": item.depth,
        "description": item.description,
    }


def chunk(item: Chunk) -> Json:
    return {
        "chunk_id": item.id,
        "page_start": item.page_start,
        "page_end": item.page_end,
        "section": item.section_path,
        "text": item.text,
        "char_start": item.char_start,
        "char_end": item.char_end,
    }


def removal(receipt: Removal) -> Json:
    return {"document_id": receipt.document_id, "title": receipt.title, "purged": dict(receipt.purged)}


def hit(rank: int, found: Hit, file_name: FileName) -> Json:
    return {
        "rank": rank,
        "score": found.score,
        "chunk_id": found.chunk.id,
        "document_id": found.chunk.document_id,
        "document": file_name(found.chunk.document_id),
        "page_start": found.chunk.page_start,
        "page_end": found.chunk.page_end,
        "section": found.chunk.section_path,
        "text": found.chunk.text,
        "char_start": found.chunk.char_start,
        "char_end": found.chunk.char_end,
        "vector_rank": found.vector_rank,
        "words_rank": found.words_rank,
    }


def hits(found: tuple[Hit, ...] | list[Hit], file_name: FileName) -> list[Json]:
    return [hit(rank, one, file_name) for rank, one in enumerate(found, start=1)]


def citation(item: Citation) -> Json:
    return {
        "number": item.number,
        "chunk_id": item.chunk_id,
        "document_id": item.document_id,
        "document": item.document,
        "title": item.title,
        "page": item.page,
        "section": item.place,
        "quote": item.quote,
        "char_start": item.char_start,
        "char_end": item.char_end,
        # Only text that equals the stored one at its offsets is ever cited.
        "verified": True,
    }


def sentence(item: Sentence) -> Json:
    return {"text": item.text, "citations": list(item.citations), "supported": item.supported}


def nearest(item: Nearest) -> Json:
    return {"text": item.text, "citation": citation(item.citation)}


def timings(item: Timings) -> Json:
    def rounded(seconds: float | None) -> float | None:
        return None if seconds is None else round(seconds, 4)

    return {
        "retrieve": rounded(item.retrieve),
        "first_evidence": rounded(item.first_evidence),
        "first_token": rounded(item.first_token),
        "total": rounded(item.total),
        "prompt_tokens": item.prompt_tokens,
        "answer_tokens": item.answer_tokens,
    }


def answer(item: Answer, file_name: FileName) -> Json:
    return {
        "question": item.question,
        "standalone_question": item.standalone_question,
        "answer": item.text,
        "verdict": item.verdict,
        "citations": [citation(one) for one in item.citations],
        "sentences": [sentence(one) for one in item.sentences],
        "nearest": nearest(item.nearest) if item.nearest else None,
        "hits": hits(item.hits, file_name),
        "conversation_id": item.conversation_id,
        "timings": timings(item.timings),
        "model": item.model,
    }


def handover(item: HandoverMessage, path: Path | None) -> Json:
    return {
        "reference": item.reference,
        "to": item.recipient,
        "subject": item.subject,
        "text": item.text,
        "path": None if path is None else str(path),
    }


def check(item: Check) -> Json:
    return {"name": item.name, "passed": item.passed, "detail": item.detail, "hint": item.hint}


def note(item: MemoryNote) -> Json:
    return {"id": item.id, "file": item.which, "text": item.text}


def model(item: ModelInfo) -> Json:
    return {
        "name": item.name,
        "role": item.role,
        "bytes": item.bytes,
        "memory": item.memory,
        "licence": item.licence,
        "languages": item.languages,
        "path": item.path,
        "chosen": item.chosen,
        "where": item.where,
    }
