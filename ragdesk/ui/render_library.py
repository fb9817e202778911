"""Documents, removal receipts and search hits as HTML. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragdesk.types import Document, Hit, Removal
from ragdesk.ui.render import (
    action,
    block,
    chip,
    count,
    day,
    escape,
    files,
    link,
    marked,
    meta,
    name,
    notice,
    place,
    readable,
    short,
    telling,
)

# More than this many rows make the browser slow; the filter finds the rest.
SHOWN = 200
SNIPPET_CHARS = 420


@dataclass(frozen=True, slots=True)
class Removing:
    """A document that is about to be removed: how many files lie in it, and how many answers quote it."""

    document_id: str
    parts: int = 0
    answers: int = 0


def documents(known: Sequence[Document], wanted: str = "", removing: Removing | None = None) -> str:
    """The library, filtered by the words of `wanted`; the document that is `removing` asks for confirmation."""
    words = wanted.casefold().split()
    chosen = [each for each in known if all(word in _searchable(each) for word in words)]
    if not chosen:
        return block("empty", f"<p>No document matches “{escape(wanted)}”.</p>")
    rows = "".join(
        _document(each, removing if removing and removing.document_id == each.id else None)
        for each in chosen[:SHOWN]
    )
    more = len(chosen) - SHOWN
    rest = f'<p class="rd-hint">{count(more, "more document")}: filter to see them.</p>' if more > 0 else ""
    return block("documents", f"<ul>{rows}</ul>", rest)


def _searchable(document: Document) -> str:
    parts = (
        document.title,
        document.name,
        document.kind,
        *document.collections,
        *(v for _, v in document.properties),
    )
    return " ".join(parts).casefold()


def _document(document: Document, removing: Removing | None) -> str:
    title = link(action("library", "show", document.id), name(document.title or document.name), kind="title")
    facts = meta(
        (
            name(document.name),
            escape(document.kind),
            count(document.pages, "page") if document.paged else "",
            count(document.chunks, "passage") if document.chunks else "",
            f"added {escape(day(document.added_at))}",
        )
    )
    chips = "".join(chip(name(each), "chip rd-collection") for each in document.collections)
    chips += telling(document.properties)
    doings = meta(
        (
            link(action("library", "show", document.id), "Details"),
            files(document.id),
            link(action("library", "ask-remove", document.id), "Remove"),
        )
    )
    if removing is not None:
        doings = _asked(removing)
    return (
        f'<li><div class="rd-doc"><p class="rd-name">{title}</p><p class="rd-facts">{facts}</p>'
        f'{f"<p>{chips}</p>" if chips else ""}</div><p class="rd-doings">{doings}</p></li>'
    )


def _asked(removing: Removing) -> str:
    """The question before a removal, and its possible answers."""
    document_id = removing.document_id
    parts = f", {count(removing.parts, 'file')} inside of it" if removing.parts else ""
    answers = count(removing.answers, "answer that quotes", "answers that quote")
    return f"Remove it{parts} and everything made from it? " + meta(
        (
            link(action("library", "remove", document_id), "Remove", kind="danger"),
            link(
                action("library", "remove-quoting", document_id),
                f"Remove, and also delete {answers} it",
                kind="danger",
            )
            if removing.answers
            else "",
            link(action("library", "keep"), "Keep"),
        )
    )


def empty_library() -> str:
    return block(
        "welcome",
        "<h2>Your library is empty</h2>",
        "<p>Drop files above and ask about them in Chat, or start with four examples.</p>",
    )


def receipt(removals: Sequence[Removal]) -> str:
    """What a removal took out of each store."""
    lines = []
    for each in removals:
        stores = meta(f"{escape(store)}: {number:,}" for store, number in each.purged)
        lines.append(f"<p><strong>Removed {name(each.title)}.</strong></p><p class='rd-hint'>{stores}</p>")
    return block("notice rd-good", *lines)


def hits(found: Sequence[Hit], titles: Mapping[str, str], query: str) -> str:
    """Search results with each engine's own rank, so that a person can see why a passage is there."""
    if not found:
        return notice("No passage matches.")
    items = "".join(
        _hit(rank, hit, titles.get(hit.chunk.document_id, hit.chunk.document_id), query)
        for rank, hit in enumerate(found, 1)
    )
    return block("hits", f'<ol class="rd-passages">{items}</ol>')


def _hit(rank: int, hit: Hit, title: str, query: str) -> str:
    ranks = [
        f"meaning: no. {hit.vector_rank}" if hit.vector_rank is not None else "",
        f"words: no. {hit.words_rank}" if hit.words_rank is not None else "",
    ]
    head = meta(
        (
            f"<strong>{name(title)}</strong>",
            escape(place(hit.chunk.page_start, " › ".join(hit.chunk.section))),
        )
    )
    return (
        f'<li><p class="rd-where"><span class="rd-num rd-soft">{rank}</span><span>{head}</span></p>'
        f'<p class="rd-passage" dir="auto">{marked(short(readable(hit.chunk.text), SNIPPET_CHARS), query)}</p>'
        f'<p class="rd-speed">{meta(ranks)}</p></li>'
    )
