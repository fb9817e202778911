"""What a shared library holds, as far as a run has to know it: which files are read already, and what nothing points at."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from ragdesk.bulk.tables import SharedTables
from ragdesk.domain.intake import SourceInfo

_FILE = ("path", "bytes", "mtime_ns", "container", "parent_id", "depth")


@dataclass(slots=True)
class KnownFiles:
    """Documents (id to ingest version), and places with the document that was found at each. A run keeps it up to date."""

    documents: dict[str, int] = field(default_factory=dict)
    sources: dict[str, tuple[SourceInfo, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, tables: SharedTables) -> "KnownFiles":
        documents = dict(tables.column("documents", "document_id", "ingest_version"))
        sources = {
            row[0]: (SourceInfo(*row[:-1]), row[-1])
            for row in tables.column("sources", *_FILE, "document_id")
        }
        return cls(documents, sources)

    def is_current(self, document_id: str, ingest_version: int) -> bool:
        return self.documents.get(document_id) == ingest_version

    def at(self, file: SourceInfo) -> str:
        """The document of a file that has not been touched since it was found; "" where there is none."""
        seen, document_id = self.sources.get(file.path, (None, ""))
        same = seen is not None and (seen.bytes, seen.mtime_ns) == (file.bytes, file.mtime_ns)
        return document_id if same else ""

    def place(self, found: Iterable[tuple[SourceInfo, str]]) -> None:
        self.sources |= {file.path: (file, document_id) for file, document_id in found}

    def forget(self, document_ids: Collection[str]) -> tuple[set[str], set[str]]:
        """Without these documents, what was inside of them or of an older version of a file, and what nothing points at any
        more. Returns the places and the documents that go."""
        gone, places = set(document_ids), set[str]()
        while True:
            stale = {
                path
                for path, (file, document_id) in self.sources.items()
                if document_id in gone or self._was_inside(file, gone)
            }
            for path in stale:
                del self.sources[path]
            places |= stale
            pointed_at = {document_id for _, document_id in self.sources.values()}
            orphans = self.documents.keys() - pointed_at - gone
            gone |= orphans
            if not stale and not orphans:
                break
        for document_id in gone:
            self.documents.pop(document_id, None)
        return places, gone

    def _was_inside(self, file: SourceInfo, gone: Collection[str]) -> bool:
        """Whether a place lies in a file that is gone, or that has changed since."""
        if not file.container:
            return False
        container = self.sources.get(file.container)
        return container is None or container[1] != file.parent_id or container[1] in gone
