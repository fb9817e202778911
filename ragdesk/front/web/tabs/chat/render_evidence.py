"""The passages behind an answer as HTML: whole sentences, those that are cited first, with the words cited. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragdesk.domain.answers import Citation
from ragdesk.domain.search import Hit
from ragdesk.front.web.actions.addresses import action
from ragdesk.front.web.templates import Template
from ragdesk.front.web.texts import below_heading, place, quoted, readable
from ragdesk.front.web.wording import plural, t
from ragdesk.text.sentences import sentences
from ragdesk.text.sheet_rows import head_over
from ragdesk.text.unmarked import is_row

# What is shown of a passage before a person asks for more: whole sentences, until there are this many characters.
LEAD_CHARS = 300
_evidence = Template("chat/evidence.html.j2")


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage as it is listed: the paragraphs shown at once and those to unfold; `quotes` (number, words, address, the heads of
    its columns where it is a row of a table) are what an answer cites of it."""

    title: str
    place: str
    lead: list[str]
    rest: list[str]
    quotes: tuple[tuple[int, str, str, str], ...] = ()


def evidence(
    hits: Sequence[Hit],
    titles: Mapping[str, str],
    asked: str,
    search_note: str = "",
    *,
    citations: Sequence[Citation] = (),
    key: str = "",
    refused: bool = False,
) -> str:
    """The passages that an answer is made of: those that it cites, by number, then the others, best first.

    Args:
        titles: by document id.
        search_note: what search could not do for the question.
        citations: those of the answer, once there is one; `key` is its message's id.
        refused: whether they were not enough for an answer.
    """
    by_chunk: dict[str, list[Citation]] = {}
    for citation in citations:
        by_chunk.setdefault(citation.chunk_id, []).append(citation)
    cited = [hit for hit in hits if hit.chunk.id in by_chunk]
    cited.sort(key=lambda hit: by_chunk[hit.chunk.id][0].number)
    head = t("Also found, best first")
    if refused:
        head = t("The nearest passages. None is sure to answer it:")
    elif not cited:
        head = plural(len(hits), "{count} passage found", "{count} passages, best first")
    return _evidence(
        "evidence",
        [_quoted(hit, titles, by_chunk[hit.chunk.id], key) for hit in cited],
        [passage(hit, titles) for hit in hits if hit.chunk.id not in by_chunk],
        head,
        asked,
        search_note,
    )


def no_evidence() -> str:
    return _evidence("nothing")


def heading() -> str:
    """What stands above the passages."""
    return _evidence("heading")


def passage(hit: Hit, titles: Mapping[str, str]) -> ShownPassage:
    """Its first sentences at once, the others to unfold."""
    return ShownPassage(*_where(hit, titles), *fold(below_heading(hit.chunk)))


def _quoted(hit: Hit, titles: Mapping[str, str], citations: Sequence[Citation], key: str) -> ShownPassage:
    """The quotes at once, the passage to unfold. Rows under the same heads have them once, and not where they are cited."""
    heads = [heads_over(citation.quote, hit, citation.cells) for citation in citations]
    said = {quoted(citation) for citation in citations}
    quotes = tuple(
        (
            citation.number,
            quoted(citation),
            action("beside", "cite", key, str(citation.number)),
            "" if over in said or over in heads[:at] else over,
        )
        for at, (citation, over) in enumerate(zip(citations, heads, strict=True))
    )
    lines = below_heading(hit.chunk)
    # Nothing more to read where the quote is the passage.
    more = len(" ".join(lines)) > max(len(quote) for _, quote, *_ in quotes)
    title = titles.get(hit.chunk.document_id, "")
    # A passage may begin a page before the words that are cited of it.
    places = dict.fromkeys(place(citation.page, citation.place, title) for citation in citations)
    return ShownPassage(title, "; ".join(filter(None, places)), [], lines if more else [], quotes)


def heads_over(quote: str, hit: Hit, cells: str = "") -> str:
    """The heads of the columns over a quoted row of a table, which says little without them; "" over anything else."""
    row, head = quote.strip().split("\n")[0], ""
    # A passage from the middle of a long table has the heads in its context.
    for line in (*hit.chunk.context.split("\n"), *hit.chunk.text.split("\n")):
        if is_row(line) and row in line:
            return "" if row in head else readable(head_over(head) if cells else head)
        head = (head or line) if is_row(line) else ""
    return ""


def _where(hit: Hit, titles: Mapping[str, str]) -> tuple[str, str]:
    """The document's title, and the place in it."""
    title = titles.get(hit.chunk.document_id, "")
    return title, place(hit.chunk.page_start, hit.chunk.section_path, title)


def fold(lines: Sequence[str], limit: int = LEAD_CHARS) -> tuple[list[str], list[str]]:
    """What is shown at once, at the end of a sentence, and what is unfolded."""
    shown = 0
    for at, line in enumerate(lines):
        if shown + len(line) > limit:
            ends = [end for _, end in sentences(line)] or [len(line)]
            # At least one sentence is shown, however long.
            fitting = [end for end in ends if shown + end <= limit] or ([] if shown else ends[:1])
            cut = fitting[-1] if fitting else 0
            lead = [*lines[:at], line[:cut].strip()] if cut else list(lines[:at])
            rest = [line[cut:].strip(), *lines[at + 1 :]]
            return lead, [line for line in rest if line]
        shown += len(line)
    return list(lines), []
