"""One document with all that is known of it, and its readable text as a page of its own. Pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ragdesk.domain.documents import Document, SourceVersion
from ragdesk.domain.errors import Problem
from ragdesk.front.web.render_text import PLAIN_KINDS, marked_markdown, marked_text, rendered_markdown
from ragdesk.front.web.tabs.library.render_queue import shown_path
from ragdesk.front.web.templates import Template

# Properties that programs go by, not people.
TECHNICAL = frozenset({"message_id", "in_reply_to", "references", "thread"})
# Characters of a text that is drawn as a document, in a second or two; a longer one is shown as it is.
RENDERED_CHARS = 1_000_000
_details = Template("library/details.html.j2")
_text_page = Template("library/text_page.html.j2", in_markdown=False)


@dataclass(frozen=True, slots=True)
class Inside:
    """A file inside of the document's file: its document, or why there is none."""

    name: str
    document_id: str | None
    problem: Problem | None


def about(
    document: Document,
    sha256: str,
    versions: Sequence[SourceVersion],
    parents: Sequence[Document] = (),
    parts: Sequence[Inside] = (),
    thread: Sequence[Document] = (),
) -> str:
    """What is known of a document, where it was found, what it lies in and what lies in it, and the messages of its thread."""
    properties = [(key, value) for key, value in document.properties if key not in TECHNICAL]
    paths = [(shown_path(version.path), version) for version in versions]
    return _details("about", document, sha256, properties, paths, parents, parts, thread)


def text_page(document: Document, text: str, start: int = 0, end: int = 0) -> str:
    """A whole HTML page with the document's text, read as Markdown where it is; characters `start` to `end` are marked."""
    span, whole, body = (start, max(start, end)), (0, len(text)), Markup()
    if document.kind not in PLAIN_KINDS and len(text) <= RENDERED_CHARS:
        body = (
            marked_markdown(text, span, whole, document.kind)
            if start < end
            else rendered_markdown(text, whole, document.kind)
        )
    return _text_page(
        "text_page", document, body or marked_text(text, span, whole), "reading" if body else "plain"
    )
