"""Asking in the Chat tab: a question, the same question again, one that was edited; and the answer as it comes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.search import Scope
from ragdesk.front.web import render
from ragdesk.front.web.parts import Updates, update
from ragdesk.front.web.tabs.chat import render_chat
from ragdesk.front.web.tabs.chat.layout import ChatLayout
from ragdesk.front.web.tabs.chat.talks_panel import Listing
from ragdesk.front.web.wording import t
from ragdesk.front.web.work import Watch
from ragdesk.front.web.writing import Question, Writing


@dataclass(frozen=True, slots=True)
class Seen:
    """What a window has open: the states and fields that its events bring along, in the order of `ChatLayout.given`."""

    conversation: str = ""
    watch: Watch | None = None
    listing: Listing = field(default_factory=Listing)
    length: int = render_chat.WINDOW
    editing: str = ""
    collections: Sequence[str] | None = ()
    documents: Sequence[str] | None = ()

    @property
    def scope(self) -> Scope:
        return Scope(tuple(self.collections or ()), tuple(self.documents or ()))

    def leave(self) -> None:
        """Watch no answer any more; it goes on."""
        if self.watch is not None:
            self.watch.leave()


class Asking(ChatLayout):
    """Answers the events that ask. Only the live part is sent while an answer is written."""

    def _edit(self, message: str) -> Updates:
        """A question goes back into its field. If it is the last one, its turn is replaced once the new one is answered."""
        asked = self._app.conversations.question_of(message)
        replacing = self._app.conversations.replaceable(asked)
        return {
            self.question: asked.turn.text,
            self.editing: replacing,
            self.editing_note: render_chat.editing() if replacing else "",
        }

    def _not_editing(self) -> Updates:
        return {self.editing: "", self.editing_note: ""}

    def _again(self, message: str, searched_for: str, seen: Seen) -> Iterator[Updates]:
        """Ask the question of an answer again, or search for exactly what a person wrote."""
        asked = self._app.conversations.question_of(message)
        replacing = self._app.conversations.replaceable(asked)
        yield from self._ask(asked.turn.text, seen, replacing, searched_for, gives_back=False)

    def ask_example(self, value: str, *given: Any) -> Iterator[Updates]:
        yield {self.tabs: update(selected="chat")}
        yield from self.ask(render.read_action(value)[0], *given)

    def ask(self, question: str, *given: Any) -> Iterator[Updates]:
        """Ask, and show what comes as it comes: stage, evidence, words, the checked answer."""
        seen = Seen(*given)
        try:
            replacing = seen.editing
            if seen.conversation and not replacing:
                replacing = self._app.conversations.repeated(seen.conversation, question)
            yield from self._ask(question, seen, replacing)
        except RagdeskError as problem:
            yield {self.view.status: render.error(problem)}

    def _ask(
        self, text: str, seen: Seen, replacing: str = "", searched_for: str = "", *, gives_back: bool = True
    ) -> Iterator[Updates]:
        conversation = seen.conversation
        if self.view.writing(conversation) is not None:
            yield self._wait(conversation)
            return
        talks = self._app.conversations
        conversation = (talks.get(conversation) if conversation else talks.begin(text, seen.scope)).id
        upto = self._app.library.conversations.end(conversation, before=replacing)
        asked = Question(text, conversation, seen.scope, searched_for, replacing, upto)
        writing = Writing(self._app, asked)
        seen.leave()
        self._crew.start(conversation, writing)
        now = Seen(conversation, None, seen.listing, seen.length)
        first = {self.question: ""} if gives_back else {}
        yield from self._watched(writing, now, first=first, gives_back=gives_back)

    def _wait(self, conversation: str) -> Updates:
        """Enter was pressed while an answer is being written: the question stays in its field, and that is said."""
        writing = self.view.writing(conversation)
        if writing is None:
            return {}
        writing.hold_next()
        return self.view.staged(writing)

    def _watched(
        self, writing: Writing, seen: Seen, *, first: Updates, gives_back: bool
    ) -> Iterator[Updates]:
        """An answer as it comes, from what there is of it; `gives_back`: to the field, should there be no answer."""
        watch = Watch(writing)
        yield {**first, **self._begun(writing, seen, watch)}
        evidence, said = None, ("", False, 0)
        for _ in watch.changes():
            fresh = self.view.found(writing) if writing.evidence is not evidence else {}
            now = writing.stage, writing.next_waits, self.view.ahead(writing)
            if now != said:
                fresh |= self.view.staged(writing)
            evidence, said = writing.evidence, now
            yield {**self.view.written(writing), **fresh}
        if watch.left():
            return
        back = {self.question: writing.asked.text} if gives_back and writing.answer is None else {}
        listed = self.side.listed(seen.conversation, seen.listing)
        yield {
            **self.view.finished(writing, seen.length),
            **self._ready(),
            **back,
            self.side.list: listed,
            self.watch: None,
        }

    def _begun(self, writing: Writing, seen: Seen, watch: Watch) -> Updates:
        return {
            self.watch: watch,
            self.conversation: seen.conversation,
            self.here: seen.conversation,
            self.side.list: self.side.listed(seen.conversation, seen.listing),
            **self.view.begun(writing, seen.length),
            **self._not_editing(),
            self.ask_button: update(visible=False),
            self.stop_button: update(visible=True, value=t("Stop"), interactive=True),
        }

    def stop(self, watch: Watch | None) -> Updates:
        if watch is not None:
            watch.work.stop()
        return {self.stop_button: update(value=t("Stopping …"), interactive=False)}

    def _ready(self) -> Updates:
        return {
            self.ask_button: update(visible=True),
            self.stop_button: update(visible=False, value=t("Stop"), interactive=True),
        }
