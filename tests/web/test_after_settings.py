"""What a page does after settings were saved, and after everything was erased: every route works on the runtime in force."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from given_engines import engines_with
from guarded import Door
from scripted import ScriptedModel

from ragdesk.app.app import App
from ragdesk.domain.answers import Answer
from ragdesk.host.paths import open_home
from ragdesk.host.settings import change_setting

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
SAYS = "The pump needs four minutes to start."


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"), engines_with(ScriptedModel([SAYS] * 4)))
    yield opened
    opened.close()


def answer(app: App, tmp_path: Path) -> Answer:
    note = tmp_path / "pump.md"
    note.write_text(f"# Pump\n\n{SAYS}\n", encoding="utf-8")
    list(app.intake.add([note]))
    *_, event = app.answers.ask("How long does the pump need to start?")
    assert isinstance(event, Answer)
    return event


def save_settings(app: App) -> None:
    change_setting(app.home.settings, "search", "top", 3)
    app.reopen()
    assert app.settings.search.top == 3


def test_an_export_is_downloaded_that_was_made_after_settings_were_saved(app: App, tmp_path: Path) -> None:
    door, given = Door(app), answer(app, tmp_path)
    save_settings(app)
    token, export = app.exports.offer("md", conversation=given.conversation_id)
    reply = door.ask("GET", f"/ragdesk/export/{token}")
    assert reply.status_code == 200 and reply.content == export.content and SAYS in reply.text


def test_an_export_that_was_made_before_is_still_there(app: App, tmp_path: Path) -> None:
    door, given = Door(app), answer(app, tmp_path)
    token, export = app.exports.offer("md", conversation=given.conversation_id)
    save_settings(app)
    assert door.ask("GET", f"/ragdesk/export/{token}").content == export.content


def test_a_handover_is_downloaded_after_settings_were_saved(app: App, tmp_path: Path) -> None:
    door, given = Door(app), answer(app, tmp_path)
    save_settings(app)
    message = app.handovers.message(app.handovers.draft(given.message_id), "Ada <ada@example.org>")
    token, name = app.handovers.offer(message, "eml")
    reply = door.ask("GET", f"/ragdesk/handover/{token}")
    assert reply.status_code == 200 and name in reply.headers["content-disposition"]
    assert b"ada@example.org" in reply.content


def test_the_app_begins_anew_after_everything_was_erased(app: App, tmp_path: Path) -> None:
    door, given = Door(app), answer(app, tmp_path)
    token, _ = app.exports.offer("md", conversation=given.conversation_id)
    app.privacy.erase()
    assert app.library.documents.all() == [] and app.conversations.all() == []
    assert door.ask("GET", f"/ragdesk/export/{token}").status_code == 404, "what was erased is nowhere"
    given = answer(app, tmp_path)
    token, _ = app.exports.offer("md", conversation=given.conversation_id)
    reply = door.ask("GET", f"/ragdesk/export/{token}")
    assert reply.status_code == 200 and SAYS in reply.text
