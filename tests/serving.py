"""The doors for other programs, really open: over an app of a test, on a free port of this computer."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from given_engines import engines_with
from paced import PacedModel

from ragdesk.app.app import App
from ragdesk.domain.ports import Embedder, LanguageModel
from ragdesk.front.window.listening import listen
from ragdesk.host.paths import open_home
from ragdesk.serve.key import key_of
from ragdesk.serve.run import opened

SAYS = "The pump needs four minutes to start."
# The sentence says nothing that the question does not, so that it is no answer by itself, and the model is asked.
QUESTION = "Why does the pump need four minutes to start?"
PUMP = f"# Pumps\n\n{SAYS} The valve is opened by hand before that.\n\n## Oil\n\nThe oil is changed every 200 hours.\n"


@dataclass(frozen=True, slots=True)
class OpenDoor:
    """An open door: where it is, and what opens it."""

    app: App
    address: str
    key: str

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.key}"}


@contextmanager
def serving(app: App, *, api: bool = True) -> Iterator[OpenDoor]:
    """Serves the app in a thread."""
    addresses: list[str] = []
    there = threading.Event()

    def announce(address: str) -> None:
        addresses.append(address)
        there.set()

    with listen(0) as listening, opened(app, listening, announce, api=api) as server:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            assert there.wait(60)
            yield OpenDoor(app, addresses[0], key_of(app.home))
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def pump_app(folder: Path, embedder: Embedder, model: LanguageModel | None = None) -> Iterator[App]:
    """An app with one document about a pump, in the collection “machines”, and a model that says what stands there."""
    app = App.open(open_home(folder / "home"), engines_with(model or PacedModel([SAYS]), embedder))
    note = folder / "pump.md"
    note.write_text(PUMP, encoding="utf-8")
    [added] = app.intake.add([note], collection="machines")
    assert added.document_id
    try:
        yield app
    finally:
        app.close()
