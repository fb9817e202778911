"""The runtime is exchanged at once: who reads gets to the end, who holds a use case works on the new one, answers are not cut."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from given_engines import engines_with
from scripted import ScriptedModel
from until import until

from ragdesk.app.app import App
from ragdesk.app.runtime import Current
from ragdesk.domain.answers import Answer
from ragdesk.domain.errors import BusyError
from ragdesk.host.paths import open_home
from ragdesk.host.settings import change_setting


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"), engines_with(ScriptedModel(["Four minutes."] * 3)))
    yield opened
    opened.close()


def write(folder: Path, text: str = "The pump needs four minutes to start.") -> Path:
    path = folder / "pump.md"
    path.write_text(f"# Pump\n\n{text}\n", encoding="utf-8")
    return path


def test_use_cases_that_were_taken_before_work_on_the_new_runtime(app: App, tmp_path: Path) -> None:
    list(app.intake.add([write(tmp_path)]))
    ask, search, engines = app.answers.ask_once, app.passages.search, app.engines
    app.reopen()
    assert app.engines is not engines
    *_, answer = ask("How long does the pump need to start?")
    assert isinstance(answer, Answer)
    assert [hit.document for hit in search("pump start")] == ["pump.md"]


def test_who_still_reads_from_the_old_stores_gets_to_the_end(app: App, tmp_path: Path) -> None:
    list(app.intake.add([write(tmp_path)]))
    library = app.library
    with library._ledger.database.reading() as connection:
        app.reopen()
        assert connection.execute("SELECT count(*) FROM documents").fetchone()[0] == 1
    assert app.library is not library
    assert library.documents.all() == app.library.documents.all() != []


def test_what_a_person_waits_for_outlives_an_exchange(app: App, tmp_path: Path) -> None:
    app.intake.queue([tmp_path / "missing.pdf", tmp_path / "\udce4.md"])
    shown = app.intake.state().finished
    conversation = app.conversations.create("To be deleted")
    app.conversations.delete(conversation.id)
    app.reopen()
    assert shown and app.intake.state().finished == shown
    assert app.conversations.all() == [], "its deletion can still be undone"
    app.conversations.restore(conversation.id)
    assert app.conversations.all() == [conversation]


def test_an_app_that_was_started_goes_on_after_everything_was_erased(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its threads end with what was erased, and begin again: the page calls `start`, the command line does not."""
    monkeypatch.setattr(app, "warm", lambda: None)  # the scripted model has nothing to warm
    app.start()
    app.privacy.erase()
    (tmp_path / "note.md").write_text("# Pump\n\nThe pump needs four minutes.\n", encoding="utf-8")
    app.intake.queue([tmp_path / "note.md"])
    until(lambda: len(app.library.documents.all()) == 1)
    app.reopen()
    assert len(app.library.documents.all()) == 1


def test_nothing_of_what_was_erased_is_shown_any_more(app: App, tmp_path: Path) -> None:
    app.intake.queue([tmp_path / "\udce4.md"])
    assert app.intake.state().finished
    app.privacy.erase()
    assert app.intake.state().finished == ()


def test_settings_that_need_nothing_new_keep_engines_and_stores(app: App) -> None:
    library, engines = app.library, app.engines
    app.change_now({("answer", "stance"): "cautious"})
    assert app.settings.answer.stance == "cautious"
    assert app.library is library and app.engines is engines


def test_what_was_saved_otherwise_is_not_in_force_before_it_is_opened(app: App) -> None:
    change_setting(app.home.settings, "search", "top", 3)
    app.change_now({("answer", "stance"): "cautious"})
    assert app.settings.search.top != 3


def test_many_threads_count_themselves_in_and_out(app: App) -> None:
    current, together = app._current, threading.Barrier(8)

    def use() -> None:
        together.wait()
        for _ in range(2_000):
            with current.use():
                pass

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not current.answering()
    app.reopen()


def test_an_exchange_waits_for_no_answer_and_leaves_everything_as_it_was(app: App) -> None:
    current: Current = app._current
    before = current.runtime
    with current.use(), pytest.raises(BusyError):
        app.reopen()
    assert current.runtime is before and app.library.documents.all() == []


def test_no_answer_begins_while_everything_is_erased(app: App) -> None:
    app._current.shut()
    with pytest.raises(BusyError), app._current.use():
        pass
