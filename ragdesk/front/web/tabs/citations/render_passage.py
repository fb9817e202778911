"""Cited places in formats without pages as HTML: a rendered text, a sheet, a message, and a quote whose source is not what it
was. Pure functions. Never the whole of a long document: a window around the passage, with links that make it larger."""

from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.domain.answers import Citation
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import Problem
from ragdesk.domain.views import MailView, SheetView
from ragdesk.front.web.render import action, block, escape, link, meta, name
from ragdesk.front.web.render_text import cut, marked_markdown, marked_text
from ragdesk.front.web.tabs.citations.render_viewer import ways_to
from ragdesk.front.web.wording import mark, plural, t, told

# Characters of text shown before and after a passage at first.
AROUND = 4_000
# Kinds of documents whose text is no Markdown.
_PLAIN = frozenset({"text", "data"})
# The lines of a message's header.
_FIELDS = frozenset({mark("From"), mark("To"), mark("Cc"), mark("Date")})

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Attached:
    """A file in a message: its document, or why there is none."""

    name: str
    document_id: str | None
    problem: Problem | None


def passage(text: str, span: Span, document: Document, above: int = AROUND, below: int = AROUND) -> str:
    """The document's readable text around its characters `span`, which are marked."""
    window = cut(text, span, above, below)
    shown = "" if document.kind in _PLAIN else marked_markdown(text, span, window)
    body = (
        f'<div class="rd-reading" dir="auto">{shown}</div>'
        if shown
        else f'<div class="rd-plain" dir="auto">{marked_text(text, span, window)}</div>'
    )
    return block(
        "text",
        _more("above") if window[0] else "",
        body,
        _more("below") if window[1] < len(text) else "",
    )


def _more(side: str, rows: int = 0) -> str:
    said = t("Show more above") if side == "above" else t("Show more below")
    said += f" ({plural(rows, '{count} row', '{count} rows')})" if rows else ""
    return f'<p class="rd-reach">{link(action("citations", "more", side), said)}</p>'


def kept(citation: Citation, said: str, ways: str = "") -> str:
    """The quote as it was kept with the answer, because its source does not say it now. `ways` is HTML."""
    return block(
        "text",
        f'<div class="rd-notice"><p><strong>{escape(said)}</strong></p>'
        f'<p class="rd-hint">{t("This is the quote as it was kept with the answer.")}</p></div>',
        f'<blockquote class="rd-plain" dir="auto"><mark id="rd-quote">{escape(citation.quote)}</mark></blockquote>',
        f'<p class="rd-doings">{ways}</p>' if ways else "",
    )


def gone(citation: Citation, successors: Sequence[Document] = ()) -> str:
    """The source is no longer in the library: the quote is kept; `successors` have its name."""
    newer = meta(
        f"{link(action('library', 'show', each.id), name(each.title or each.name))}"
        f"{'<span class=rd-dot> · </span>'}{ways_to(each.id)}"
        for each in successors[:3]
    )
    ways = t("In the library under this name now: {documents}", documents=newer) if newer else ""
    return kept(citation, t("The document is no longer in the library."), ways)


def changed(citation: Citation) -> str:
    """The document is there, and the quote nowhere in it."""
    said = t("The document has changed: the quoted words no longer stand in it.")
    return kept(citation, said, ways_to(citation.document_id))


def moved() -> str:
    said = t("The document was read anew since this answer; the quote is shown where it stands now.")
    return block("notice", f"<p>{said}</p>")


def sheet(view: SheetView) -> str:
    """The rows around the cited cells, under the letters of their columns; the table's first row stays in view."""
    rows, before, anchor = [], 0, ' id="rd-quote"'
    for row in view.rows:
        cells = []
        for text, cited in zip(row.cells, row.cited, strict=True):
            cells.append(
                f'<td class="rd-cell"{anchor}>{escape(text)}</td>' if cited else f"<td>{escape(text)}</td>"
            )
            anchor = "" if cited else anchor
        gap = ' class="rd-gap"' if before and row.number > before + 1 else ""
        rows.append(f"<tr{gap}><th>{row.number:d}</th>{''.join(cells)}</tr>")
        before = row.number
    letters = "".join(f"<th>{each}</th>" for each in view.columns)
    apart = len(view.rows) > 1 and view.rows[1].number > view.rows[0].number + 1
    return block(
        "text",
        f'<p class="rd-sheetname">{name(view.name)}</p>',
        _more("above", view.above) if view.above else "",
        f'<div class="rd-cells{" rd-headed" if apart else ""}"><table><thead><tr><th></th>{letters}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>",
        _more("below", view.below) if view.below else "",
    )


def mail(
    text: str, view: MailView, span: Span, title: str, attached: Sequence[Attached], around: tuple[int, int]
) -> str:
    """A message: its header, its body with what it quotes of others folded, its attachments. `around` is how many characters
    of the body are shown before and after the passage."""
    low, high = cut(text, span, *around)
    pieces = [each for each in view.pieces if each[0] < high and each[1] > low]
    shown = "".join(_piece(text, each, span, (low, high)) for each in pieces)
    fields = "".join(
        f"<dt>{t(field) if field in _FIELDS else escape(field)}</dt><dd>{marked_text(text, span, (start, end))}</dd>"
        for field, start, end in view.fields
    )
    listed = view.attachments
    cited_list = marked_text(text, span, listed) if span[0] < listed[1] and span[1] > listed[0] else ""
    return block(
        "text rd-mail",
        f'<dl class="rd-mailhead"><dt>{t("Subject")}</dt><dd><strong>{name(title)}</strong></dd>{fields}</dl>',
        _more("above") if view.pieces and low > view.pieces[0][0] else "",
        shown,
        _more("below") if view.pieces and high < view.pieces[-1][1] else "",
        f'<div class="rd-plain">{cited_list}</div>' if cited_list else "",
        _attachments(attached),
    )


def _piece(text: str, piece: tuple[int, int, bool], span: Span, window: Span) -> str:
    start, end, quoted = piece
    shown = max(start, window[0]), min(end, window[1])
    while shown[0] < shown[1] and text[shown[0]] == "\n":
        shown = shown[0] + 1, shown[1]
    body = f'<div class="rd-plain" dir="auto">{marked_text(text, span, shown).rstrip()}</div>'
    if not quoted:
        return body
    opened = " open" if span[0] < shown[1] and span[1] > shown[0] else ""
    return f"<details{opened}><summary>{t('Quoted message')}</summary>{body}</details>"


def _attachments(attached: Sequence[Attached]) -> str:
    if not attached:
        return ""
    rows = "".join(
        f"<li>{meta((link(action('library', 'show', each.document_id), name(each.name)), ways_to(each.document_id)))}</li>"
        if each.document_id
        else f'<li>{name(each.name)} <span class="rd-hint">{escape(told(each.problem) or t("waits to be read"))}</span></li>'
        for each in attached
    )
    return f"<h4>{plural(len(attached), '{count} attachment', '{count} attachments')}</h4><ul>{rows}</ul>"
