"""A question in a conversation whose answer fails because of the language model: a sentence that says what to do, within the
seconds that the settings name; the question stays, nothing that was there is lost, and the next question is answered.

The model in its process is a small one that llama.cpp loads; tests/engines/test_llm.py kills and stops the real one."""

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import tomlkit
from tiny_gguf import loadable_gguf

from break_it.counting import count
from break_it.test_hostile_server import FLOODS, OK, SILENT, said, server, then_nothing
from ragdesk.app.app import App
from ragdesk.domain.answers import Answer, Event, Token
from ragdesk.domain.errors import ModelFailedError
from ragdesk.engines import llm
from ragdesk.host.paths import open_home

pytestmark = pytest.mark.usefixtures("the_model_writes")

SAYS = "The pump needs four minutes to start."
TEXT = (
    f"# Pumps\n\n{SAYS} The valve is opened by hand before that.\n\nThe filter is changed every six weeks.\n"
)
EARLIER = "When is the filter changed, and what is opened by hand?"
# The model is asked once for an answer to this one; the other it takes apart before.
PLAIN = "Why is the valve opened by hand before the pump starts?"
FAILS = "Why is the valve opened by hand before the pump starts, and what else is done?"
NEXT = "How long does the pump need to start, and what else is done?"
USUAL = "{% for message in messages %}{{ message.content }}{% endfor %}"
ENDLESS = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
TELLING = "{{ raise_exception(messages | string) }}"
# What the settings say, and what a busy machine takes on top to search, to load a model and to check.
ANSWER_SECONDS = 5
SECONDS = ANSWER_SECONDS + 20.0
Failure = tuple[ModelFailedError, float]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a document."""
    folder = tmp_path_factory.mktemp("library")
    (folder / "pumps.md").write_text(TEXT, "utf-8")
    app = App.open(open_home(folder / "home"))
    assert [result.status for result in app.intake.add([folder / "pumps.md"])] == ["ready"]
    app.close()
    return folder / "home"


class Desk:
    """An app over a copy of the library, with a conversation in which something was answered."""

    def __init__(self, library: Path, folder: Path) -> None:
        self.home = folder / "home"
        shutil.copytree(library, self.home)
        self.model = folder / "model.gguf"
        self.conversation = ""

    def begin(self, **models: str | int) -> None:
        """Open it with these settings of [models], and ask the first question."""
        given = {"answer_seconds": ANSWER_SECONDS, **models}
        open_home(self.home).settings.write_text(tomlkit.dumps({"models": given}), "utf-8")
        self.app = App.open(open_home(self.home))
        self.conversation = self.app.conversations.begin(EARLIER).id
        assert isinstance(self.ask(EARLIER)[-1], Answer)

    def ask(self, question: str, meanwhile: Callable[[Event], None] = lambda event: None) -> list[Event]:
        events = []
        for event in self.app.answers.ask(question, conversation_id=self.conversation):
            meanwhile(event)
            events.append(event)
        return events

    def fails(
        self, meanwhile: Callable[[Event], None] = lambda event: None, question: str = FAILS
    ) -> Failure:
        """How it does, and after how many seconds."""
        began = time.monotonic()
        with pytest.raises(ModelFailedError) as caught:
            self.ask(question, meanwhile)
        return caught.value, time.monotonic() - began

    def at_first_word(self, do: Callable[[], None]) -> Callable[[Event], None]:
        todo = [do]

        def look(event: Event) -> None:
            if isinstance(event, Token) and todo:
                todo.pop()()

        return look

    def signal(self, number: int) -> None:
        process = self.app.engines.llm().process_id  # type: ignore[union-attr]
        assert process is not None
        os.kill(process, number)

    def turns(self) -> list[tuple[str, str]]:
        turns = self.app.library.conversations.turns(self.conversation, 100)
        return [(turn.role, turn.text) for turn in turns]

    def documents(self) -> list[tuple[str, str]]:
        return [(document.id, document.title) for document in self.app.library.documents.all()]

    def holds(self, kind: str, fail: Callable[[], Failure], mend: Callable[[], None] = lambda: None) -> None:
        """Nothing is lost by a failure, and after `mend` the next question is answered by the model."""
        turns, documents = self.turns(), self.documents()
        error, took = fail()
        assert count(f"{kind}: said in time", error.hint and took < SECONDS), (error.message, took)
        kept = self.turns()
        assert kept[: len(turns)] == turns and kept[len(turns)] in (("user", FAILS), ("user", PLAIN)), kept
        assert documents == self.documents() != []
        mend()
        events = self.ask(NEXT)
        assert any(isinstance(event, Token) for event in events), "the model wrote"
        answer = events[-1]
        assert isinstance(answer, Answer) and answer.verdict == "answered" and SAYS in answer.full_text, (
            answer
        )
        whole = [*kept, ("user", NEXT), ("assistant", answer.full_text)]
        assert self.turns() == whole
        self.app.close()
        self.app = App.open(open_home(self.home))
        assert count(f"{kind}: nothing is lost", (self.turns(), self.documents()) == (whole, documents))


@pytest.fixture
def desk(library: Path, tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(library, tmp_path)
    yield opened
    opened.app.close()


# ------------------------------------------------------------ the model's own process


@pytest.fixture
def local(desk: Desk) -> Desk:
    """Its model writes until it is stopped; the next process will find one that writes a sentence and ends."""
    desk.model.write_bytes(loadable_gguf(USUAL, SAYS))
    desk.begin(llm=str(desk.model))
    desk.model.write_bytes(loadable_gguf(USUAL, SAYS, again=False))
    return desk


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_its_process_is_killed_in_the_middle_of_an_answer(local: Desk) -> None:
    local.holds(
        "model killed", lambda: local.fails(local.at_first_word(lambda: local.signal(signal.SIGKILL)))
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_its_process_is_stopped_in_the_middle_of_an_answer(local: Desk) -> None:
    local.holds(
        "model stopped", lambda: local.fails(local.at_first_word(lambda: local.signal(signal.SIGSTOP)))
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_its_process_is_stopped_before_the_first_word(local: Desk) -> None:
    local.signal(signal.SIGSTOP)
    local.holds("model stopped", lambda: local.fails(question=PLAIN))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_its_process_is_stopped_before_the_question_is_taken_apart(
    local: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is answered all the same: what is silent is ended, and another process writes the answer."""
    monkeypatch.setattr(llm, "SILENT_SECONDS", 2.0)
    local.app.reopen()
    local.ask(EARLIER)
    local.signal(signal.SIGSTOP)
    began = time.monotonic()
    answer = local.ask(FAILS)[-1]
    took = time.monotonic() - began
    assert count("model stopped: said in time", isinstance(answer, Answer) and took < SECONDS), (answer, took)


