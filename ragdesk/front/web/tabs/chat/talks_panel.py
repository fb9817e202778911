"""The conversations at the side: a new one, all of them by when they were used, found by what was said, renamed, deleted."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragdesk.front.web.parts import QUIET, Updates, markdown
from ragdesk.front.web.render import action, block, link
from ragdesk.front.web.tabs.chat import render_talks
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App


@dataclass(slots=True)
class Listing:
    """What a window lists: the conversations that hold `wanted`, `shown` at most. One for a window, changed in its place, so
    that an event that began before the last letter was typed lists by it, too."""

    wanted: str = ""
    shown: int = render_talks.WINDOW


class TalksPanel:
    """Lays the list out and answers what is its own."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def unseen(self) -> None:
        import gradio as gr

        self.listing = gr.State(Listing())

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
            [self.wanted, conversation, self.listing],
            [self.list],
            trigger_mode="multiple",
            **QUIET,
        )

    def find(self, wanted: str, conversation: str, listing: Listing) -> Updates:
        """The conversations that hold what is being typed."""
        listing.wanted, listing.shown = wanted or "", render_talks.WINDOW
        return {self.list: self.listed(conversation, listing)}

    def listed(self, conversation: str, listing: Listing) -> str:
        """The list as HTML, with `conversation` chosen."""
        found = self._app.conversations.search(listing.wanted)
        return render_talks.talks(found, conversation, " ".join(listing.wanted.split()), listing.shown)

    def more(self, conversation: str, listing: Listing, shown: int) -> Updates:
        listing.shown = shown
        return {self.list: self.listed(conversation, listing)}

    def delete(self, conversation: str) -> Updates:
        """Out of sight at once; it can be undone for a moment. Raises UnknownIdError."""
        return {self.undo: render_talks.deleted(self._app.conversations.delete(conversation))}

    def restore(self, conversation: str) -> Updates:
        """Raises UnknownIdError: it is too late."""
        self._app.conversations.restore(conversation)
        return {self.undo: ""}
