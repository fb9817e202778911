"""A desk in use, in a process of its own that somebody kills: `python life.py HOME WORK SEED [in-turn]`.

It does what people do, in an order that hangs on the seed (or one thing after the other), for as long as it lives. Before
each thing it writes to the journal what may be from then on, and after it what is: {"may": {key: value}}, {"is": {key: value}}.
A key names one thing (a document by its source, a message, a note, an export, a title), its value is what it holds, None where
it is not there.
"""

import hashlib
import json
import os
import random
import sys
import time
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import psutil
from paced import PacedModel

from break_it.held_memory import held_memory
from ragdesk.app.app import App
from ragdesk.app.health import rebuild
from ragdesk.domain.answers import Answer
from ragdesk.domain.errors import BusyError, RagdeskError
from ragdesk.host.paths import open_home

JOURNAL = "journal.jsonl"
SAYS = "The pump needs four minutes to start."
PUMP = f"# Pumps\n\n{SAYS} The valve is opened by hand before that.\n"
MOST_DOCUMENTS = 20
REFUSED = "refused"
# Seconds; the library waits ten of them each time, which is not enough for a file's passages on a busy machine.
MOST_WAITED = 120.0
# Begins the line that tells, every so many deeds, the memory (bytes) and the open files of the process.
ROUND = "round"
IN_TURN = "in-turn"
FORMATS = ("md", "json", "html", "docx", "pdf")
Value = str | None


