"""The conversations at the side: a new one, all of them by when they were used, found by what was said, renamed, deleted."""

from typing import TYPE_CHECKING

from ragdesk.ui.chat import render_talks
from ragdesk.ui.parts import QUIET, Updates, markdown
from ragdesk.ui.render import action, block, link
from ragdesk.ui.wording import t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.desk import Desk


class TalksPanel:
    """Lays the list out and answers what is its own. `shown` is how many conversations this window lists at most."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk

    def unseen(self) -> None:
        import gradio as gr

        self.shown = gr.State(render_talks.WINDOW)

    def layout(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-tight", elem_id="rd-talks-head"):
            self.new = gr.Button(t("New conversation"), elem_id="rd-new", size="sm", min_width=120)
            # In a narrow window the list is folded away; `static/chat.js` unfolds it.
            unfold = link(action("page", "fold", "talks"), t("Conversations"), kind="link rd-fold")
            markdown("rd-talks-fold", block("fold", unfold))
        self.wanted = gr.Textbox(
            label=t("Find a conversation"),
            placeholder=t("Find a conversation"),
            show_label=False,
            container=False,
            max_lines=1,
            elem_id="rd-find-talk",
        )
        self.undo = markdown("rd-undo")
        self.list = markdown("rd-conversations")

    def wire(self, conversation: "gr.State") -> None:
        # `change`, since `input` misses what is pasted. One after the other: the last is what was typed last.
        self.wanted.change(
            self.find,
            [self.wanted, conversation],
            [self.list, self.shown],
            trigger_mode="multiple",
            **QUIET,
        )

    def find(self, wanted: str, conversation: str) -> Updates:
        """The conversations that hold what is being typed."""
        return {
            self.list: self.listed(conversation, wanted),
            self.shown: render_talks.WINDOW,
        }

    def listed(self, conversation: str, wanted: str = "", shown: int = render_talks.WINDOW) -> str:
        """The list as HTML, with `conversation` chosen."""
        found = self._desk.talks.search(wanted or "")
        return render_talks.talks(found, conversation, " ".join((wanted or "").split()), shown)

    def more(self, conversation: str, wanted: str, shown: int) -> Updates:
        return {self.list: self.listed(conversation, wanted, shown), self.shown: shown}

    def delete(self, conversation: str) -> Updates:
        """Out of sight at once; it can be undone for a moment. Raises UnknownIdError."""
        return {self.undo: render_talks.deleted(self._desk.talks.delete(conversation))}

    def restore(self, conversation: str) -> Updates:
        """Raises UnknownIdError: it is too late."""
        self._desk.talks.restore(conversation)
        return {self.undo: ""}
