"""Files dropped on Chat, Citations or Memory, or added with Chat's clip: they go into the library, and then questions can be
asked of them alone. What becomes of them is said over every tab."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragdesk.domain.documents import Document
from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.domain.intake import IngestProgress
from ragdesk.domain.sources import dropped_name, is_dropped_as
from ragdesk.front.web import render
from ragdesk.front.web.events import connect
from ragdesk.front.web.guard.uploads import arrived, document_ids, dropped, queue_uploads
from ragdesk.front.web.parts import EACH, Updates, bridge, markdown, nothing, update
from ragdesk.front.web.tabs.chat.files import LOOK, wait_in_queue, waits_for_password, with_parts
from ragdesk.front.web.tabs.chat.thread_panel import ThreadPanel
from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import plural, t

if TYPE_CHECKING:
    from gradio.components import Component

    from ragdesk.app.app import App

# More documents than this are not offered to be asked about alone.
ASKED_ABOUT = 20
NAME_CHARS = 80
_arrivals = Template("chat/arrivals.html.j2")


@dataclass(frozen=True, slots=True)
class Arriving:
    """The documents that the files of this window will be, the first file's name, and what was said of them last."""

    documents: tuple[str, ...] = ()
    name: str = ""
    said: str = ""


class Arrivals:
    """Lays out what is said, over all tabs, and answers its events."""

    def __init__(self, app: "App", thread: ThreadPanel) -> None:
        self._app = app
        self._thread = thread

    def unseen(self) -> None:
        import gradio as gr

        self.arriving = bridge("arriving")
        self.timer = gr.Timer(LOOK, active=False)
        self.expected = gr.State(Arriving())
        self.note = markdown("rd-arrivals")

    def wire(self, documents: "Component") -> None:
        """`documents`: those that the next question looks in."""
        changed = [self.expected, self.timer, self.note]
        connect(self.arriving.change, self.add, changed, EACH, sent=self.arriving, expected=self.expected)
        connect(
            self.timer.tick,
            self.look,
            [*changed, self._thread.welcome],
            expected=self.expected,
            documents=documents,
        )

    def add(self, sent: str, expected: Arriving) -> Updates:
        """Queue the files that `static/dropping.js` has sent."""
        try:
            names = arrived(self._app, dropped(sent))
            found = document_ids(names)
            queue_uploads(self._app, names, "")
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        if not found:
            return nothing()
        now = Arriving(
            tuple(dict.fromkeys((*expected.documents, *found))), expected.name or next(iter(names.values()))
        )
        return {self.expected: now, self.timer: update(active=True), self.note: adding(now, 0, None)}

    def look(self, expected: Arriving, documents: Sequence[str] | None) -> Updates:
        """How far the files are; once they have left the queue, what can be done with those that came."""
        if not expected.documents:
            return nothing()  # a tick that was late; files that came meanwhile are waited for
        left = sum(wait_in_queue(self._app, [document]) for document in expected.documents)
        if left:
            note = adding(expected, len(expected.documents) - left, self._in_hand(expected))
            if note == expected.said:
                return nothing()
            return {self.expected: replace(expected, said=note), self.note: note}
        known = [document for document in expected.documents if self._document(document) is not None]
        locked = sum(waits_for_password(self._app, document) for document in expected.documents)
        failed = len(expected.documents) - len(known) - locked
        note = came(len(known), failed, locked, self._title(known), self._asked(known))
        invited = {} if documents else {self._thread.welcome: self._thread.invitation()}
        return {self.expected: Arriving(), self.timer: update(active=False), self.note: note, **invited}

    def _in_hand(self, expected: Arriving) -> IngestProgress | None:
        """How far the file is that is being read, where it is one of these."""
        now = self._app.intake.state().progress
        ours = now is not None and any(is_dropped_as(now.path, each) for each in expected.documents)
        return now if ours else None

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


def adding(now: Arriving, done: int, in_hand: IngestProgress | None) -> str:
    """That files are on their way, which one is read, and which of its pages."""
    name = dropped_name(in_hand.path) if in_hand else now.name
    page, pages = in_hand.at_page if in_hand else (0, 0)
    return _arrivals("adding", len(now.documents), done, name, bool(in_hand), page, pages)


def came(files: int, failed: int, locked: int, title: str, documents: Sequence[str]) -> str:
    """That files are in: `title` is that of the first one, `locked` are those that wait for a password."""
    words = ""
    if files == 1:
        words = t("“{title}” is in your library.", title=title)
    elif files:
        words = plural(files, "{count} file is in your library.", "{count} files are in your library.")
    elif not locked:
        words = t("None of these files could be read; the Library says why.")
    asked = plural(
        locked,
        "{count} file needs a password, which you can give in the Library.",
        "{count} files need a password, which you can give in the Library.",
    )
    others = plural(
        failed,
        "{count} file could not be read; the Library says why.",
        "{count} files could not be read; the Library says why.",
    )
    more = [words, asked if locked else "", others if failed and (files or locked) else ""]
    return _arrivals("came", [each for each in more if each], documents)
