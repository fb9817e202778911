"""Exporting from real stores: what is read from them, files that are written whole, and the command."""

import hashlib
import json
import operator
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from export import reading, records
from scripted import ScriptedModel

from ragdesk.app.app import App
from ragdesk.app.downloads import KEPT_FILES
from ragdesk.app.exports import WRITERS
from ragdesk.domain.answers import Answer
from ragdesk.domain.errors import RagdeskError, UnknownIdError, UsageError
from ragdesk.extras.export import pdf
from ragdesk.front.cli import main
from ragdesk.front.cli.parser import EXPORT_FORMATS
from ragdesk.host.paths import open_home

QUESTION = "How long must the autoclave cool down before the door is opened?"
SAYS = "The autoclave cools down for at least 45 minutes before the door is opened."
ABSENT = "Which opera did Verdi write last?"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Path:
    """A home with the examples and one conversation of two questions: one answered and cited, one not found."""
    folder = tmp_path_factory.mktemp("filled") / "home"
    opened = App.open(open_home(folder))
    list(opened.intake.add([examples]))
    model = ScriptedModel([SAYS])
    opened.engines.llm = lambda: model  # type: ignore[method-assign,assignment,return-value]
    [first] = [event for event in opened.answers.ask(QUESTION) if isinstance(event, Answer)]
    list(opened.answers.ask(ABSENT, conversation_id=first.conversation_id))
    opened.close()
    return folder


@pytest.fixture
def app(tmp_path: Path, filled: Path) -> Iterator[App]:
    shutil.copytree(filled, tmp_path / "home")
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


def conversation(app: App) -> str:
    return app.conversations.all()[0].id


def first_answer(app: App) -> Answer:
    return next(iter(app.exports.answers(conversation(app)).values()))


def as_json(app: App, **what: object) -> dict[str, list[dict[str, object]]]:
    return json.loads(app.exports.make("json", **what).content)  # type: ignore[arg-type,no-any-return]


def test_an_export_is_of_the_stored_answer_and_the_archived_file(app: App) -> None:
    answer = first_answer(app)
    [cited] = answer.citations
    value = as_json(app, conversation=conversation(app))
    [reference] = value["references"]
    original = app.library.original(cited.document_id)
    document = reference["document"]
    assert isinstance(document, dict)
    assert document["sha256"] == hashlib.sha256(original.read_bytes()).hexdigest()
    assert document["file"] == "sop-autoclave.pdf" and document["properties"]["sop_id"] == "SOP-LAB-014"
    assert (reference["quote"], reference["page"]) == (cited.quote, cited.page)
    assert reference["source"] == "unchanged"
    assert [each["verdict"] for each in value["answers"]] == ["answered", "not_found"]
    assert [each["question"] for each in value["answers"]] == [QUESTION, ABSENT]


@pytest.mark.parametrize("format", list(WRITERS))
def test_each_format_names_its_file_and_counts_what_is_in_it(app: App, format: str) -> None:
    made = app.exports.make(format, conversation=conversation(app))
    assert made.name.startswith("RAGDesk-how-long-must-the-autoclave")
    assert made.name.endswith(f".{WRITERS[format][0]}")
    assert (made.answers, made.references) == (2, 1)
    [passage] = reading.READERS[format](made.content)
    assert reading.flat(passage["quote"]) == reading.flat(first_answer(app).citations[0].quote)


def test_the_day_on_which_a_file_was_saved_is_not_the_year_of_its_document(app: App, tmp_path: Path) -> None:
    file = tmp_path / "parking.txt"
    file.write_text("The Reykjavik branch rents fourteen parking spaces in the harbour.\n", encoding="utf-8")
    os.utime(file, (1_551_441_600, 1_551_441_600))  # 1 March 2019, noon UTC
    list(app.intake.add([file]))
    model = ScriptedModel(["The Reykjavik branch rents fourteen parking spaces in the harbour."])
    app.engines.llm = lambda: model  # type: ignore[method-assign,assignment,return-value]
    asked = "How many parking spaces does the Reykjavik branch rent?"
    [answer] = [event for event in app.answers.ask(asked) if isinstance(event, Answer)]
    of_it = {"conversation": answer.conversation_id}
    [entry] = reading.entries(app.exports.make("bibtex", **of_it).content)
    assert "year" not in entry and "date" not in entry
    assert "File of 2019-03-01" in entry["note"].split("; ")
    assert b"PY  - " not in app.exports.make("ris", **of_it).content


