"""The word index: BM25 over titles, sections, texts, keywords and metadata (Tantivy). It keeps ids and
terms, no text.

It can be rebuilt from the ledger, which it does not know: rows come in, ids and scores come out. One process
writes at a time (the library's write lock sees to that); any number may read.
"""

import json
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ragdesk.domain.errors import StoreError, mark
from ragdesk.domain.search import QueryText
from ragdesk.storage.index.analysis import analysis_of
from ragdesk.storage.index.checksums import damaged
from ragdesk.storage.index.rust_panics import or_panic
from ragdesk.storage.index.word_fields import (
    DEFAULT_BOOSTS,
    FieldBoosts,
    WordRow,
    distinct,
    query_terms,
    schema,
    tantivy_document,
)

# One indexing thread needs 15 MB at least; 64 hold a batch of some 10,000 passages in one segment.
WRITER_BYTES = 64_000_000
REBUILD = mark("Run: ragdesk doctor --rebuild")


class Words:
    """The Tantivy index in `folder`, made where there is none.

    Raises:
        StoreError: its files are damaged.
    """

    def __init__(self, folder: Path) -> None:
        from tantivy import Index

        self._lock = threading.Lock()
        self._schema = schema()
        self._meta = folder / "meta.json"
        with _translated():
            folder.mkdir(parents=True, exist_ok=True)
            self._index = Index(self._schema, path=str(folder))
            self._index.config_reader("manual")
            self._index.reload()
            self._seen = self._stamp()

    def add(self, rows: Iterable[WordRow]) -> None:
        """Index the rows in one commit: all of them are searchable afterwards, or none."""
        with self._writing() as writer:
            for row in rows:
                writer.add_document(tantivy_document(row))

    def purge(
        self,
        document_ids: Collection[str],
        survivors: Callable[[Sequence[str]], Iterable[WordRow]],
        keep: Collection[str] = frozenset(),
    ) -> Counter[str]:
        """Remove documents, but for those of their chunks that are in `keep`, so that nothing of them stays in the files.
        Returns how many chunks went, by document.

        Tantivy only marks what is deleted and offers no merge to ask for; it does drop a segment in which
        nothing is left. So the segments that hold the documents are emptied, and what survives is indexed
        anew, in one commit. Hence no segment holds deleted text after any commit. `survivors` gives the rows
        of the chunk ids.
        """
        gone: Counter[str] = Counter()
        segments: dict[int, list[tuple[str, str]]] = {}
        for segment, chunk_id, document_id in self._entries():
            segments.setdefault(segment, []).append((chunk_id, document_id))
            gone[document_id] += document_id in document_ids and chunk_id not in keep
        touched = [
            rows for rows in segments.values() if any(document in document_ids for _, document in rows)
        ]
        if touched:
            surviving = [
                chunk
                for rows in touched
                for chunk, document in rows
                if document not in document_ids or chunk in keep
            ]
            with self._writing() as writer:
                for chunk_id, _ in (row for rows in touched for row in rows):
                    writer.delete_documents_by_term("chunk_id", chunk_id)
                for row in survivors(distinct(surviving)):
                    writer.add_document(tantivy_document(row))
        return +gone

    def sweep(self) -> None:
        """Delete the files that a killed writer left behind."""
        with self._writing() as writer:
            writer.garbage_collect_files()

    def search(
        self,
        query: QueryText,
        limit: int,
        *,
        languages: Iterable[str],
        documents: Collection[str] | None = None,
        boosts: FieldBoosts = DEFAULT_BOOSTS,
    ) -> list[tuple[str, float]]:
        """(chunk id, score) of the best chunks, best first. Scores are BM25 sums, above 0, without an upper
        bound.

        Args:
            query: what a person typed; no character has a special meaning. Several texts with weights are one query.
            languages: ISO 639-1 codes of the documents; the query is analysed in each.
            documents: search these only; None: all.
        """
        if documents is not None and not documents:
            return []
        with _translated():
            parsed = self._query(query, sorted({analysis_of(language) for language in languages}), boosts)
            if parsed is None:
                return []
            searcher = self._searcher()
            hits = searcher.search(self._restrict(parsed, documents), limit=limit, count=False).hits
            return [(searcher.doc(address)["chunk_id"][0], float(score)) for score, address in hits]

    def verify(self) -> None:
        """Read every file of the index.

        Raises:
            StoreError: one is missing, or does not hold what was written.
        """
        with _translated():
            broken = damaged(self._meta.parent)
        if broken:
            raise StoreError("The word index is damaged: {why}.", REBUILD, why=", ".join(broken[:3]))

    def ids(self) -> set[str]:
        """The ids of all chunks in the index."""
        return {chunk_id for _, chunk_id, _ in self._entries()}

    # ------------------------------------------------------------ queries

    def _query(self, query: QueryText, analyses: Sequence[str], boosts: FieldBoosts) -> Any | None:
        """One flat disjunction of the query's terms in each language, its names and its identifiers.

        A passage holds terms of one language alone, so the others add nothing to its score. Flat, because Tantivy skips
        what cannot come among the best (block-max WAND) only in a disjunction of plain terms.
        """
        from tantivy import Occur, Query

        weights: dict[tuple[str, str], float] = {}
        for text, weight in ((query, 1.0),) if isinstance(query, str) else query:
            for field, term, boost in query_terms(text, analyses, boosts):
                weights[field, term] = weights.get((field, term), 0.0) + weight * boost
        parts = [self._term(field, term, boost) for (field, term), boost in weights.items() if boost > 0]
        return Query.boolean_query([(Occur.Should, part) for part in parts]) if parts else None

    def _term(self, field: str, term: str, boost: float) -> Any:
        from tantivy import Query

        return Query.boost_query(Query.term_query(self._schema, field, term, index_option="freq"), boost)

    def _restrict(self, query: Any, documents: Collection[str] | None) -> Any:
        from tantivy import Occur, Query

        if documents is None:
            return query
        allowed = Query.term_set_query(self._schema, "document_id", sorted(documents))
        return Query.boolean_query([(Occur.Must, query), (Occur.Must, Query.const_score_query(allowed, 0.0))])

    # ------------------------------------------------------------ the index

    def _entries(self) -> Iterator[tuple[int, str, str]]:
        """(segment, chunk id, document id) of everything in the index."""
        from tantivy import Query

        with _translated():
            searcher = self._searcher()
            if searcher.num_docs == 0:
                return
            hits = searcher.search(Query.all_query(), limit=searcher.num_docs, count=False).hits
            for _, address in hits:
                stored = searcher.doc(address)
                yield address.segment_ord, stored["chunk_id"][0], stored["document_id"][0]

    def _searcher(self) -> Any:
        """A view of the last commit, this process's or another's."""
        with self._lock:
            stamp = self._stamp()
            if stamp != self._seen:
                self._index.reload()
                self._seen = stamp
            return self._index.searcher()

    def _stamp(self) -> tuple[int, int, int]:
        """Tantivy replaces `meta.json` at each commit: a new inode, a new time."""
        stat = self._meta.stat()
        return stat.st_ino, stat.st_mtime_ns, stat.st_size

    @contextmanager
    def _writing(self) -> Iterator[Any]:
        """A writer whose work is committed at the end of the block, merged, and given up on an error."""
        with _translated():
            self._drop_stray_deletes()
            writer = self._index.writer(WRITER_BYTES, 1)
            try:
                yield writer
                writer.commit()
            except BaseException:
                writer.rollback()
                raise
            finally:
                # Releases Tantivy's own lock, too; merges finish, and the files that they replaced are deleted.
                writer.wait_merging_threads()

    def _drop_stray_deletes(self) -> None:
        """Delete the lists of deleted rows that no commit knows.

        A writer that is killed between writing `<segment>.<opstamp>.del` and `meta.json` leaves the former. The next
        one counts on from the last commit, comes to the same opstamp, and Tantivy refuses to write over the file.
        """
        segments = json.loads(self._meta.read_text(encoding="utf-8"))["segments"]
        known = {
            f"{segment['segment_id'].replace('-', '')}.{segment['deletes']['opstamp']}.del"
            for segment in segments
            if segment.get("deletes")
        }
        for path in self._meta.parent.glob("*.del"):
            if path.name not in known:
                path.unlink(missing_ok=True)


@contextmanager
def _translated() -> Iterator[None]:
    """Tantivy raises ValueError for damaged files, a full disk and a held lock alike, and panics at some of the former."""
    try:
        yield
    except or_panic(ValueError, OSError) as error:
        raise StoreError("The word index cannot be used: {why}.", REBUILD, why=error) from error
