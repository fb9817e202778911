"""Many questions, several windows, and files that are taken in beside them; and a long time of everything.

RAGDESK_QUESTIONS: how many are asked (default: 24; `make break`: 200). RAGDESK_SOAK: minutes of mixed work (none unless set);
RAGDESK_SOAK_FOLDER: where its home stays, so that the next run goes on with it.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from paced import PacedModel
from until import until

from break_it import life
from break_it.counting import MUCH, count, long_part
from break_it.life import PUMP, SAYS, device
from break_it.pieces import Pieces
from break_it.promised import Promises
from break_it.test_bad_luck_kills import look
from ragdesk.app.app import App
from ragdesk.domain.answers import Answer
from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.ports import Cancelled, Embedder, Prompt, never
from ragdesk.engines.fair_lock import FairLock
from ragdesk.host.paths import open_home

WINDOWS = 4
QUESTIONS = int(os.environ.get("RAGDESK_QUESTIONS", "200" if MUCH else "24"))
SOAK_SECONDS = 60 * float(os.environ.get("RAGDESK_SOAK", "0"))
# The sentence says nothing that the question does not: it is no answer by itself, and the model is asked.
QUESTION = "Why does the pump need four minutes to start?"
GROWTH = 1.05


class OneAtATime(PacedModel):
    """The scripted model behind the queue of the real one; remembers who came, and who was answered, in which order."""

    def __init__(self) -> None:
        super().__init__([SAYS])
        self._lock = FairLock()
        self._at_once = 0
        self.most_at_once = 0
        self.came: list[int] = []
        self._kept: list[Prompt] = []
        self.answered: list[int] = []

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        self.came.append(id(prompt))
        with self._lock.acquire(cancelled) as mine:
            if not mine:
                return
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            self.answered.append(id(prompt))
            self._kept.append(prompt)  # so that no other gets its id
            yield from super().stream(prompt, cancelled)
            self._at_once -= 1


def open_app(folder: Path, embedder: Embedder) -> App:
    app = App.open(open_home(folder / "home"))
    app.engines._embedder = embedder
    pump = folder / "pump.md"
    pump.write_text(PUMP, encoding="utf-8")
    assert [one.status for one in app.intake.add([pump])] == ["ready"]
    return app


def ask_on(app: App, times: int, answers: list[Answer], problems: list[str]) -> None:
    """A window in which one question after another is asked."""
    conversation = app.conversations.create("Load").id
    for _ in range(times):
        try:
            *_, last = app.answers.ask(QUESTION, conversation_id=conversation)
        except RagdeskError as error:
            problems.append(str(error))
            continue
        assert isinstance(last, Answer)
        answers.append(last)


@pytest.mark.timeout(1_800)
def test_four_windows_ask_in_turn_while_files_are_taken_in(tmp_path: Path, embedder: Embedder) -> None:
    app = open_app(tmp_path, embedder)
    model = OneAtATime()
    app.engines.llm = lambda: model  # type: ignore[assignment,method-assign,return-value]
    files = [tmp_path / f"{number}.md" for number in range(8)]
    for number, path in enumerate(files):
        path.write_text(device(f"load{number}", number), encoding="utf-8")
    answers: list[Answer] = []
    problems: list[str] = []
    windows = [
        threading.Thread(
            target=ask_on, args=(app, QUESTIONS // WINDOWS, answers, problems), name=f"window {n}"
        )
        for n in range(WINDOWS)
    ]
    app.intake.start()
    app.intake.queue(files)
    for window in windows:
        window.start()
    for window in windows:
        window.join()
    until(lambda: not app.intake.state().waiting and not app.intake.state().running, 120)
    kept = [one for talk in app.conversations.all() for one in app.library.conversations.messages(talk.id)]
    documents = app.library.documents.all()
    found = [check for check in app.library.check() if not check.passed]
    app.close()

    cited = [one for one in answers if one.citations and one.text == SAYS]
    assert count("question under load", len(cited) == QUESTIONS and not problems, QUESTIONS), problems
    assert len(kept) == 2 * QUESTIONS and model.most_at_once == 1
    assert count("file taken in beside questions", len(documents) == 1 + len(files) and not found, len(files))
    places = [abs(model.came.index(each) - place) for place, each in enumerate(model.answered)]
    # Between noting that it came and standing in the queue, another may overtake a question; each window has one.
    assert count("a fair queue", max(places) < WINDOWS, QUESTIONS), places


@long_part
@pytest.mark.model
@pytest.mark.timeout(900)
def test_windows_ask_the_real_model_in_turn(tmp_path: Path, embedder: Embedder) -> None:
    app = open_app(tmp_path, embedder)
    answers: list[Answer] = []
    problems: list[str] = []
    windows = [threading.Thread(target=ask_on, args=(app, 2, answers, problems)) for _ in range(WINDOWS)]
    for window in windows:
        window.start()
    for window in windows:
        window.join()
    app.close()
    assert not problems and len(answers) == 2 * WINDOWS
    assert count(
        "question to the real model under load", all("four" in one.text.lower() for one in answers), 8
    )


@pytest.mark.skipif(not SOAK_SECONDS, reason="RAGDESK_SOAK names no minutes to work")
@pytest.mark.timeout(int(SOAK_SECONDS) + 900)
def test_memory_and_files_stay_flat_while_the_app_is_used(tmp_path: Path, embedder: Embedder) -> None:
    """Each round does the same things once. What is loaded once, and what fills up (caches), is there after a third. In the end
    it is killed, and has kept what it promised, in this piece and in those before."""
    pieces = Pieces("mixed work", tmp_path)
    work = pieces.folder / "work"
    work.mkdir(exist_ok=True)
    (work / life.JOURNAL).touch()
    # Words of its own: no piece finds what another one wrote.
    seed = str(77 + len(pieces.done))
    command = [sys.executable, life.__file__, str(pieces.home), str(work), seed, life.IN_TURN]
    with (
        (work / "said.txt").open("wb") as said,
        subprocess.Popen(command, stdout=said, stderr=said) as process,
    ):
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(SOAK_SECONDS)
        process.kill()
    said_lines = (work / "said.txt").read_text().split("\n")[:-1]
    assert process.returncode == -signal.SIGKILL and life.REFUSED not in " ".join(said_lines), said_lines[
        -20:
    ]
    rounds = [[int(word) for word in line.split()[1:]] for line in said_lines if line.startswith(life.ROUND)]
    third = len(rounds) // 3
    assert third >= 2, "too few rounds for a judgement: raise RAGDESK_SOAK"
    memory, files = (
        [median(part) for part in (one[third:-third], one[-third:])] for one in zip(*rounds, strict=True)
    )
    deeds = len(said_lines) - len(rounds)
    print(
        f"{deeds} deeds, {memory[0] / 1e6:.0f} to {memory[1] / 1e6:.0f} MB, {files[0]:.0f} to {files[1]:.0f} files"
    )
    pieces.ended(seconds=SOAK_SECONDS, things=deeds, memory=memory[1], files=files[1])
    held = memory[1] <= GROWTH * memory[0] and files[1] <= GROWTH * files[0] + 1
    assert count("deed in the soak", held and not pieces.grown({"memory": 1.1}), deeds), (rounds, pieces.done)
    wrong = look(pieces.home, work, Promises(work), embedder, after_power=False)
    assert count("home after a piece of the soak", not wrong), wrong
