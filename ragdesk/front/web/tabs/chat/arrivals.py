"""Files dropped on Chat, Citations or Memory, or added with Chat's clip: they go into the library, and then questions can be
asked of them alone. What becomes of them is said over every tab."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragdesk.domain.documents import Document
from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.front.web import render
from ragdesk.front.web.events import connect
from ragdesk.front.web.guard.uploads import document_ids, dropped, queue_uploads, uploaded
from ragdesk.front.web.parts import EACH, Updates, bridge, markdown, nothing, update
from ragdesk.front.web.tabs.chat.files import LOOK, wait_in_queue, with_parts
from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import plural, t

if TYPE_CHECKING:
    from ragdesk.app.app import App

# More documents than this are not offered to be asked about alone.
ASKED_ABOUT = 20
NAME_CHARS = 80
_arrivals = Template("chat/arrivals.html.j2")


@dataclass(frozen=True, slots=True)
class Arriving:
    """The documents that the files of this window will be, the first file's name, and how many of them were said to be there."""

    documents: tuple[str, ...] = ()
    name: str = ""
    done: int = 0


class Arrivals:
    """Lays out what is said, over all tabs, and answers its events."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def unseen(self) -> None:
        import gradio as gr

        self.arriving = bridge("arriving")
        self.timer = gr.Timer(LOOK, active=False)
        self.expected = gr.State(Arriving())
        self.note = markdown("rd-arrivals")

    def wire(self) -> None:
        changed = [self.expected, self.timer, self.note]
        connect(self.arriving.change, self.add, changed, EACH, sent=self.arriving, expected=self.expected)
        connect(self.timer.tick, self.look, changed, expected=self.expected)

    def add(self, sent: str, expected: Arriving) -> Updates:
        """Queue the files that `static/dropping.js` has sent."""
        try:
            names = uploaded(self._app, dropped(sent))
            found = document_ids(names)
            queue_uploads(self._app, names, "")
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        if not found:
            return nothing()
        now = Arriving(
            tuple(dict.fromkeys((*expected.documents, *found))), expected.name or next(iter(names.values()))
        )
        return {self.expected: now, self.timer: update(active=True), self.note: adding(now)}

    def look(self, expected: Arriving) -> Updates:
        """How far the files are; once they have left the queue, what can be done with those that came."""
        if not expected.documents:
            return nothing()  # a tick that was late; files that came meanwhile are waited for
        left = sum(wait_in_queue(self._app, [document]) for document in expected.documents)
        if left:
            done = len(expected.documents) - left
            if done == expected.done:
                return nothing()
            now = Arriving(expected.documents, expected.name, done)
            return {self.expected: now, self.note: adding(now)}
        known = [document for document in expected.documents if self._document(document) is not None]
        note = came(len(known), len(expected.documents) - len(known), self._title(known), self._asked(known))
        return {self.expected: Arriving(), self.timer: update(active=False), self.note: note}

    def _asked(self, documents: Sequence[str]) -> list[str]:
        """The documents and what lies in them, none where they are too many."""
        every = with_parts(self._app, documents)
        return every if len(every) <= ASKED_ABOUT else []

    def _title(self, documents: Sequence[str]) -> str:
        document = self._document(documents[0]) if documents else None
        return (document.title or document.name) if document is not None else ""

    def _document(self, document_id: str) -> Document | None:
        try:
            return self._app.library.document(document_id)
        except UnknownIdError:
            return None


def adding(now: Arriving) -> str:
    """That files are on their way."""
    return _arrivals("adding", len(now.documents), now.done, now.name)


def came(files: int, failed: int, title: str, documents: Sequence[str]) -> str:
    """That files are in: `title` is that of the first one."""
    if not files:
        words = t("None of these files could be read; the Library says why.")
        return _arrivals("came", words, "", ())
    words = plural(files, "{count} file is in your library.", "{count} files are in your library.")
    if files == 1:
        words = t("“{title}” is in your library.", title=title)
    others = plural(
        failed,
        "{count} file could not be read; the Library says why.",
        "{count} files could not be read; the Library says why.",
    )
    return _arrivals("came", words, others if failed else "", documents)
