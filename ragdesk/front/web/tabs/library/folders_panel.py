"""Watched folders, a fold of the Library tab: files that come, change or go there follow by themselves. Off to begin with."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ragdesk.domain.errors import RagdeskError, UsageError
from ragdesk.front.web import render
from ragdesk.front.web.actions.library import FOLDERS, LetMissingGo
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import EACH, Updates, bridge, markdown, nothing
from ragdesk.front.web.tabs.library import render_queue
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App


class FoldersPanel:
    """Lays the fold out and answers its events."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def unseen(self) -> None:
        self.act = bridge("folders")

    def layout(self) -> None:
        import gradio as gr

        with gr.Accordion(t("Watched folders"), open=False, elem_id="rd-folders-fold"):
            markdown("rd-folders-about", render_queue.about_folders())
            with gr.Row(elem_classes="rd-tight"):
                self.path = gr.Textbox(
                    label=t("Whole path of a folder"),
                    max_lines=1,
                    elem_id="rd-folder",
                    elem_classes="rd-field",
                    scale=5,
                    min_width=180,
                )
                self.collection = gr.Textbox(
                    label=t("Collection (optional)"),
                    max_lines=1,
                    elem_id="rd-folder-collection",
                    elem_classes="rd-field",
                    scale=3,
                    min_width=140,
                )
                self.watch_button = gr.Button(t("Watch"), elem_id="rd-watch", scale=0, min_width=100)
            self.note = markdown("rd-folder-note")
            self.list = markdown("rd-folders", self._drawn())

    def wire(self, follow: Callable[["gr.events.Dependency"], None]) -> None:
        """`follow` shows the queue after an event."""
        for trigger in (self.path.submit, self.watch_button.click):
            changed = [self.path, self.note, self.list]
            follow(connect(trigger, self.watch, changed, path=self.path, collection=self.collection))
        connect(self.act.change, self.do, [self.note, self.list], EACH, sent=self.act)

    def listed(self) -> Updates:
        return {self.list: self._drawn()}

    def _drawn(self) -> str:
        watched = self._app.watched_folders
        return render_queue.folders(watched.all(), watched.missing())

    def watch(self, path: str, collection: str) -> Updates:
        """Follow a folder from now on."""
        try:
            if not Path(path.strip()).expanduser().is_absolute():
                raise UsageError(
                    "That is not the whole path of a folder.",
                    "Write it from the beginning, as in /home/me/papers.",
                )
            self._app.watched_folders.add(Path(path.strip()), collection.strip())
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        except RuntimeError:  # `~` of somebody who is not there
            sentence = t("There is no such home folder. Write the whole path.")
            return {self.note: render.notice(sentence, "bad")}
        return {self.path: "", self.note: "", **self.listed()}

    def do(self, sent: str) -> Updates:
        """Stop following a folder; its documents stay. Or let those go whose files are missing."""
        action = FOLDERS.read(sent)
        if action is None:
            return nothing()
        try:
            if isinstance(action, LetMissingGo):
                self._app.watched_folders.let_go(action.path)
                return {
                    self.note: render.notice(t("Their documents are being removed."), "good"),
                    **self.listed(),
                }
            self._app.watched_folders.remove(action.path)
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        note = render.notice(t("No longer watched. Its documents stay in the library."), "good")
        return {self.note: note, **self.listed()}
