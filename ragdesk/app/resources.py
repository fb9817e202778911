"""What a question's path needs, taken from the runtime in force."""

from collections.abc import Mapping
from functools import partial

from ragdesk.answering.resources import Resources
from ragdesk.app.runtime import Runtime
from ragdesk.app.whole_documents import LibraryDocuments
from ragdesk.domain.search import Scope
from ragdesk.ingesting.layout import load_layout
from ragdesk.ingesting.readers.sheet.sheets import cell_range
from ragdesk.storage.library import Library
from ragdesk.storage.shelves import Shelves


def resources_of(runtime: Runtime, quick: bool = False, as_a_whole: bool = True) -> Resources:
    """`quick`, and `as_a_whole`: whether questions about whole documents are answered as such."""
    engines, settings = runtime.engines, runtime.settings
    return Resources(
        retriever=runtime.shelves,
        texts=runtime.shelves,
        cells=partial(_cells, runtime.shelves),
        passages=partial(_passages, runtime.library),
        embedder=engines.embedder_or_none(),
        reranker=engines.reranker_or_none(),
        reader=engines.reader_or_none(),
        model=engines.llm(),
        pace=runtime.pace,
        stance=settings.answer.stance,
        whole=LibraryDocuments(runtime.library, runtime.shelves) if as_a_whole else None,
        overviews=runtime.library.overviews,
        quick=quick or settings.answer.quick == "on",
        embedder_languages=runtime.embedder_languages,
        top=settings.search.top,
        prompt_tokens=settings.answer.prompt_tokens,
        answer_tokens=settings.answer.answer_tokens,
    )


def _passages(library: Library, scope: Scope) -> Mapping[str, int]:
    """Implements `ports.PassagesByLanguage`."""
    return library.documents.passages_by_language(library.collections.resolve(scope))


def _cells(library: Shelves, document_id: str, char_start: int, char_end: int) -> str:
    """Implements `ports.Cells`."""
    stored = library.layout_bytes(document_id)
    # The boxes of a layout are cells where its pages have no size.
    if stored is None or any(page.width for page in library.pages(document_id)):
        return ""
    return cell_range(load_layout(stored), char_start, char_end)
