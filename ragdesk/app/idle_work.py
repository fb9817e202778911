"""What the app does for documents while nobody waits for it: describe them, fill the tables that they stand in, make their first
questions, write their overviews."""

import logging
from collections.abc import Callable
from typing import TypeVar

from ragdesk.app.enrichment import Enrichment
from ragdesk.app.runtime import Current
from ragdesk.app.starters import FirstQuestions
from ragdesk.app.tables import DocumentTables
from ragdesk.app.written_overviews import WrittenOverviews
from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.ports import Cancelled

log = logging.getLogger(__name__)

Waiting = TypeVar("Waiting")


class IdleWork:
    """Each kind of work goes on until nothing waits for it, or something more urgent comes, and says whether something is left
    that was interrupted. What fails is tried again when something new comes.

    `interrupted`: whether something more urgent is to be done.
    """

    def __init__(self, current: Current, interrupted: Cancelled, tables: DocumentTables) -> None:
        self._current = current
        self._interrupted = interrupted
        self._tables = tables
        self._enrichment = Enrichment(current)
        self._starters = FirstQuestions(current)
        self._overviews = WrittenOverviews(current)

    def enrich(self) -> bool:
        """Bring documents to the level of the settings. Writes to the stores, as taking files in does."""
        level = self._current.settings.ingest.enrich
        return self._work_off(
            "enrichment",
            lambda: self._enrichment.waiting(level),
            lambda document: self._enrichment.enrich(document, level, self._interrupted),
        )

    def prepare(self) -> bool:
        """Fill tables, which a person waits for; make the questions that documents are offered with; then write overviews, if the
        settings say so."""
        tables, starters, overviews = self._tables, self._starters, self._overviews
        filled = self._work_off("tables", tables.waiting, lambda cell: tables.make(cell, self._interrupted))
        offered = self._work_off(
            "starters", starters.waiting, lambda document: starters.make(document, self._interrupted)
        )
        written = self._work_off(
            "overviews", overviews.waiting, lambda document: overviews.make(document, self._interrupted)
        )
        return filled or offered or written

    def _work_off(
        self, what: str, waiting: Callable[[], Waiting | None], make: Callable[[Waiting], bool]
    ) -> bool:
        try:
            while not self._interrupted() and (found := waiting()) is not None:
                make(found)
            return waiting() is not None
        except RagdeskError as error:
            log.info("idle work stands still what=%s code=%s", what, error.code)
            return False
