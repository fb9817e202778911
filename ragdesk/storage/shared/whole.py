"""A document of a shared library as the stores of a home take it: nothing is read or encoded again."""

from collections.abc import Collection

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import UnknownIdError
from ragdesk.domain.intake import NewDocument, SourceInfo
from ragdesk.storage.shared.library import SharedLibrary

_PLACE = ("path", "bytes", "mtime_ns", "container", "parent_id", "depth")


def whole_document(
    library: SharedLibrary, document_id: str, with_it: Collection[str], collection: str | None
) -> tuple[NewDocument, list[SourceInfo]]:
    """A document, and the further places where it was found.

    Args:
        with_it: the documents that the home has, or takes: what lay in another one is a file of its own where that stays away.

    Raises:
        UnknownIdError, StoreError: as `SharedLibrary.document`.
    """
    document = library.document(document_id)
    chunks, vectors = library.encoded(document_id)
    places = [
        SourceInfo(**row)
        if row["parent_id"] in with_it
        else SourceInfo(row["path"], row["bytes"], row["mtime_ns"])
        for row in library.rows("sources", document_id, _PLACE).to_pylist()
    ]
    if not places:
        raise UnknownIdError(
            "There is no document “{id}” in the library.", "See the ids with: ragdesk list", id=document_id
        )
    new = NewDocument(
        document=document,
        sha256=library.sha256(document_id),
        parsed=Parsed(
            document.title,
            library.text(document_id),
            (),
            tuple(library.pages(document_id)),
            document.kind,
            document.paged,
            title_from=document.title_from,
        ),
        chunks=tuple(chunks),
        vectors=vectors,
        original=library.original(document_id),
        file=places[0],
        layout=library.layout_bytes(document_id),
        collection=collection,
    )
    return new, places[1:]
