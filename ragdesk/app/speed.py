"""How quickly the language model in use reads and writes on this computer, measured by one real request and kept."""

import json
import secrets
import time
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from ragdesk.app.runtime import Current
from ragdesk.domain.errors import BusyError, ModelFailedError, StoreError
from ragdesk.domain.models import Speed
from ragdesk.domain.ports import LanguageModel, Prompt

# About 300 tokens under the usual vocabularies: what one question gives the model to read.
_LINES = 24
_WRITTEN_TOKENS = 48
_TASK = "Write the numbers from one to forty in words, separated by commas."


class Speeds:
    """Measures, and remembers what was measured, in a file of the home."""

    def __init__(self, path: Path, current: Current) -> None:
        self._path = path
        self._current = current

    def all(self) -> dict[str, Speed]:
        """What was measured here, by the model's name; a file that cannot be read counts as none."""
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            return {name: Speed(**values) for name, values in kept.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}  # it is measured anew by a click

    def measure(self) -> Speed:
        """Ask the running model once, and keep the figures. A model that is not loaded is loaded first, untimed.

        Raises:
            BusyError: an answer is being written. ModelError: the model is missing or failed. StoreError: the disk refuses.
        """
        if self._current.answering():  # the figures would be false, and the answer slower
            raise BusyError("An answer is being written now.", "Measure when it is done.")
        with self._current.use() as runtime:
            speed = _measured(runtime.engines.llm())
        self._keep(speed)
        return speed

    def _keep(self, speed: Speed) -> None:
        kept = {name: asdict(one) for name, one in {**self.all(), speed.model: speed}.items()}
        draft = self._path.with_suffix(".draft")
        try:
            draft.write_text(json.dumps(kept, indent=1), encoding="utf-8")
            draft.replace(self._path)
        except OSError as error:
            raise StoreError(
                "{path} cannot be written: {why}.",
                "See that the disk has room.",
                path=self._path,
                why=error.strerror,
            ) from error


def _measured(model: LanguageModel) -> Speed:
    model.count_tokens("loaded")  # starts its process
    prompt = _prompt()
    read_tokens = sum(model.count_tokens(text) for _, text in prompt.messages)
    began = time.perf_counter()
    first, pieces = 0.0, []
    for piece in model.stream(prompt):
        first = first or time.perf_counter()
        pieces.append(piece)
    ended = time.perf_counter()
    written = model.count_tokens("".join(pieces))
    if not first or written < 2 or ended <= first:
        raise ModelFailedError("The language model wrote too little to be measured.", "Measure again.")
    now = datetime.now(UTC).isoformat(timespec="seconds")
    # The first token ends the reading, so the others are the writing.
    return Speed(model.name, read_tokens / (first - began), (written - 1) / (ended - first), now)


def _prompt() -> Prompt:
    """A prompt that no model has read before, so that nothing of it is in its cache."""
    lines = "\n".join(f"Line {number}: {secrets.token_hex(8)}" for number in range(_LINES))
    return Prompt((("user", f"{secrets.token_hex(4)}\n{lines}\n{_TASK}"),), max_tokens=_WRITTEN_TOKENS)
