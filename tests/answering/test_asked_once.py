"""What the language model has told is kept for the question, and one that was too slow is not waited for again."""

from collections.abc import Iterator

import pytest
from scripted import ScriptedModel

from ragdesk.answering.asked_once import AskedOnce
from ragdesk.domain.errors import ModelFailedError, ModelTooSlowError
from ragdesk.domain.ports import Cancelled, Prompt, never

PROMPT = Prompt((("user", "Hello?"),), 4)


class FailsOnce(ScriptedModel):
    """As it is given, and says something from then on."""

    def __init__(self, error: ModelFailedError) -> None:
        super().__init__(["fine"])
        self.errors = [error]

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        if self.errors:
            raise self.errors.pop()
        yield from super().stream(prompt, cancelled)


def test_one_that_was_too_slow_is_not_waited_for_again_while_a_question_is_answered() -> None:
    model = FailsOnce(ModelTooSlowError("It said nothing.", "Ask again."))
    once = AskedOnce(model)
    for _ in range(3):
        with pytest.raises(ModelTooSlowError):
            list(once.stream(PROMPT))
    assert model.prompts == []
    assert "".join(AskedOnce(model).stream(PROMPT)).strip() == "fine", "the next question asks it"


def test_one_that_failed_at_once_is_asked_again() -> None:
    once = AskedOnce(FailsOnce(ModelFailedError("It refused.", "Ask again.")))
    with pytest.raises(ModelFailedError):
        list(once.stream(PROMPT))
    assert "".join(once.stream(PROMPT)).strip() == "fine"
