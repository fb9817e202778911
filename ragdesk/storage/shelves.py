"""The person's own library and the shared ones beside it, read as one.

A shared library whose storage is away is passed over, and `away` says so; the own one goes on. What is in both is taken from the
own one. Whoever writes, and everything but passages and documents, has the own library alone.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, TypeVar

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Document, Page
from ragdesk.domain.errors import Problem, StoreError, UnknownIdError
from ragdesk.domain.search import Hit, QueryText, Scope, TextPlace
from ragdesk.text.tokens import content_words

log = logging.getLogger(__name__)

# Of the query's words in a passage that was found by other forms of them alone.
LEAST_SHARE = 0.1

Found = TypeVar("Found")


class ReadLibrary(Protocol):
    """What is asked of each of them: `ports.Retriever`, `ports.TextStore`, and the files of a document."""

    def search_vector(self, vector: FloatArray, limit: int, scope: Scope) -> list[Hit]: ...

    def search_words(self, query: QueryText, limit: int, scope: Scope) -> list[Hit]: ...

    def around(self, place: TextPlace, reach: int) -> list[Hit]: ...

    def document(self, document_id: str) -> Document: ...

    def text(self, document_id: str) -> str: ...

    def pages(self, document_id: str) -> Sequence[Page]: ...

    def layout_bytes(self, document_id: str) -> bytes | None: ...

    def original(self, document_id: str) -> Path: ...

    def sha256(self, document_id: str) -> str: ...

    def vectors_by_text(self, document_id: str) -> Mapping[str, FloatArray]: ...


class Shelves:
    """Implements `ports.Retriever` and `ports.TextStore`. `shared`: by the name that a person gave each."""

    def __init__(self, own: ReadLibrary, shared: Mapping[str, ReadLibrary]) -> None:
        self._own = own
        self._shared = dict(shared)
        self._away: dict[str, Problem] = {}

    @property
    def alone(self) -> bool:
        """Whether there is no shared library beside the own one."""
        return not self._shared

    @property
    def away(self) -> list[Problem]:
        """The shared libraries that could not be reached when they were last asked."""
        return list(self._away.values())

    # ------------------------------------------------------------ searching

    def search_vector(self, vector: FloatArray, limit: int, scope: Scope) -> list[Hit]:
        """The nearest chunks of all; cosines can be compared whatever library a passage is in."""
        own, elsewhere = self.scopes(scope)
        lists = [self._own.search_vector(vector, limit, own)] if own is not None else [[]]
        lists += self._from_shared(lambda library: library.search_vector(vector, limit, elsewhere), scope)
        return _best(lists, limit)

    def search_words(self, query: QueryText, limit: int, scope: Scope) -> list[Hit]:
        """The chunks of all that carry the query's words best. The scores of two indexes cannot be compared, for a word is rarer
        in a larger one: each list is brought to the scale of the first, by how much of the query its best passage has."""
        own, elsewhere = self.scopes(scope)
        lists = [self._own.search_words(query, limit, own)] if own is not None else [[]]
        lists += self._from_shared(lambda library: library.search_words(query, limit, elsewhere), scope)
        return _best(_to_one_scale([found for found in lists if found], query), limit)

    def around(self, place: TextPlace, reach: int) -> list[Hit]:
        """As `ports.Retriever` has it."""
        return self._own.around(place, reach) or next(
            filter(None, self._from_shared(lambda library: library.around(place, reach), Scope())), []
        )

    def scopes(self, scope: Scope) -> tuple[Scope | None, Scope]:
        """Where the own library is searched (None: nowhere), and the others: the own one knows only its own documents."""
        if not scope.documents or not self._shared:
            return scope, scope
        own = tuple(each for each in scope.documents if self._has(each))
        if own == scope.documents or scope.collections:
            return scope, scope
        return (replace(scope, documents=own) if own else None), scope

    def _has(self, document_id: str) -> bool:
        try:
            self._own.document(document_id)
        except UnknownIdError:
            return False
        return True

    def _from_shared(self, ask: Callable[[ReadLibrary], list[Hit]], scope: Scope) -> list[list[Hit]]:
        if scope.collections:  # they are the person's own
            return []
        answers = []
        for name, library in self._shared.items():
            try:
                answers.append(ask(library))
                self._away.pop(name, None)
            except StoreError as error:
                log.warning("away library=%s code=%s", name, error.code)
                self._away[name] = error.problem
        return answers

    # ------------------------------------------------------------ reading

    def document(self, document_id: str) -> Document:
        """Raises:
        UnknownIdError: it is in none. StoreError: it may be in one that is away.
        """
        return self._where_it_is(lambda library: library.document(document_id))

    def text(self, document_id: str) -> str:
        """Errors as for `document`."""
        return self._where_it_is(lambda library: library.text(document_id))

    def pages(self, document_id: str) -> Sequence[Page]:
        """Errors as for `document`."""
        return self._where_it_is(lambda library: library.pages(library.document(document_id).id))

    def layout_bytes(self, document_id: str) -> bytes | None:
        """Errors as for `document`."""
        return self._where_it_is(lambda library: library.layout_bytes(library.document(document_id).id))

    def original(self, document_id: str) -> Path:
        """Errors as for `document`."""
        return self._where_it_is(lambda library: library.original(document_id))

    def sha256(self, document_id: str) -> str:
        """Of the document's file. Errors as for `document`."""
        return self._where_it_is(lambda library: library.sha256(document_id))

    def vectors_by_text(self, document_id: str) -> Mapping[str, FloatArray]:
        """As the own library has it; errors as for `document`."""
        return self._where_it_is(lambda library: library.vectors_by_text(library.document(document_id).id))

    def library_of(self, document_id: str) -> str:
        """The name of the shared library that a document is in; "" for the own one. Errors as for `document`."""
        holder = self._where_it_is(lambda library: (library.document(document_id), library)[1])
        return next((name for name, library in self._shared.items() if library is holder), "")

    def _where_it_is(self, read: Callable[[ReadLibrary], Found]) -> Found:
        failed: StoreError | UnknownIdError | None = None
        for library in (self._own, *self._shared.values()):
            try:
                return read(library)
            except UnknownIdError as error:
                failed = failed or error
            except StoreError as error:
                if library is self._own:
                    raise
                failed = error
        assert failed is not None
        raise failed


def _best(lists: Sequence[Sequence[Hit]], limit: int) -> list[Hit]:
    """The best of all, each passage once: as the own library has it, which comes first."""
    first: dict[str, Hit] = {}
    for hit in (hit for found in lists for hit in found):
        first.setdefault(hit.chunk.id, hit)
    if len(lists) < 2:
        return list(first.values())
    return sorted(first.values(), key=lambda hit: -hit.score)[:limit]


def _to_one_scale(lists: Sequence[Sequence[Hit]], query: QueryText) -> list[Sequence[Hit]]:
    """Every list so that its best passage has the score that the first list's best would have with as much of the query."""
    if len(lists) < 2:
        return list(lists)
    unit = lists[0][0].score / _share(lists[0][0], query)
    scaled: list[Sequence[Hit]] = [lists[0]]
    for found in lists[1:]:
        factor = unit * _share(found[0], query) / found[0].score
        scaled.append([replace(hit, score=hit.score * factor) for hit in found])
    return scaled


def _share(hit: Hit, query: QueryText) -> float:
    """How much of the query's words, counted once each, a passage and its place have."""
    asked = set(content_words(query if isinstance(query, str) else query[0][0]))
    here = set(content_words(f"{hit.document} {hit.chunk.placed_text}"))
    return max(len(asked & here) / len(asked) if asked else 0.0, LEAST_SHARE)
