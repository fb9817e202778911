"""Enrichment in the background: a model describes documents, and their passages are embedded anew with that before them.

One document at a time; what is written of a page is kept at once, so a stop costs a page. The documents can be found
throughout.
"""

import logging
from collections.abc import Callable
from dataclasses import replace

from ragdesk.app.runtime import Current
from ragdesk.domain.documents import Document, Parsed
from ragdesk.domain.intake import Job, NewDocument
from ragdesk.domain.ports import Cancelled
from ragdesk.extras.enrich import annotate, describe, describe_page, page_texts
from ragdesk.ingesting.encode import Encoder
from ragdesk.ingesting.fingerprint import fingerprint

log = logging.getLogger(__name__)


class Enrichment:
    """Brings documents to a level, "description" or "pages"."""

    def __init__(self, current: Current) -> None:
        self._current = current

    def waiting(self, level: str) -> Document | None:
        """A document that is not at the level yet."""
        library = self._current.library
        document_id = library.documents.less_enriched(level) if level != "off" else None
        return library.document(document_id) if document_id else None

    def enrich(
        self,
        document: Document,
        level: str,
        cancelled: Cancelled,
        on_page: Callable[[int, int], None] = lambda done, total: None,
    ) -> bool:
        """Bring one document to the level. False if cancelled; what is written so far is kept.

        Raises:
            ModelError, StoreError, BusyError.
        """
        if not self._write_notes(document, level, cancelled, on_page):
            return False
        runtime = self._current.runtime
        library, embedder = runtime.library, runtime.engines.embedder()
        notes = library.documents.notes(document.id)
        if level == "description":
            notes = {0: notes.get(0, "")}
        chunks = annotate(library.chunks.of_document(document.id), notes, embedder, embedder.max_tokens)
        known = library.vectors_by_text(document.id)
        with Encoder(embedder) as encoder:
            vectors = encoder.submit(
                [chunk.embedding_text for chunk in chunks], known, lambda fraction: not cancelled()
            ).result()
        if vectors is None:
            return False
        original = library.original(document.id)
        job = Job(original, document.name, document.name, "")
        found, sha256 = fingerprint(job, original.stat().st_size)
        parsed = Parsed(
            document.title,
            library.text(document.id),
            (),
            tuple(library.pages(document.id)),
            document.kind,
            document.paged,
        )
        new = NewDocument(
            replace(document, enriched=level),
            sha256,
            parsed,
            tuple(chunks),
            vectors,
            original,
            found,
            library.layout_bytes(document.id),
        )
        with library.write_session() as writer:
            writer.replace([new])
        log.info("enriched document=%s level=%s", document.id, level)
        return True

    def _write_notes(
        self, document: Document, level: str, cancelled: Cancelled, on_page: Callable[[int, int], None]
    ) -> bool:
        """Let the model write what is not written yet. False if cancelled."""
        library, model = self._current.library, self._current.engines.llm()
        text, notes = library.text(document.id), library.documents.notes(document.id)
        if 0 not in notes:
            note = describe(document.title, text, model, cancelled)
            if cancelled():
                return False
            library.documents.note(document.id, 0, note)
        if level != "pages" or not document.paged:
            return True
        pages = library.pages(document.id)
        texts = page_texts(text, pages)
        for index, page in enumerate(pages):
            on_page(index, len(pages))
            if page.number in notes or not texts[index].strip():
                continue
            note = describe_page(texts, index, model, cancelled)
            if cancelled():
                return False
            library.documents.note(document.id, page.number, note)
        return True
