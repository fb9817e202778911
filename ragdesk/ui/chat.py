"""The Chat tab: conversations, questions, evidence before the first word, answers as they are written."""

from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from ragdesk.errors import RagdeskError, UnknownIdError
from ragdesk.types import Event, Evidence, Hit, Message, Scope
from ragdesk.ui import render, render_chat, render_entries, render_memory
from ragdesk.ui.chat_files import OwnFiles
from ragdesk.ui.handover_panel import HandoverPanel
from ragdesk.ui.memory import decide
from ragdesk.ui.parts import LONG, QUIET, Updates, bridge, explain, markdown, update
from ragdesk.ui.work import Crew, Work
from ragdesk.ui.writing import Writing

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.desk import Desk

Running = Work[Event] | None
Stance = Literal["cautious", "balanced", "helpful"]
_STANCES = (("Cautious", "cautious"), ("Balanced", "balanced"), ("Helpful", "helpful"))


class ChatTab:
    """Lays the tab out and answers its events. What a window has open lives in its own `gr.State`s."""

    def __init__(self, desk: "Desk", crew: Crew) -> None:
        self._desk = desk
        self._crew = crew
        self.own = OwnFiles(desk)
        self.person = HandoverPanel(desk)

    def unseen(self) -> None:
        """What is not on view; outside of the tabs, since Gradio makes a tab's parts when it is first opened."""
        import gradio as gr

        self.act, self.try_out = bridge("chat"), bridge("ask")
        self.conversation, self.running = gr.State(""), gr.State(None)
        self.own.unseen()
        self.person.unseen()

    def layout(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-columns", elem_id="rd-chat"):
            with gr.Column(scale=2, min_width=200, elem_id="rd-talks"):
                self.new = gr.Button("New conversation", elem_id="rd-new", size="sm")
                with gr.Group(visible=False, elem_id="rd-renaming") as self.renaming:
                    self.title = gr.Textbox(label="Name of the conversation", max_lines=1, elem_id="rd-title")
                    self.save_title = gr.Button("Save name", size="sm", elem_id="rd-save-title")
                self.talks = markdown("rd-conversations")
            with gr.Column(scale=6, min_width=280, elem_id="rd-talk"):
                with gr.Column(elem_id="rd-scroll"):
                    self.notice = markdown("rd-model")
                    self.thread = markdown("rd-thread")
                    self.live = markdown("rd-live")
                    self.status = markdown("rd-status")
                with gr.Row(elem_classes="rd-tight", elem_id="rd-asking"):
                    self.question = gr.Textbox(
                        label="Your question",
                        placeholder="Ask about your documents",
                        show_label=False,
                        container=False,
                        lines=1,
                        max_lines=8,
                        elem_id="rd-question",
                        scale=6,
                        autofocus=True,
                    )
                    self.ask_button = gr.Button(
                        "Ask", variant="primary", elem_id="rd-ask", scale=1, min_width=80
                    )
                    self.stop_button = gr.Button(
                        "Stop", visible=False, elem_id="rd-stop", scale=1, min_width=80
                    )
                with gr.Accordion("Where to look: everywhere", open=False, elem_id="rd-scope") as self.scope:
                    self.collections = gr.Dropdown(
                        [],
                        multiselect=True,
                        label="Only these collections",
                        elem_id="rd-collections",
                        elem_classes="rd-field",
                    )
                    self.documents = gr.Dropdown(
                        [],
                        multiselect=True,
                        label="Only these documents",
                        elem_id="rd-only-documents",
                        elem_classes="rd-field",
                    )
                    self.stance = gr.Radio(
                        list(_STANCES),
                        label="How sure an answer must be",
                        info="Cautious refuses more, helpful answers more. Every sentence is checked either way.",
                        elem_id="rd-stance",
                        elem_classes="rd-field",
                    )
                    self.own.layout()
            with gr.Column(scale=4, min_width=260, elem_classes="rd-panel", elem_id="rd-evidence-panel"):
                gr.Markdown("### Evidence", elem_id="rd-evidence-title")
                self.evidence = markdown("rd-evidence", render_chat.no_evidence())
                self.person.layout()

    def wire(self, tabs: "gr.Tabs") -> None:
        self._tabs = tabs
        talk = [self.conversation, self.thread, self.live, self.status, self.evidence, self.talks]
        buttons = [self.ask_button, self.stop_button, self.question]
        scope = [self.collections, self.documents, self.scope]
        asked = [*talk, *buttons, self.running, self.renaming]
        given = [self.conversation, self.collections, self.documents, self.running]
        for trigger in (self.question.submit, self.ask_button.click):
            trigger(self.ask, [self.question, *given], asked, **LONG)
        self.try_out.change(self.ask_example, [self.try_out, *given], [*asked, tabs], **LONG)
        self.stop_button.click(self.stop, [self.running], [self.stop_button, self.status], **QUIET)
        opened = [*talk, *buttons, *scope, self.running, self.renaming, self.title]
        self.new.click(self.new_talk, [self.running], opened, **QUIET)
        self.act.change(
            self.do,
            [self.act, self.conversation, self.running],
            [*opened, tabs],
            trigger_mode="multiple",
            **QUIET,
        )
        self.own.wire(self.conversation, self.documents, self.talks, self._side)
        self.person.wire(self.collections, self.documents)
        self.stance.input(self.set_stance, [self.stance], [self.status], **QUIET)
        for change in (self.collections.change, self.documents.change):
            change(self.scoped, [self.collections, self.documents], [self.scope], **QUIET)
        for save in (self.title.submit, self.save_title.click):
            save(
                self.rename,
                [self.title, self.conversation],
                [self.talks, self.renaming, self.status],
                **QUIET,
            )

    # ------------------------------------------------------------ conversations

    def refreshed(self, conversation: str) -> Updates:
        """What may have changed elsewhere: documents, conversations, the model. Touches nothing that is being typed."""
        documents = self._desk.documents()
        choices = [(each.title or each.name, each.id) for each in documents]
        shown: Updates = {
            self.talks: self._side(conversation),
            self.notice: render.notice(self._desk.model_ready() or "", "bad"),
            self.collections: update(choices=self._desk.collections()),
            self.documents: update(choices=choices),
            self.stance: self._desk.stance,
        }
        if not conversation:
            shown[self.thread] = self._welcome()
        return shown

    def new_talk(self, running: Running) -> Updates:
        if running is not None:
            running.leave()
        return {**self._opened("", Scope()), self.thread: self._welcome()}

    def do(self, value: str, conversation: str, running: Running) -> Updates:
        """What a link at the side asked for."""
        verb, *arguments = render.read_action(value)
        try:
            return self._do(verb, arguments, conversation, running)
        except RagdeskError as problem:
            return {self.status: render.error(problem), self.talks: self._side(conversation)}

    def _do(self, verb: str, arguments: Sequence[str], conversation: str, running: Running) -> Updates:
        if verb == "open":
            if running is not None:
                running.leave()
            scope = next(
                (each.scope for each in self._desk.conversations() if each.id == arguments[0]), Scope()
            )
            messages = self._desk.messages(arguments[0])
            return {
                **self._opened(arguments[0], scope),
                self.thread: render_chat.thread(messages) or self._welcome(),
                self.evidence: self._last_evidence(messages, scope),
                self.live: self._remembered(arguments[0]),
            }
        if verb == "rename":
            title = next((each.title for each in self._desk.conversations() if each.id == arguments[0]), "")
            return {self.renaming: update(visible=True), self.title: title}
        if verb == "ask-delete":
            return {self.talks: self._side(conversation, deleting=True)}
        if verb == "delete":
            self._desk.delete_conversation(arguments[0])
            return self.new_talk(running)
        if verb == "save-entry":
            self._desk.entries.propose_answer(arguments[0])
            return {self.status: render_entries.saved()}
        if verb.endswith("-memory"):
            done = render.notice(decide(self._desk, verb, arguments[0]), "good")
            return {self.status: done, self.live: self._remembered(conversation)}
        return {self.talks: self._side(conversation)}

    def rename(self, title: str, conversation: str) -> Updates:
        try:
            self._desk.rename_conversation(conversation, title.strip())
        except RagdeskError as problem:
            return {self.status: render.error(problem)}
        return {self.talks: self._side(conversation), self.renaming: update(visible=False)}

    def scoped(self, collections: Sequence[str], documents: Sequence[str]) -> Updates:
        """Say on the closed panel where the next question will look."""
        parts = [render.count(len(collections), "collection")] if collections else []
        parts += [render.count(len(documents), "document")] if documents else []
        return {self.scope: update(label="Where to look: " + (" and ".join(parts) or "everywhere"))}

    def set_stance(self, stance: Stance) -> Updates:
        try:
            self._desk.set_stance(stance)
        except RagdeskError as problem:
            return {self.status: render.error(problem)}
        return {self.status: render.notice(f"Answers are {stance} from the next question on.", "good")}

    def _opened(self, conversation: str, scope: Scope) -> Updates:
        return {
            self.conversation: conversation,
            self.running: None,
            self.live: "",
            self.status: "",
            self.evidence: render_chat.no_evidence(),
            self.talks: self._side(conversation),
            self.renaming: update(visible=False),
            self.collections: list(scope.collections),
            self.documents: list(scope.documents),
            **self._ready(),
        }

    def _last_evidence(self, messages: Sequence[Message], scope: Scope) -> str:
        """The passages behind the conversation's last answer."""
        answer = next((each.answer for each in reversed(messages) if each.answer is not None), None)
        if answer is None:
            return render_chat.no_evidence()
        return self._evidence(answer.hits, answer.standalone_question, scope)

    def _evidence(self, hits: Sequence[Hit], asked: str, scope: Scope) -> str:
        try:
            note = self._desk.search_note(asked, scope)
        except UnknownIdError:
            note = ""  # what the scope names has been removed since; the passages are still shown
        return render_chat.evidence(hits, self._titles(), asked, note)

    def _remembered(self, conversation: str) -> str:
        """What was noticed in the conversation's last question that was answered."""
        answered = [each.id for each in self._desk.messages(conversation) if each.answer is not None]
        return render_memory.remembered(self._desk.memory.of_message(answered[-1])) if answered else ""

    def _titles(self) -> dict[str, str]:
        return {each.id: each.title or each.name for each in self._desk.documents()}

    def _side(self, conversation: str, deleting: bool = False) -> str:
        return render_chat.conversations(self._desk.conversations(), conversation, deleting)

    def _welcome(self) -> str:
        return render_chat.welcome(len(self._desk.documents()), self._desk.example_questions())

    def _ready(self) -> Updates:
        return {
            self.ask_button: update(visible=True),
            self.stop_button: update(visible=False, value="Stop", interactive=True),
        }

    # ------------------------------------------------------------ asking

    def ask_example(
        self, value: str, conversation: str, collections: list[str], documents: list[str], running: Running
    ) -> Iterator[Updates]:
        yield {self._tabs: update(selected="chat")}
        yield from self.ask(render.read_action(value)[0], conversation, collections, documents, running)

    def ask(
        self, question: str, conversation: str, collections: list[str], documents: list[str], running: Running
    ) -> Iterator[Updates]:
        """Ask, and show what comes as it comes: stage, evidence, words, the checked answer."""
        if running is not None:
            running.leave()
        writing = Writing(question)
        scope = Scope(tuple(collections or ()), tuple(documents or ()))
        work = self._crew.start(lambda work: self._asking(work, question, conversation, scope))
        yield self._begun(writing, conversation, work)
        for events in work.batches():
            for event in events:
                writing.take(event)
            yield self._shown(writing, any(isinstance(event, Evidence) for event in events), scope)
        if not work.left():
            yield self._finished(writing, conversation, work)

    def _asking(
        self, work: Work[Event], question: str, conversation: str, scope: Scope
    ) -> Generator[Event, None, None]:
        yield from self._desk.ask(question, conversation_id=conversation, scope=scope, cancelled=work.stopped)

    def stop(self, running: Running) -> Updates:
        if running is not None:
            running.stop()
        return {self.stop_button: update(value="Stopping …", interactive=False)}

    def _begun(self, writing: Writing, conversation: str, work: Work[Event]) -> Updates:
        return {
            self.running: work,
            self.thread: render_chat.thread(self._desk.messages(conversation)) if conversation else "",
            self.live: render_chat.question(writing.question),
            self.status: render_chat.stage(writing.stage),
            self.evidence: "",
            self.question: "",
            self.ask_button: update(visible=False),
            self.stop_button: update(visible=True, value="Stop", interactive=True),
        }

    def _shown(self, writing: Writing, new_evidence: bool, scope: Scope) -> Updates:
        shown: Updates = {
            self.live: render_chat.question(writing.question) + render_chat.writing(writing.text),
            self.status: render_chat.stage(writing.stage),
        }
        if new_evidence and writing.evidence is not None:
            found = writing.evidence
            shown[self.evidence] = self._evidence(found.hits, found.standalone_question, scope)
        return shown

    def _finished(self, writing: Writing, conversation: str, work: Work[Event]) -> Updates:
        answer, problem = writing.answer, work.failure()
        if answer is not None:
            conversation = answer.conversation_id or conversation
            messages = render_chat.thread(self._desk.messages(conversation))
            noticed = self._remembered(conversation)
            shown: Updates = {self.conversation: conversation, self.thread: messages, self.live: noticed}
        else:
            ending = render.error(explain(problem)) if problem else render_chat.stopped(writing.text)
            # The question goes back into its box: nothing that was typed is lost.
            shown = {
                self.live: render_chat.question(writing.question) + ending,
                self.question: writing.question,
            }
        return {
            **shown,
            **self._ready(),
            self.status: "",
            self.running: None,
            self.talks: self._side(conversation),
        }
