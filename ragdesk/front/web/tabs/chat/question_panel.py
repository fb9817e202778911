"""Asking in the Chat tab: a question, the same question again, one that was edited; and the answer as it comes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ragdesk.domain.answers import Stage
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.search import Scope
from ragdesk.front.web import render
from ragdesk.front.web.actions.chat import (
    EXAMPLES,
    AskAbout,
    AskAboutDocument,
    AskAboutThese,
    PutArrivalsAway,
)
from ragdesk.front.web.events import Fields, connect
from ragdesk.front.web.parts import LONG, Updates, bridge, markdown, nothing, tab_named, update
from ragdesk.front.web.tabs.chat import render_chat
from ragdesk.front.web.tabs.chat.arrivals import Arrivals
from ragdesk.front.web.tabs.chat.controls_panel import ControlsPanel
from ragdesk.front.web.tabs.chat.files import with_parts
from ragdesk.front.web.tabs.chat.talks_panel import Listing, TalksPanel
from ragdesk.front.web.tabs.chat.thread_panel import ThreadPanel
from ragdesk.front.web.tabs.chat.window import ChatWindow, OpenStates
from ragdesk.front.web.wording import plural, t
from ragdesk.front.web.work import Crew, Watch
from ragdesk.front.web.writing import PendingQuestion, Writing

if TYPE_CHECKING:
    import gradio as gr
    from gradio.components import Component

    from ragdesk.app.app import App


class QuestionPanel:
    """Lays the question's field out and answers the events that ask. While an answer is written, only its live part is sent."""

    def __init__(
        self,
        app: "App",
        crew: Crew,
        states: OpenStates,
        thread: ThreadPanel,
        talks: TalksPanel,
        controls: ControlsPanel,
        arrivals: Arrivals,
    ) -> None:
        self._app = app
        self._crew = crew
        self._states = states
        self._thread = thread
        self._talks = talks
        self._controls = controls
        self._arrivals = arrivals

    def unseen(self) -> None:
        import gradio as gr

        self.example = bridge("ask")
        self.editing, self.drafted = gr.State(""), gr.State(False)

    def layout(self) -> None:
        import gradio as gr

        self.editing_note = markdown("rd-editing")
        with gr.Row(elem_classes="rd-tight", elem_id="rd-asking"):
            gr.Button(t("Add files"), elem_id="rd-clip", scale=0, min_width=44)
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

    @property
    def parts(self) -> list["Component"]:
        """What changes while a question is asked and answered, here and in the other panels."""
        asking = [
            self.editing,
            self.drafted,
            self.editing_note,
            self.question,
            self.ask_button,
            self.stop_button,
        ]
        return [*asking, *self._states.parts, *self._thread.parts, self._talks.list]

    def wire(self, shown_tab: "gr.Textbox", window: Fields[ChatWindow]) -> None:
        self._shown_tab = shown_tab
        for trigger in (self.question.submit, self.ask_button.click):
            connect(trigger, self.ask, self.parts, LONG, question=self.question, window=window)
        scope = [self._controls.collections, self._controls.documents]
        changed = [*self.parts, *scope, self._arrivals.note, self._thread.welcome, shown_tab]
        connect(self.example.change, self.ask_example, changed, LONG, sent=self.example, window=window)
        connect(self.stop_button.click, self.stop, [self.stop_button], watch=self._states.watch)

    # ------------------------------------------------------------ what is asked

    def ask_example(self, sent: str, window: ChatWindow) -> Iterator[Updates]:
        action = EXAMPLES.read(sent)
        if action is None:
            yield nothing()
            return
        if isinstance(action, PutArrivalsAway):
            yield {self._arrivals.note: ""}
            return
        to_chat = {self._shown_tab: tab_named("chat")}
        if not isinstance(action, AskAboutDocument):
            yield to_chat
        if isinstance(action, AskAboutThese):
            yield self._about_these(action.document_ids, window.conversation)
            return
        if isinstance(action, AskAbout | AskAboutDocument):
            try:
                document = self._app.library.document(action.document_id)
            except RagdeskError as problem:
                yield {self._thread.status: render.error(problem)}
                return
            window.leave()
            window = ChatWindow(listing=window.listing, documents=(document.id,))
            yield {
                **self._states.opened(""),
                **self._not_editing(),
                **self._controls.only([document.id]),
                # The tab is opened with the rest, for what it shows when it is opened depends on the document.
                **(
                    self._empty(document, window.listing) | to_chat
                    if isinstance(action, AskAboutDocument)
                    else {}
                ),
            }
        if not isinstance(action, AskAboutDocument):
            yield from self.ask(action.question, window)

    def _empty(self, document: Document, listing: Listing) -> Updates:
        """A new conversation, which says what it is about."""
        said = t("Your questions look in “{title}” alone.", title=document.title or document.name)
        note = {self._thread.status: render.notice(said, "good")}
        return {
            **self._thread.empty(),
            **self._ready(),
            **note,
            self._thread.welcome: self._thread.invitation(document.id),
            self._talks.list: self._talks.listed("", listing),
        }

    def _about_these(self, document_ids: Sequence[str], conversation: str) -> Updates:
        """The next question, and those after it in the same conversation, look in these documents alone."""
        known = with_parts(self._app, document_ids)
        if not known:
            return {
                self._arrivals.note: "",
                self._thread.status: render.notice(t("These files are gone."), "bad"),
            }
        if conversation:
            try:
                self._app.library.conversations.set_scope(conversation, Scope(documents=tuple(known)))
            except RagdeskError as problem:
                return {self._thread.status: render.error(problem)}
        said = plural(
            len(known),
            "Your next questions look in this {count} document alone.",
            "Your next questions look in these {count} documents alone.",
        )
        note = render.notice(said, "good")
        return {**self._controls.only(known), self._arrivals.note: "", self._thread.status: note}

    def ask(self, question: str, window: ChatWindow) -> Iterator[Updates]:
        """Ask, and show what comes as it comes: stage, evidence, words, the checked answer."""
        try:
            replacing = window.editing
            if window.conversation and not replacing:
                replacing = self._app.conversations.repeated(window.conversation, question)
            yield from self._ask(PendingQuestion(question, replacing=replacing), window)
        except RagdeskError as problem:
            yield {self._thread.status: render.error(problem)}

    def again(
        self, message_id: str, window: ChatWindow, searched_for: str = "", *, from_documents: bool = False
    ) -> Iterator[Updates]:
        """Ask the question of an answer again, search for exactly what a person wrote, or look in the documents for what the app
        answered by itself. A summary that was stopped goes on. Raises UnknownIdError."""
        message = self._app.conversations.question_of(message_id)
        replacing = self._app.conversations.replaceable(message)
        pending = PendingQuestion(
            message.turn.text, searched_for=searched_for, replacing=replacing, from_documents=from_documents
        )
        answer = self._app.library.conversations.message(message_id).answer
        if answer is not None and answer.written_of:
            pending = replace(pending, written=True, scope=Scope(documents=(answer.written_of,)))
        yield from self._ask(pending, window, gives_back=False)

    def summary(self, document_id: str, window: ChatWindow) -> Iterator[Updates]:
        """Have a summary of a document written, as a question of its own. Raises UnknownIdError."""
        document = self._app.library.document(document_id)
        text = t("Write a summary of “{title}”.", title=document.title or document.name)
        pending = PendingQuestion(text, written=True, scope=Scope(documents=(document_id,)))
        yield from self._ask(pending, window, gives_back=False)

    def edit(self, message_id: str) -> Updates:
        """A question goes back into its field. If it is the last one, its turn is replaced once the new one is answered."""
        message = self._app.conversations.question_of(message_id)
        replacing = self._app.conversations.replaceable(message)
        return {
            self.question: message.turn.text,
            self.editing: replacing,
            self.drafted: True,
            self.editing_note: render_chat.editing() if replacing else "",
        }

    def stop_editing(self) -> Updates:
        return {**self._not_editing(), self.question: ""}

    def hold(self, conversation: str) -> Updates:
        """Enter was pressed while an answer is being written: the question stays in its field, and that is said."""
        writing = self._thread.writing(conversation)
        if writing is None:
            return nothing()
        writing.hold_next()
        return self._thread.staged(writing)

    def stop(self, watch: Watch | None) -> Updates:
        if watch is not None:
            watch.work.stop()
        return {self.stop_button: update(value=t("Stopping …"), interactive=False)}

    def cleared(self, drafted: bool) -> Updates:
        """Nothing is asked or edited. What is typed stays; a question that the app put there (`drafted`) goes."""
        return {**self._not_editing(), **self._ready(), **({self.question: ""} if drafted else {})}

    # ------------------------------------------------------------ the answer

    def _ask(
        self, question: PendingQuestion, window: ChatWindow, *, gives_back: bool = True
    ) -> Iterator[Updates]:
        if self._thread.writing(window.conversation) is not None:
            yield self.hold(window.conversation)
            return
        history, scope = (
            self._app.conversations,
            window.scope if question.scope == Scope() else question.scope,
        )
        conversation = (
            history.get(window.conversation) if window.conversation else history.begin(question.text, scope)
        ).id
        upto = self._app.library.conversations.end(conversation, before=question.replacing)
        asked = replace(question, conversation=conversation, scope=scope, upto=upto)
        writing = Writing(self._app, asked)
        window.leave()
        self._crew.start(conversation, writing)
        first = {self.question: ""} if gives_back or window.drafted else {}
        writing_window = replace(window, conversation=conversation, watch=None)
        yield from self.watched(writing, writing_window, first=first, gives_back=gives_back)

    def watched(
        self, writing: Writing, window: ChatWindow, *, first: Updates, gives_back: bool = False
    ) -> Iterator[Updates]:
        """An answer as it comes, from what there is of it; `gives_back`: to the field, should there be no answer."""
        thread, watch = self._thread, Watch(writing)
        yield {**first, **self._begun(writing, window, watch)}
        evidence, stage = None, (Stage(""), False, 0)
        for _ in watch.changes():
            fresh = thread.evidence_of(writing) if writing.evidence is not evidence else {}
            now = writing.stage, writing.next_waits, thread.ahead(writing)
            if now != stage:
                fresh |= thread.staged(writing)
            evidence, stage = writing.evidence, now
            yield {**thread.written(writing), **fresh}
        if watch.left():
            return
        back: Updates = {}
        if gives_back and writing.answer is None:
            back = {self.question: writing.question.text, self.drafted: True}
        yield {
            **thread.finished(writing, window.length),
            **self._ready(),
            **back,
            self._talks.list: self._talks.listed(window.conversation, window.listing),
            self._states.watch: None,
        }

    def _begun(self, writing: Writing, window: ChatWindow, watch: Watch) -> Updates:
        return {
            self._states.watch: watch,
            self._states.conversation: window.conversation,
            self._states.here: window.conversation,
            self._talks.list: self._talks.listed(window.conversation, window.listing),
            **self._thread.begun(writing, window.length),
            **self._not_editing(),
            self.ask_button: update(visible=False),
            self.stop_button: update(visible=True, value=t("Stop"), interactive=True),
        }

    def _not_editing(self) -> Updates:
        return {self.editing: "", self.drafted: False, self.editing_note: ""}

    def _ready(self) -> Updates:
        return {
            self.ask_button: update(visible=True),
            self.stop_button: update(visible=False, value=t("Stop"), interactive=True),
        }
