"""Passages that were searched for, and why each is where it is, as HTML. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragdesk.domain.documents import Chunk
from ragdesk.domain.search import Explained, TextPlace
from ragdesk.front.web.actions.addresses import action
from ragdesk.front.web.render import notice
from ragdesk.front.web.templates import Template
from ragdesk.front.web.texts import below_heading, place, readable, short
from ragdesk.front.web.wording import t

SNIPPET_CHARS = 420
# Of the line that the best one stands in, what is shown before it.
_BEFORE_CHARS = 160
_search = Template("library/search.html.j2")


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of a passage; `best` are the words in it that answer best, "" in most lines."""

    before: str
    best: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A passage as it is listed: where it stands, the way to it, the lines around the best one, and its rank in each step of the
    search. `apart`: its document is in a shared library, and opens as a page of its own."""

    title: str
    place: str
    address: str
    lines: list[ShownLine]
    ranks: Explained
    apart: bool = False


def hits(
    found: Sequence[Explained], titles: Mapping[str, str], query: str, best: Mapping[str, TextPlace]
) -> str:
    """Search results, best first, each with its rank and score in every step of the search. `best`: where in each passage, by its
    id, the line stands that answers best."""
    if not found:
        return notice(t("No passage matches."))
    shown = [_hit(each, titles, best.get(each.hit.chunk.id)) for each in found]
    return _search("hits", shown, query)


def _hit(explained: Explained, titles: Mapping[str, str], best: TextPlace | None) -> SearchHit:
    chunk = explained.hit.chunk
    lines = _around(chunk, readable(best.within(chunk)) if best else "")
    if explained.hit.library:
        return SearchHit(
            explained.hit.found_in,
            place(chunk.page_start, chunk.section_path, ""),
            f"/ragdesk/view/{chunk.document_id}/{chunk.char_start}/{chunk.char_end}#rd-quote",
            lines,
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
        lines,
        explained,
    )


def _around(chunk: Chunk, best: str) -> list[ShownLine]:
    """The passage's lines from the one with the best words on, or else from the first one below its heading, SNIPPET_CHARS of
    them."""
    lines = below_heading(chunk)
    first = next((at for at, line in enumerate(lines) if best and best in line), None)
    shown = [] if first is None else [_around_words(lines[first], best)]
    left = SNIPPET_CHARS - sum(len(one.before + one.best + one.after) for one in shown)
    for line in lines if first is None else lines[first + 1 :]:
        if left <= 0:
            break
        shown.append(ShownLine(short(line, left)))
        left -= len(line)
    return shown


def _around_words(line: str, best: str) -> ShownLine:
    before, _, after = line.partition(best)
    if len(before) > _BEFORE_CHARS:
        before = f"… {before[-_BEFORE_CHARS:].partition(' ')[2]}"
    left = SNIPPET_CHARS - len(before) - len(best)
    space = " " * after.startswith(" ")
    return ShownLine(before, best, space + short(after, left) if left > 0 else "")
