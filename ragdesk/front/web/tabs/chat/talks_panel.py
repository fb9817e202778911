"""The conversations at the side: a new one, all of them by when they were used, found by what was said, renamed, deleted."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragdesk.front.web.actions.chat import (
    ListMoreConversations,
    RenameConversation,
    RestoreConversation,
)
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import EACH, Updates, markdown
from ragdesk.front.web.tabs.chat import render_talks
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App


@dataclass(slots=True)
class Listing:
    """What a window lists: the conversations that hold `words`, `shown` at most; `drawn` is the HTML that it was last given. One
    for a window, changed in its place, so that an event that began before the last letter was typed lists by it, too."""

    words: str = ""
    shown: int = render_talks.WINDOW
    drawn: str = ""


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
            markdown("rd-talks-fold", render_talks.fold())
        self.search = gr.Textbox(
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
        connect(
            self.search.change,
            self.find,
            [self.list],
            EACH,
            words=self.search,
            conversation=conversation,
            listing=self.listing,
        )

    def find(self, words: str, conversation: str, listing: Listing) -> Updates:
        """The conversations that hold what is being typed."""
        listing.words, listing.shown = words or "", render_talks.WINDOW
        return {self.list: self.listed(conversation, listing)}

    def listed(self, conversation: str, listing: Listing) -> str:
        """The list as HTML, with `conversation` chosen."""
        hits = self._app.conversations.search(listing.words)
        words = " ".join(listing.words.split())
        listing.drawn = render_talks.talks(hits, conversation, words, listing.shown)
        return listing.drawn

    def listed_anew(self, conversation: str, listing: Listing) -> Updates:
        """The list, where it says something else than before: an event that only looks again may come to its end after the click
        that opened a conversation, and would draw the list over it as it was before."""
        before = listing.drawn
        now = self.listed(conversation, listing)
        return {self.list: now} if now != before else {}

    def do(
        self,
        action: ListMoreConversations | RenameConversation | RestoreConversation,
        conversation: str,
        listing: Listing,
    ) -> Updates:
        """What a link of the list asked for; `conversation` is the one that is open. Raises UnknownIdError, UsageError."""
        undone: Updates = {}
        match action:
            case ListMoreConversations(shown):
                listing.shown = shown
            case RenameConversation(renamed, title):
                self._app.conversations.rename(renamed, title.strip())
            case RestoreConversation(deleted):
                self._app.conversations.restore(deleted)  # too late is an UnknownIdError
                undone = {self.undo: ""}
        return {**undone, self.list: self.listed(conversation, listing)}

    def delete(self, conversation: str) -> Updates:
        """Out of sight at once; it can be undone for a moment. Raises UnknownIdError."""
        return {self.undo: render_talks.deleted(self._app.conversations.delete(conversation))}
