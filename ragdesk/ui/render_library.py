"""Documents, the progress of adding them, removal receipts and search hits as HTML. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragdesk.types import Chunk, Document, Hit, IngestResult, Removal
from ragdesk.ui.render import (
    action,
    block,
    chip,
    count,
    day,
    escape,
    label,
    link,
    marked,
    meta,
    name,
    notice,
    place,
    readable,
    short,
)

# More than this many rows make the browser slow; the filter finds the rest.
SHOWN = 200
SNIPPET_CHARS = 420
_STAGES = {
    "waiting": "waiting",
    "reading": "reading",
    "splitting": "splitting into passages",
    "encoding": "learning the passages",
    "storing": "storing",
}
_OUTCOMES = {
    "ready": "added",
    "unchanged": "already here, unchanged",
    "updated": "updated",
    "duplicate": "same content as a document that is here",
    "failed": "not added",
}


@dataclass(frozen=True, slots=True)
class FileState:
    """How one file of a batch stands: in a stage, or with its result. `fraction` is 0 to 1 of the whole file."""

    name: str
    stage: str = "waiting"
    fraction: float = 0.0
    result: IngestResult | None = None


def progress(files: Sequence[FileState], done: int, total: int, running: bool) -> str:
    """A batch: how far it is, and each of its files."""
    if not files and not running:
        return ""
    failed = sum(1 for each in files if each.result and each.result.status == "failed")
    total = max(total, len(files))
    if running:
        head = f"Adding {count(total, 'file')}: {done} done"
    else:
        head = f"{count(done - failed, 'file')} taken in" + (f", {failed} not" if failed else "")
    overall = done / total if total else 0.0
    rows = "".join(_file(each) for each in files)
    return block(
        "progress",
        f'<p class="rd-head">{head}</p>',
        _bar(overall, "the whole batch") if running else "",
        f"<ul>{rows}</ul>",
    )


def _file(state: FileState) -> str:
    if state.result is None:
        right = (
            f"<span>{_STAGES.get(state.stage, escape(state.stage))}</span>{_bar(state.fraction, state.stage)}"
        )
        return f'<li class="rd-going"><span class="rd-file">{name(state.name)}</span>{right}</li>'
    status = state.result.status
    facts = _OUTCOMES[status]
    if status in {"ready", "updated"}:
        facts = meta((facts, count(state.result.chunks, "passage"), f"{state.result.seconds:.1f} s"))
    problem = f'<p class="rd-problem">{escape(state.result.problem)}</p>' if state.result.problem else ""
    return f'<li class="rd-is-{status}"><span class="rd-file">{name(state.name)}</span><span>{facts}</span>{problem}</li>'


def _bar(fraction: float, title: str) -> str:
    percent = round(100 * min(max(fraction, 0.0), 1.0))
    return f'<progress max="100" value="{percent}" title="{escape(title)}">{percent}%</progress>'


def documents(known: Sequence[Document], wanted: str = "", removing: str = "") -> str:
    """The library, filtered by the words of `wanted`; the document `removing` asks for confirmation."""
    words = wanted.casefold().split()
    chosen = [each for each in known if all(word in _searchable(each) for word in words)]
    if not chosen:
        return block("empty", f"<p>No document matches “{escape(wanted)}”.</p>")
    rows = "".join(_document(each, each.id == removing) for each in chosen[:SHOWN])
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


def _document(document: Document, removing: bool) -> str:
    title = link(action("library", "show", document.id), name(document.title or document.name), kind="title")
    facts = meta(
        (
            name(document.name),
            escape(document.kind),
            count(document.pages, "page") if document.paged else "",
            count(document.chunks, "passage"),
            f"added {escape(day(document.added_at))}",
        )
    )
    chips = "".join(chip(name(each), "chip rd-collection") for each in document.collections)
    chips += "".join(chip(f"{label(key)} {name(value)}") for key, value in document.properties)
    doings = meta(
        (
            link(action("library", "show", document.id), "Details"),
            f'<a class="rd-link" href="/ragdesk/original/{escape(document.id)}" download>Download</a>',
            link(action("library", "ask-remove", document.id), "Remove"),
        )
    )
    if removing:
        doings = "Remove it and everything made from it? " + meta(
            (
                link(action("library", "remove", document.id), "Remove", kind="danger"),
                link(action("library", "keep"), "Keep"),
            )
        )
    return (
        f'<li><div class="rd-doc"><p class="rd-name">{title}</p><p class="rd-facts">{facts}</p>'
        f'{f"<p>{chips}</p>" if chips else ""}</div><p class="rd-doings">{doings}</p></li>'
    )


def empty_library() -> str:
    return block(
        "welcome",
        "<h2>Your library is empty</h2>",
        "<p>Drop PDF, Markdown, HTML or text files above and ask about them in Chat, or start with four examples.</p>",
    )


def details(document: Document, chunks: Sequence[Chunk], shown: int = 40) -> str:
    """One document: what is known of it, and its passages."""
    facts = [
        ("File", name(document.name)),
        ("Kind", escape(document.kind)),
        ("Language", escape(document.language or "unknown")),
        ("Size", f"{document.bytes / 1024:,.0f} kB"),
        ("Pages", str(document.pages) if document.paged else "none in this format"),
        ("Collections", ", ".join(name(each) for each in document.collections) or "none"),
        *((label(key), name(value)) for key, value in document.properties),
        ("Found in", "<br>".join(name(each) for each in document.sources) or "unknown"),
        ("Added", escape(day(document.added_at))),
        ("Identity", f"<code>{escape(document.id)}</code>"),
    ]
    rows = "".join(f"<dt>{key}</dt><dd>{value}</dd>" for key, value in facts)
    passages = "".join(
        f'<li><p class="rd-where">{escape(place(each.page_start, " › ".join(each.section))) or "Beginning"}</p>'
        f'<p class="rd-passage">{escape(short(readable(each.text), SNIPPET_CHARS))}</p></li>'
        for each in chunks[:shown]
    )
    more = (
        f'<p class="rd-hint">and {count(len(chunks) - shown, "more passage")}.</p>'
        if len(chunks) > shown
        else ""
    )
    return block(
        "details",
        f'<p class="rd-doings">{link(action("library", "close"), "Close")}</p>',
        f"<h3>{name(document.title or document.name)}</h3><dl>{rows}</dl>",
        f'<h4>{count(len(chunks), "passage")}</h4><ol class="rd-passages">{passages}</ol>{more}',
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
        f'<p class="rd-passage">{marked(short(readable(hit.chunk.text), SNIPPET_CHARS), query)}</p>'
        f'<p class="rd-speed">{meta(ranks)}</p></li>'
    )
