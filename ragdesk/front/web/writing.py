"""An answer while it comes: what was asked, and what the events of the desk add up to."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragdesk.domain.answers import Answer, AnswerSoFar, Event, Evidence, Nearest, QuickAnswer, Stage, Token
from ragdesk.domain.search import Scope
from ragdesk.front.web.work import Work

if TYPE_CHECKING:
    from ragdesk.app.app import App


@dataclass(frozen=True, slots=True)
class PendingQuestion:
    """What a person asks. `searched_for`, `replacing`, `from_documents` and `written` as `Answers.ask` takes them; `upto` is the
    position of the last message of the conversation that stands above it."""

    text: str
    conversation: str = ""
    scope: Scope = Scope()
    searched_for: str = ""
    replacing: str = ""
    upto: int = 0
    from_documents: bool = False
    written: bool = False


class Writing(Work[Event]):
    """One question while it is being answered: what has come of it so far."""

    def __init__(self, app: "App", question: PendingQuestion) -> None:
        super().__init__(lambda: self._events(app), self.take)
        self.question = question
        self.stage = Stage("retrieve")
        self.text = ""
        self.evidence: Evidence | None = None
        self.nearest: Nearest | None = None
        self.quick: QuickAnswer | None = None
        self.so_far: Answer | None = None
        self.answer: Answer | None = None
        self.next_waits = False

    def hold_next(self) -> None:
        """Another question was sent meanwhile: those who watch are told that it waits."""
        self.next_waits = True
        self.tell()

    def take(self, event: Event) -> None:
        if isinstance(event, Token):
            self.text += event.text
            if self.stage.name != "section":  # which says more
                self.stage = Stage("write")
        elif isinstance(event, Stage):
            self.stage = event
            if event.name == "translate":  # what was written before led to nothing
                self.text, self.quick, self.nearest = "", None, None
        elif isinstance(event, Evidence):
            self.evidence = event
        elif isinstance(event, Nearest):
            self.nearest = event
        elif isinstance(event, QuickAnswer):
            self.quick = event
        elif isinstance(event, AnswerSoFar):
            self.so_far, self.text = event.answer, event.answer.text
        else:
            self.answer = event

    def _events(self, app: "App") -> Generator[Event, None, None]:
        question = self.question
        yield from app.answers.ask(
            question.text,
            conversation_id=question.conversation,
            scope=question.scope,
            cancelled=self.stopped,
            searched_for=question.searched_for,
            replacing=question.replacing,
            from_documents=question.from_documents,
            written=question.written,
        )
