"""Answers and scopes as JSON and back. Reading takes what it knows and leaves out fields that a later
version added.

It knows the shape of the nouns in `types` and nothing of tables.
"""

import json
from dataclasses import asdict, fields
from typing import Any, TypeVar

from ragdesk.domain.answers import Answer, Citation, Nearest, Sentence, Timings
from ragdesk.domain.documents import Chunk
from ragdesk.domain.errors import StoreError
from ragdesk.domain.search import Hit, Scope

Noun = TypeVar("Noun")
Json = dict[str, Any]


def answer_to_json(answer: Answer) -> str:
    return json.dumps(asdict(answer), ensure_ascii=False, separators=(",", ":"))


def answer_from_json(text: str) -> Answer:
    """Raises:
    StoreError: not JSON, or a field without a default is not there.
    """
    try:
        return _answer(json.loads(text))
    except (ValueError, TypeError, KeyError) as error:
        raise StoreError(
            "A stored answer cannot be read: {why}.",
            "Delete that conversation, or update RAGDesk.",
            why=error,
        ) from error


def without_passages(answer: str, document_id: str) -> str:
    """A stored answer without the passages of a document; its citations stay. Works on the JSON itself, so
    that what a later version added is kept."""
    data = json.loads(answer)
    data["hits"] = [hit for hit in data["hits"] if hit["chunk"]["document_id"] != document_id]
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def scope_to_json(scope: Scope) -> str:
    return json.dumps(asdict(scope), ensure_ascii=False)


def scope_from_json(text: str) -> Scope:
    data = json.loads(text)
    return Scope(tuple(data.get("collections", ())), tuple(data.get("documents", ())))


def pairs_to_json(pairs: tuple[tuple[str, str], ...]) -> str:
    return json.dumps(pairs, ensure_ascii=False)


def pairs_from_json(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((str(key), str(value)) for key, value in json.loads(text))


def _answer(data: Json) -> Answer:
    return _noun(
        Answer,
        data,
        citations=tuple(_noun(Citation, each) for each in data["citations"]),
        sentences=tuple(
            _noun(Sentence, each, citations=tuple(each["citations"])) for each in data["sentences"]
        ),
        hits=tuple(_hit(each) for each in data["hits"]),
        timings=_noun(Timings, data["timings"]),
        memory=tuple(data.get("memory", ())),
        nearest=_nearest(data.get("nearest")),
    )


def _nearest(data: Json | None) -> Nearest | None:
    return None if data is None else _noun(Nearest, data, citation=_noun(Citation, data["citation"]))


def _hit(data: Json) -> Hit:
    chunk = data["chunk"]
    return _noun(Hit, data, chunk=_noun(Chunk, chunk, section=tuple(chunk["section"])))


def _noun(kind: type[Noun], data: Json, **converted: Any) -> Noun:
    """Build `kind` from the fields that it has today; what it no longer has, or does not have yet, is left
    out."""
    known = {field.name: data[field.name] for field in fields(kind) if field.name in data}  # type: ignore[arg-type]
    return kind(**(known | converted))
