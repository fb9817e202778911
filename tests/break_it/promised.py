"""What a desk promised (the journal of life.py), and whether a home keeps it."""

import hashlib
import io
import json
import zipfile
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path

import pymupdf
from paced import PacedModel
from until import until

from break_it.life import JOURNAL, SAYS, Value
from ragdesk.app.app import App
from ragdesk.domain.answers import Answer
from ragdesk.domain.ports import Embedder
from ragdesk.domain.search import Scope
from ragdesk.host.paths import open_home

# Changed while it was looked at: whole is all that one can ask.
WHOLE = "whole"
# Nobody knows the id of a message before it is there.
UNNAMED = "message "


class Promises:
    """What each thing may be now; read from the journal, bit by bit."""

    def __init__(self, work: Path) -> None:
        self._journal = work / JOURNAL
        self._read = 0
        self.allowed: dict[str, set[Value]] = defaultdict(lambda: {None})
        self.owed: dict[str, Value] = {}
        self.gone: dict[str, str] = {}  # documents that were there once: id to source

    def read(self) -> None:
        """What the journal has got since."""
        with self._journal.open("rb") as journal:
            journal.seek(self._read)
            lines = journal.read().split(b"\n")[:-1]
        self._read += sum(len(line) + 1 for line in lines)
        for line in lines:
            [(verb, facts)] = json.loads(line).items()
            for key, value in facts.items():
                self._take(verb, key, value)

    def _take(self, verb: str, key: str, value: Value) -> None:
        if key.startswith("document ") and value:
            self.gone[value] = key
        if verb == "owed":
            self.owed[key] = value
        elif verb == "may":
            self.allowed[key].add(value)
            self.owed.pop(key, None)
        else:
            self.allowed[key] = {value}
            self.owed.pop(key, None)

    def broken(self, found: dict[str, Value], *, waiting: bool) -> list[str]:
        """What is not as it was promised. Unless the queue is `waiting`, whatever was open is settled as it was found."""
        problems = []
        for key, allowed in self.allowed.items():
            value = found.get(key)
            whole = WHOLE in allowed and value is not None
            if value not in allowed and not whole:
                problems.append(f"{key} is {value!r}, not one of {allowed}")
        unknown = [key for key in found if key not in self.allowed and not key.startswith(UNNAMED)]
        problems += [f"{key} was never made" for key in unknown]
        if waiting:
            return problems
        self.allowed = defaultdict(lambda: {None}, {key: {value} for key, value in found.items()})
        return problems

    def come_due(self, reported: Collection[str]) -> None:
        """The queue is empty: what waited in it is there, but for the places `reported` as not to be read."""
        for key, value in self.owed.items():
            self.allowed[key] = {None if key.removeprefix("document ") in reported else value}
        self.owed.clear()


def holds(app: App, work: Path) -> dict[str, Value]:
    """Everything that can be promised, as it is."""
    found: dict[str, Value] = {}
    for document in app.library.documents.all():
        found |= {f"document {source}": document.id for source in document.sources}
    for conversation in app.conversations.all():
        found |= {
            f"message {one.id}": one.turn.text for one in app.library.conversations.messages(conversation.id)
        }
        if conversation.title.startswith("Title "):
            found[f"title {conversation.id}"] = conversation.title
    found |= {f"note {note.text}": "there" for note in app.memory.entries("user")}
    for path in sorted((work / "exports").glob("[0-9].*")):
        content = path.read_bytes()
        assert is_whole(path.suffix, content), path
        found[f"export {path}"] = hashlib.sha256(content).hexdigest()
    return found


def is_whole(suffix: str, content: bytes) -> bool:
    """Whether an export can be opened, and ends as it should."""
    match suffix:
        case ".json":
            return bool(json.loads(content))
        case ".docx":
            return zipfile.ZipFile(io.BytesIO(content)).testzip() is None
        case ".pdf":
            return len(pymupdf.open(stream=content, filetype="pdf")) > 0
        case ".html":
            return content.rstrip().endswith(b"</html>")
    return content.endswith(b"\n")


def open_app(home: Path, embedder: Embedder) -> App:
    """The app after it died, with a scripted model; the embedder is the session's."""
    app = App.open(open_home(home))
    app.engines._embedder = embedder
    model = PacedModel([SAYS])
    app.engines.llm = lambda: model  # type: ignore[assignment,method-assign,return-value]
    return app


def complaints(app: App) -> list[str]:
    """What `doctor` finds wrong with the stores, each with what to do."""
    return [f"{one.name}: {one.detail} ({one.hint})" for one in app.library.check() if not one.passed]


def complete(app: App) -> list[str]:
    """Let the killed queue be worked off, as `add --resume` and the next start of the app do; what went wrong."""
    failed = [f"{one.path}: {one.problem}" for one in app.intake.resume() if one.status == "failed"]
    app.intake.start()
    until(lambda: not app.intake.state().waiting and not app.intake.state().running, 600)
    state = app.intake.state()
    failed += [f"{one.path}: {one.problem}" for one in state.finished if one.status == "failed"]
    return [*failed, *(str(problem) for problem in [state.problem] if problem)]


def found_wrongly(app: App, promises: Promises) -> list[str]:
    """Each document is found by its own word; none that is gone is found, or cited."""
    problems = []
    there = {document.id: document for document in app.library.documents.all()}
    for source in promises.gone.values():
        word = Path(source).stem
        hits = {hit.chunk.document_id for hit in app.library.search_words(word, 50, Scope())}
        if hits - there.keys():
            problems.append(f"{word} still finds {hits - there.keys()}")
    for document in there.values():
        word = document.title.split()[-1]
        if document.id not in {hit.chunk.document_id for hit in app.library.search_words(word, 50, Scope())}:
            problems.append(f"{document.name} is not found by {word}")
    answer = list(app.answers.ask_once("How long does the pump need to start?"))[-1]
    assert isinstance(answer, Answer)
    problems += [f"cites {one.document}" for one in answer.citations if one.document_id not in there]
    return problems
