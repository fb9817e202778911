"""Whole runs over small sets: real stores, parsers and embedder; the language model says what the test tells it to."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from given_engines import engines_with
from scripted import ScriptedModel

from ragdesk.app.app import App
from ragdesk.domain.errors import ModelMissingError, Problem, UsageError
from ragdesk.domain.ports import Embedder
from ragdesk.extras.evaluation import report, table
from ragdesk.extras.evaluation.run import evaluate
from ragdesk.extras.evaluation.summary import calibrated
from ragdesk.host.paths import open_home

pytest.importorskip("ir_measures")

Json = dict[str, Any]
Open = Callable[[Path], App]

BOILER = """# Boiler guide

The pump needs 4 minutes to reach pressure after valve V-12 was opened by the operator on duty in the boiler house.

The housing stays hot for 30 minutes after the fuel line was closed, so nobody may touch it without gloves.
"""
TRAVEL = """# Travel rules

Travel expenses above 2,000 euros are approved by the head of finance, who answers within five working days.

Hotels are booked by the assistant of the department; the company pays for a single room with breakfast.
"""
PUMP = "The pump needs 4 minutes to reach pressure"


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    folder = tmp_path / "plant" / "dev"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "boiler.md").write_text(BOILER, encoding="utf-8")
    (folder / "docs" / "travel.md").write_text(TRAVEL, encoding="utf-8")
    items = [
        {"id": "pump", "question": "How long does the pump need to reach pressure?", "answers": ["4 minutes"],
         "doc": "boiler.md", "para": 0, "evidence_text": PUMP, "answerable": True, "kind": "number"},
        {"id": "travel", "question": "Who has to agree when a trip costs more than 2,000 euros?", "answers": ["head of finance"],
         "doc": "travel.md", "para": 0, "answerable": True, "kind": "person"},
        {"id": "badge", "question": "What colour is the unicorn of Atlantis?", "answers": [],
         "doc": "boiler.md", "answerable": False, "kind": "colour"},
        {"id": "gone", "question": "Which gloves does the missing file name?", "answers": ["nothing"],
         "doc": "missing.md", "para": 0, "evidence_text": "Nothing.", "answerable": True, "kind": "gone"},
    ]  # fmt: skip
    text = "".join(json.dumps(item) + "\n" for item in items)
    (folder / "questions.jsonl").write_text(text, encoding="utf-8")
    return folder


def opener(embedder: Embedder, said: Sequence[str] = ()) -> Open:
    """Opens apps with the test's embedder and a model that says `said`."""
    engines = engines_with(ScriptedModel(list(said)), embedder)
    return lambda home: App.open(open_home(home), engines)


def test_retrieval_is_measured_by_paragraph(questions: Path, tmp_path: Path, embedder: Embedder) -> None:
    seen: list[str] = []
    open_app = opener(embedder)
    run = evaluate(questions, open_app, home=tmp_path / "home", retrieval_only=True, show=seen.append)
    one = run["sets"]["plant/dev"]
    assert (one["documents"], one["n"], one["with_gold"]) == (2, 4, 3)
    rows = {row["id"]: row for row in one["questions"]}
    assert rows["pump"]["retrieval"]["question"]["fused"]["rank"] == 1
    assert rows["pump"]["gold"] == [f"boiler.md#c{BOILER.index(PUMP)}"]
    assert rows["travel"]["retrieval"]["question"]["words"]["rank"] == 1
    assert rows["badge"]["retrieval"] == {} and rows["badge"]["outcome"] == ""
    assert rows["gone"]["outcome"] == "lost"
    block = one["retrieval"]["question"]["fused"]
    assert block["metrics"]["hit@1"][0] == pytest.approx(2 / 3, abs=1e-4) and block["n"]["hit@1"] == 3
    assert set(one["retrieval"]["question"]) == {"fused", "vector", "words"}
    assert one["answers"]["metrics"] == {}
    assert one["categories"]["kind=number"]["retrieval"]["metrics"]["hit@1"] == [1.0, 1.0, 1.0]
    assert one["fusion"]["question"]["hit@1"]["difference"][0] == 0
    assert any("question 4 of 4" in line for line in seen)
    # The home that is named is not made a library of; its documents are there for the next run.
    assert not (tmp_path / "home" / "library.db").exists()
    again = evaluate(questions, open_app, home=tmp_path / "home", retrieval_only=True)
    assert again["sets"]["plant/dev"]["documents"] == 2
    json.dumps(run)


