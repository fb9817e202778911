from dataclasses import replace

import pytest
from scripted import make_hit

from ragdesk.answering.prompting.excerpts import Excerpt
from ragdesk.answering.prompting.prompt import REFUSAL, SYSTEM, compose, denies, passage, select, warmup
from ragdesk.domain.calibration import EXCERPTS
from ragdesk.domain.calibration.by_model import _RERANKERS
from ragdesk.domain.search import Hit

[SCALE] = _RERANKERS.values()


def count(text: str) -> int:
    return len(text.split())


def whole(hit: Hit) -> Excerpt:
    return Excerpt(hit, hit.chunk.char_start, hit.chunk.char_end)


def fixed(question: str = "Q?") -> int:
    """What a prompt takes without any evidence."""
    return (
        sum(count(text) + EXCERPTS.frame for _, text in warmup().messages[:-1])
        + count(question)
        + 2 * EXCERPTS.frame
    )


def test_the_fixed_part_is_the_same_in_every_prompt_so_that_its_cache_serves() -> None:
    one = compose("Q?", [whole(make_hit("a fact"))], 100)
    assert one.messages[0] == ("system", SYSTEM)
    assert one.messages[:-1] == warmup().messages[:-1]
    assert one.messages[-1][1].startswith(warmup().messages[-1][1])


def test_the_question_comes_after_the_sources_and_how_to_say_it_after_the_question() -> None:
    last = compose("How long?", [whole(make_hit("It takes an hour."))], 100, "Answer in German.").messages[
        -1
    ][1]
    assert last.index("It takes an hour.") < last.index("How long?") < last.index("Answer in German.")


def test_evidence_stays_within_the_budget_and_the_best_hit_always_comes_along() -> None:
    hits = [make_hit("word " * 300), make_hit("word " * 300, start=2000), make_hit("short one", start=9000)]
    assert [each.hit for each in select(hits, "Q?", fixed() + 400, count)] == [hits[0], hits[2]]
    assert [each.hit for each in select(hits, "Q?", 1, count)] == [hits[0]]


@pytest.mark.parametrize("room", [60, 120, 200, 400])
def test_no_prompt_is_longer_than_its_budget(room: int) -> None:
    hits = [make_hit("One short fact."), *(make_hit("A sentence here. " * 60, start=s) for s in (500, 5_000))]
    chosen = select(hits, "What is the fact?", fixed("What is the fact?") + room, count)
    spent = sum(count(passage(each)) + EXCERPTS.frame for each in chosen)
    assert spent <= room


def test_of_a_passage_that_does_not_fit_the_sentences_around_the_best_one_are_read() -> None:
    filler = "Nothing of interest is said in this sentence of the text. "
    text = filler * 12 + "The blue valve opens at forty degrees. " + filler * 12
    hits = [make_hit("The red valve opens at ten degrees."), make_hit(text.strip(), start=900)]
    chosen = select(
        hits, "When does the blue valve open?", fixed("When does the blue valve open?") + 120, count
    )
    assert len(chosen) == 2
    assert "The blue valve opens at forty degrees." in chosen[1].text
    assert len(chosen[1].text) < len(text) / 2
    assert hits[1].chunk.text[chosen[1].start - 900 : chosen[1].end - 900] == chosen[1].text


def scored(logit: float, text: str, start: int, page: int | None, **more: object) -> Hit:
    hit = make_hit(text, start=start, page=page)
    return replace(hit, chunk=replace(hit.chunk, **more), reranker_score=logit)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pages", "far", "read"),
    [
        pytest.param((4, 4, 7), 6.0, ["first", "second"], id="certain: its page alone"),
        pytest.param((4, 4, 7), 2.0, ["first", "second", "third"], id="not certain"),
        pytest.param(
            (None, None, None), 6.0, ["first", "second"], id="certain, no pages: what stands next to it"
        ),
    ],
)
def test_beside_a_first_passage_that_is_certain_only_what_belongs_to_it_is_read(
    pages: tuple[int | None, int | None, int | None], far: float, read: list[str]
) -> None:
    hits = [
        scored(5.0, "first", 0, pages[0], ordinal=3),
        scored(5.0 - far, "second", 100, pages[1], ordinal=4),
        scored(5.0 - far, "third", 900, pages[2], ordinal=9),
    ]
    assert [each.text for each in select(hits, "Q?", 2_000, count, scale=SCALE)] == read


def test_scores_of_a_reranker_that_nobody_measured_keep_no_passage_out() -> None:
    hits = [scored(90.0, "first", 0, 1), scored(80.0, "second", 900, 7), scored(-90.0, "third", 1900, 9)]
    assert [each.text for each in select(hits, "Q?", 2_000, count)] == ["first", "second", "third"]


def test_of_a_comparison_both_sides_are_read_however_certain_one_is() -> None:
    hits = [scored(9.0, "first", 0, 1), scored(-2.0, "second", 900, 7)]
    chosen = select(hits, "Q?", 2_000, count, compares=True, scale=SCALE)
    assert [each.text for each in chosen] == ["first", "second"]


def test_passages_stand_in_reading_order_under_their_document() -> None:
    hits = [
        make_hit("third", start=300),
        make_hit("other", start=0, document_id="e" * 16),
        make_hit("first", start=100),
    ]
    chosen = select(hits, "Q?", 2_000, count)
    assert [each.text for each in chosen] == ["first", "third", "other"]


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
