"""The names in the JSON of the command line. Some follow the fields of a noun, so a field added there would add one here."""

from storage.test_codec import ANSWER

from ragdesk.domain.documents import Document
from ragdesk.domain.intake import IngestResult
from ragdesk.domain.models import Check, ModelInfo
from ragdesk.front import contract

RESULT = {"path", "document_id", "title", "status", "pages", "chunks", "seconds", "problem"}
CHUNK = {"chunk_id", "page_start", "page_end", "section", "text", "char_start", "char_end"}
CITATION = {"number", "chunk_id", "document_id", "document", "title", "page", "section", "quote"} | {
    "char_start",
    "char_end",
    "verified",
}


def test_a_result_and_a_document_begin_alike() -> None:
    result = IngestResult("/a.md", "a" * 16, "A", "ready", 1, 2, 0.12345)
    assert contract.ingested(result) == {
        "path": "/a.md",
        "document_id": "a" * 16,
        "title": "A",
        "status": "ready",
        "pages": 1,
        "chunks": 2,
        "seconds": 0.123,
        "problem": None,
    }
    document = Document("a" * 16, "a.md", "A", "md", "en", 9, 1, False, 2, 3, 1, "2026-01-01")
    shown = contract.document(document)
    assert set(shown) == RESULT | {
        *("name", "kind", "language", "bytes", "sources", "collections", "properties", "added_at"),
        *("content_version", "ingest_version", "parents", "depth", "description"),
        *("title_from", "own_title"),
    }
    assert (shown["document_id"], shown["status"], shown["properties"]) == ("a" * 16, "ready", {})


def test_an_answer_names_its_parts() -> None:
    shown = contract.answer(ANSWER)
    assert set(shown) == {
        *("question", "standalone_question", "answer", "verdict", "citations", "sentences", "nearest"),
        *("hits", "conversation_id", "timings", "model", "kind", "mentions", "quick"),
    }
    assert set(shown["citations"][0]) == set(shown["nearest"]["citation"]) == CITATION
    assert shown["citations"][0]["section"] == "Cooling › B2:C2"
    assert set(shown["sentences"][0]) == {"text", "citations", "supported"}
    assert set(shown["hits"][0]) == CHUNK | {
        *("rank", "score", "document_id", "document", "vector_rank", "words_rank")
    }
    assert set(shown["timings"]) == {
        *("retrieve", "first_evidence", "first_token", "total", "prompt_tokens", "answer_tokens")
    }


def test_a_check_and_a_model_have_their_own_fields() -> None:
    assert contract.check(Check("ledger", True, "intact")) == {
        "name": "ledger",
        "passed": True,
        "detail": "intact",
        "hint": "",
    }
    model = contract.model(ModelInfo("m", "llm", 1, 2, "MIT", "en", "", True, "here"))
    assert set(model) == {
        *("name", "role", "bytes", "memory", "licence", "languages", "path", "chosen", "where", "caveat")
    }
