"""The intake: what is asked for is taken in, whatever happens to files, folders and processes meanwhile."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pymupdf
import pytest
from until import until

from ragdesk.app.app import App
from ragdesk.app.health import checks
from ragdesk.domain.errors import TooLargeError, UsageError
from ragdesk.front.cli import main
from ragdesk.host.paths import open_home
from ragdesk.ingesting import pipeline
from ragdesk.storage.library import Library


@pytest.fixture
def app(home_folder: Path) -> Iterator[App]:
    opened = App.open(open_home())
    yield opened
    opened.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    return tmp_path / "docs"


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# {path.stem}\n\n{text}\n", encoding="utf-8")
    return path


def idle(app: App) -> None:
    until(lambda: not app.intake.state().waiting and not app.intake.state().running)


def names(app: App) -> list[str]:
    return sorted(document.name for document in app.library.documents.all())


def found(app: App, words: str) -> list[str]:
    return [hit.chunk.text for hit in app.passages.search(words, mode="words")]


def ragdesk(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "ragdesk", "--json", *map(str, arguments)]


# ------------------------------------------------------------ processes that are killed


# Enough that the first are reported long before the last are read.
FILES = 160


def kill_in_the_middle(folder: Path) -> set[str]:
    """Add the folder, killed after the first file is reported; returns the files that were."""
    for number in range(FILES):
        write(folder, f"{number:02}.md", f"Device {number} is checked by team {number}. " * 250)
    with subprocess.Popen(ragdesk("add", folder), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        process.send_signal(signal.SIGKILL)
        lines += process.stdout.readlines()
    return {Path(json.loads(line)["path"]).name for line in lines if line.endswith("}\n")}


@pytest.mark.long
def test_a_killed_run_leaves_its_files_waiting_and_resume_takes_them_in(
    folder: Path, home_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reported = kill_in_the_middle(folder)
    app = App.open(open_home())
    waiting = {job.name for job in app.library.jobs.all()}
    ready = {document.name for document in app.library.documents.all()}
    app.close()
    everything = {path.name for path in folder.iterdir()}
    assert waiting and reported and waiting | ready == everything
    assert waiting.isdisjoint(ready), "what is ready waits no more"
    assert reported <= ready, "what was reported as ready is"
    capsys.readouterr()
    assert main(["add", "--resume", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {Path(line["path"]).name for line in lines} == waiting
    assert main(["list", "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(everything)
    assert main(["doctor"]) == 0
    assert main(["add", "--resume", "--json"]) == 0, "there is nothing left to do"


@pytest.mark.long
def test_the_app_takes_in_what_a_killed_run_left(folder: Path, app: App) -> None:
    kill_in_the_middle(folder)
    app.intake.start()
    idle(app)
    assert len(names(app)) == FILES
    assert app.library.jobs.all() == []


DEADLY = """
import os, signal, sys
from pathlib import Path
from ragdesk.app.app import App
from ragdesk.host.paths import open_home

def deadly(progress):
    if progress.path.endswith("killer.md") and progress.stage == sys.argv[1]:
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    app = App.open(open_home())
    folder = [Path(path) for path in sys.argv[2:]]
    results = app.intake.add(folder, on_progress=deadly) if folder else app.intake.resume(on_progress=deadly)
    for result in results:
        print(result.status, Path(result.path).name, result.problem, flush=True)
    app.close()
