"""An answer while it comes: what the events of the desk add up to."""

from ragdesk.types import Answer, Event, Evidence, Stage, Token


class Writing:
    """One question while it is being answered: what has come of it so far."""

    def __init__(self, question: str) -> None:
        self.question = question
        self.stage = "retrieve"
        self.text = ""
        self.evidence: Evidence | None = None
        self.answer: Answer | None = None

    def take(self, event: Event) -> None:
        if isinstance(event, Token):
            self.text += event.text
            self.stage = "write"
        elif isinstance(event, Stage):
            self.stage = event.name
        elif isinstance(event, Evidence):
            self.evidence = event
        else:
            self.answer = event
