"""What a PDF is called: the title in its metadata if a person wrote it, else the largest text at the top of its first page, else
its first heading, else the file's name; where a scanner gave it that, its first line."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from ragdesk.domain.documents import TitleOrigin
from ragdesk.ingesting.readers.pdf import calibration
from ragdesk.ingesting.readers.pdf.grid import Table
from ragdesk.ingesting.readers.pdf.items import Head, PageItem, head
from ragdesk.ingesting.readers.titles import MOST, from_name, is_given, may_be_title, tells
from ragdesk.text import lexicon
from ragdesk.text.clean import one_line

# A company's name alone: what stands in a letter's head.
_COMPANY = re.compile(
    r"(?:[\w&.'’-]+ ){1,6}(?:GmbH|AG|KG|SE|e\. ?V\.|Ltd\.?|Limited|Inc\.?|LLC|LLP|PLC|plc|Corp\.?"
    r"|S\.A\.|S\.?p\.?A\.?|B\.V\.|N\.V\.|Oy|ApS)(?: ?& ?Co\.?(?: ?KG)?)?"
)
# What stands under it.
_TELEPHONE = re.compile(r"\b(?:tel|telefon|phone|fax)\b\.?:? ?[+(]?\d", re.IGNORECASE)


def document_title(
    metadata: Mapping[str, str | None],
    elements: Sequence[PageItem | Table],
    levels: Collection[int],
    body: float,
    heads: Collection[Head],
    name: str,
) -> tuple[str, TitleOrigin]:
    """The title, and where it was found.

    Args:
        levels: which of the elements are headings, by index.
        body: the size of the document's running text in points.
        heads: what stands at the edge of several pages.
        name: the file's name.
    """
    written = one_line(metadata.get("title") or "")
    programs = {(metadata.get(key) or "").strip().lower() for key in ("producer", "creator")}
    if is_given(written, name) and written.lower() not in programs:
        return written[: calibration.TITLE_LENGTH], "properties"
    candidates = dict(_candidates(elements, heads))
    if largest := _largest(candidates, body):
        return largest, "largest"
    heading = next((item for index, item in candidates.items() if index in levels), None)
    if heading is not None:
        return _text([heading]), "heading"
    line = next((item for item in candidates.values() if len(item.lines) == 1), None)
    return (_text([line]), "line") if line is not None and not tells(name) else (from_name(name), "name")


def _candidates(
    elements: Sequence[PageItem | Table], heads: Collection[Head]
) -> Iterator[tuple[int, PageItem]]:
    """The first items of page 1 that can be a title, by index."""
    for index, item in enumerate(elements[: calibration.TITLE_ITEMS]):
        if isinstance(item, Table) or item.page != 1 or len(item.lines) > calibration.TITLE_LINES:
            continue
        lines = [" ".join(run.text for run in line) for line in item.lines]
        # A long title may be cut into lines anywhere: one of them is like a title, and none is longer than one.
        if not any(map(may_be_title, lines)) or max(map(len, lines)) > MOST:
            continue
        is_head = any(head(line, item.size) in heads for line in lines)
        if not (is_head or _surrounds(item.text) or _is_letterhead(elements, index)):
            yield index, item


def _is_letterhead(elements: Sequence[PageItem | Table], index: int) -> bool:
    item, after = elements[index], elements[index + 1 : index + 3]
    if isinstance(item, Table):
        return False
    near = [item.text, *(each.text for each in after if isinstance(each, PageItem) and each.page == 1)]
    return _COMPANY.fullmatch(item.text) is not None or any(_TELEPHONE.search(text) for text in near)


def _largest(candidates: Mapping[int, PageItem], body: float) -> str:
    """The largest text, if it is clearly larger than the body; "" otherwise."""
    size = max((item.size for item in candidates.values()), default=0.0)
    if size < calibration.TITLE_LARGER * body:
        return ""
    least = calibration.TITLE_SAME * size
    first = next(index for index, item in candidates.items() if item.size >= least)
    following = candidates.get(first + 1)
    goes_on = following is not None and following.size >= least
    return _text([candidates[first], *([following] if following is not None and goes_on else [])])


def _surrounds(text: str) -> bool:
    """Whether a heading only surrounds a text ("Contents")."""
    surrounding = lexicon.alternatives("surrounding_headings")
    return re.fullmatch(surrounding, text.strip(" :."), re.IGNORECASE) is not None


def _text(items: Sequence[PageItem]) -> str:
    return one_line(" ".join(item.text for item in items))[: calibration.TITLE_LENGTH]