"""


@pytest.mark.parametrize("stage", ["splitting", "encoding"])
def test_a_file_that_kills_the_process_twice_is_not_begun_a_third_time(folder: Path, stage: str) -> None:
    for name in ("a.md", "killer.md", "z.md"):
        write(folder, name, f"Something about {name}.")
    killer = [sys.executable, "-c", DEADLY, stage]
    assert subprocess.run([*killer, str(folder)], check=False).returncode == -signal.SIGKILL
    assert subprocess.run(killer, check=False).returncode == -signal.SIGKILL
    third = subprocess.run(killer, capture_output=True, text=True, check=True).stdout.splitlines()
    [failed] = [line for line in third if line.startswith("failed")]
    assert "killer.md" in failed and "ended 2 times" in failed
    assert subprocess.run(killer, capture_output=True, text=True, check=True).stdout == ""
    app = App.open(open_home())
    assert names(app) == ["a.md", "z.md"]
    assert [Path(each.path).name for each in app.library.sources.problems()] == ["killer.md"]
    assert [each.status for each in app.intake.add([folder / "killer.md"])] == ["ready"], "one may ask again"
    app.close()


def test_a_watched_file_that_killed_the_app_twice_is_not_begun_at_every_start(folder: Path, app: App) -> None:
    killer = write(folder, "killer.md", "Nobody survives this.")
    app.watched_folders.add(folder)
    app.intake.queue([killer])
    for _ in range(2):  # as two killed apps leave it
        with Library.open(app.home) as killed:
            assert killed.jobs.begin(killed.jobs.all()[0])
    for _ in range(2):
        app.watched_folders.look(folder, None)
        assert [job.attempts for job in app.library.jobs.all()] in ([2], [])
        list(app.intake._run(pipeline_order(), 1, 10))
    assert names(app) == []


def pipeline_order() -> object:
    from ragdesk.app.intake import APP
    from ragdesk.ingesting.ports import IngestOptions

    return IngestOptions(APP)


def test_two_processes_add_at_once_and_everything_is_in(tmp_path: Path, app: App) -> None:
    for side in "ab":
        for number in range(6):
            write(tmp_path / side, f"{side}{number}.md", f"Device {side}{number} is checked. " * 50)
    both = [
        subprocess.Popen(ragdesk("add", tmp_path / side), stdout=subprocess.PIPE, text=True) for side in "ab"
    ]
    printed = [process.communicate()[0].splitlines() for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert [len(lines) for lines in printed] == [6, 6]
    assert names(app) == [f"{side}{number}.md" for side in "ab" for number in range(6)]
    assert all(check.passed for check in checks(app.library, app.engines))


# ------------------------------------------------------------ cancelling


def test_a_file_is_cancelled_while_it_is_read_and_while_it_waits(folder: Path, app: App) -> None:
    for name in ("1.md", "2.md", "3.md"):
        write(folder, name, f"Device of {name} is checked often. " * 400)
    app.intake.queue([folder])
    first, second, _ = app.intake.state().waiting
    app.intake.start()
    until(lambda: app.intake.state().progress)
    progress = app.intake.state().progress
    assert progress is not None and (progress.path, progress.stage) == (first.source, "reading")
    app.intake.cancel(second.id)
    app.intake.cancel(first.id)
    idle(app)
    assert names(app) == ["3.md"]
    assert [Path(result.path).name for result in app.intake.state().finished] == ["3.md"]
    assert app.library.sources.problems() == []
    assert all(check.passed for check in checks(app.library, app.engines))


def test_a_file_is_cancelled_while_it_is_encoded(folder: Path, app: App) -> None:
    write(folder, "1.md", "Device 1 is checked often. " * 2_000)
    write(folder, "2.md", "Device 2 is checked often.")
    app.intake.queue([folder])
    first, second = app.intake.state().waiting
    with app._current.use():  # the encoder lets an answer go first
        app.intake.start()
        until(lambda: (p := app.intake.state().progress) is not None and p.path == second.source)
        app.intake.cancel(first.id)
    idle(app)
    assert names(app) == ["2.md"]


def test_a_file_that_is_cancelled_after_its_passages_are_encoded_is_not_stored(
    folder: Path, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "GROUP_SECONDS", 600)  # however long the second takes to be read
    write(folder, "1.md", "Device 1 is checked often.")
    write(folder, "2.md", "Device 2 is checked often. " * 3_000)
    app.intake.queue([folder])
    first, second = app.intake.state().waiting
    seen = threading.Event()
    pause = app.intake._pause

    def hold(_: object = None) -> None:
        progress = app.intake.state().progress
        if progress is not None and progress.path == second.source and not seen.is_set():
            seen.set()
            app.intake.cancel(first.id)  # encoded, and waits to be stored
        pause()

    app.intake._pause = hold  # type: ignore[method-assign]
    app.intake.start()
    idle(app)
    assert seen.is_set()
    assert names(app) == ["2.md"]


def test_cancelling_all_leaves_what_is_in_and_nothing_waiting(folder: Path, app: App) -> None:
    for number in range(8):
        write(folder, f"{number}.md", f"Device {number} is checked often. " * 800)
    app.intake.queue([folder])
    app.intake.start()
    until(lambda: app.intake.state().progress)
    app.intake.cancel_all()
    idle(app)
    assert len(names(app)) < 8
    assert app.library.jobs.all() == []
    assert list(app.home.incoming.iterdir()) == []
    assert all(check.passed for check in checks(app.library, app.engines))


def test_a_stopped_app_goes_on_at_its_next_start(folder: Path, app: App) -> None:
    for number in range(6):
        write(folder, f"{number}.md", f"Device {number} is checked often. " * 600)
    app.intake.start()
    app.intake.queue([folder])
    until(lambda: app.intake.state().progress)
    app.close()
    again = App.open(app.home)
    assert all(job.attempts == 0 for job in again.library.jobs.all()), "it was no fault of theirs"
    again.intake.start()
    idle(again)
    assert len(names(again)) == 6
    again.close()


# ------------------------------------------------------------ files of every sort


def test_a_folder_that_vanishes_while_it_is_read_fails_its_files_and_no_more(folder: Path, app: App) -> None:
    for number in range(4):
        write(folder / "in", f"{number}.md", f"Device {number} is checked.")
    write(folder, "z.md", "This one stays.")
    results = app.intake.add([folder])
    first = next(results)
    (folder / "in").rename(folder / ".elsewhere")
    rest = list(results)
    assert first.status == "ready"
    assert len(rest) == 4 and rest[-1].status == "ready"
    assert all("no file" in str(r.problem or "") for r in rest if r.status == "failed")
    assert all(check.passed for check in checks(app.library, app.engines))


def test_a_lent_file_is_safe_at_once_and_its_copy_goes_when_it_is_in(folder: Path, app: App) -> None:
    lent = write(folder, "blob", "The xylophone is tuned weekly.")
    app.intake.queue_copies({lent: "Music.md"}, "Band")
    assert not lent.exists()
    [copy] = app.home.incoming.iterdir()
    assert copy.stat().st_mode & 0o077 == 0
    app.intake.start()
    idle(app)
    assert found(app, "xylophone")
    [document] = app.library.documents.all()
    assert (document.name, document.collections) == ("Music.md", ("Band",))
    assert list(app.home.incoming.iterdir()) == []


def test_one_lent_file_that_is_too_large_does_not_stop_the_others(folder: Path, home_folder: Path) -> None:
    home_folder.mkdir()
    (home_folder / "settings.toml").write_text("[ingest]\nmax_file_mb = 1\n", encoding="utf-8")
    app = App.open(open_home())
    large, small = write(folder, "large", "word " * 300_000), write(folder, "small", "A small one.")
    with pytest.raises(TooLargeError):
        app.intake.queue_copies({large: "large.md", small: "small.md"})
    app.intake.start()
    idle(app)
    assert names(app) == ["small.md"]
    app.close()


def test_a_lent_file_survives_a_session_that_begins_while_others_are_still_arriving(
    folder: Path, app: App
) -> None:
    one, two = write(folder, "one", "The first device."), write(folder, "two", "The second device.")

    class Arriving(dict[Path, str]):
        def items(self) -> Iterator[tuple[Path, str]]:  # type: ignore[override]
            yield one, "one.md"
            with app.library.write_session():  # another writer settles what it thinks is left over
                pass
            yield two, "two.md"

    lent: Mapping[Path, str] = Arriving()
    app.intake.queue_copies(lent)
    app.intake.start()
    idle(app)
    assert names(app) == ["one.md", "two.md"]


def encrypted_pdf(path: Path) -> Path:
    document = pymupdf.open()
    document.new_page().insert_text((72, 72), "The safe opens at nine.")
    document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="owner")
    return path


def test_an_encrypted_file_waits_for_its_password_and_then_goes_on(folder: Path, app: App) -> None:
    app.intake.start()
    app.intake.queue_copies({encrypted_pdf(folder / "locked"): "locked.pdf"})
    until(lambda: app.intake.state().held)
    idle(app)
    [held] = app.intake.state().held
    assert "password" in str(held.problem) and held.path.exists()
    with pytest.raises(UsageError):
        app.intake.give_password(held.id, "")
    app.intake.give_password(held.id, "wrong")
    until(lambda: len(app.intake.state().finished) == 2)
    idle(app)
    assert [job.id for job in app.intake.state().held] == [held.id]
    app.intake.give_password(held.id, "secret")
    until(lambda: not app.intake.state().held)
    idle(app)
    assert found(app, "safe opens") and app.intake.state().held == ()
    assert list(app.home.incoming.iterdir()) == []
    left = [p for p in app.home.root.rglob("*") if p.is_file() and b"secret" in p.read_bytes()]
    assert left == [], "the password is nowhere on the disk"


def test_a_password_on_the_command_line_opens_a_file(folder: Path, app: App) -> None:
    locked = encrypted_pdf(folder / "locked.pdf")
    assert [each.status for each in app.intake.add([locked])] == ["failed"]
    assert [each.status for each in app.intake.add([locked], password="secret")] == ["ready"]
    assert app.library.sources.problems() == []


def test_a_link_out_of_a_folder_is_not_followed(folder: Path, tmp_path: Path, app: App) -> None:
    write(folder, "in.md", "Inside of the folder.")
    outside = write(tmp_path / "private", "secret.md", "Outside of the folder.")
    (folder / "link.md").symlink_to(outside)
    (folder / "linked").symlink_to(outside.parent, target_is_directory=True)
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    assert [Path(each.path).name for each in app.intake.add([folder])] == ["in.md"]
    assert found(app, "outside") == []


@pytest.mark.parametrize("name", ["line\nbreak.md", "esc\x1b[2J.md", "x" * 252 + ".md", "ü" * 126 + ".md"])
def test_no_name_is_too_odd_to_be_taken_in(
    folder: Path, home_folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    write(folder, name, "The odd one is found, too.")
    assert main(["add", str(folder)]) == 0
    printed = capsys.readouterr()
    assert "\x1b" not in printed.out + printed.err
    assert main(["list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == name
    assert main(["search", "odd one", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hits"][0]["document"] == name


def test_a_name_that_no_file_can_have_is_reported_like_any_other_missing_file(app: App) -> None:
    [result] = app.intake.add([Path("/tmp", "x" * 300)])
    assert result.status == "failed" and result.problem


def test_a_name_that_is_no_unicode_does_not_stop_the_others(folder: Path, app: App) -> None:
    write(folder, "good.md", "The good one.")
    Path(os.fsdecode(os.fsencode(folder) + b"/b\xff.md")).write_text("The odd one.", encoding="utf-8")
    results = list(app.intake.add([folder]))
    assert "ready" in [each.status for each in results if each.path.endswith("good.md")]
    assert len(results) == 2


# ------------------------------------------------------------ watched folders


def test_a_watched_folder_is_followed(folder: Path, app: App) -> None:
    write(folder, "old.md", "The heron was there before.")
    app.intake.start()
    app.watched_folders.start()
    app.watched_folders.add(folder, "Birds")
    until(lambda: names(app) == ["old.md"])
    changed = write(folder, "sub/new.md", "The kingfisher is blue.")
    until(lambda: found(app, "kingfisher"))
    assert {document.collections for document in app.library.documents.all()} == {("Birds",)}
    write(folder, "sub/new.md", "The bittern is brown.")
    until(lambda: found(app, "bittern"))
    assert found(app, "kingfisher") == []
    changed.unlink()
    until(lambda: names(app) == ["old.md"])
    folder.rename(folder.with_name("unplugged"))
    app.watched_folders.look(folder, "Birds")
    idle(app)
    assert names(app) == ["old.md"], "a drive that is unplugged has not lost its files"
    folder.with_name("unplugged").rename(folder)
    app.watched_folders.remove(str(folder))
    assert app.watched_folders.all() == {}
    assert names(app) == ["old.md"], "its documents stay"


def test_what_happened_while_the_app_was_closed_is_seen_at_its_next_start(folder: Path, app: App) -> None:
    gone, changed = write(folder, "gone.md", "The heron."), write(folder, "changed.md", "The kingfisher.")
    write(folder, "broken.pdf", "no pages")
    app.watched_folders.add(folder)
    app.intake.start()
    app.watched_folders.start()
    until(lambda: len(app.intake.state().finished) == 3)
    app.close()
    gone.unlink()
    write(folder, "new.md", "The stork.")
    write(folder, changed.name, "The bittern instead.")
    again = App.open(app.home)
    again.intake.start()
    again.watched_folders.start()
    until(lambda: names(again) == ["changed.md", "new.md"] and found(again, "bittern"))
    idle(again)
    tried = {Path(result.path).name for result in again.intake.state().finished}
    assert tried == {"changed.md", "new.md"}, "what failed is not tried again until it changes"
    again.close()


def test_an_app_that_is_closed_at_once_closes(home_folder: Path) -> None:
    for _ in range(5):
        app = App.open(open_home())
        app.intake.start()
        app.watched_folders.start()
        closing = threading.Thread(target=app.close, daemon=True)
        closing.start()
        closing.join(20)
        assert not closing.is_alive()


def test_only_a_folder_can_be_watched(folder: Path, app: App) -> None:
    with pytest.raises(UsageError):
        app.watched_folders.add(write(folder, "file.md", "A file."))
    assert app.watched_folders.all() == {}


# ------------------------------------------------------------ entries


def test_an_approved_entry_is_one_passage_follows_its_edits_and_goes_when_it_is_rejected(app: App) -> None:
    app.intake.start()
    entry = app.library.entries.propose(
        "How long must the autoclave cool?", "It cools for 45 minutes.\n\n## Never\n\nless than that."
    )
    idle(app)
    assert app.passages.search("autoclave cool") == [], "a proposal is no source"
    app.entries.approve(entry.id)
    until(app.library.documents.all)
    [document] = app.library.documents.all()
    assert (document.kind, document.chunks, document.title) == ("faq", 1, "How long must the autoclave cool?")
    [hit] = app.passages.search("less than that")
    assert "How long must" in hit.chunk.text and "45 minutes" in hit.chunk.text
    app.entries.edit(entry.id, "How long must the autoclave cool?", "It cools for a fortnight.")
    until(lambda: found(app, "fortnight"))
    assert found(app, "45 minutes") == []
    assert len(app.library.documents.all()) == 1
    app.entries.reject(entry.id)
    until(lambda: not app.library.documents.all())
    assert app.passages.search("fortnight") == []
    app.entries.approve(entry.id)
    until(app.library.documents.all)
    app.entries.delete(entry.id)
    until(lambda: not app.library.documents.all())


def test_an_entry_that_is_rejected_before_it_was_taken_in_never_becomes_a_source(app: App) -> None:
    entry = app.library.entries.propose("How long must the autoclave cool?", "It cools for 45 minutes.")
    app.entries.approve(entry.id)
    app.entries.reject(entry.id)
    app.intake.start()
    idle(app)
    app.intake.stop()
    assert app.library.documents.all() == []


def test_an_entry_that_is_too_long_for_one_passage_is_refused(app: App) -> None:
    entry = app.library.entries.propose("What is all of it?", "A very long answer of many words. " * 60)
    with pytest.raises(UsageError, match="tokens"):
        app.entries.approve(entry.id)
    assert app.library.entries.get(entry.id).state == "proposed"
    app.entries.edit(entry.id, "What is it?", "Short.")
    app.entries.approve(entry.id)
    with pytest.raises(UsageError, match="tokens"):
        app.entries.edit(entry.id, "What is it?", "Long again. " * 200)
    assert app.library.entries.get(entry.id).answer == "Short."


def test_removing_the_document_of_an_entry_sends_the_entry_back_for_approval(app: App) -> None:
    app.intake.start()
    entry = app.library.entries.propose("Who?", "The porter.")
    app.entries.approve(entry.id)
    until(app.library.documents.all)
    app.removals.remove([app.library.documents.all()[0].id])
    assert app.library.entries.get(entry.id).state == "proposed"
    assert app.library.documents.all() == []


def test_what_is_to_be_forgotten_waits_while_another_process_writes(
    folder: Path, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragdesk.app.background.RETRY", 0.2)
    path = write(folder, "valves.md", "Valves are checked on Mondays.")
    list(app.intake.add([path]))
    app.intake.start()
    with app.library.write_session():
        app.intake.forget(str(path))
        until(lambda: "another process" in str(app.intake.state().problem))
        assert names(app) == ["valves.md"]
    until(lambda: names(app) == [])
