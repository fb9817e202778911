"""Passages that were searched for, and why each is where it is, as HTML. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragdesk.domain.documents import Chunk
from ragdesk.domain.search import Explained
from ragdesk.front.web.actions.addresses import action
from ragdesk.front.web.render import notice
from ragdesk.front.web.templates import Template
from ragdesk.front.web.texts import below_heading, place, short
from ragdesk.front.web.wording import t

SNIPPET_CHARS = 420
_search = Template("library/search.html.j2")


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A passage as it is listed: where it stands, the way to it, its first lines, and its rank in each step of the search.
    `apart`: its document is in a shared library, and opens as a page of its own."""

    title: str
    place: str
    address: str
    lines: list[str]
    ranks: Explained
    apart: bool = False


def hits(found: Sequence[Explained], titles: Mapping[str, str], query: str) -> str:
    """Search results, best first, each with its rank and score in every step of the search."""
    if not found:
        return notice(t("No passage matches."))
    return _search("hits", [_hit(each, titles) for each in found], query)


def _hit(explained: Explained, titles: Mapping[str, str]) -> SearchHit:
    chunk = explained.hit.chunk
    if explained.hit.library:
        return SearchHit(
            explained.hit.found_in,
            place(chunk.page_start, chunk.section_path, ""),
            f"/ragdesk/view/{chunk.document_id}/{chunk.char_start}/{chunk.char_end}#rd-quote",
            _beginning(chunk),
            explained,
            apart=True,
        )
    title = titles.get(chunk.document_id, chunk.document_id)
    view = "pages" if chunk.page_start else "passages"
    number = str(chunk.page_start or 1 + chunk.ordinal)
    return SearchHit(
        title,
        place(chunk.page_start, chunk.section_path, title),
        action("library", "show", chunk.document_id, view, number, str(chunk.ordinal)),
        _beginning(chunk),
        explained,
    )


def _beginning(chunk: Chunk) -> list[str]:
    """The passage's first lines below its heading, SNIPPET_CHARS in all."""
    lines, left = [], SNIPPET_CHARS
    for line in below_heading(chunk):
        lines.append(short(line, left))
        left -= len(line)
        if left <= 0:
            break
    return lines
