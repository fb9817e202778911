"""Documents of a shared library into one's own: as they were read and encoded there, and still there when the storage is away."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ragdesk.app.intake import WAIT
from ragdesk.app.runtime import Current
from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.intake import IngestResult
from ragdesk.ingesting.document import ingest_result

if TYPE_CHECKING:
    from ragdesk.storage.shared.library import SharedLibrary
    from ragdesk.storage.writer import LibraryWriter


class Merging:
    """Takes documents over while the caller waits."""

    def __init__(self, current: Current) -> None:
        self._current = current

    def merge(
        self, library: str, document_ids: Sequence[str], collection: str = ""
    ) -> Iterator[IngestResult]:
        """Take documents over (all, where none is named), one result each.

        Args:
            library: its name in settings.toml, its folder or its address.

        Raises:
            StoreError: the storage is away. BusyError, ModelMissingError: as for `Intake.add`.
        """
        shared = self._open(library)
        wanted = list(document_ids) or shared.ids()
        own = self._current.library
        with own.write_session(WAIT) as writer:
            for document_id in wanted:
                known = own.documents.get(document_id)
                if known is not None:
                    yield ingest_result(
                        known.sources[0] if known.sources else known.name, "unchanged", 0.0, known
                    )
                    continue
                try:
                    yield self._take(writer, shared, document_id, {*own.documents.ids(), *wanted}, collection)
                except RagdeskError as error:
                    yield ingest_result(document_id, "failed", 0.0, problem=error.problem)

    def _take(
        self,
        writer: "LibraryWriter",
        shared: "SharedLibrary",
        document_id: str,
        with_it: set[str],
        collection: str,
    ) -> IngestResult:
        from ragdesk.storage.shared.whole import whole_document

        new, more = whole_document(shared, document_id, with_it, collection or None)
        if not shared.encoded_alike:
            texts = [chunk.embedding_text for chunk in new.chunks]
            new = replace(new, vectors=self._current.engines.embedder().encode(texts))
        refused = dict(writer.put([new]).refused)
        if new.file.path in refused:
            raise refused[new.file.path]
        for place in more:
            writer.attach_source(document_id, place, collection or None)
        return ingest_result(new.file.path, "ready", 0.0, new.document)

    def _open(self, library: str) -> "SharedLibrary":
        from ragdesk.storage.shared.library import SharedLibrary

        runtime = self._current.runtime
        set_up = runtime.settings.libraries.get(library)
        fingerprint, _ = runtime.engines.embedding()
        if set_up is not None:
            return SharedLibrary(library, set_up.url, set_up.options, runtime.copies, fingerprint)
        url = library if "://" in library else str(Path(library).absolute())
        return SharedLibrary(library, url, {}, runtime.copies, fingerprint)