def test_answers_are_measured(questions: Path, tmp_path: Path, embedder: Embedder) -> None:
    # Of the pump one sentence is sure to tell: the model is not asked to write.
    said = ["Travel expenses above 2,000 euros are approved by the board.", "NOT IN SOURCES"]
    run = evaluate(questions, opener(embedder, said), home=tmp_path / "home")
    one = run["sets"]["plant/dev"]
    rows = {row["id"]: row["answer"] for row in one["questions"]}
    assert rows["pump"]["verdict"] == "answered" and rows["badge"]["verdict"] == "not_found"
    pump, travel, badge = (rows[name]["values"] for name in ("pump", "travel", "badge"))
    assert (
        pump["contained"] == pump["citation_precision"] == pump["citation_recall"] == pump["cites_gold"] == 1
    )
    assert pump["quotes_exact"] == pump["supported"] == 1
    # A sentence that is sure is the answer, whole: 19 words without "the" and "a", right: 2, shared: 2.
    assert pump["token_f1"] == pytest.approx(2 * 2 / (19 + 2))
    # Nothing bears out what was said, and no sentence answers surely; the nearest one, below it, holds the answer.
    assert rows["travel"]["verdict"] == "unsupported" and "board" in rows["travel"]["text"]
    assert travel["contained"] == travel["wrongly_refused"] == travel["supported"] == 0
    assert travel["cites_gold"] == 0 and travel["nearest_shown"] == 1
    assert travel["nearest_contained"] == travel["nearest_cites_gold"] == 1
    assert pump["nearest_shown"] is None, "it is counted below guesses alone"
    assert badge["refusal_recall"] == badge["refusal_precision"] == 1 and badge["contained"] is None
    metrics = one["answers"]["metrics"]
    assert metrics["refusal_recall"][0] == 1 and one["answers"]["n"]["wrongly_refused"] == 3
    assert metrics["first_evidence"][0] > 0 and metrics["total"][0] > 0
    assert rows["badge"]["probability"] < 0.1 < 0.9 < rows["pump"]["probability"]
    assert one["calibration"]["n"] == 4


def test_questions_are_asked_without_the_documents_that_answer_them(
    questions: Path, tmp_path: Path, embedder: Embedder
) -> None:
    said = [f"{PUMP}.", "Travel expenses above 2,000 euros are approved by the head of finance."]
    open_app = opener(embedder, said)
    one = evaluate(questions, open_app, home=tmp_path / "home", absent=True)["sets"]["plant/dev absent"]
    assert {row["id"] for row in one["questions"]} == {"pump", "travel", "gone"}
    cited = {each["document"] for row in one["questions"] for each in row["answer"]["citations"]}
    assert "travel.md" not in cited, "what holds the answer was left out"
    assert one["answers"]["n"]["refusal_recall"] == 3 and "wrongly_refused" not in one["answers"]["metrics"]
    with pytest.raises(UsageError, match="about answers"):
        evaluate(questions, open_app, home=tmp_path / "home", absent=True, retrieval_only=True)


