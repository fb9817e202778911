"""A scripted model that a test holds back: it writes some words, then waits until it is let go on, or stopped."""

import threading
from collections.abc import Iterator, Sequence

from scripted import ScriptedModel

from ragdesk.domain.ports import Cancelled, Prompt, never


class PacedModel(ScriptedModel):
    """Says the queued answers, and the last one again and again; while it is held, only the first words of each."""

    def __init__(self, answers: Sequence[str], before: int = 3) -> None:
        super().__init__(answers)
        self._before = before
        self._free = threading.Event()
        self._free.set()
        self.cancelled = 0

    def hold(self) -> None:
        self._free.clear()

    def go_on(self) -> None:
        self._free.set()

    def warm(self, prompt: Prompt, cancelled: Cancelled = never) -> None:
        """There is nothing to load."""

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        self.prompts.append(prompt)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        for index, word in enumerate(answer.split(" ")):
            while index == self._before and not self._free.wait(0.05):
                if cancelled():
                    self.cancelled += 1
                    return
            yield word if index == 0 else " " + word