@pytest.mark.parametrize("template", [TELLING, ENDLESS])
def test_its_file_has_a_hostile_template(desk: Desk, template: str) -> None:
    """The one that has no end is given up when the answer's time is over, which is before its own limit is."""
    hostile = desk.model.with_name("hostile.gguf")
    hostile.write_bytes(loadable_gguf(template, SAYS))
    desk.model.write_bytes(loadable_gguf(USUAL, SAYS, again=False))
    desk.begin(llm=str(desk.model))

    def choose(model: Path) -> None:
        desk.app.change_now({("models", "llm"): str(model)})
        desk.app.reopen()

    choose(hostile)
    desk.holds("hostile template", desk.fails, lambda: choose(desk.model))
    logs = [path.read_text("utf-8", "replace") for path in open_home(desk.home).logs.glob("llm*")]
    assert count("hostile template: nothing in the log", logs and not any("valve" in log for log in logs))


# ------------------------------------------------------------ a server at an address


def speaks() -> Iterator[bytes]:
    return iter([OK, said({"choices": [{"delta": {"content": SAYS}}]}), b"data: [DONE]\n\n"])


@pytest.mark.parametrize("name", ["not a byte", "a head", "one piece", "less than its chunk"])
def test_its_server_falls_silent(desk: Desk, name: str) -> None:
    script = [speaks]
    with server(script) as url:
        desk.begin(remote_url=url, remote_model="m")
        script[:] = [lambda: then_nothing(SILENT[name][0])]
        desk.holds("server silent", desk.fails, lambda: script.__setitem__(0, speaks))


@pytest.mark.parametrize(
    "name", ["line without an end", "pings for ever", "head that drips", "error that drips"]
)
def test_its_server_floods(desk: Desk, name: str) -> None:
    script = [speaks]
    with server(script) as url:
        desk.begin(remote_url=url, remote_model="m")
        script[:] = [FLOODS[name]]
        desk.holds("server floods", desk.fails, lambda: script.__setitem__(0, speaks))