def test_follow_ups_are_searched_as_asked_as_rewritten_and_as_a_person_would(
    tmp_path: Path, embedder: Embedder
) -> None:
    folder = tmp_path / "talk"
    folder.mkdir()
    (folder / "boiler.md").write_text(BOILER, encoding="utf-8")
    (folder / "travel.md").write_text(TRAVEL, encoding="utf-8")
    item = {
        "id": "1",
        "question": "And who approves them?",
        "standalone": "Who approves travel expenses?",
        "history": [{"role": "user", "text": "Which travel expenses need an approval?"}],
        "gold_passages": ["travel.md"],
    }
    (folder / "questions.jsonl").write_text(json.dumps(item), encoding="utf-8")
    run = evaluate(folder, opener(embedder), retrieval_only=True)
    [one] = run["sets"].values()
    assert list(one["retrieval"]) == ["question", "standalone", "human"]
    assert one["main"] == "standalone"
    assert one["questions"][0]["retrieval"]["human"]["fused"]["rank"] == 1
    assert one["questions"][0]["gold"] == ["travel.md"]


def test_two_runs_are_compared_question_by_question(
    questions: Path, tmp_path: Path, embedder: Embedder
) -> None:
    open_app = opener(embedder)
    old = evaluate(questions, open_app, home=tmp_path / "home", retrieval_only=True)
    [pump] = [row for row in old["sets"]["plant/dev"]["questions"] if row["id"] == "pump"]
    pump["retrieval"]["question"]["fused"]["hit@1"] = 0.0
    (tmp_path / "old.json").write_text(json.dumps(old), encoding="utf-8")
    new = evaluate(
        questions, open_app, home=tmp_path / "home", retrieval_only=True, against=tmp_path / "old.json"
    )
    found = {(one["part"], one["measure"]): one for one in new["against"]}
    assert found["question, fused", "hit@1"]["difference"][0] == pytest.approx(1 / 3, abs=1e-4)
    assert found["question, words", "hit@1"]["difference"] == [0.0, 0.0, 0.0]
    assert "+0.333" in table.run(new)
    (tmp_path / "bad.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match="no run"):
        evaluate(questions, open_app, retrieval_only=True, against=tmp_path / "bad.json")


def test_a_missing_model_is_said_before_the_work(
    questions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(home: Path) -> App:
        app = App.open(open_home(home))
        monkeypatch.setattr(app.engines, "llm_problem", lambda: Problem("There is no model."))
        return app

    with pytest.raises(ModelMissingError, match="no model"):
        evaluate(questions, opened, home=tmp_path / "home")


def rated(probability: float | None, answerable: bool) -> Json:
    return {"answerable": answerable, "answer": {"probability": probability}}


def test_the_calibration_error_is_the_mean_distance_of_the_bins() -> None:
    surely = [rated(0.95, answerable) for answerable in (True, True, True, False)]
    hardly = [rated(0.02, False), rated(0.04, False)]
    run = calibrated([*surely, *hardly, rated(None, True), {"answerable": True}])
    assert run == {"ece": round((4 * 0.2 + 2 * 0.03) / 6, 4), "n": 6, "bins": [[0.03, 0, 2], [0.95, 0.75, 4]]}
    assert calibrated([rated(1.0, True)]) == {"ece": 0.0, "n": 1, "bins": [[1.0, 1, 1]]}


def test_the_table_and_the_page_show_the_run_and_run_nothing(
    questions: Path, tmp_path: Path, embedder: Embedder
) -> None:
    said = [
        "<script>alert(1)</script> 5 minutes.",
        "The head of finance approves travel expenses.",
        "Unicorns are blue.",
    ]
    run = evaluate(questions, opener(embedder, said), home=tmp_path / "home")
    run["sets"]["plant/dev"]["calibration"] = calibrated([rated(0.93, True), rated(0.12, False)])
    shown = table.run(run)
    assert "calibration error   0.095" in shown
    assert "plant/dev: 2 documents, 4 questions, 3 with a known place" in shown
    assert "hit@1" in shown and "citation_precision" in shown
    assert max(map(len, shown.splitlines())) <= 140
    file = tmp_path / "report.html"
    report.write(run, file)
    page = file.read_text(encoding="utf-8")
    assert "<script" not in page and "http:" not in page and "https:" not in page and " src=" not in page
    assert page.count("<svg") >= 5 and "nDCG@10" in page and "calibration error 0.095, n 2" in page
    with pytest.raises(UsageError):
        report.write(run, tmp_path / "none" / "report.html")
