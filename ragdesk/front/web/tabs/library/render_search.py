"""Passages that were searched for, and why each is where it is, as HTML. Pure functions."""

from collections.abc import Mapping, Sequence

from ragdesk.domain.search import Explained, Standing
from ragdesk.front.web.render import (
    action,
    block,
    escape,
    link,
    marked,
    meta,
    name,
    notice,
    place,
    rows,
    short,
)
from ragdesk.front.web.wording import number, t

SNIPPET_CHARS = 420
NONE = "–"


def hits(found: Sequence[Explained], titles: Mapping[str, str], query: str) -> str:
    """Search results, best first, each with its rank and score in every step of the search."""
    if not found:
        return notice(t("No passage matches."))
    items = "".join(
        _hit(rank, each, titles.get(each.hit.chunk.document_id, each.hit.chunk.document_id), query)
        for rank, each in enumerate(found, 1)
    )
    why = t(
        "Under each passage: its rank and score by meaning (cosine), by words (BM25), by both together, and after a second "
        "look, which decides the order. {none}: not found that way.",
        none=NONE,
    )
    return block("hits", f'<p class="rd-hint">{why}</p>', f'<ol class="rd-passages">{items}</ol>')


def _hit(rank: int, found: Explained, title: str, query: str) -> str:
    chunk = found.hit.chunk
    opened = action(
        "library",
        "show",
        chunk.document_id,
        "pages" if chunk.page_start else "passages",
        str(chunk.page_start or 1 + chunk.ordinal),
        str(chunk.ordinal),
    )
    head = meta(
        (
            link(opened, name(title), kind="title"),
            escape(place(chunk.page_start, chunk.section_path, title)),
        )
    )
    ways = (
        (t("Meaning"), found.vector),
        (t("Words"), found.words),
        (t("Together"), found.fused),
        (t("Second look"), found.reranked),
    )
    cells = "".join(f"<div><dt>{way}</dt><dd>{_standing(standing)}</dd></div>" for way, standing in ways)
    return (
        f'<li><p class="rd-where"><span class="rd-num rd-soft">{rank}</span><span>{head}</span></p>'
        f'{_beginning(chunk.text, query)}<dl class="rd-why">{cells}</dl></li>'
    )


def _beginning(text: str, query: str) -> str:
    """The passage's first lines, SNIPPET_CHARS in all, with the words that were searched for marked."""
    lines, left = [], SNIPPET_CHARS
    for line in rows(text):
        lines.append(short(line, left))
        left -= len(line)
        if left <= 0:
            break
    return "".join(f'<p class="rd-passage" dir="auto">{marked(line, query)}</p>' for line in lines)


def _standing(standing: Standing | None) -> str:
    if standing is None:
        return NONE
    rank = t("no. {number}", number=number(standing.rank))
    return f"{rank} <span>{number(standing.score, 2)}</span>"
