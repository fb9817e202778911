"""What other programs can look at: passages, the list of documents, their texts. Values of the contract, without the places where
files lie on this computer."""

import time
from collections.abc import Sequence

from ragdesk.app.app import App
from ragdesk.domain.documents import Document
from ragdesk.domain.search import Mode, Scope
from ragdesk.front import contract
from ragdesk.front.contract import Json

# Not told: where a file lies, and what only an ingest knows.
_PRIVATE = ("path", "sources", "status", "seconds", "problem")


def scope_of(collection: str = "", documents: Sequence[str] = ()) -> Scope:
    """Where to look; everywhere where nothing is named."""
    return Scope((collection,) if collection else (), tuple(documents))


def search(app: App, query: str, limit: int, mode: Mode, scope: Scope) -> Json:
    """As `ragdesk search --json`. Raises QuestionError, UnknownIdError, ModelError."""
    started = time.perf_counter()
    hits = app.passages.search(query, top=limit, mode=mode, scope=scope)
    return {
        "query": query,
        "hits": contract.hits(hits),
        "seconds": round(time.perf_counter() - started, 4),
    }


def documents(app: App, scope: Scope, offset: int, limit: int) -> Json:
    """Some of the documents, the newest first. Raises UnknownIdError."""
    allowed = app.library.collections.resolve(scope)
    found = [one for one in app.library.documents.all() if allowed is None or one.id in allowed]
    found.sort(key=lambda one: one.added_at, reverse=True)
    end = offset + limit
    return {
        "documents": [document(one) for one in found[offset:end]],
        "total": len(found),
        "next": end if end < len(found) else None,
    }


def document(item: Document) -> Json:
    """A document, for others."""
    return {name: value for name, value in contract.document(item).items() if name not in _PRIVATE}


def text(app: App, document_id: str, start: int, length: int) -> Json:
    """A stretch of a document's text, by offsets in characters. Raises UnknownIdError, StoreError."""
    item = app.shelves.document(document_id)
    whole = app.shelves.text(document_id)
    start = min(start, len(whole))
    end = min(start + length, len(whole))
    return {
        "document": document(item),
        "text": whole[start:end],
        "char_start": start,
        "char_end": end,
        "chars": len(whole),
        "next": end if end < len(whole) else None,
    }
