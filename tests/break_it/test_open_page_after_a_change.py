"""Gradio's own routes (an upload, an event's way into the queue, the stream of what came of it) through the app's guard.

As a page that stayed open uses them after settings were saved, another model or language was chosen, or everything was erased in
another window."""

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from clicking import Window, _begins_with
from given_engines import engines_with
from scripted import ScriptedModel
from until import until
from web.desk import change_language_model, change_model, choose_embedder, erase, save_settings

from break_it.counting import count, long_part
from break_it.wire import Wire, gradio_app, serving
from ragdesk.app.app import App
from ragdesk.front.web import wording
from ragdesk.front.web.problems import PROBLEMS
from ragdesk.host.paths import open_home

pytestmark = [pytest.mark.filterwarnings("ignore::DeprecationWarning"), pytest.mark.timeout(300)]
SAYS = "The ladder stands in the yard."
NOTE = f"# Ladder\n\n{SAYS}\n"


class WindowOnTheWire(Window):
    """A window whose events go as a browser sends them: into the queue, and out of the stream."""

    def __init__(self, wire: Wire) -> None:
        self._page = gradio_app(wire).blocks
        self._hash = secrets.token_hex(6)
        self.client = httpx.Client(
            base_url=f"http://{wire.host}", headers={"cookie": wire.cookie}, timeout=60, trust_env=False
        )
        self.press_event(next(event for event in self._page.fns.values() if event.targets[0][1] == "load"))

    def press_event(self, event: Any, fields: dict[str, Any] | None = None) -> list[list[Any]]:
        sent = [self._held(part, fields or {}) for part in event.inputs]
        body = {"data": sent, "fn_index": event._id, "session_hash": self._hash, "trigger_id": None}
        joined = self.client.post("/gradio_api/queue/join", json=body)
        assert joined.status_code == 200, joined.text
        told: list[list[Any]] = []
        for message in self._stream():
            if message["msg"] in ("process_generating", "process_completed"):
                assert message["success"], message
                told.append(message["output"].get("data", []))
        assert told
        return told

    def _held(self, part: Any, fields: dict[str, Any]) -> Any:
        return None if part.stateful else fields.get(part.elem_id or "", _begins_with(part))

    def _stream(self) -> Iterator[dict[str, Any]]:
        asked = {"session_hash": self._hash}
        with self.client.stream("GET", "/gradio_api/queue/data", params=asked) as stream:
            assert stream.status_code == 200
            for line in stream.iter_lines():
                if line.startswith("data:"):
                    yield json.loads(line.removeprefix("data:"))

    def upload(self, name: str, content: str) -> list[dict[str, object]]:
        """What the place for files holds once it was sent."""
        reply = self.client.post("/gradio_api/upload", files={"files": (name, content.encode())})
        assert reply.status_code == 200, reply.text
        [path] = reply.json()
        return [{"path": path, "orig_name": name, "meta": {"_type": "gradio.FileData"}}]


def change_language(app: App, window: Window) -> None:
    window.press("rd-language", rd_language="de", rd_theme="system")
    assert app.settings.ui.language == "de"


CHANGES: dict[str, Callable[[App, Window], None]] = {
    "settings saved": save_settings,
    "another model": change_model,
    "another embedder": choose_embedder,
    "another language model": change_language_model,
    "another language of the page": change_language,
    "everything erased": erase,
}
CASES = [pytest.param(name, marks=[] if name == "everything erased" else [long_part]) for name in CHANGES]


@contextmanager
def running(folder: Path) -> Iterator[tuple[App, Wire]]:
    home = open_home(folder / "home")
    with closing(App.open(home, engines_with(ScriptedModel([SAYS] * 30)))) as app:
        PROBLEMS.clear()
        try:
            with serving(app) as wire:
                yield app, wire
        finally:
            wording.use("en")


def names(app: App) -> set[str]:
    return {each.name for each in app.library.documents.all()}


@pytest.mark.parametrize("happened", CASES)
def test_a_page_that_stayed_open_uploads_and_asks(happened: str, tmp_path: Path, embedder: object) -> None:
    with running(tmp_path) as (app, wire):
        stayed, other = WindowOnTheWire(wire), WindowOnTheWire(wire)
        stayed.press("rd-drop", rd_drop=stayed.upload("before.md", NOTE))
        until(lambda: "before.md" in names(app) and not app.intake.state().running, 120)
        on_its_way = stayed.upload("between.md", NOTE + "It is of wood.\n")
        CHANGES[happened](app, other)
        until(lambda: not app.library.needs_reencoding(), 120)

        erased = happened == "everything erased"
        told = str(stayed.press("rd-drop", rd_drop=on_its_way))
        if not erased:
            until(lambda: "between.md" in names(app), 120)
        # What had arrived and was not taken in was erased with the rest: that is said.
        assert count("upload on its way at a change", not erased or "rd-problem" in told or "Add" in told), (
            told
        )

        stayed.press("rd-drop", rd_drop=stayed.upload("after.md", NOTE + "It is of steel.\n"))
        until(lambda: "after.md" in names(app), 120)
        expected = {"after.md"} if erased else {"before.md", "between.md", "after.md"}
        assert count("upload after a change", names(app) == expected), names(app)

        told = str(stayed.press("rd-ask", rd_question="Where does the ladder stand?"))
        assert count("question after a change", SAYS in told and "rd-answer" in told), told
        odd = [each for each in PROBLEMS.all() if "unexpected" in each.problem.template]
        assert count("nothing unforeseen after a change", odd == []), odd
