"""The Chat tab: conversations, questions, evidence before the first word, answers as they are written.

What a window has open lives in its own `gr.State`s; an answer that is being written lives in the app's crew, so that it goes
on when the window is loaded anew, and can be watched by several.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.search import Scope
from ragdesk.front.web import render
from ragdesk.front.web.actions.chat import (
    CHAT,
    AskAgain,
    ChatAction,
    DeleteConversation,
    EditQuestion,
    ExportAnswer,
    HoldQuestion,
    ListMoreConversations,
    OpenConversation,
    RateBad,
    RateGood,
    RenameConversation,
    RestoreConversation,
    SearchDocuments,
    SearchFor,
    ShowEarlierMessages,
    ShowPassages,
    StopEditing,
    VisitConversation,
    WriteSummary,
)
from ragdesk.front.web.actions.memory import NoteDecision
from ragdesk.front.web.events import Fields, connect
from ragdesk.front.web.noticed import decide
from ragdesk.front.web.parts import EACH, LONG, Updates, bridge, nothing, tab_named, update
from ragdesk.front.web.tabs.chat.arrivals import Arrivals
from ragdesk.front.web.tabs.chat.beside_panel import BesidePanel
from ragdesk.front.web.tabs.chat.controls_panel import ControlsPanel
from ragdesk.front.web.tabs.chat.handover_panel import HandoverPanel
from ragdesk.front.web.tabs.chat.question_panel import QuestionPanel
from ragdesk.front.web.tabs.chat.rating_panel import RatingPanel
from ragdesk.front.web.tabs.chat.talks_panel import Listing, TalksPanel
from ragdesk.front.web.tabs.chat.thread_panel import ThreadPanel
from ragdesk.front.web.tabs.chat.window import ChatWindow, OpenStates
from ragdesk.front.web.tabs.citations.export_panel import ExportPanel
from ragdesk.front.web.wording import told
from ragdesk.front.web.work import Crew

if TYPE_CHECKING:
    import gradio as gr
    from gradio.components import Component

    from ragdesk.app.app import App


class ChatTab:
    """Three columns of panels: conversations; the thread over the question's field; evidence. Opens conversations, and hands
    what a link asks for to the panel that does it."""

    def __init__(self, app: "App", crew: Crew) -> None:
        self._app = app
        self.states = OpenStates()
        self.talks = TalksPanel(app)
        self.thread = ThreadPanel(app, crew)
        self.controls = ControlsPanel(app)
        self.arrivals = Arrivals(app, self.thread)
        self.question = QuestionPanel(
            app, crew, self.states, self.thread, self.talks, self.controls, self.arrivals
        )
        self.beside = BesidePanel(app)
        self.handover = HandoverPanel(app)
        self.rating = RatingPanel(app, self.thread)
        self.export = ExportPanel(app, "rd-chat-export")

    def unseen(self) -> None:
        """What is not on view; outside of the tabs, since Gradio makes a tab's parts when it is first opened."""
        import gradio as gr

        self.act = bridge("chat")
        self.exported = gr.State(("", 0))
        self.states.unseen()
        for panel in (
            self.question,
            self.talks,
            self.controls,
            self.arrivals,
            self.beside,
            self.handover,
            self.rating,
            self.export,
        ):
            panel.unseen()

    def layout(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-columns", elem_id="rd-chat"):
            with gr.Column(scale=2, min_width=200, elem_id="rd-talks"):
                self.talks.layout()
            with gr.Column(scale=6, min_width=280, elem_id="rd-talk"):
                with gr.Column(elem_id="rd-scroll"):
                    self.thread.layout()
                with gr.Column(elem_id="rd-bar"):
                    self.thread.layout_status()
                    self.rating.layout()
                    with gr.Column(visible=False, elem_id="rd-chat-exporting") as self.exporting:
                        self.export.layout()
                    self.question.layout()
                    self.controls.layout()
            with gr.Column(scale=4, min_width=260, elem_classes="rd-panel", elem_id="rd-evidence-panel"):
                self.beside.layout()
                self.thread.layout_evidence()
                self.handover.layout()

    def wire(self, shown_tab: "gr.Textbox") -> None:
        self._shown_tab = shown_tab
        states, controls = self.states, self.controls
        window = Fields(
            ChatWindow,
            conversation=states.conversation,
            watch=states.watch,
            listing=self.talks.listing,
            length=states.length,
            editing=self.question.editing,
            drafted=self.question.drafted,
            collections=controls.collections,
            documents=controls.documents,
        )
        opened = [*self.question.parts, self.talks.undo, *self.rating.parts]
        opened += [controls.collections, controls.documents]
        opened += [self.exporting, self.export.fold, *self.export.parts, self.exported]
        links = {**LONG, **EACH}
        connect(self.act.change, self.do, [*opened, shown_tab], links, sent=self.act, window=window)
        connect(self.talks.new.click, self.new_talk, [*opened, self.talks.search], window=window)
        self.arrivals.wire(controls.documents)
        self.beside.wire(states.conversation)
        self.question.wire(shown_tab, window)
        self.talks.wire(states.conversation)
        controls.wire(states.conversation, self.talks, self.thread.status)
        self.handover.wire(controls.collections, controls.documents)
        self.rating.wire(states.conversation, states.length)
        self.export.wire(states.conversation, self.exported)
        # The thread needs its room for the answer that comes, and the passages theirs.
        for asked in (self.question.question.submit, self.question.ask_button.click):
            connect(asked, self._room_for_answer, [self.exporting, *self.beside.parts])

    # ------------------------------------------------------------ what is open

    @property
    def fresh(self) -> list["Component"]:
        """What `refreshed` changes."""
        return [self.talks.list, self.thread.notice, self.thread.welcome, *self.controls.fresh]

    def refreshed(self, conversation: str, listing: Listing, documents: Sequence[str] = ()) -> Updates:
        """What may have changed elsewhere: documents, conversations, the model. Touches nothing that is being typed. `documents`:
        where the next question looks."""
        return {
            **self.talks.listed_anew(conversation, listing),
            self.thread.notice: render.notice(told(self._app.engines.llm_problem()), "bad"),
            self.thread.welcome: self.thread.invitation(documents[0] if len(documents) == 1 else ""),
            **self.controls.refreshed(),
        }

    def new_talk(self, window: ChatWindow) -> Updates:
        window.listing.words = ""
        return {**self._closed(window), self.talks.search: ""}

    def _closed(self, window: ChatWindow) -> Updates:
        """No conversation is open."""
        window.leave()
        return {**self._opened("", Scope(), window), **self.thread.empty()}

    def _opened(self, conversation: str, scope: Scope, window: ChatWindow) -> Updates:
        """Everything that belongs to what was open before is put away."""
        return {
            **self.states.opened(conversation),
            self.talks.list: self.talks.listed(conversation, window.listing),
            **self.controls.opened(scope),
            **self.question.cleared(window.drafted),
            **self.rating.closed(),
            **self._export_away(),
        }

    def _room_for_answer(self) -> Updates:
        return {**self._export_away(), **self.beside.closed()}

    def _export_away(self) -> Updates:
        return {self.exporting: update(visible=False)}

    def _exporting(self, message_id: str, conversation: str) -> Updates:
        """The form of an export of this answer, above the question's field."""
        chosen = message_id, 0
        return {
            self.exporting: update(visible=True),
            self.export.fold: update(open=True),
            self.exported: chosen,
            **self.export.refreshed(conversation, chosen),
        }

    def _open(self, conversation: str, window: ChatWindow) -> Iterator[Updates]:
        """A conversation from the list; an answer that is being written in it is shown as it comes."""
        scope = self._app.conversations.get(conversation).scope
        window.leave()
        shown = self._opened(conversation, scope, window)
        writing = self.thread.writing(conversation)
        now = ChatWindow(conversation, listing=window.listing)
        if writing is None:
            yield {**shown, **self.thread.opened(conversation, now.length, scope)}
        else:
            yield from self.question.watched(writing, now, first=shown)

    # ------------------------------------------------------------ links

    def do(self, sent: str, window: ChatWindow) -> Iterator[Updates]:
        """What a link asked for."""
        action = CHAT.read(sent)
        if action is None:
            yield nothing()
            return
        try:
            yield from self._do(action, window)
        except RagdeskError as problem:
            listed = self.talks.listed(window.conversation, window.listing)
            opening = isinstance(action, OpenConversation) and not window.conversation
            gone = {self.states.here: "-"} if opening else {}
            yield {self.thread.status: render.error(problem), self.talks.list: listed, **gone}

    def _do(self, action: ChatAction, window: ChatWindow) -> Iterator[Updates]:
        match action:
            case OpenConversation(conversation):
                yield from self._open(conversation, window)
            case VisitConversation(conversation):
                yield {self._shown_tab: tab_named("chat")}
                yield from self._open(conversation, window)
            case AskAgain(message_id):
                yield from self.question.again(message_id, window)
            case SearchFor(message_id, words):
                yield from self.question.again(message_id, window, searched_for=words)
            case SearchDocuments(message_id):
                yield from self.question.again(message_id, window, from_documents=True)
            case WriteSummary(document_id):
                yield from self.question.summary(document_id, window)
            case EditQuestion(message_id):
                yield self.question.edit(message_id)
            case StopEditing():
                yield self.question.stop_editing()
            case HoldQuestion():
                yield self.question.hold(window.conversation)
            case RateGood(message_id):
                yield self.rating.good(message_id, window.conversation, window.length)
            case RateBad(message_id):
                yield self.rating.open(message_id)
            case ExportAnswer(message_id):
                yield self._exporting(message_id, window.conversation)
            case ShowEarlierMessages(length):
                shown = self.thread.messages(window.conversation, length)
                yield {**shown, self.states.length: length}
            case ShowPassages(message_id):
                yield self.thread.passages_of(message_id, window.scope)
            case DeleteConversation(conversation):
                deleted = self.talks.delete(conversation)
                closed = self._closed(window) if conversation == window.conversation else {}
                listed = self.talks.listed("" if closed else window.conversation, window.listing)
                yield {**closed, **deleted, self.talks.list: listed}
            case ListMoreConversations() | RenameConversation() | RestoreConversation():
                yield self.talks.do(action, window.conversation, window.listing)
            case _:
                yield self._decided(action, window.conversation)

    def _decided(self, decision: NoteDecision, conversation: str) -> Updates:
        done = render.notice(decide(self._app, decision), "good")
        return {self.thread.status: done, self.thread.live: self.thread.remembered(conversation)}
