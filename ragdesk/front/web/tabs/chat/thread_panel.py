"""The conversation on view: its last messages, the answer that is being written, and the passages beside it."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ragdesk.app.samples import COLLECTION as SAMPLES
from ragdesk.app.starters import OFFERED
from ragdesk.domain.answers import Answer, Citation
from ragdesk.domain.conversations import Message
from ragdesk.domain.errors import UnknownIdError
from ragdesk.domain.search import Hit, Scope
from ragdesk.front.web import render
from ragdesk.front.web.parts import Updates, markdown, nothing
from ragdesk.front.web.problems import explain
from ragdesk.front.web.tabs.chat import render_chat, render_evidence
from ragdesk.front.web.tabs.memory import render_memory
from ragdesk.front.web.work import Crew
from ragdesk.front.web.writing import Writing

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App

# How long a stopped answer may take to end before the page goes on, in seconds.
ENDING = 2.0


class ThreadPanel:
    """Lays the places out and says what they show. While an answer is written only `live` and `status` change."""

    def __init__(self, app: "App", crew: Crew) -> None:
        self._app = app
        self._crew = crew

    def layout(self) -> None:
        self.notice = markdown("rd-model")
        self.welcome = markdown("rd-invitation")  # not to be seen beside a thread
        self.thread = markdown("rd-thread")
        self.live = markdown("rd-live")

    def layout_status(self) -> None:
        self.status = markdown("rd-status")

    def layout_evidence(self) -> None:
        markdown("rd-evidence-title", render_evidence.heading())
        self.evidence = markdown("rd-evidence", render_evidence.no_evidence())

    @property
    def parts(self) -> list["gr.Markdown"]:
        """What changes while an answer is written."""
        return [self.thread, self.live, self.status, self.evidence]

    # ------------------------------------------------------------ a conversation

    def invitation(self, document_id: str = "") -> str:
        """What could be asked, where nothing was yet, as HTML: of the person's own documents, then of the samples; or of the one
        document that the conversation is to be about."""
        if document_id:
            return render_chat.welcome(1, self._app.starters.of_document(document_id))
        questions = [*self._app.starters.of_library(apart_from=SAMPLES), *self._app.samples.questions()]
        return render_chat.welcome(len(self._app.library.documents.ids()), questions[:OFFERED])

    def empty(self) -> Updates:
        """No conversation."""
        places = dict.fromkeys((self.thread, self.live, self.status), "")
        return {**places, self.evidence: render_evidence.no_evidence()}

    def opened(self, conversation: str, length: int, scope: Scope) -> Updates:
        """A conversation as it was left. Raises UnknownIdError."""
        answer = self._last_answer(conversation)
        evidence = self.passages(answer, scope) if answer is not None else render_evidence.no_evidence()
        return {**self.messages(conversation, length), self.status: "", self.evidence: evidence}

    def messages(self, conversation: str, length: int) -> Updates:
        """The last messages, and what was noticed in the last question; of an answer that is being written only what stands
        above it."""
        writing = self.writing(conversation)
        upto = writing.question.upto if writing is not None else None
        messages, earlier = self._app.library.conversations.page(conversation, length, upto)
        shown: Updates = {self.thread: self._thread(messages, earlier)}
        return shown if writing is not None else {**shown, self.live: self.remembered(conversation)}

    def _thread(self, messages: list[Message], earlier: int) -> str:
        answers = [message.answer for message in messages if message.answer is not None]
        lent = {note for answer in answers for note in answer.memory}
        notes = self._app.memory.words_of(lent)
        return render_chat.thread(messages, earlier, self._app.conversations.ratings(messages), notes)

    def writing(self, conversation: str) -> Writing | None:
        """The answer that is being written in a conversation."""
        work = self._crew.of(conversation) if conversation else None
        return work if isinstance(work, Writing) and not work.stopped() else None

    def remembered(self, conversation: str) -> str:
        """What was noticed in the conversation's last question that was answered."""
        answer = self._last_answer(conversation)
        return render_memory.remembered(self._app.memory.of_message(answer.message_id)) if answer else ""

    def _last_answer(self, conversation: str) -> Answer | None:
        messages, _ = self._app.library.conversations.page(conversation, 4) if conversation else ([], 0)
        return next((message.answer for message in reversed(messages) if message.answer is not None), None)

    def _last_message(self, conversation: str) -> str:
        """The id of the conversation's last message; "" where it was deleted meanwhile."""
        try:
            messages, _ = self._app.library.conversations.page(conversation, 1)
        except UnknownIdError:
            return ""
        return messages[-1].id if messages else ""

    # ------------------------------------------------------------ the passages

    def passages_of(self, message_id: str, scope: Scope) -> Updates:
        """The passages behind the answer of a message. Raises UnknownIdError."""
        answer = self._app.library.conversations.message(message_id).answer
        return {self.evidence: self.passages(answer, scope)} if answer is not None else nothing()

    def passages(self, answer: Answer, scope: Scope) -> str:
        """The passages behind an answer, those that it cites first; none where the app answered by itself."""
        if answer.verdict == "told":
            return render_evidence.no_evidence()
        return self._evidence(
            answer.hits,
            answer.standalone_question,
            scope,
            answer.all_citations,
            answer.message_id,
            refused=answer.verdict == "not_found",
        )

    def _evidence(
        self,
        hits: Sequence[Hit],
        question: str,
        scope: Scope,
        citations: Sequence[Citation] = (),
        key: str = "",
        refused: bool = False,
    ) -> str:
        try:
            note = self._app.passages.note(question, scope)
        except UnknownIdError:
            note = ""  # what the scope names has been removed since; the passages are still shown
        return render_evidence.evidence(
            hits, self._titles(hits), question, note, citations=citations, key=key, refused=refused
        )

    def _titles(self, hits: Iterable[Hit]) -> dict[str, str]:
        by_document = {hit.chunk.document_id: hit for hit in hits}
        return {
            document_id: hit.found_in if hit.library else self._title(document_id)
            for document_id, hit in by_document.items()
        }

    def _title(self, document_id: str) -> str:
        try:
            document = self._app.library.document(document_id)
        except UnknownIdError:
            return ""
        return document.title or document.name

    # ------------------------------------------------------------ an answer while it comes

    def begun(self, writing: Writing, length: int) -> Updates:
        """The messages above the answer, once; after that only the answer is sent."""
        question = writing.question
        messages, earlier = self._app.library.conversations.page(question.conversation, length, question.upto)
        return {
            self.thread: self._thread(messages, earlier),
            **self.written(writing),
            **self.staged(writing),
            self.evidence: "",
        }

    def written(self, writing: Writing) -> Updates:
        """What has come of the answer so far."""
        return {
            self.live: render_chat.question(writing.question.text)
            + render_chat.writing(writing.text, writing.quick, writing.nearest)
        }

    def staged(self, writing: Writing) -> Updates:
        """What is going on."""
        shown = render_chat.stage(writing.stage, next_waits=writing.next_waits, ahead=self.ahead(writing))
        return {self.status: shown}

    def ahead(self, writing: Writing) -> int:
        """How many questions, of any window, the model answers before this one; 0 once it writes."""
        return 0 if writing.text else self._crew.ahead(writing)

    def evidence_of(self, writing: Writing) -> Updates:
        """The passages that the answer will be made of."""
        if writing.evidence is None:
            return {}
        evidence = writing.evidence
        return {
            self.evidence: self._evidence(evidence.hits, evidence.standalone_question, writing.question.scope)
        }

    def finished(self, writing: Writing, length: int) -> Updates:
        """The answer as it is kept, or why there is none."""
        if writing.stopped():
            writing.wait(ENDING)
        question, answer, problem = writing.question, writing.answer, writing.failure()
        if answer is not None:
            return {
                **self.messages(question.conversation, length),
                self.live: self.remembered(question.conversation),
                self.status: render_chat.ready(),
                self.evidence: self.passages(answer, question.scope),
            }
        if writing.so_far is not None:  # what is checked of it was kept
            said = render.error(explain(problem)) if problem else render_chat.stopped_summary()
            return {**self.messages(question.conversation, length), self.live: "", self.status: said}
        stopped = render_chat.stopped(writing.text, self._last_message(question.conversation))
        ending = render.error(explain(problem)) if problem else stopped
        return {self.live: render_chat.question(question.text) + ending, self.status: ""}
