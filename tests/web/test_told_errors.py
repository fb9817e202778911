"""What the parts below the app say when something fails, in the language of the person."""

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
import texts

from ragdesk.answering.question import MAX_QUESTION
from ragdesk.app.app import App
from ragdesk.domain.errors import EmptyFileError, Problem, QuestionError, StoreError, UnknownIdError
from ragdesk.front.web import render, wording
from ragdesk.host.paths import open_home

EMPTY = EmptyFileError("{file} is empty.", "Check whether it was saved completely.", file="{x} <b>.txt")


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    wording.use("de")
    yield
    wording.use("en")


def test_values_stay_as_they_are_and_what_is_unknown_stays_english() -> None:
    assert wording.told_apart(EMPTY) == (
        "{x} <b>.txt ist leer.",
        "Prüfen Sie, ob die Datei vollständig gespeichert wurde.",
    )
    assert wording.told(Problem("Nobody has said {this}.", this="this")) == "Nobody has said this."
    assert wording.told(Problem("A finished {sentence}.")) == "A finished {sentence}."
    assert wording.told(None) == ""


def test_in_english_it_is_said_as_on_the_command_line() -> None:
    wording.use("en")
    assert wording.told(EMPTY) == str(EMPTY.problem)


def test_no_command_is_named_that_only_shows_what_the_page_shows() -> None:
    gone = UnknownIdError(
        "There is no document “{id}” in the library.", "See the ids with: ragdesk list", id="0a1b"
    )
    assert wording.told(gone).endswith("Laden Sie die Seite neu, um zu sehen, was da ist.")
    wording.use("en")
    assert wording.told(gone).endswith("Reload the page to see what is there.")
    assert all(texts.template().get(hint) for hint in wording._HINTS_OF_THE_PAGE)


def test_a_reason_inside_of_a_sentence_is_translated_too() -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    kept = "{file} cannot be kept: {why}.", "Check the disk, then add it again."
    inside = wording.told_apart(StoreError(*kept, file="a.txt", why=full.strerror))[0]
    assert inside == "a.txt lässt sich nicht ablegen: kein Platz mehr auf dem Datenträger."
    whole = wording.told_apart(StoreError(*kept, file="a.txt", why=full))[0]
    assert whole == "a.txt lässt sich nicht ablegen: kein Platz mehr auf dem Datenträger (Fehler 28)."
    strange = wording.told_apart(StoreError(*kept, file="a.txt", why=ValueError("strange")))[0]
    assert strange == "a.txt lässt sich nicht ablegen: strange."


def test_a_problem_inside_of_a_problem_is_translated_too() -> None:
    inside = wording.told(Problem("What lies there now could not be read: {why}", why=EMPTY))
    assert inside.startswith(
        "Was jetzt dort liegt, ließ sich nicht lesen: {x} <b>.txt ist leer. Prüfen Sie, ob"
    )


def test_numbers_are_written_as_the_language_does() -> None:
    many = QuestionError(
        "The question has {count:,} characters; at most {most:,} can be asked.", "", count=12_345, most=4000
    )
    assert wording.told(many) == "Die Frage hat 12.345 Zeichen; höchstens 4.000 sind möglich."


def test_what_the_desk_refuses_is_shown_in_german(tmp_path: Path) -> None:
    (tmp_path / "leer.txt").write_bytes(b"")
    (tmp_path / "a.xyz").write_bytes(b"\x00\x01\x02" * 50)
    app = App.open(open_home(tmp_path / "home"))
    try:
        empty, unknown = (
            wording.told(result.problem)
            for result in app.intake.add([tmp_path / "leer.txt", tmp_path / "a.xyz"])
        )
        for question in ("  ", "x" * (MAX_QUESTION + 1)):
            with pytest.raises(QuestionError) as refused:
                list(app.answers.ask(question))
            assert "Frage" in render.error(refused.value) and "question" not in render.error(refused.value)
        stored = [
            wording.told(problem) for problem in [each.problem for each in app.library.sources.problems()]
        ]
    finally:
        app.close()
    assert empty == "leer.txt ist leer. Prüfen Sie, ob die Datei vollständig gespeichert oder kopiert wurde."
    assert unknown.startswith(
        ("a.xyz: Dateien dieser Art werden nicht gelesen. Gelesen werden: ", "a.xyz ist kein Text. ")
    )
    assert sorted(stored) == sorted([empty, unknown]), "as they come back from the ledger"