def test_a_removed_document_is_said_to_be_removed(app: App) -> None:
    [cited] = first_answer(app).citations
    app.removals.remove([cited.document_id])
    [reference] = as_json(app, conversation=conversation(app))["references"]
    assert reference["source"] == "removed"
    assert reference["quote"] == cited.quote
    assert reference["document"]["sha256"] is None  # type: ignore[index]
    made = app.exports.make("md", conversation=conversation(app))
    assert f"begins with {cited.document_id}" in made.content.decode()


def test_a_document_whose_text_is_another_now_is_said_to_have_changed(app: App) -> None:
    [cited] = first_answer(app).citations
    text = app.home.archive / cited.document_id / "document.md"
    text.write_text(text.read_text(encoding="utf-8").replace("cool down", "cool off!"), encoding="utf-8")
    [reference] = as_json(app, conversation=conversation(app))["references"]
    assert reference["source"] == "changed"


def test_one_answer_and_chosen_citations(app: App) -> None:
    found, absent = app.exports.answers(conversation(app))
    assert [each["question"] for each in as_json(app, message=found)["answers"]] == [QUESTION]
    assert as_json(app, message=absent)["references"] == []
    assert len(as_json(app, message=found, citations=(1,))["references"]) == 1
    for wrong, error in (
        ({"message": found, "citations": (9,)}, UsageError),
        ({"conversation": conversation(app), "citations": (1,)}, UsageError),
        ({"message": "0" * 16}, UnknownIdError),
        ({"conversation": "0" * 16}, UnknownIdError),
        ({"conversation": app.conversations.create("Other").id, "message": found}, UnknownIdError),
        ({"conversation": app.conversations.create("Empty").id}, UsageError),
    ):
        with pytest.raises(error):
            app.exports.make("md", **wrong)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no export format 'exe'"):
        app.exports.make("exe", message=found)


def test_a_file_is_written_whole_or_not_at_all(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "out"
    place.mkdir()
    file = place / "answers.md"
    app.exports.save(file, "md", conversation=conversation(app))
    whole = file.read_bytes()
    assert [each.name for each in place.iterdir()] == ["answers.md"] and whole.endswith(b"to say.\n")

    with pytest.raises(UsageError, match="is there already"):
        app.exports.save(file, "html", conversation=conversation(app))
    assert file.read_bytes() == whole

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UsageError, match="No space left"):
        app.exports.save(file, "html", conversation=conversation(app), force=True)
    assert [each.name for each in place.iterdir()] == ["answers.md"] and file.read_bytes() == whole
    monkeypatch.undo()

    app.exports.save(file, "html", conversation=conversation(app), force=True)
    assert file.read_bytes().startswith(b"<!doctype html>")
    for nowhere in (place, tmp_path / "missing" / "a.md"):
        with pytest.raises(UsageError):
            app.exports.save(nowhere, "md", conversation=conversation(app), force=True)


def test_an_offered_file_is_fetched_by_its_token_and_not_kept_for_ever(app: App) -> None:
    tokens = [app.exports.offer("ris", conversation=conversation(app))[0] for _ in range(KEPT_FILES + 1)]
    assert len(set(tokens)) == len(tokens)
    name, content = app.exports.fetch(tokens[-1])
    assert name.endswith(".ris") and content.startswith(b"TY  - ")
    with pytest.raises(UnknownIdError):
        app.exports.fetch(tokens[0])