def document_id(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def device(word: str, part: int) -> str:
    """A document that one word finds, and nothing else does."""
    lines = "\n\n".join(
        f"## Part {n}\n\nDevice {word} is checked every {n + 2} weeks by team {part}."
        for n in range(1 + part % 4)
    )
    return f"# Device {word}\n\n{lines}\n"


class Life:
    """One desk, and the journal of what was promised to its person."""

    def __init__(self, home: Path, work: Path, seed: int, in_turn: bool = False) -> None:
        self.random = random.Random(seed)
        self.seed, self.in_turn = seed, in_turn
        self.work = work
        self.made = 0
        for name in ("docs", "exports", "lent"):
            (work / name).mkdir(parents=True, exist_ok=True)
        # One write a line: what is in the page cache outlives the process.
        self._journal = os.open(work / JOURNAL, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self.app = App.open(open_home(home))
        model = PacedModel([SAYS])
        self.app.engines.llm = lambda: model  # type: ignore[assignment,method-assign,return-value]
        self.app.intake.start()

    def may(self, **kinds: Mapping[str, Value]) -> None:
        self._write("may", kinds)

    def now(self, **kinds: Mapping[str, Value]) -> None:
        self._write("is", kinds)

    def _write(self, verb: str, kinds: Mapping[str, Mapping[str, Value]]) -> None:
        facts = {f"{kind} {name}": value for kind, named in kinds.items() for name, value in named.items()}
        os.write(self._journal, (json.dumps({verb: facts}) + "\n").encode())

    def word(self) -> str:
        self.made += 1
        return f"zq{self.seed}x{self.made}"

    # ------------------------------------------------------------ what people do

    def add(self) -> None:
        """New files; sometimes one that was there gets another content. Enough is enough."""
        if len(self.app.library.documents.all()) > MOST_DOCUMENTS:
            self.remove()
            return
        paths = [self.work / "docs" / f"{self.word()}.md" for _ in range(self.random.randint(1, 3))]
        there = sorted((self.work / "docs").iterdir())
        if there and self.random.random() < 0.4:
            paths.append(self.random.choice(there))
        contents = {path: device(self.word(), self.random.randint(0, 9)).encode() for path in paths}
        self.may(document={str(path): document_id(content) for path, content in contents.items()})
        for path, content in contents.items():
            path.write_bytes(content)
        for result in self.app.intake.add(paths):
            if result.status != "failed":
                self.now(document={result.path: result.document_id})

    def drop(self) -> None:
        """Files dropped on the window: safe from the moment on at which they are queued."""
        name = f"{self.word()}.md"
        content = device(self.word(), 3).encode()
        lent = self.work / "lent" / name
        lent.write_bytes(content)
        source = f"dropped/{document_id(content)}/{name}"
        self.may(document={source: document_id(content)})
        self.app.intake.queue_copies({lent: name})
        self._write("owed", {"document": {source: document_id(content)}})

    def remove(self) -> None:
        there = [one for one in self.app.library.documents.all() if one.name != "pump.md"]
        if not there:
            return
        chosen = self.random.choice(there)
        self.may(document=dict.fromkeys(chosen.sources))
        self.app.removals.remove([chosen.id])
        self.now(document=dict.fromkeys(chosen.sources))

    def ask(self) -> None:
        """Every other time in a new conversation."""
        known = self.app.conversations.all()
        conversation = self.random.choice(known).id if known and self.random.random() < 0.5 else ""
        *_, last = self.app.answers.ask("How long does the pump need to start?", conversation_id=conversation)
        assert isinstance(last, Answer)
        messages = self.app.library.conversations.messages(last.conversation_id)
        self.now(message={one.id: one.turn.text for one in messages})

    def rename(self) -> None:
        for conversation in self.app.conversations.all()[:1]:
            title = f"Title {self.word()}"
            self.may(title={conversation.id: title})
            self.app.conversations.rename(conversation.id, title)
            self.now(title={conversation.id: title})

    def forget_conversation(self) -> None:
        known = self.app.conversations.all()
        if len(known) < 4:
            return
        gone = known[-1].id
        kinds = {
            "message": dict.fromkeys(one.id for one in self.app.library.conversations.messages(gone)),
            "title": {gone: None},
        }
        self.may(**kinds)  # type: ignore[arg-type]
        self.app.library.conversations.delete(gone)
        self.now(**kinds)  # type: ignore[arg-type]

    def reprocess(self) -> None:
        """As after an update of the app: some were made by an older version."""
        there = self.app.library.documents.all()
        chosen = self.random.sample(there, min(2, len(there)))
        with self.app.library._ledger.database.writing() as connection:
            for one in chosen:
                connection.execute("UPDATE documents SET ingest_version = 1 WHERE id = ?", (one.id,))
        for result in self.app.intake.reprocess(self.app.intake.outdated()):
            # "failed": its parser was killed, and it stays as it was.
            assert result.status in ("ready", "updated", "failed"), result

    def rebuild(self) -> None:
        """As a person does who is told that files are being taken in: they wait, and try again."""
        deadline = time.monotonic() + MOST_WAITED
        while True:
            try:
                rebuild(self.app.library, self.app.engines)
                return
            except BusyError:
                if time.monotonic() > deadline:
                    raise

    def remember(self) -> None:
        """A note more, or one less."""
        notes = self.app.memory.entries("user")
        if len(notes) > 3 and self.random.random() < 0.5:
            self.may(note={notes[0].text: None})
            self.app.memory.delete(notes[0].id)
            self.now(note={notes[0].text: None})
            return
        words, known = f"I look after device {self.word()}.", self.app.memory.text("user")
        self.may(note={words: "there"})
        self.app.memory.save_text("user", f"{known.rstrip()}\n- {words}\n", known)
        self.now(note={words: "there"})

    def export(self) -> None:
        known = [one.id for one in self.app.conversations.all() if self.app.exports.answers(one.id)]
        if not known:
            return
        path = self.work / "exports" / f"{self.random.randint(0, 3)}.{self.random.choice(FORMATS)}"
        self.may(export={str(path): "whole"})
        saved = self.app.exports.save(
            path, path.suffix[1:], conversation=self.random.choice(known), force=True
        )
        self.now(export={str(path): hashlib.sha256(saved.content).hexdigest()})

    def live(self) -> None:
        """Until the end."""
        if not any(one.name == "pump.md" for one in self.app.library.documents.all()):
            path = self.work / "pump.md"
            path.write_text(PUMP, encoding="utf-8")
            self.may(document={str(path): document_id(PUMP.encode())})
            for result in self.app.intake.add([path]):
                self.now(document={str(path): result.document_id})
        print("alive", flush=True)
        deeds: list[Callable[[], None]] = [
            self.add, self.add, self.drop, self.remove, self.ask, self.ask, self.rename, self.forget_conversation,
            self.reprocess, self.remember, self.remember, self.export, self.rebuild,
        ]  # fmt: skip
        for number in count():
            deed = deeds[number % len(deeds)] if self.in_turn else self.random.choice(deeds)
            if number % len(deeds) == 0:
                print(ROUND, held_memory(os.getpid()), psutil.Process().num_fds(), flush=True)
            try:
                deed()
                print(deed.__name__, flush=True)
            except RagdeskError as error:
                # A disk that fails is said, and the app goes on; what the journal says of it stays open.
                print(REFUSED, deed.__name__, error, flush=True)


if __name__ == "__main__":
    try:
        Life(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), IN_TURN in sys.argv).live()
    except RagdeskError as problem:
        sys.exit(f"{REFUSED} at the start: {problem}")
