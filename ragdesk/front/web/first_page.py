"""What the window shows until Gradio has drawn the page: its head, its tabs, a field to type in, and the Library's first rows.

It is part of the page's HTML; `static/first.js` puts the drawn page in its place, with what was typed and the tab that was chosen
meanwhile.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from ragdesk.front.web.static_files import FIRST
from ragdesk.front.web.tabs.library.listing import View, kind_of, listed
from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragdesk.domain.documents import Document

# More than the first screen shows.
ROWS = 20
_STYLE = Path(__file__).parent / "static" / FIRST
_first = Template("first.html.j2", in_markdown=False)


@dataclass(frozen=True, slots=True)
class FirstRow:
    """A document as the first page lists it."""

    kind: str
    title: str
    name: str


def first_page(documents: "Sequence[Document]") -> str:
    """HTML for the page's body, for a library whose list begins with these documents."""
    rows = [
        FirstRow(kind_of(each), each.title or each.name, each.name)
        for each in listed(documents, View(shown=ROWS), "", {}).rows
    ]
    tabs = (
        ("library", t("Library")),
        ("chat", t("Chat")),
        ("citations", t("Citations")),
        ("memory", t("Memory")),
        ("settings", t("Settings")),
    )
    return _first("page", tabs, rows, Markup(_STYLE.read_text(encoding="utf-8")))
