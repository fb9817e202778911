"""The Chat tab: conversations, questions, evidence before the first word, answers as they are written.

What a window has open lives in its own `gr.State`s; an answer that is being written lives in the app's crew, so that it goes
on when the window is loaded anew, and can be watched by several.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ragdesk.domain.answers import Stance
from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.search import Scope
from ragdesk.front.web import render
from ragdesk.front.web.parts import LONG, QUIET, Updates, update
from ragdesk.front.web.tabs.chat import render_chat
from ragdesk.front.web.tabs.chat.asking import Asking, Seen
from ragdesk.front.web.tabs.chat.talks_panel import Listing
from ragdesk.front.web.tabs.memory.tab import decide
from ragdesk.front.web.wording import told

if TYPE_CHECKING:
    import gradio as gr


class ChatTab(Asking):
    """Answers the tab's events."""

    def wire(self, tabs: "gr.Tabs") -> None:
        self.tabs = tabs
        panel = self.view
        asked: list[Any] = [
            self.conversation,
            self.here,
            self.watch,
            self.editing,
            self.editing_note,
            self.length,
        ]
        asked += [panel.thread, panel.live, panel.status, panel.evidence, self.side.list]
        asked += [self.question, self.ask_button, self.stop_button]
        opened = [*asked, self.side.undo, self.collections, self.documents]
        opened += self.rating.parts
        for trigger in (self.question.submit, self.ask_button.click):
            trigger(self.ask, [self.question, *self.given], asked, **LONG)
        self.try_out.change(self.ask_example, [self.try_out, *self.given], [*asked, tabs], **LONG)
        self.act.change(self.do, [self.act, *self.given], [*opened, tabs], trigger_mode="multiple", **LONG)
        self.side.new.click(self.new_talk, self.given, [*opened, self.side.wanted], **QUIET)
        self.stop_button.click(self.stop, [self.watch], [self.stop_button], **QUIET)
        self.side.wire(self.conversation)
        self.own.wire(self.conversation, self.documents, self.side)
        self.person.wire(self.collections, self.documents)
        self.stance.input(self.set_stance, [self.stance], [panel.status], **QUIET)
        for change in (self.collections.change, self.documents.change):
            change(self.scoped, [self.collections, self.documents], [self.scope], **QUIET)
        rated = [panel.status, panel.thread, panel.live, *self.rating.parts]
        about = [self.rating.about, self.conversation, self.length]
        words = [self.rating.reason, self.rating.note, self.rating.right]
        self.rating.keep_button.click(self.rate, [*about, *words], rated, **QUIET)
        self.rating.back_button.click(self.take_back, about, rated, **QUIET)
        self.rating.close_button.click(self.rating.closed, None, self.rating.parts, **QUIET)

    # ------------------------------------------------------------ what is open

    def refreshed(self, conversation: str, listing: Listing) -> Updates:
        """What may have changed elsewhere: documents, conversations, the model. Touches nothing that is being typed."""
        choices = [(each.title or each.name, each.id) for each in self._app.library.documents.all()]
        model = next(
            (each.name for each in self._app.engines.models() if each.role == "llm" and each.chosen), ""
        )
        return {
            self.talks: self.side.listed(conversation, listing),
            self.notice: render.notice(told(self._app.engines.llm_problem()), "bad"),
            self.collections: update(
                choices=[collection.name for collection in self._app.library.collections.all()]
            ),
            self.documents: update(choices=choices),
            self.stance: self._app.settings.answer.stance,
            self.model: render_chat.model(model),
            self.view.welcome: self.view.invitation(),
        }

    def new_talk(self, *given: Any) -> Updates:
        seen = Seen(*given)
        seen.leave()
        seen.listing.wanted = ""
        return {**self._opened("", Scope(), seen), **self.view.empty(), self.side.wanted: ""}

    def _opened(self, conversation: str, scope: Scope, seen: Seen) -> Updates:
        """Everything that belongs to what was open before is put away."""
        return {
            self.conversation: conversation,
            self.here: conversation or "-",
            self.watch: None,
            self.length: render_chat.WINDOW,
            self.side.list: self.side.listed(conversation, seen.listing),
            self.collections: list(scope.collections),
            self.documents: list(scope.documents),
            **self._not_editing(),
            **self.rating.closed(),
            **self._ready(),
        }

    def _open(self, conversation: str, seen: Seen) -> Iterator[Updates]:
        """A conversation from the list; an answer that is being written in it is shown as it comes."""
        scope = self._app.conversations.get(conversation).scope
        seen.leave()
        shown = self._opened(conversation, scope, seen)
        writing = self.view.writing(conversation)
        if writing is None:
            yield {**shown, **self.view.opened(conversation, render_chat.WINDOW, scope)}
            return
        now = Seen(conversation, None, seen.listing)
        yield from self._watched(writing, now, first=shown, gives_back=False)

    def do(self, value: str, *given: Any) -> Iterator[Updates]:
        """What a link asked for."""
        verb, *arguments = render.read_action(value)
        seen = Seen(*given)
        try:
            if verb == "visit":
                yield {self.tabs: update(selected="chat")}
            if verb in ("open", "visit"):
                yield from self._open(arguments[0], seen)
            elif verb in ("again", "search-for"):
                yield from self._again(arguments[0], arguments[1] if verb == "search-for" else "", seen)
            else:
                yield self._do(verb, arguments, seen)
        except RagdeskError as problem:
            listed = self.side.listed(seen.conversation, seen.listing)
            gone = {self.here: "-"} if verb == "open" and not seen.conversation else {}
            yield {self.view.status: render.error(problem), self.side.list: listed, **gone}

    def _do(self, verb: str, arguments: Sequence[str], seen: Seen) -> Updates:
        conversation, first = seen.conversation, (arguments or [""])[0]
        if verb == "edit":
            return self._edit(first)
        if verb == "stop-editing":
            return {**self._not_editing(), self.question: ""}
        if verb == "wait":
            return self._wait(conversation)
        if verb == "earlier":
            return {**self.view.messages(conversation, int(first)), self.length: int(first)}
        if verb == "passages":
            answer = self._app.library.conversations.message(first).answer
            return {self.view.evidence: self.view.passages(answer, seen.scope)} if answer else {}
        if verb == "good":
            said = self.rating.good(first)
            return {**self.view.messages(conversation, seen.length), self.view.status: said}
        if verb == "bad":
            return self.rating.open(first)
        if verb.endswith("-memory"):
            done = render.notice(decide(self._app, verb, first), "good")
            return {self.view.status: done, self.view.live: self.view.remembered(conversation)}
        return self._do_with_talks(verb, arguments, seen)

    def _do_with_talks(self, verb: str, arguments: Sequence[str], seen: Seen) -> Updates:
        if verb == "more-talks":
            return self.side.more(seen.conversation, seen.listing, int(arguments[0]))
        shown: Updates = {}
        if verb == "rename":
            self._app.conversations.rename(arguments[0], arguments[1].strip())
        elif verb == "delete":
            shown = self.side.delete(arguments[0])
            if arguments[0] == seen.conversation:
                seen.leave()
                return {**self._opened("", Scope(), seen), **self.view.empty(), **shown}
        elif verb == "restore":
            shown = self.side.restore(arguments[0])
        return {**shown, self.side.list: self.side.listed(seen.conversation, seen.listing)}

    def scoped(self, collections: Sequence[str], documents: Sequence[str]) -> Updates:
        """Say on the closed fold where the next question will look."""
        return {self.scope: update(label=render_chat.scoped(len(collections), len(documents)))}

    def set_stance(self, stance: Stance) -> Updates:
        try:
            self._app.change_now({("answer", "stance"): stance})
        except RagdeskError as problem:
            return {self.view.status: render.error(problem)}
        return {self.view.status: render_chat.stance(stance)}

    # ------------------------------------------------------------ ratings

    def rate(
        self, message: str, conversation: str, length: int, reason: str | None, note: str, right: str
    ) -> Updates:
        try:
            said = self.rating.keep(message, reason, note, right)
        except RagdeskError as problem:
            return {self.view.status: render.error(problem)}
        return {
            **self.view.messages(conversation, length),
            **self.rating.closed(),
            self.view.status: said,
        }

    def take_back(self, message: str, conversation: str, length: int) -> Updates:
        self._app.library.ratings.withdraw(message)
        return {**self.view.messages(conversation, length), **self.rating.closed(), self.view.status: ""}
