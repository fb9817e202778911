"""Nothing of a set that is measured is trained on: the pairs are compared with it, text by text and sentence by sentence."""

import json
import os
from pathlib import Path
from types import ModuleType

import pytest

STEPS = Path(__file__).resolve().parents[2] / "models" / "training"


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, ModuleType]:
    monkeypatch.syspath_prepend(STEPS)
    import measured
    import pairs

    return measured, pairs


def test_a_text_is_known_by_its_letters_whatever_stands_around_it(
    steps: tuple[ModuleType, ModuleType], tmp_path: Path
) -> None:
    measured, _ = steps
    row = {
        "question": "When was the lighthouse of Aldern lit?",
        "evidence": ["It was lit in the spring of 1871. Its keeper was Ole Brandt."],
    }
    (tmp_path / "questions.jsonl").write_text(json.dumps(row), "utf-8")
    known = measured.measured(tmp_path)
    for text in (
        "when was  the lighthouse of aldern lit",
        "Lighthouses\nIts keeper was Ole Brandt.",
        "The tower is of granite. It was lit in the spring of 1871. It stands still.",
    ):
        assert not known.isdisjoint(measured.digests(text)), text
    assert known.isdisjoint(measured.digests("It was lit in the autumn of 1871."))


@pytest.mark.timeout(600)
def test_no_pair_has_a_question_or_a_sentence_that_is_measured(
    steps: tuple[ModuleType, ModuleType], evals: Path
) -> None:
    measured, pairs = steps
    sources = os.environ.get("RAGDESK_TRAINING")
    if not sources:
        pytest.skip("RAGDESK_TRAINING names no folder with the public data to train on")
    known = measured.measured(evals)
    made = pairs.make(Path(sources), 7, known)
    assert len(made) > 50_000
    leaked = [
        pair
        for pair in made
        for text in (pair.question, pair.passage)
        if not known.isdisjoint(measured.digests(text))
    ]
    assert not leaked, leaked[:3]


def everyday() -> list[tuple[str, str, dict[str, object]]]:
    """Of each question of the project's own, hard ones and lists among them: its file, its document's text, and itself."""
    documents = {
        (path.name, document["name"]): document
        for path in sorted((STEPS / "everyday").glob("*.jsonl"))
        for document in map(json.loads, path.read_text("utf-8").splitlines())
    }
    own = [
        (file, document["text"], question)
        for (file, _), document in documents.items()
        for question in document["questions"]
    ]
    further = [
        (question["file"], documents[question["file"], question["name"]]["text"], question)
        for folder in ("hard", "lists")
        for path in sorted((STEPS / folder).glob("*.jsonl"))
        for question in map(json.loads, path.read_text("utf-8").splitlines())
    ]
    return own + further


def test_nothing_of_the_projects_own_questions_is_measured(
    steps: tuple[ModuleType, ModuleType], evals: Path
) -> None:
    measured, _ = steps
    known = measured.measured(evals)
    texts = {text for _, document, question in everyday() for text in (document, str(question["q"]))}
    assert [text[:80] for text in texts if not known.isdisjoint(measured.digests(text))] == []


def test_what_answers_a_question_of_the_projects_own_stands_in_its_document() -> None:
    asked = everyday()
    assert len(asked) > 10_000
    for name, document, question in asked:
        said = " ".join(document.split())
        lines = question["lines"]
        assert isinstance(lines, list) and (question["kind"] == "none") == (not lines), (name, question)
        assert all(" ".join(line.split()) in said for line in lines), (name, question)
