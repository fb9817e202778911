"""Questions to begin with, of a person's own documents: made by rules in idle time, and offered only where the document was
seen to answer them."""

import logging
from typing import TYPE_CHECKING

from ragdesk.app.runtime import Current, Runtime
from ragdesk.domain.documents import Document
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Hit, Scope

if TYPE_CHECKING:
    from ragdesk.extras.starters.candidates import Candidate

log = logging.getLogger(__name__)

# Raised when the rules change: what older ones made is then made anew.
VERSION = 4
OFFERED = 4
# Checking costs a search each; a document whose first candidates fail has seldom better ones.
MOST_CHECKED = 16
# Documents that the start of Chat looks at.
LATEST = 40
_HITS = 5


class FirstQuestions:
    """What can be asked of the documents. Safe to use from several threads."""

    def __init__(self, current: Current) -> None:
        self._current = current

    def of_document(self, document_id: str) -> tuple[str, ...]:
        """The questions of a document; none where none were made yet, or it answers none."""
        return self._current.library.starters.of(document_id)

    def of_library(self, apart_from: str = "") -> list[str]:
        """Questions of the newest documents, the documents taking turns; none of a collection `apart_from`."""
        library = self._current.library
        own = [
            questions
            for document_id, questions in library.starters.latest(LATEST)
            if (document := library.documents.get(document_id)) and apart_from not in document.collections
        ]
        turns = [questions[turn] for turn in range(OFFERED) for questions in own if turn < len(questions)]
        return list(dict.fromkeys(turns))[:OFFERED]

    def waiting(self) -> Document | None:
        """A document whose questions are still to be made."""
        library = self._current.library
        document_id = library.starters.missing(VERSION)
        return library.document(document_id) if document_id else None

    def make(self, document: Document, cancelled: Cancelled) -> bool:
        """Make a document's questions, and keep those that it answers. False if cancelled: then nothing is kept.

        Raises:
            StoreError.
        """
        from ragdesk.extras.starters.candidates import candidates

        runtime = self._current.runtime
        chunks = runtime.library.chunks.of_document(document.id)
        kept: list[Candidate] = []
        for candidate in candidates(document.title, document.language, chunks)[:MOST_CHECKED]:
            if cancelled():
                return False
            if sum(each.rule == candidate.rule for each in kept) < OFFERED // 2 and _answered(
                candidate, document.id, runtime
            ):
                kept.append(candidate)
            if len(kept) == OFFERED:
                break
        runtime.library.starters.keep(document.id, VERSION, [each.question for each in kept])
        log.info("starters document=%s kept=%d", document.id, len(kept))
        return True


def _answered(candidate: "Candidate", document_id: str, runtime: Runtime) -> bool:
    """Whether the question leads to the place that it was made of, and that is taken for an answer."""
    from ragdesk.answering.finding.search import search
    from ragdesk.answering.judging import gate
    from ragdesk.answering.judging.judged import best, judge
    from ragdesk.answering.understanding.understand import understand

    library, engines = runtime.library, runtime.engines
    embedder, reranker = engines.embedder_or_none(), engines.reranker_or_none()
    query = understand(candidate.question, embedder_languages=runtime.embedder_languages)
    scope = Scope(documents=(document_id,))
    orders = search(query, retriever=library, embedder=embedder, reranker=reranker, top=_HITS, scope=scope)
    hits = list(orders)[-1]
    found = [hit for hit in hits[:3] if _holds(hit, candidate)]
    if not found:
        return False
    units = judge(query.standalone, hits, library, reranker)
    fits = gate.fits(embedder, reranker)
    signs = gate.read_signs(query.standalone, hits, units)
    if not gate.answerable(signs, "balanced", fits):
        return False
    if candidate.rule in WHOLE_SECTION:
        return True
    judged = best(query.checked, units, fits.answer)
    return judged is not None and _overlaps(candidate, judged[0].quote.char_start, judged[0].quote.char_end)


# Rules whose questions a section answers, not a sentence.
WHOLE_SECTION = frozenset({"how", "says", "asked"})


def _holds(hit: Hit, candidate: "Candidate") -> bool:
    return _overlaps(candidate, hit.chunk.char_start, hit.chunk.char_end)


def _overlaps(candidate: "Candidate", start: int, end: int) -> bool:
    return start < candidate.char_end and candidate.char_start < end
