"""Overviews that the language model writes of documents in idle time, so that they are there when a person asks for one."""

import logging

from ragdesk.app.resources import resources_of
from ragdesk.app.runtime import Current
from ragdesk.app.whole_documents import LibraryDocuments
from ragdesk.domain.documents import Document
from ragdesk.domain.ports import Cancelled

log = logging.getLogger(__name__)


class WrittenOverviews:
    """Writes them one after the other, if the settings say so. Safe to use from several threads."""

    def __init__(self, current: Current) -> None:
        self._current = current

    def waiting(self) -> Document | None:
        """A document whose overview the model in use has not written yet, the newest first."""
        runtime = self._current.runtime
        if runtime.settings.ingest.overviews == "off":
            return None
        from ragdesk.answering.overview.writing import VERSION

        document_id = runtime.library.overviews.missing(runtime.engines.llm().name, VERSION)
        return runtime.library.document(document_id) if document_id else None

    def make(self, document: Document, cancelled: Cancelled) -> bool:
        """Write what is missing of one. False if cancelled; the sections that are written are kept.

        Raises:
            ModelError, StoreError.
        """
        from ragdesk.answering.overview.pool import pool_of
        from ragdesk.answering.overview.writing import write

        runtime = self._current.runtime
        resources = resources_of(runtime)
        pool = pool_of(document, LibraryDocuments(runtime.library), resources.embedder)
        for _ in write(pool, resources, cancelled):
            pass
        if cancelled():
            return False
        log.info("overview written document=%s", document.id)
        return True
