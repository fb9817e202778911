"""The prompts that the judge is taught with are those that the app asks."""

from pathlib import Path
from types import ModuleType

import pytest

from ragdesk.host.paths import bundled_models

STEPS = Path(__file__).resolve().parents[2] / "models" / "training"


@pytest.fixture
def prompts(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(STEPS)
    import prompts

    return prompts


@pytest.mark.parametrize(
    ("claim", "question"),
    [
        ("Telemundo is a television network.", "Is Telemundo a television network?"),
        ("The ferry has two decks .", "Has The ferry two decks?"),
        ("Colombiana directed a film.", ""),
    ],
)
def test_a_claim_becomes_a_question_where_its_verb_only_changes_its_place(
    prompts: ModuleType, claim: str, question: str
) -> None:
    assert prompts.inverted(claim) == question


def test_the_window_of_a_passage_holds_what_the_question_speaks_of(prompts: ModuleType) -> None:
    passage = f"{'Nothing of it. ' * 60}The harbour charges mooring fees in winter.{' More of it.' * 60}"
    window = prompts.window("are there mooring fees in the harbour", passage)
    assert "mooring fees" in window and len(window.split()) == prompts.WINDOW


def test_the_prompts_are_the_apps_own(prompts: ModuleType) -> None:
    tokens_of = prompts.tokeniser(bundled_models() / "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf")
    asked = prompts.prompt_asking("When is it open?", "It is open from nine.")
    tokens = tokens_of(asked)
    begins, ends = (tokens_of(prompts.prompt_asking(q, "It is open from nine.")) for q in ("When?", "Who?"))
    assert tokens[:20] == begins[:20] == ends[:20], "the text comes before the question"
    assert asked.judging == "answers"
    assert tokens_of(prompts.polarity_prompt("Is it open?", "It is open.")) != tokens
