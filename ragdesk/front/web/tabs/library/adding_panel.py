"""Adding documents: dropped on the page or chosen, one by one or by the folder, into a collection perhaps."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render
from ragdesk.front.web.events import connect
from ragdesk.front.web.guard.uploads import arrived, dropped, queue_uploads
from ragdesk.front.web.parts import EACH, LONG, Updates, bridge, markdown
from ragdesk.front.web.tabs.library import render_library
from ragdesk.front.web.wording import mark, t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App

FORMATS = mark("PDF, Word, PowerPoint, Excel, OpenDocument, email, EPUB, HTML, Markdown, text, pictures, ZIP")


class AddingPanel:
    """Lays the place for files out and queues what comes. `note` says what went wrong."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def unseen(self) -> None:
        self.dropped = bridge("dropped")

    def layout(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-tight", elem_id="rd-adding"):
            self.drop = gr.File(
                label=t("Drop documents here, or click to choose them"),
                file_count="multiple",
                height=120,
                elem_id="rd-drop",
                scale=6,
                min_width=240,
            )
            gr.Button(t("Choose a folder"), size="sm", elem_id="rd-choose-folder", scale=0, min_width=140)
            self.collection = gr.Textbox(
                label=t("Put them into a collection (optional)"),
                placeholder=t("Into collection (optional)"),
                show_label=False,
                container=False,
                max_lines=1,
                elem_id="rd-collection",
                scale=3,
                min_width=160,
            )
        markdown("rd-formats", render_library.formats(t(FORMATS)))

    def wire(self, note: "gr.Markdown", follow: Callable[["gr.events.Dependency"], None]) -> None:
        """`follow` shows the queue after an event."""
        self._note = note
        # An upload is moved, not read as a value.
        moved = {**LONG, "preprocess": False}
        uploaded = connect(
            self.drop.upload,
            self.add_uploaded,
            [self.drop, note],
            moved,
            files=self.drop,
            collection=self.collection,
        )
        follow(uploaded)
        follow(
            connect(
                self.dropped.change,
                self.add_dropped,
                [note],
                EACH,
                sent=self.dropped,
                collection=self.collection,
            )
        )

    def add_uploaded(self, files: Sequence[Mapping[str, Any]] | None, collection: str) -> Updates:
        """Queue uploaded files. From then on they are safe: they are copies in the home."""
        return {self.drop: None, self._note: self._queued(lambda: files or [], collection)}

    def add_dropped(self, sent: str, collection: str) -> Updates:
        """Queue files that `static/library.js` has sent: dropped on the page, or out of a chosen folder."""
        return {self._note: self._queued(lambda: dropped(sent), collection)}

    def _queued(self, files: Callable[[], Sequence[Mapping[str, Any]]], collection: str) -> str:
        """Queues the files; says, as HTML, why that cannot be."""
        try:
            queue_uploads(self._app, arrived(self._app, files()), collection.strip())
        except RagdeskError as problem:
            return render.error(problem)
        return ""
