"""The list of documents as HTML. Pure functions.

A row is an item of a list and, by its role, a row of a table: narrow windows show it as a card.
"""

from ragdesk.domain.documents import Document, DocumentState
from ragdesk.front.web.render import action, block, chip, day, escape, label, link, meta, name, short
from ragdesk.front.web.tabs.library.listing import SORT_KEYS, WINDOW, Listed, View, kind_of
from ragdesk.front.web.tabs.library.render_library import Removing, question
from ragdesk.front.web.wording import mark, number, t, told

_COLUMNS = (
    ("type", mark("Type")),
    ("title", mark("Title")),
    ("pages", mark("Pages")),
    ("passages", mark("Passages")),
    ("state", mark("State")),
    ("added", mark("Added")),
)
_STATES = {
    "problem": (mark("Unreadable"), "chip rd-warn"),
    "partial": (mark("In part"), "chip rd-warn"),
    "outdated": (mark("Read anew"), "chip"),
    "words": (mark("Words only"), "chip"),
}
# The colour of a badge, by what it says.
_FAMILIES = {
    "pdf": ("PDF",),
    "word": ("DOC", "DOCX", "DOCM", "ODT", "RTF", "EPUB"),
    "sheet": ("XLS", "XLSX", "XLSM", "ODS", "CSV", "TSV"),
    "slides": ("PPT", "PPTX", "ODP"),
    "mail": ("EML", "MSG", "MBOX", "EMLX"),
    "picture": ("PNG", "JPG", "TIF", "TIFF", "BMP", "WEBP", "GIF"),
}
_FAMILY = {kind: family for family, kinds in _FAMILIES.items() for kind in kinds}
# The properties that stand in a row; the others stand on the document's page.
_IN_A_ROW = ("sop_id", "version", "department", "from", "date")


def documents(shown: Listed, removing: Removing | None = None) -> str:
    """The rows that a window shows. What is `removing` asks for confirmation: one document in its row, several above."""
    if not shown.rows:
        return block("empty", f"<p>{_none(shown.view.collection, shown.wanted.strip())}</p>")
    one = removing if removing and len(removing.document_ids) == 1 else None
    rows = "".join(
        _document(each, shown.states.get(each.id), one if one and one.document_ids[0] == each.id else None)
        for each in shown.rows
    )
    several = question(removing) if removing and one is None else ""
    return block(
        "documents",
        f'<div class="rd-asking">{several}</div>' if several else "",
        f'<div class="rd-table" role="table">{_heads(shown.view)}<ul role="rowgroup">{rows}</ul></div>',
        _more(shown),
    )


def _none(collection: str, wanted: str) -> str:
    """That nothing is listed, and why."""
    if collection and wanted:
        return t(
            "No document in {collection} matches “{words}”.",
            collection=name(collection),
            words=escape(wanted),
        )
    if collection:
        return t("No document in {collection} yet.", collection=name(collection))
    return t("No document matches “{words}”.", words=escape(wanted)) if wanted else t("No document yet.")


def _heads(view: View) -> str:
    cells = [
        _cell(
            "pick", f'<input type="checkbox" class="rd-pick-all" title="{t("Select all")}">', "columnheader"
        )
    ]
    for key, title in _COLUMNS:
        if key not in SORT_KEYS:
            cells.append(_cell(key, t(title), "columnheader"))
            continue
        turned = ("rd-down" if view.descending else "rd-up") if key == view.by else ""
        sort = link(action("library", "sort", key), t(title), kind=f"sort {turned}".strip())
        cells.append(_cell(key, sort, "columnheader"))
    cells.append(_cell("doings", "", "columnheader"))
    return f'<div class="rd-heads" role="row">{"".join(cells)}</div>'


def _counted(count: int, what: str) -> str:
    """A number; the word stands beside it where the list has no heads."""
    return f"{number(count)}<span> {what}</span>"


def _cell(kind: str, content: str, role: str = "cell") -> str:
    return f'<div role="{role}" class="rd-c-{kind}">{content}</div>'


def badge(document: Document) -> str:
    """The type as a small coloured label."""
    kind = kind_of(document)
    family = "faq" if document.kind == "faq" else _FAMILY.get(kind, "text")
    return f'<span class="rd-type rd-k-{family}" title="{escape(document.kind)}">{escape(kind)}</span>'


def _document(document: Document, state: DocumentState | None, removing: Removing | None) -> str:
    title = document.title or document.name
    opened = link(action("library", "show", document.id), name(title), kind="title")
    cells = (
        _cell("pick", f'<input type="checkbox" class="rd-pick" title="{t("Select {title}", title=escape(short(title, 80)))}">'),
        _cell("type", badge(document)),
        _cell("title", f'<p class="rd-name">{opened}</p><p class="rd-facts">{_facts(document)}</p>{_chips(document)}'),
        _cell("pages", _counted(document.pages, t("page") if document.pages == 1 else t("pages")) if document.paged else ""),
        _cell("passages", _counted(document.chunks, t("passage") if document.chunks == 1 else t("passages"))),
        _cell("state", _state(state)),
        _cell("added", f'<span title="{escape(day(document.added_at))}">{escape(_date(document.added_at))}</span>'),
        _cell("doings", _doings(document.id)),
    )  # fmt: skip
    below = (
        f'<p class="rd-problem" role="cell">{escape(told(state.detail))}</p>'
        if state and state.kind == "problem"
        else ""
    )
    asked = f'<div class="rd-asking" role="cell">{question(removing)}</div>' if removing else ""
    return (
        f'<li role="row" class="rd-row" id="rd-doc-{escape(document.id)}" draggable="true">'
        f"{''.join(cells)}{below}{asked}</li>"
    )


def _facts(document: Document) -> str:
    stated = dict(document.properties)
    told = (
        f"{label(key)} {escape(_date(stated[key])) if key == 'date' else name(stated[key])}"
        for key in _IN_A_ROW
        if stated.get(key)
    )
    return meta((name(document.name), *told))


def _chips(document: Document) -> str:
    chips = "".join(chip(name(each), "chip rd-collection") for each in document.collections)
    return f"<p>{chips}</p>" if chips else ""


def _date(moment: str) -> str:
    return day(moment).partition(",")[0]


def _state(state: DocumentState | None) -> str:
    if state is None:
        return f'<span class="rd-ready">{t("Ready")}</span>'
    text, kind = _STATES[state.kind]
    return f'<span class="rd-{kind}" title="{escape(told(state.detail))}">{t(text)}</span>'


def _doings(document_id: str) -> str:
    """View, Download and Remove as small signs; their names are read out, and shown by the pointer."""
    shown, view, download, remove = escape(document_id), t("View"), t("Download"), t("Remove")
    return (
        f'<a class="rd-sign rd-view" href="/ragdesk/view/{shown}" target="_blank" rel="noopener" title="{view}">'
        f'<span>{view}</span></a><a class="rd-sign rd-download" href="/ragdesk/original/{shown}" download '
        f'title="{download}"><span>{download}</span></a>'
        + link(
            action("library", "ask-remove", document_id),
            f"<span>{remove}</span>",
            kind="sign rd-remove",
            title=remove,
        )
    )


def _more(shown: Listed) -> str:
    rest = shown.matching - len(shown.rows)
    if rest <= 0:
        return ""
    more = link(action("library", "more"), t("Show {number} more", number=number(min(rest, WINDOW))))
    said = t("{number} of {all} shown", number=number(len(shown.rows)), all=number(shown.matching))
    return f'<p class="rd-hint rd-show-more">{meta((said, more))}</p>'
