"""What the Chat tab is made of: three columns, and what is not on view."""

from typing import TYPE_CHECKING

from ragdesk.front.web.parts import bridge, markdown
from ragdesk.front.web.tabs.chat import render_chat
from ragdesk.front.web.tabs.chat.files import OwnFiles
from ragdesk.front.web.tabs.chat.handover_panel import HandoverPanel
from ragdesk.front.web.tabs.chat.rating_panel import RatingPanel
from ragdesk.front.web.tabs.chat.talks_panel import TalksPanel
from ragdesk.front.web.tabs.chat.thread_panel import ThreadPanel
from ragdesk.front.web.wording import mark, t
from ragdesk.front.web.work import Crew

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App

STANCES = ((mark("Cautious"), "cautious"), (mark("Balanced"), "balanced"), (mark("Helpful"), "helpful"))


class ChatLayout:
    """Lays the tab out: conversations at the left, the thread over the question's field, evidence at the right."""

    def __init__(self, app: "App", crew: Crew) -> None:
        self._app = app
        self._crew = crew
        self.side = TalksPanel(app)
        self.view = ThreadPanel(app, crew)
        self.own = OwnFiles(app)
        self.person = HandoverPanel(app)
        self.rating = RatingPanel(app)

    tabs: "gr.Tabs"

    def unseen(self) -> None:
        """What is not on view; outside of the tabs, since Gradio makes a tab's parts when it is first opened.

        `here` tells the page's script which conversation is open ("-": none), so that the window finds it again.
        """
        import gradio as gr

        self.act, self.try_out = bridge("chat"), bridge("ask")
        self.here = gr.Textbox(visible="hidden", elem_id="rd-here", label="here")
        self.conversation, self.watch = gr.State(""), gr.State(None)
        self.length, self.editing = gr.State(render_chat.WINDOW), gr.State("")
        for part in (self.side, self.own, self.person, self.rating):
            part.unseen()

    def layout(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-columns", elem_id="rd-chat"):
            with gr.Column(scale=2, min_width=200, elem_id="rd-talks"):
                self.side.layout()
            with gr.Column(scale=6, min_width=280, elem_id="rd-talk"):
                with gr.Column(elem_id="rd-scroll"):
                    self.view.layout()
                with gr.Column(elem_id="rd-bar"):
                    self.view.layout_status()
                    self.rating.layout()
                    self.editing_note = markdown("rd-editing")
                    self._layout_asking()
                    self._layout_controls()
            with gr.Column(scale=4, min_width=260, elem_classes="rd-panel", elem_id="rd-evidence-panel"):
                self.view.layout_evidence()
                self.person.layout()

    def _layout_asking(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-tight", elem_id="rd-asking"):
            self.question = gr.Textbox(
                label=t("Your question"),
                placeholder=t("Ask a question"),
                show_label=False,
                container=False,
                lines=1,
                max_lines=8,
                elem_id="rd-question",
                scale=6,
                autofocus=True,
            )
            self.ask_button = gr.Button(t("Ask"), variant="primary", elem_id="rd-ask", scale=1, min_width=80)
            self.stop_button = gr.Button(t("Stop"), visible=False, elem_id="rd-stop", scale=1, min_width=80)

    def _layout_controls(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-tight", elem_id="rd-controls"):
            with gr.Accordion(render_chat.scoped(0, 0), open=False, elem_id="rd-scope") as self.scope:
                self.collections = self._choice(t("Only these collections"), "rd-collections")
                self.documents = self._choice(t("Only these documents"), "rd-only-documents")
                self.own.layout()
            self.stance = gr.Dropdown(
                [(t(said), stance) for said, stance in STANCES],
                label=t("How sure an answer must be"),
                show_label=False,
                container=False,
                filterable=False,
                elem_id="rd-stance",
                min_width=110,
            )
            self.model = markdown("rd-model-name")

    @staticmethod
    def _choice(label: str, elem_id: str) -> "gr.Dropdown":
        import gradio as gr

        return gr.Dropdown([], multiselect=True, label=label, elem_id=elem_id, elem_classes="rd-field")

    @property
    def talks(self) -> "gr.Markdown":
        return self.side.list

    @property
    def notice(self) -> "gr.Markdown":
        return self.view.notice

    @property
    def given(self) -> list["gr.Component"]:
        """What the tab's events bring along: the fields of `asking.Seen`."""
        states = [self.conversation, self.watch, self.side.listing, self.length, self.editing]
        return [*states, self.collections, self.documents]

    @property
    def seen(self) -> list["gr.Component"]:
        """What `refreshed` is given."""
        return [self.conversation, self.side.listing]

    @property
    def fresh(self) -> list["gr.Component"]:
        """What `refreshed` changes."""
        parts = [self.talks, self.notice, self.collections, self.documents, self.stance]
        return [*parts, self.model, self.view.welcome]
