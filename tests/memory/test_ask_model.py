"""What the model is asked, and what becomes of its word."""

from pathlib import Path

import pytest
from scripted import ScriptedModel

from ragdesk.domain.ports import never
from ragdesk.extras.memory.ask_model import ask, candidates
from ragdesk.extras.memory.calibration import MODEL
from ragdesk.host.paths import bundled_models


def test_the_model_is_asked_about_statements_that_no_pattern_caught_and_of_nothing_else() -> None:
    assert candidates("Every batch record crosses my desk. What is the limit?") == [
        "Every batch record crosses my desk"
    ]
    for message in (
        "I am a nurse.",  # a pattern has it
        "Does every record cross my desk?",
        "The pump in hall 3 is loud.",
        "I need to clean the pump.",
        "He said every record crosses my desk.",
        "If every record crosses my desk, what then?",
        "Every record with the password crosses my desk.",
        "“Every batch record crosses my desk.”",
        "My pump leaks.",
    ):
        assert candidates(message) == []


def test_the_note_is_the_persons_own_clause_and_never_sure_enough_to_be_written() -> None:
    model = ScriptedModel(["usual", "once", "Usual.", "I think it is usual"])
    clauses = [
        "every record crosses my desk",
        "the pump in my hall is loud",
        "half of us are electricians",
        "a b c my d",
    ]
    found = list(ask(clauses, model, never))
    assert [(one.which, one.text) for one in found] == [
        ("user", "Every record crosses my desk."),
        ("company", "Half of us are electricians."),
    ]
    assert all(note.confidence == MODEL < 0.75 for note in found)


def test_a_stop_ends_the_asking() -> None:
    model = ScriptedModel(["usual", "usual"])
    assert list(ask(["my one is here", "my two is here"], model, lambda: True)) == []
    assert len(model.prompts) == 1


@pytest.mark.model
def test_the_default_model_tells_what_is_usual_from_what_happened_once(tmp_path: Path) -> None:
    from ragdesk.engines.llm import LocalModel

    usual = [
        "Most of what I do is checking invoices",
        "Our documents are kept in English and Polish",
        "Bei mir landen alle Reklamationen",
    ]
    once = [
        "My visitor left the badge at the gate",
        "I typed the wrong number on my form",
        "Unser Drucker streikt schon wieder",
    ]
    model = LocalModel(
        bundled_models() / "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", 0, 2_048, tmp_path / "llm.log"
    )
    try:
        assert [one.text.rstrip(".") for one in ask([*usual, *once], model, never)] == usual
    finally:
        model.close()
