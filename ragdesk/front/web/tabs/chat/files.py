"""A conversation's own files: dropped in Chat, taken in like any others, and the only ones that it then asks about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.domain.search import Scope
from ragdesk.domain.sources import is_dropped_as
from ragdesk.front.web import render
from ragdesk.front.web.events import connect
from ragdesk.front.web.guard.uploads import arrived, document_ids, queue_uploads
from ragdesk.front.web.parts import LONG, Updates, markdown, nothing, update
from ragdesk.front.web.tabs.chat.talks_panel import Listing, TalksPanel
from ragdesk.front.web.wording import plural, t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App

# How often a window looks whether its files are in, in seconds.
LOOK = 1.0


@dataclass(frozen=True, slots=True)
class Expected:
    """The files that a window waits for: the documents that they will be, and the conversation they were given to."""

    conversation: str = ""
    documents: tuple[str, ...] = ()


class OwnFiles:
    """Lays the button out and answers its events."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def unseen(self) -> None:
        import gradio as gr

        self.timer = gr.Timer(LOOK, active=False)
        self.expected = gr.State(Expected())

    def layout(self) -> None:
        import gradio as gr

        self.button = gr.UploadButton(
            t("Ask about these files only …"), file_count="multiple", size="sm", elem_id="rd-own-files"
        )
        self.note = markdown("rd-own-note")

    def wire(self, conversation: "gr.State", documents: "gr.Dropdown", talks: TalksPanel) -> None:
        """`documents` is the choice of those that questions look in."""
        self._conversation, self._documents, self._talks = conversation, documents, talks
        waiting = [self.expected, self.timer, self.note]
        connect(
            self.button.upload,
            self.add,
            [*waiting, conversation, talks.list],
            {**LONG, "preprocess": False},  # an upload is moved, not read as a value
            files=self.button,
            conversation=conversation,
            listing=talks.listing,
        )
        arrived = [*waiting, documents]
        connect(self.timer.tick, self.look, arrived, expected=self.expected, conversation=conversation)

    def add(self, files: Sequence[Mapping[str, Any]] | None, conversation: str, listing: Listing) -> Updates:
        """Queue the files, and wait for them. They belong to a conversation from the beginning."""
        try:
            names = arrived(self._app, files or [])
            expected = tuple(document_ids(names))
            titles = list(names.values())
            queue_uploads(self._app, names, "")
            if titles and not conversation:
                conversation = self._app.conversations.create(t("About {title}", title=titles[0])).id
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        if not expected:
            return {self.note: ""}
        reading = plural(
            len(expected),
            "Reading {count} file … Until then questions look everywhere.",
            "Reading {count} files … Until then questions look everywhere.",
        )
        return {
            self.expected: Expected(conversation, expected),
            self.timer: update(active=True),
            self.note: render.notice(reading),
            self._conversation: conversation,
            self._talks.list: self._talks.listed(conversation, listing),
        }

    def look(self, expected: Expected, conversation: str) -> Updates:
        """Once the files have left the queue, make those that came in the scope of the conversation."""
        if wait_in_queue(self._app, expected.documents):
            return nothing()
        arrived = with_parts(self._app, expected.documents)
        shown: Updates = {self.expected: Expected(), self.timer: update(active=False)}
        if not arrived:
            sentence = t("None of these files could be read; the Library says why.")
            return {**shown, self.note: render.notice(sentence, "bad")}
        try:
            self._app.library.conversations.set_scope(expected.conversation, Scope(documents=tuple(arrived)))
        except UnknownIdError:  # it was deleted meanwhile
            return {**shown, self.note: ""}
        if expected.conversation == conversation:
            choices = [
                (document.title or document.name, document.id)
                for document in self._app.library.documents.all()
            ]
            shown[self._documents] = update(choices=choices, value=arrived)
        came = sum(1 for document_id in expected.documents if document_id in arrived)
        sentences = [_came(came, expected.conversation == conversation)]
        if came < len(expected.documents):
            sentences.append(t("The others could not be read; the Library says why."))
        return {**shown, self.note: render.notice(" ".join(sentences), "good")}


def wait_in_queue(app: "App", documents: Sequence[str]) -> bool:
    """Whether one of the files, or a file inside of one, is still in the queue; files held for a password are not."""
    return any(
        is_dropped_as(job.source, document_id)
        for job in app.intake.state().waiting
        for document_id in documents
    )


def waits_for_password(app: "App", document_id: str) -> bool:
    """Whether the file is kept until somebody gives its password."""
    return any(is_dropped_as(job.source, document_id) for job in app.intake.state().held)


def with_parts(app: "App", documents: Sequence[str]) -> list[str]:
    """Those of the documents that are in the library, each followed by what lies in it."""
    known: dict[str, None] = {}
    todo = list(documents)
    while todo:
        document_id = todo.pop(0)
        if document_id in known:
            continue
        try:
            app.library.document(document_id)
        except UnknownIdError:
            continue
        known[document_id] = None
        todo += [inner for _, inner, _ in app.contents.parts(document_id) if inner]
    return list(known)


def _came(files: int, on_view: bool) -> str:
    """That the files are in, and which conversation looks in them alone: the one on view, or the one that they came with."""
    if on_view:
        return plural(
            files,
            "{count} file is in; questions of this conversation look nowhere else.",
            "{count} files are in; questions of this conversation look nowhere else.",
        )
    return plural(
        files,
        "{count} file is in; questions of its conversation look nowhere else.",
        "{count} files are in; questions of their conversation look nowhere else.",
    )
