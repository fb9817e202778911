"""What stands around the list of documents, as HTML: the collections, what is done with picked rows, removals and their
receipts, the empty library. Pure functions."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ragdesk.domain.documents import Removal
from ragdesk.front.web.render import notice
from ragdesk.front.web.tabs.library.listing import View
from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import mark, plural, t

# Receipts that are shown one by one.
RECEIPTS = 3
# What a removal's receipt counts.
_STORES = {
    "documents": mark("documents"),
    "pages": mark("pages"),
    "chunks": mark("chunks"),
    "vectors": mark("vectors"),
    "words": mark("words"),
    "files": mark("files"),
    "bytes": mark("bytes"),
}
_library = Template("library/library.html.j2")
_removal = Template("library/removal.html.j2")


@dataclass(frozen=True, slots=True)
class Removing:
    """Documents that are about to be removed: how many files lie in them, and how many answers quote them."""

    document_ids: tuple[str, ...]
    titles: tuple[str, ...] = ()
    parts: int = 0
    answers: int = 0


def collections(known: Sequence[tuple[str, int]], documents: int, view: View) -> str:
    """The collections as a bar, with how many documents are in each."""
    return _library("collections", known, documents, view.collection) if documents or known else ""


def picked(known: Sequence[tuple[str, int]], view: View) -> str:
    """What can be done with the picked documents."""
    return _library("picked", known, view.collection)


def empty_library() -> str:
    return _library("empty_library")


def formats(text: str) -> str:
    """Which files can be added."""
    return _library("formats", text)


def receipt(removals: Sequence[Removal]) -> str:
    """What a removal took out of each store: of a few documents one by one, of many in sum, and each in a list."""
    total: Counter[str] = Counter()
    if len(removals) > RECEIPTS:
        for removal in removals:
            total.update(dict(removal.purged))
    each = [(removal.title, _named(removal.purged)) for removal in removals]
    return _removal("receipt", each, _named(total.items()))


def _named(stores: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return [(t(_STORES.get(store, store)), count) for store, count in stores]


def drop_words(limit: int) -> str:
    """What the page says while files are dropped and sent; `limit` is how large a file may be, in MB."""
    return _library("drop_words", limit)


def put(documents: int, collection: str) -> str:
    """That documents were put into a collection."""
    shown = " ".join(collection.split())
    said = plural(
        documents, "{count} document put into “{name}”.", "{count} documents put into “{name}”.", name=shown
    )
    return done(said)


def taken_out(documents: int, collection: str) -> str:
    """That documents were taken out of a collection."""
    shown = " ".join(collection.split())
    said = plural(
        documents,
        "{count} document taken out of “{name}”.",
        "{count} documents taken out of “{name}”.",
        name=shown,
    )
    return done(said)


def done(sentence: str) -> str:
    """A short confirmation."""
    return notice(sentence, "good")
