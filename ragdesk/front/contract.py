"""The JSON that the command line prints. Outside checks read it: names and types here are a contract."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic_core import to_jsonable_python

from ragdesk.domain.answers import Answer, Citation, Nearest, QuickAnswer, Timings
from ragdesk.domain.calibration import caveat
from ragdesk.domain.documents import Chunk, Document, Removal
from ragdesk.domain.entries import HandoverMessage
from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.intake import IngestResult
from ragdesk.domain.memory import MemoryNote
from ragdesk.domain.models import Check, ModelInfo
from ragdesk.domain.search import Hit, TextPlace
from ragdesk.domain.tables import TableCell, TableSheet

Json = dict[str, Any]


def fields(item: object, *left_out: str) -> Json:
    """A noun's own fields, where the contract has the same names."""
    values: Json = to_jsonable_python(item, exclude=set(left_out))
    return values


def error(problem: RagdeskError) -> Json:
    return {"error": {"code": problem.code, "message": problem.message, "hint": problem.hint}}


def ingested(result: IngestResult) -> Json:
    return fields(result, "problem") | {
        "seconds": round(result.seconds, 3),
        "problem": str(result.problem) if result.problem else None,
    }


def document(item: Document) -> Json:
    """A document as the result of an ingest, and what else is known of it."""
    result = {
        "path": item.sources[0] if item.sources else "",
        "document_id": item.id,
        "status": "ready",
        "seconds": None,
        "problem": None,
    }
    return result | fields(item, "id", "paged", "enriched") | {"properties": dict(item.properties)}


def chunk(item: Chunk) -> Json:
    return {"chunk_id": item.id, "section": item.section_path} | {
        name: getattr(item, name) for name in ("page_start", "page_end", "text", "char_start", "char_end")
    }


def removal(receipt: Removal) -> Json:
    return {"document_id": receipt.document_id, "title": receipt.title, "purged": dict(receipt.purged)}


def hit(rank: int, item: Hit) -> Json:
    return (
        {
            "rank": rank,
            "score": item.score,
            "document_id": item.chunk.document_id,
            "document": item.document,
            "vector_rank": item.vector_rank,
            "words_rank": item.words_rank,
        }
        | _library(item)
        | chunk(item.chunk)
    )


def _library(item: Hit | Citation) -> Json:
    """The shared library that it is in; nothing for the person's own."""
    return {"library": item.library} if item.library else {}


def hits(items: Sequence[Hit], lines: Mapping[str, TextPlace] | None = None) -> list[Json]:
    """`lines`: where each passage's best line stands, by its id; None where nobody asked."""
    shown = [hit(rank, item) for rank, item in enumerate(items, start=1)]
    if lines is None:
        return shown
    return [
        each | {"best_line": _line(lines.get(item.chunk.id), item.chunk)}
        for each, item in zip(shown, items, strict=True)
    ]


def _line(place: TextPlace | None, item: Chunk) -> Json | None:
    if place is None:
        return None
    text = place.within(item)
    return {"text": text, "char_start": place.char_start, "char_end": place.char_end}


def citation(item: Citation) -> Json:
    # Only text that equals the stored one at its offsets is ever cited, so each citation is verified.
    return fields(item, "cells", "library") | _library(item) | {"section": item.place, "verified": True}


def nearest(item: Nearest) -> Json:
    return {"text": item.text, "citation": citation(item.citation)}


def quick(item: QuickAnswer) -> Json:
    return {"text": item.text, "citation": citation(item.citation)}


def timings(item: Timings) -> Json:
    return {
        name: round(value, 4) if isinstance(value, float) else value for name, value in fields(item).items()
    }


def answer(item: Answer) -> Json:
    return {
        "question": item.question,
        "standalone_question": item.standalone_question,
        "answer": item.text,
        "verdict": item.verdict,
        "kind": item.kind,
        "citations": [citation(each) for each in item.citations],
        "sentences": [fields(sentence) for sentence in item.sentences],
        "quick": quick(item.quick) if item.quick else None,
        "nearest": nearest(item.nearest) if item.nearest else None,
        "mentions": [fields(mention) for mention in item.mentions],
        "hits": hits(item.hits),
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
    return fields(item)


def note(item: MemoryNote) -> Json:
    return {"id": item.id, "file": item.which, "text": item.text}


def model(item: ModelInfo) -> Json:
    told = fields(item) | {"caveat": caveat(item)}
    for of_the_page in ("built_in", "title", "file", "download"):
        del told[of_the_page]
    return told


def table(sheet: TableSheet, cells: bool = False) -> Json:
    """A table; with its rows and cells where they are wanted."""
    found = sheet.table
    value = fields(found) | {
        "documents": len(sheet.documents),
        "cells": sheet.progress.cells,
        "waiting": sheet.progress.waiting,
    }
    if not cells:
        return value
    rows = [
        {
            "document_id": document.id,
            "document": document.name,
            "title": document.title,
            "cells": [
                table_cell(cell)
                for column in found.columns
                if (cell := sheet.cell(document.id, column.id)) is not None
            ],
        }
        for document in sheet.documents
    ]
    return value | {"rows": rows}


def table_cell(item: TableCell) -> Json:
    values = [
        {
            "text": value.text,
            "normal": value.normal,
            "citation": citation(value.citation) if value.citation else None,
        }
        for value in item.values
    ]
    return fields(item, "values") | {"values": values}
