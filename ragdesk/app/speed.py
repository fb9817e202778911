"""How quickly the models in use work on this computer: the language model measured by one real request, the others by some
passages. What was measured is kept."""

import json
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from ragdesk.app.runtime import Current, Runtime
from ragdesk.domain.errors import BusyError, ModelFailedError, StoreError, UsageError
from ragdesk.domain.models import ModelRole, PassageSpeed, Speed
from ragdesk.domain.ports import LanguageModel, Prompt

# About 300 tokens under the usual vocabularies: what one question gives the model to read.
_LINES = 24
_WRITTEN_TOKENS = 48
_TASK = "Write the numbers from one to forty in words, separated by commas."
_PASSAGES = 16
_QUESTION = "How long is the door kept shut?"
_SENTENCE = "The door of room {number} is kept shut for an hour after the lamp {mark} has gone out, so that the air can settle. "


class Speeds:
    """Measures, and remembers what was measured, in a file of the home."""

    def __init__(self, path: Path, current: Current) -> None:
        self._path = path
        self._current = current

    def all(self) -> dict[str, Speed | PassageSpeed]:
        """What was measured here, by the model's name; a file that cannot be read counts as none."""
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            return {
                name: PassageSpeed(**values) if "passages" in values else Speed(**values)
                for name, values in kept.items()
            }
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}  # it is measured anew by a click

    def measure(self, role: ModelRole = "llm") -> Speed | PassageSpeed:
        """Ask the running model once, and keep the figures. A model that is not loaded is loaded first, untimed.

        Raises:
            BusyError: an answer is being written. ModelError: the model is missing or failed. StoreError: the disk refuses.
            UsageError: no model of that role is in use.
        """
        if self._current.answering():  # the figures would be false, and the answer slower
            raise BusyError("An answer is being written now.", "Measure when it is done.")
        with self._current.use() as runtime:
            speed = _measured(runtime.engines.llm()) if role == "llm" else _read(runtime, role)
        self._keep(speed)
        return speed

    def _keep(self, speed: Speed | PassageSpeed) -> None:
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


def _read(runtime: Runtime, role: ModelRole) -> PassageSpeed:
    read = _reading(runtime, role)
    read(_passages(1))  # what is made at the first call is not counted
    passages = _passages(_PASSAGES)
    began = time.perf_counter()
    read(passages)
    seconds = time.perf_counter() - began
    name = next(one.stem for one in runtime.engines.models() if one.role == role and one.chosen)
    return PassageSpeed(name, len(passages) / seconds, datetime.now(UTC).isoformat(timespec="seconds"))


def _reading(runtime: Runtime, role: ModelRole) -> Callable[[Sequence[str]], object]:
    """What a model does with passages when it works."""
    engines = runtime.engines
    if role == "embedder":
        return engines.embedder().encode
    if role == "reranker" and (reranker := engines.reranker_or_none()):
        return partial(reranker.scores, _QUESTION)
    if role == "reader" and (reader := engines.reader_or_none()):
        return partial(reader.answers, _QUESTION)
    raise UsageError("No such model is in use.", "Choose one among the models, then measure it.")


def _passages(count: int) -> list[str]:
    """Passages of about a hundred words that no model has read before."""
    lines = [_SENTENCE.format(number=number, mark=secrets.token_hex(2)) for number in range(4 * count)]
    return ["".join(lines[at : at + 4]) for at in range(0, len(lines), 4)]


def _prompt() -> Prompt:
    """A prompt that no model has read before, so that nothing of it is in its cache."""
    lines = "\n".join(f"Line {number}: {secrets.token_hex(8)}" for number in range(_LINES))
    return Prompt((("user", f"{secrets.token_hex(4)}\n{lines}\n{_TASK}"),), max_tokens=_WRITTEN_TOKENS)
