"""When each moment of one answer came."""

import time

from ragdesk.domain.answers import Timings


class Clock:
    """Seconds since the question arrived; what never came stays None."""

    def __init__(self) -> None:
        self._start = time.perf_counter()
        self.retrieved = 0.0
        self.first_evidence: float | None = None
        self.first_token: float | None = None
        self.prompt_tokens = 0
        self.answer_tokens = 0

    def seconds(self) -> float:
        return time.perf_counter() - self._start

    def timings(self) -> Timings:
        return Timings(
            retrieve=self.retrieved,
            first_evidence=self.first_evidence,
            first_token=self.first_token,
            total=self.seconds(),
            prompt_tokens=self.prompt_tokens,
            answer_tokens=self.answer_tokens,
        )