def test_a_pdf_that_cannot_be_made_is_an_error_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RagdeskError, match="AttributeError"):
        pdf.pdf("no record")  # type: ignore[arg-type]
    with monkeypatch.context() as patched:
        patched.setattr(pdf, "_in_child", operator.is_)  # ends without a word
        with pytest.raises(RagdeskError, match="the process that draws it died"):
            pdf.pdf(records.conversation())
    monkeypatch.setattr(pdf, "SECONDS", 0)
    with pytest.raises(RagdeskError, match="took longer than 0 seconds"):
        pdf.pdf(records.conversation())


# ---------------------------------------------------------------- the command


def run(home: Path, *arguments: str) -> int:
    return main(["export", *arguments, "--home", str(home)])


def test_the_command_writes_each_format(
    filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = App.open(open_home(filled))
    talk, message = conversation(opened), next(iter(opened.exports.answers(conversation(opened))))
    opened.close()
    assert tuple(WRITERS) == EXPORT_FORMATS
    for format in ("md", "json", "bibtex", "ris"):
        file = tmp_path / f"out.{format}"
        assert run(filled, talk, "--format", format, "-o", str(file), "--json") == 0
        assert json.loads(capsys.readouterr().out) == {"path": str(file)}
        assert len(reading.READERS[format](file.read_bytes())) == 1
    assert run(filled, talk, "--format", "md", "-o", str(tmp_path / "out.md")) == 2
    assert "is there already" in capsys.readouterr().err
    answer = ("--message", message, "--citations", "1", "--format", "md", "-o", str(tmp_path / "out.md"))
    assert run(filled, *answer, "--force") == 0
    assert "1 answer, 1 cited passage" in capsys.readouterr().out
    for wrong in (
        ("--format", "md", "-o", "x.md"),
        (talk, "--format", "exe", "-o", "x.md"),
        (talk, "--format", "md"),
        ("--message", message, "--citations", "one", "--format", "md", "-o", "x.md"),
        ("0" * 16, "--format", "md", "-o", "x.md"),
    ):
        assert run(filled, *wrong) == 2
        assert capsys.readouterr().err.startswith("error: ")


# ---------------------------------------------------------------- the fold


def test_the_fold_keeps_what_was_chosen_for_the_same_answer_and_begins_anew_for_another(app: App) -> None:
    import gradio as gr

    from ragdesk.front.web.tabs.citations.export_panel import ExportPanel, ExportWindow, ListedWindow

    talk = conversation(app)
    found, absent = app.exports.answers(talk)
    panel = ExportPanel(app, "rd-export")
    with gr.Blocks():
        panel.unseen()
        panel.layout()
    what, citations, listed = panel._what, panel._citations, panel._listed

    shown = panel.refreshed(talk, (found, 1))
    assert [name for _, name in shown[what]["choices"]] == ["answer", "conversation", "citations"]
    assert (shown[what]["value"], shown[citations]["value"], shown[listed]) == ("answer", [1], found)
    assert set(shown) <= set(panel.parts)
    kept = panel._expanded(ListedWindow(talk, (found, 1), found))
    assert what not in kept and citations not in kept

    other = panel._expanded(ListedWindow(talk, (absent, 0), found))
    assert [name for _, name in other[what]["choices"]] == ["answer", "conversation"]
    assert other[citations]["choices"] == [] and other[listed] == absent

    empty = panel.refreshed(app.conversations.create("Empty").id, (found, 1))
    assert [name for _, name in empty[what]["choices"]] == ["conversation"]
    assert empty[listed] == ""
    window = ExportWindow(app.conversations.all()[0].id, ("", 0), "", "conversation")
    *_, said = panel._export(window, [], "md")
    assert "nothing in this conversation to export yet" in said[panel._note]
    assert said[panel._button]["interactive"] is True
    nothing = panel.refreshed("", ("", 0))
    assert nothing[panel._button]["interactive"] is False
