import pytest
from scripted import make_hit

from ragdesk.answer.prompt import REFUSAL, SYSTEM, TASK, compose, denies, select, warmup


def count(text: str) -> int:
    return len(text.split())


def test_the_fixed_part_is_the_same_in_every_prompt_so_that_its_cache_serves() -> None:
    one = compose("Q?", [make_hit("a fact")], 100)
    assert one.messages[0] == ("system", SYSTEM) == warmup().messages[0]
    assert one.messages[1][1].startswith(warmup().messages[1][1])


def test_evidence_stays_within_the_budget_and_the_best_hit_always_comes_along() -> None:
    hits = [make_hit("word " * 300), make_hit("word " * 300, start=2000), make_hit("short one", start=9000)]
    fixed = count(SYSTEM) + count(TASK)
    assert select(hits, "Q?", fixed + 400, count) == [hits[0], hits[2]]
    assert select(hits, "Q?", 1, count) == [hits[0]]


@pytest.mark.parametrize(
    "text",
    [
        REFUSAL,
        "Not in the sources.",
        "The sources do not state who the manager is.",
        "The provided text does not mention a price.",
        "There is no information about that.",
        "The price is not specified in the sources.",
    ],
)
def test_a_model_that_finds_nothing_is_understood(text: str) -> None:
    assert denies(text)


@pytest.mark.parametrize(
    "text", ["The valve does not open above 80 °C.", "No person may enter.", "The price is 5 euros."]
)
def test_an_answer_that_denies_something_is_no_refusal(text: str) -> None:
    assert not denies(text)
