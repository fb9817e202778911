"""What one window of the Chat tab has open, and the states in which it keeps that."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragdesk.domain.search import Scope
from ragdesk.front.web.parts import Updates
from ragdesk.front.web.tabs.chat import render_chat
from ragdesk.front.web.tabs.chat.talks_panel import Listing
from ragdesk.front.web.work import Watch

if TYPE_CHECKING:
    from gradio.components import Component


@dataclass(frozen=True, slots=True)
class ChatWindow:
    """What a window has open. `editing`: the message whose question is being changed; `drafted`: whether the question in its
    field was put there by the app, to be changed or asked again; the scope is that of the next question."""

    conversation: str = ""
    watch: Watch | None = None
    listing: Listing = field(default_factory=Listing)
    length: int = render_chat.WINDOW
    editing: str = ""
    drafted: bool = False
    collections: Sequence[str] | None = ()
    documents: Sequence[str] | None = ()

    @property
    def scope(self) -> Scope:
        return Scope(tuple(self.collections or ()), tuple(self.documents or ()))

    def leave(self) -> None:
        """Watch no answer any more; it goes on."""
        if self.watch is not None:
            self.watch.leave()


class OpenStates:
    """A window's states: its conversation, the answer that it watches, how many messages it shows.

    `here` tells the page's script which conversation is open ("-": none), so that the window finds it again.
    """

    def unseen(self) -> None:
        import gradio as gr

        self.here = gr.Textbox(visible="hidden", elem_id="rd-here", label="here")
        self.conversation, self.watch = gr.State(""), gr.State(None)
        self.length = gr.State(render_chat.WINDOW)

    @property
    def parts(self) -> list["Component"]:
        return [self.conversation, self.here, self.watch, self.length]

    def opened(self, conversation: str) -> Updates:
        """Another conversation, or none; no answer of it is watched yet."""
        return {
            self.conversation: conversation,
            self.here: conversation or "-",
            self.watch: None,
            self.length: render_chat.WINDOW,
        }
