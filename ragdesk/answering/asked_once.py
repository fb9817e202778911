"""A language model that is asked the same thing only once while a question is answered, and is to write nothing more once it was
too slow to.

The stages of the path judge on their own, and come upon the same sentences again; a judgment takes a second or more. Some of them
go on without the model's words where it fails: a person would wait for it anew at each.
"""

from collections.abc import Iterator

from ragdesk.domain.errors import ModelTooSlowError
from ragdesk.domain.ports import Cancelled, LanguageModel, Prompt, Reading, WrittenWords, never


class AskedOnce:
    """Implements `ports.LanguageModel`. For one question; not for several threads at once."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._told: dict[tuple[Prompt, tuple[str, str]], float] = {}
        self._marks: dict[Reading, tuple[float, ...]] = {}
        self._written: dict[Prompt, WrittenWords] = {}
        self._too_slow: ModelTooSlowError | None = None

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def writer(self) -> str:
        return self._model.writer

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        if self._too_slow is not None:
            raise self._too_slow
        try:
            yield from self._model.stream(prompt, cancelled)
        except ModelTooSlowError as error:
            self._too_slow = error
            raise

    def log_odds(self, prompt: Prompt, texts: tuple[str, str], cancelled: Cancelled = never) -> float | None:
        """What was told before is told again, at once. What the model could not tell is not kept."""
        asked = (prompt, texts)
        if asked not in self._told:
            told = self._model.log_odds(prompt, texts, cancelled)
            if told is None:
                return None
            self._told[asked] = told
        return self._told[asked]

    def marks(self, reading: Reading, cancelled: Cancelled = never) -> tuple[float, ...] | None:
        """As `log_odds`."""
        if reading not in self._marks:
            told = self._model.marks(reading, cancelled)
            if told is None:
                return None
            self._marks[reading] = told
        return self._marks[reading]

    def write(self, prompt: Prompt, cancelled: Cancelled = never) -> WrittenWords | None:
        """As `log_odds`."""
        if prompt not in self._written:
            told = self._model.write(prompt, cancelled)
            if told is None:
                return None
            self._written[prompt] = told
        return self._written[prompt]

    def count_tokens(self, text: str) -> int:
        return self._model.count_tokens(text)
