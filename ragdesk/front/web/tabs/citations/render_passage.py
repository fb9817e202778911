"""Cited places in formats without pages as HTML: a rendered text, a sheet, a message, and a quote whose source is not what it
was. Pure functions. Never the whole of a long document: a window around the passage, with links that make it larger."""

from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.domain.answers import Citation
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import Problem
from ragdesk.domain.views import MailView, SheetView
from ragdesk.front.web.render_text import PLAIN_KINDS, cut, marked_markdown, marked_text
from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import mark, t

# Characters of text shown before and after a passage at first.
AROUND = 4_000
# The lines of a message's header.
_FIELDS = frozenset({mark("From"), mark("To"), mark("Cc"), mark("Date")})
_passage = Template("citations/passage.html.j2")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Attached:
    """A file in a message: its document, or why there is none."""

    name: str
    document_id: str | None
    problem: Problem | None


def passage(
    text: str,
    span: Span,
    document: Document,
    above: int = AROUND,
    below: int = AROUND,
    *,
    tab: str = "citations",
) -> str:
    """The document's readable text around its characters `span`, which are marked. `tab` answers its links."""
    window = cut(text, span, above, below)
    rendered = "" if document.kind in PLAIN_KINDS else marked_markdown(text, span, window, document.kind)
    body, kind = (rendered, "reading") if rendered else (marked_text(text, span, window), "plain")
    return _passage("passage", tab, body, kind, window[0] > 0, window[1] < len(text))


def gone(citation: Citation, successors: Sequence[Document] = ()) -> str:
    """The source is no longer in the library: the quote is kept; `successors` have its name."""
    return _passage("gone", citation.quote, successors[:3])


def changed(citation: Citation) -> str:
    """The document is there, and the quote nowhere in it."""
    return _passage("changed", citation.quote, citation.document_id)


def moved() -> str:
    """The quote stands elsewhere in its document now."""
    return _passage("moved")


def sheet(view: SheetView, *, tab: str = "citations") -> str:
    """The rows around the cited cells, under the letters of their columns."""
    rows, before = [], 0
    for row in view.rows:
        gap = before > 0 and row.number > before + 1
        rows.append((row.number, gap, list(zip(row.cells, row.cited, strict=True))))
        before = row.number
    # Where the page scrolls to.
    first = next(((row.number, row.cited.index(True)) for row in view.rows if True in row.cited), None)
    apart = len(view.rows) > 1 and view.rows[1].number > view.rows[0].number + 1
    return _passage("sheet", tab, view, rows, apart, first)


def mail(
    text: str,
    view: MailView,
    span: Span,
    title: str,
    attached: Sequence[Attached],
    around: tuple[int, int],
    *,
    tab: str = "citations",
) -> str:
    """A message: its header, its body with what it quotes of others folded, its attachments. `around` is how many characters
    of the body are shown before and after the passage."""
    low, high = cut(text, span, *around)
    fields = [
        (t(field) if field in _FIELDS else field, marked_text(text, span, (start, end)))
        for field, start, end in view.fields
    ]
    pieces = [
        _piece(text, piece, span, (low, high)) for piece in view.pieces if piece[0] < high and piece[1] > low
    ]
    above = bool(view.pieces) and low > view.pieces[0][0]
    below = bool(view.pieces) and high < view.pieces[-1][1]
    listed = view.attachments
    cited_list = marked_text(text, span, listed) if span[0] < listed[1] and span[1] > listed[0] else ""
    return _passage("mail", tab, title, fields, pieces, above, below, cited_list, attached)


def _piece(text: str, piece: tuple[int, int, bool], span: Span, window: Span) -> tuple[str, bool, bool]:
    """A part of a message's body: its text, whether it quotes others, and whether it holds words of the passage."""
    start, end, quoted = piece
    low, high = max(start, window[0]), min(end, window[1])
    while low < high and text[low] == "\n":
        low += 1
    return marked_text(text, span, (low, high)).rstrip(), quoted, span[0] < high and span[1] > low
