"""The language model's own process, as the app starts it, with a file whose chat template is hostile: a sentence in time and in
bounded memory, nothing of the conversation in its log, and the next question finds a model that works."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from tiny_gguf import loadable_gguf

from break_it.counting import MUCH, count
from break_it.test_template_limits import ENDLESS, GROWING, SECRET, TELLING
from ragdesk.domain.errors import ModelFailedError, ModelTooSlowError
from ragdesk.domain.ports import Prompt
from ragdesk.engines import llm_process
from ragdesk.engines.llm import LocalModel

PROMPT = Prompt((("user", SECRET),), 4)
USUAL = "{% for message in messages %}{{ message.content }}{% endfor %}"
# Loading it takes three seconds, a template that has no end ten: what a busy machine may make of it.
SECONDS = 50.0
# It holds 250 MB, and a template may take half a GB more.
MOST_BYTES = 1_200_000_000


@pytest.fixture
def open_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator["OpenModel"]:
    monkeypatch.setattr(llm_process, "START_SECONDS", SECONDS)
    opened = OpenModel(tmp_path)
    yield opened
    for model in opened.models:
        model.close()


class OpenModel:
    """Model files with given chat templates, each in its process; they share a log."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.models: list[LocalModel] = []

    def __call__(self, template: str, seconds: float = SECONDS) -> LocalModel:
        path = self.folder / f"{len(self.models)}.gguf"
        path.write_bytes(loadable_gguf(template))
        self.models.append(
            LocalModel(path, 1, 1_024, self.folder / "logs" / "llm.log", answer_seconds=seconds)
        )
        return self.models[-1]

    @property
    def logged(self) -> str:
        """What the processes said, those before the last one, too."""
        return "".join(path.read_text("utf-8", "replace") for path in (self.folder / "logs").iterdir())


@contextmanager
def most_memory() -> Iterator[list[int]]:
    """The most bytes that a process which is started meanwhile is seen to hold."""
    most, done, others = [0], threading.Event(), set(psutil.Process().children())

    def watch() -> None:
        while not done.wait(0.05):
            for child in set(psutil.Process().children()) - others:
                try:
                    most[0] = max(most[0], child.memory_info().rss)
                except psutil.NoSuchProcess:
                    continue

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield most
    finally:
        done.set()
        watcher.join()


def test_a_usual_template_is_answered(open_model: OpenModel) -> None:
    model = open_model(USUAL)
    assert "".join(model.stream(PROMPT)) == "aaaa"
    assert model.log_odds(PROMPT, ("a", "b")) is not None


@pytest.mark.parametrize("template", TELLING if MUCH else TELLING[:3])
def test_a_template_s_error_puts_nothing_of_the_conversation_into_the_log(
    template: str, open_model: OpenModel
) -> None:
    model = open_model(template)
    with pytest.raises(ModelFailedError, match="chat template failed") as caught:
        list(model.stream(PROMPT))
    with pytest.raises(ModelFailedError, match="chat template failed"):
        model.log_odds(PROMPT, ("Yes", "No"))
    logged = open_model.logged
    assert "chat template failed" in logged, "it does log errors"
    assert count("template that tells, in the process", SECRET not in logged and caught.value.hint)
    assert SECRET not in str(caught.value)
    assert "".join(open_model(USUAL).stream(PROMPT)) == "aaaa"


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone keeps such a limit")
@pytest.mark.parametrize("template", GROWING if MUCH else GROWING[:2])
def test_a_template_that_takes_all_memory_is_said(template: str, open_model: OpenModel) -> None:
    model, began = open_model(template), time.monotonic()
    with most_memory() as most, pytest.raises(ModelFailedError, match="chat template") as caught:
        list(model.stream(PROMPT))
    took = time.monotonic() - began
    held = took < SECONDS and 0 < most[0] < MOST_BYTES and caught.value.hint
    assert count("template that grows, in the process", held), (took, most[0], caught.value)
    assert "".join(open_model(USUAL).stream(PROMPT)) == "aaaa"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no alarm")
@pytest.mark.parametrize("template", ENDLESS)
def test_a_template_without_an_end_is_said_and_its_process_is_gone(
    template: str, open_model: OpenModel
) -> None:
    """The first of them when it is asked, the second already while it is loaded."""
    model, began = open_model(template), time.monotonic()
    with pytest.raises(ModelFailedError, match=r"The chat template .* did not come to an end") as caught:
        list(model.stream(PROMPT))
    took = time.monotonic() - began
    held = took < SECONDS and model.process_id is None and "choose another model" in caught.value.hint
    assert count("template without an end, in the process", held), (took, caught.value)
    assert "".join(open_model(USUAL).stream(PROMPT)) == "aaaa"


def test_a_template_that_takes_longer_than_an_answer_may_ends_the_process(open_model: OpenModel) -> None:
    """Where there is no alarm, too, and whatever else comes to no end: it may not hear that we hung up."""
    model = open_model(ENDLESS[0], seconds=3)
    model.count_tokens("start")
    began = time.monotonic()
    with pytest.raises(ModelTooSlowError, match="within 3 seconds") as caught:
        list(model.stream(PROMPT))
    took = time.monotonic() - began
    held = took < 9 and model.process_id is None and "answer_seconds" in caught.value.hint
    assert count("template without an end, in the process", held), (took, caught.value)
    assert model.count_tokens("another process counts this") > 0


def test_a_judgment_takes_no_longer_than_an_answer_may(open_model: OpenModel) -> None:
    model = open_model(ENDLESS[0], seconds=3)
    model.count_tokens("start")
    began = time.monotonic()
    with pytest.raises(ModelTooSlowError, match="within 3 seconds"):
        model.log_odds(PROMPT, ("Yes", "No"))
    took = time.monotonic() - began
    assert count("template without an end, in the process", took < 9 and model.process_id is None), took
