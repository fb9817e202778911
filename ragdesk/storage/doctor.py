"""Are the stores consistent? Compares the ledger, the archive and both indexes, id by id, and changes
nothing."""

from collections.abc import Collection, Iterable
from functools import partial

from ragdesk.domain.errors import RagdeskError, StoreError, UnknownIdError, mark
from ragdesk.domain.models import Check
from ragdesk.host.paths import Home
from ragdesk.storage import own
from ragdesk.storage.archive.archive import Archive
from ragdesk.storage.embedding import Embedding
from ragdesk.storage.index.index import Index, Indexes
from ragdesk.storage.ledger.ledger import Ledger

REBUILD = mark("Run: ragdesk doctor --rebuild")
PUT_BACK = (
    "Run: ragdesk add --resume. It puts them back in their places. Remove nothing before, and run this again."
)
# For files that were dropped on the window, or taken out of others, the archive may be the only copy.
ADD_AGAIN = (
    "Save their originals from the archive where you have no other copy. "
    "Then remove those documents and add their files again."
)
# Ids that are named in a finding; the rest are counted.
NAMED = 3


def examine(
    home: Home,
    ledger: Ledger,
    archive: Archive,
    indexes: Indexes,
    embedding: Embedding | None,
    *,
    being_written: bool,
) -> list[Check]:
    """All findings, good and bad. While another process writes, what is half-done is its work and no
    finding."""
    integrity = ledger.database.check_integrity()
    checks = [
        Check(
            "ledger",
            not integrity,
            "; ".join(integrity) or "intact",
            "Restore library.db from a backup. Without one, move it away: the documents are then taken in again; conversations "
            "are lost."
            if integrity
            else "",
        )
    ]
    if integrity:
        return checks
    checks.append(_nothing_half_done(ledger, being_written))
    archive_is_whole, exchanged = _archive_is_whole(ledger, archive)
    checks += [archive_is_whole, _passages_stand_in_texts(ledger, archive, exchanged)]
    checks.append(_nothing_of_others(home))
    checks += _indexes_match(ledger, indexes)
    if embedding is not None:
        checks.append(_all_are_encoded(ledger, embedding))
    return checks


def _indexes_match(ledger: Ledger, indexes: Indexes) -> list[Check]:
    try:
        index = indexes.current()
    except StoreError as error:  # the ledger does not say which they are
        return [Check("words", False, error.message, REBUILD)]
    return [_words_match(ledger, index), _vectors_match(ledger, index)] if index is not None else []


def _nothing_half_done(ledger: Ledger, being_written: bool) -> Check:
    half_done = ledger.documents.half_done()
    if being_written:
        return Check(
            "half-done", True, f"another process is writing; {len(half_done)} documents in its hands"
        )
    hint = "Run: ragdesk doctor --rebuild, or add any file; either settles it." if half_done else ""
    return Check("half-done", not half_done, _named(half_done) or "nothing", hint)


def _not_whole(ledger: Ledger, archive: Archive) -> set[str]:
    return {
        document_id
        for document_id in ledger.documents.ids()
        if not archive.is_whole(document_id, ledger.documents.sha256(document_id) or "")
    }


def _archive_is_whole(ledger: Ledger, archive: Archive) -> tuple[Check, dict[str, str]]:
    """And in which folders other documents' originals lie."""
    ready = ledger.documents.ids()
    broken, strays = _not_whole(ledger, archive), archive.ids() - ready - ledger.documents.half_done()
    exchanged = archive.exchanged(partial(ledger.documents.sha256, ready=False), broken | strays)
    broken -= exchanged.keys() | exchanged.values()
    strays -= exchanged.keys()
    found = {
        "exchanged, each has another document's file in its folder": (exchanged, PUT_BACK),
        "not whole": (broken, ADD_AGAIN),
        "of no document": (
            strays,
            "Run: ragdesk add --resume. It takes in again what is whole, and clears the rest away.",
        ),
    }
    findings = [f"{what}: {_named(ids)}" for what, (ids, _) in found.items() if ids]
    hints = [hint for ids, hint in found.values() if ids]
    detail = "; ".join(findings) or f"{len(ready)} documents"
    return Check("archive", not findings, detail, "".join(hints[:1])), exchanged


def _nothing_of_others(home: Home) -> Check:
    strays = [str(path.relative_to(home.root)) for path in own.strays(home)]
    hint = "RAGDesk did not make this and leaves it alone. Move it to a folder of your own." if strays else ""
    return Check("strays", not strays, _named(strays) or "nothing that RAGDesk did not make", hint)


def _passages_stand_in_texts(ledger: Ledger, archive: Archive, exchanged: Collection[str]) -> Check:
    """Every quote is a slice of a text; a passage that is not where it says would be misquoted. Exchanged
    folders are found, and named, by the check of the archive."""
    wrong: set[str] = set()
    count = 0
    for document_id in sorted(ledger.documents.ids() - set(exchanged)):
        chunks = ledger.chunks.of_document(document_id)
        count += len(chunks)
        try:
            text = archive.text(document_id)
        except UnknownIdError:
            continue  # found, and named, by the check of the archive
        except StoreError:
            wrong.add(document_id)  # its bytes are no text any more
            continue
        if any(text[chunk.char_start : chunk.char_end] != chunk.text for chunk in chunks):
            wrong.add(document_id)
    finding = f"do not stand where they say in {_named(wrong)}" if wrong else ""
    hint = ADD_AGAIN if wrong else ""
    return Check("passages", not wrong, finding or f"{count} passages stand where they say", hint)


def _words_match(ledger: Ledger, index: Index) -> Check:
    try:
        index.words.verify()
        return _compared("words", ledger.chunks.ids(), index.words.ids())
    except RagdeskError as error:
        return Check("words", False, error.message, error.hint)


def _vectors_match(ledger: Ledger, index: Index) -> Check:
    try:
        index.vectors.verify()
        return _compared(
            "vectors", ledger.chunks.ids(indexed_in=index.pointer.fingerprint), index.vectors.ids()
        )
    except RagdeskError as error:
        return Check("vectors", False, error.message, error.hint)


def _compared(name: str, expected: set[str], indexed: set[str]) -> Check:
    missing, surplus = expected - indexed, indexed - expected
    findings = [f"missing: {_named(missing)}"] * bool(missing) + [f"surplus: {_named(surplus)}"] * bool(
        surplus
    )
    return Check(
        name, not findings, "; ".join(findings) or f"{len(indexed)} passages", REBUILD if findings else ""
    )


def _all_are_encoded(ledger: Ledger, embedding: Embedding) -> Check:
    waiting = ledger.documents.not_indexed_in(embedding.fingerprint)
    return Check("encoded", not waiting, _named(waiting) or "by the model in use", REBUILD if waiting else "")


def _named(ids: Iterable[str]) -> str:
    ordered = sorted(ids)
    more = f" and {len(ordered) - NAMED} more" if len(ordered) > NAMED else ""
    return ", ".join(ordered[:NAMED]) + more
