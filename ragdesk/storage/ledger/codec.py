"""Answers, scopes, pairs, written sections and values of cells as JSON and back. Reading leaves out fields that a later version
added, and fills in those that an earlier one did not have.

It knows nothing of tables.
"""

import json

from pydantic import TypeAdapter, ValidationError

from ragdesk.domain.answers import Answer
from ragdesk.domain.errors import StoreError
from ragdesk.domain.overviews import WrittenSection
from ragdesk.domain.search import Scope
from ragdesk.domain.tables import CellValue

Pairs = tuple[tuple[str, str], ...]

_ANSWER = TypeAdapter(Answer)
_SCOPE = TypeAdapter(Scope)
_PAIRS = TypeAdapter(Pairs)
_SECTIONS = TypeAdapter(tuple[WrittenSection, ...])
_CELL_VALUES = TypeAdapter(tuple[CellValue, ...])


def answer_to_json(answer: Answer) -> str:
    return _ANSWER.dump_json(answer).decode()


def answer_from_json(text: str) -> Answer:
    """Raises:
    StoreError: not JSON, or a field without a default is not there.
    """
    try:
        return _ANSWER.validate_json(text)
    except ValidationError as error:
        # Its own text would quote the answer, and errors are logged.
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise StoreError(
            "A stored answer cannot be read: {why}.",
            "Delete that conversation, or update RAGDesk.",
            why=": ".join(filter(None, (".".join(map(str, first["loc"])), first["msg"]))),
        ) from error


def without_passages(answer: str, document_id: str) -> str:
    """A stored answer without the passages of a document; its citations stay. Works on the JSON itself, so
    that what a later version added is kept."""
    data = json.loads(answer)
    data["hits"] = [hit for hit in data["hits"] if hit["chunk"]["document_id"] != document_id]
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def scope_to_json(scope: Scope) -> str:
    return _SCOPE.dump_json(scope).decode()


def scope_from_json(text: str) -> Scope:
    return _SCOPE.validate_json(text)


def pairs_to_json(pairs: Pairs) -> str:
    return _PAIRS.dump_json(pairs).decode()


def pairs_from_json(text: str) -> Pairs:
    return _PAIRS.validate_json(text)


def sections_to_json(sections: tuple[WrittenSection, ...]) -> str:
    return _SECTIONS.dump_json(sections).decode()


def sections_from_json(text: str) -> tuple[WrittenSection, ...]:
    return _SECTIONS.validate_json(text)


def cell_values_to_json(values: tuple[CellValue, ...]) -> str:
    return _CELL_VALUES.dump_json(values).decode()


def cell_values_from_json(text: str) -> tuple[CellValue, ...]:
    return _CELL_VALUES.validate_json(text)
