"""JSON, for programs. docs/export.md says what each field means; texts are exact, not cleaned."""

import json
import re
from typing import Any

from ragdesk.extras.export.record import Exchange, Piece, Record, Reference

NAME, VERSION = "ragdesk-export", 1
# Legal in JSON as they are, but they turn or end lines for whoever looks at the file.
_RISKY = re.compile(
    "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\U000e0000-\U000e007f]"
)


def as_json(record: Record) -> bytes:
    """The record as one JSON object, UTF-8, indented."""
    value = {
        "format": NAME,
        "version": VERSION,
        "what": record.what,
        "title": record.title,
        "conversation_id": record.conversation_id,
        "exported_at": record.moment,
        "ragdesk_version": record.version,
        "answers": [_answer(exchange) for exchange in record.exchanges],
        "references": [_reference(reference) for reference in record.references],
    }
    return (_RISKY.sub(_escaped, json.dumps(value, ensure_ascii=False, indent=2)) + "\n").encode()


def _escaped(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1]


def _answer(exchange: Exchange) -> dict[str, Any]:
    return {
        "number": exchange.number,
        "message_id": exchange.message_id,
        "question": exchange.question,
        "standalone_question": exchange.standalone or exchange.question,
        "verdict": exchange.outcome,
        "answer": exchange.text,
        "sentences": [
            {"text": piece.text, "references": list(piece.numbers), "supported": piece.supported}
            for piece in exchange.pieces
            if piece.supported is not None
        ],
        "nearest": _nearest(exchange.nearest) if exchange.nearest else None,
        "answered_at": exchange.moment,
        "model": exchange.model,
        "citations_left_out": exchange.left_out,
    }


def _nearest(piece: Piece) -> dict[str, Any]:
    return {"text": piece.text, "references": list(piece.numbers)}


def _reference(reference: Reference) -> dict[str, Any]:
    source = reference.source
    return {
        "number": reference.number,
        "key": reference.key,
        "document": {
            "id": source.document_id,
            "title": source.title,
            "file": source.name,
            "inside": list(source.inside),
            "kind": source.kind,
            "sha256": source.sha256 or None,
            "properties": dict(source.properties),
        },
        "page": reference.page,
        "section": reference.section,
        "quote": reference.quote,
        "char_start": reference.char_start,
        "char_end": reference.char_end,
        "source": reference.state,
        "cited_in": [
            {"answer": use.answer, "citation": use.number, "verified": True} for use in reference.uses
        ],
        "verified": True,
    }
