"""What the desk promises beyond the command line: uploads, cancelling, sources that change, several windows."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from scripted import ScriptedModel
from until import until

from ragdesk.app.app import App
from ragdesk.app.health import checks
from ragdesk.domain.answers import Answer, Citation
from ragdesk.domain.errors import UnknownIdError
from ragdesk.domain.intake import IngestProgress
from ragdesk.domain.search import Scope
from ragdesk.host.paths import open_home


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_two_different_uploads_of_one_name_live_side_by_side(app: App, tmp_path: Path) -> None:
    app.intake.start()
    for number, text in enumerate(("the first is about pumps", "the second is about valves")):
        blob = write(tmp_path / f"up{number}", "blob", f"# Report\n\nThis report, {text}.\n")
        app.intake.queue_copies({blob: "report.md"})
    until(lambda: len(app.library.documents.all()) == 2)
    assert [d.name for d in app.library.documents.all()] == ["report.md", "report.md"]
    again = write(tmp_path / "up3", "blob", "# Report\n\nThis report, the first is about pumps.\n")
    app.intake.queue_copies({again: "report.md"})
    until(lambda: [r.status for r in app.intake.state().finished] == ["ready", "ready", "unchanged"])


def test_cancelling_leaves_whole_documents_only(app: App, tmp_path: Path) -> None:
    for number in range(6):
        write(tmp_path / "docs", f"{number}.md", f"# Number {number}\n\n" + f"Word {number} and more. " * 900)
    seen: list[IngestProgress] = []
    results = list(
        app.intake.add(
            [tmp_path / "docs"],
            on_progress=seen.append,
            cancelled=lambda: sum(p.stage == "encoding" for p in seen) > 3,
        )
    )
    assert len(results) < 6
    assert {d.id for d in app.library.documents.all()} == {r.document_id for r in results}
    assert all(check.passed for check in checks(app.library, app.engines))
    assert len(list(app.intake.add([tmp_path / "docs"]))) == 6


def test_progress_is_real_and_ends_with_every_file_done(app: App, examples: Path) -> None:
    seen: list[IngestProgress] = []
    results = list(app.intake.add([examples], on_progress=seen.append))
    assert {p.path for p in seen} == {str(path) for path in examples.iterdir()}
    assert {p.stage for p in seen} == {"reading", "splitting", "encoding", "storing"}
    assert all(0 <= p.fraction <= 1 and p.total == len(results) for p in seen)


def test_a_citation_knows_whether_its_source_changed_or_went(app: App, tmp_path: Path) -> None:
    path = write(tmp_path, "a.md", "# A\n\nThe pump needs four minutes.\n")
    [added] = app.intake.add([path])
    assert added.document_id
    quote = "The pump needs four minutes."
    start = app.library.text(added.document_id).index(quote)
    citation = Citation(
        1, "c" * 12, added.document_id, "a.md", "A", None, "A", quote, start, start + len(quote)
    )
    assert app.citations.state(citation) == "unchanged"
    assert app.citations.boxes(added.document_id, start, start + len(quote)) == []
    app.removals.remove([added.document_id])
    assert app.citations.state(citation) == "removed"
    with pytest.raises(UnknownIdError):
        app.contents.page_picture(added.document_id, 1)


def test_properties_of_procedures_are_found_by_search(app: App, examples: Path) -> None:
    list(app.intake.add([examples]))
    assert app.passages.search("SOP-LAB-014", mode="words")[0].chunk.document_id == next(
        d.id for d in app.library.documents.all() if d.name == "sop-autoclave.pdf"
    )


def test_another_process_sees_what_was_added_and_a_removed_document_is_nowhere(
    app: App, tmp_path: Path
) -> None:
    other = App.open(app.home)
    [added] = app.intake.add([write(tmp_path, "a.md", "# A\n\nThe turquoise pump needs four minutes.\n")])
    assert added.document_id
    assert other.passages.search("turquoise pump")[0].chunk.document_id == added.document_id
    other.close()
    app.removals.remove([added.document_id])
    assert app.passages.search("turquoise pump") == []
    left = [p for p in app.home.root.rglob("*") if p.is_file() and b"turquoise" in p.read_bytes()]
    assert left == []


def test_a_scope_names_only_what_is_there(app: App, examples: Path) -> None:
    list(app.intake.add([examples / "handbook.md"], collection="staff"))
    list(app.intake.add([examples / "meeting-note.txt"]))
    assert [each.name for each in app.library.collections.all()] == ["staff"]
    hits = app.passages.search("calibration laboratory move", scope=Scope(collections=("staff",)))
    assert {hit.document for hit in hits} == {"handbook.md"}
    with pytest.raises(UnknownIdError):
        app.passages.search("anything", scope=Scope(documents=("f" * 16,)))


def test_a_citation_of_a_sheet_names_the_cells(
    tmp_path: Path, embedder: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = "Item,Supplier,Price in EUR\nPump P-12,Havel Ltd,1840\nValve V-3,Norden GmbH,215\n"
    (tmp_path / "prices.csv").write_text(table, encoding="utf-8")
    app = App.open(open_home(tmp_path / "home"))
    list(app.intake.add([tmp_path / "prices.csv"]))
    model = ScriptedModel(["Valve V-3 from Norden GmbH costs 215."])
    monkeypatch.setattr(app.engines, "llm", lambda: model)
    *_, answer = app.answers.ask_once("What does valve V-3 from Norden GmbH cost?")
    assert isinstance(answer, Answer)
    [citation] = answer.citations
    assert "V-3" in citation.quote and citation.cells == "A3:C3"
    assert app.citations.boxes(citation.document_id, citation.char_start, citation.char_end) == [], (
        "cells are no places on a page"
    )
    app.close()


def test_the_stance_is_kept_and_holds_from_the_next_question_on(tmp_path: Path) -> None:
    home = open_home(tmp_path / "home")
    home.settings.write_text("# mine\n[answer]\nanswer_tokens = 60\n", encoding="utf-8")
    with closing(App.open(home)) as app:
        assert app.settings.answer.stance == "balanced"
        app.change_now({("answer", "stance"): "cautious"})
        assert app.settings.answer.stance == "cautious"
        assert app.settings.answer.answer_tokens == 60
    assert "# mine" in home.settings.read_text(encoding="utf-8")
    with closing(App.open(home)) as app:
        assert app.settings.answer.stance == "cautious"
