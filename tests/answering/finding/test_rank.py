from dataclasses import replace

import pytest
from scripted import make_hit

from ragdesk.answering.finding.rank import collapse, fuse
from ragdesk.domain.search import Hit


def scored(*pairs: tuple[str, float]) -> list[Hit]:
    return [replace(make_hit(name, chunk_id=name), score=score) for name, score in pairs]


def test_scores_are_normalised_within_each_list_and_added_by_weight() -> None:
    fused = fuse(
        scored(("alpha", 0.9), ("beta", 0.7), ("delta", 0.5)),
        scored(("gamma", 12.0), ("beta", 9.0), ("alpha", 2.0)),
        words_weight=0.6,
    )
    by_id = {hit.chunk.id: hit for hit in fused}
    assert [hit.chunk.id for hit in fused] == ["beta", "gamma", "alpha", "delta"]
    assert by_id["beta"].score == pytest.approx(0.4 * 0.5 + 0.6 * 0.7)
    assert by_id["gamma"].score == pytest.approx(0.6)
    assert by_id["alpha"].score == pytest.approx(0.4)
    assert by_id["delta"].score == 0
    assert (by_id["beta"].vector_rank, by_id["beta"].words_rank) == (2, 2)
    assert (by_id["beta"].vector_score, by_id["beta"].words_score) == (0.7, 9.0)
    assert {hit.source for hit in fused} == {"fused"}
    assert (by_id["gamma"].vector_rank, by_id["gamma"].words_rank) == (None, 1)


def test_what_only_one_engine_finds_at_once_is_not_drowned_by_what_both_find_late() -> None:
    """Reciprocal ranks put a passage that words find first, and vectors 60th, behind the middling of both lists."""
    vectors = scored(*((f"v{rank:02}", 0.5 - rank / 1000) for rank in range(59)), ("exact", 0.4))
    words = scored(("exact", 30.0), *((f"v{rank:02}", 5.0 - rank / 100) for rank in range(20)))
    assert "exact" in [hit.chunk.id for hit in fuse(vectors, words)[:2]]


def test_ties_are_broken_the_same_way_every_time() -> None:
    a, b = make_hit("alpha", chunk_id="a"), make_hit("beta", chunk_id="b")
    assert [h.chunk.id for h in fuse([a, b], [])] == [h.chunk.id for h in fuse([b, a], [])] == ["a", "b"]


def test_an_empty_list_changes_nothing() -> None:
    assert fuse([], []) == []
    assert [hit.chunk.id for hit in fuse([], scored(("a", 3.0), ("b", 1.0)))] == ["a", "b"]


def test_copies_of_the_same_words_are_shown_once() -> None:
    hits = [
        make_hit("Wear gloves.", chunk_id="1"),
        make_hit("wear  GLOVES", chunk_id="2"),
        make_hit("Wear boots.", chunk_id="3"),
    ]
    assert [h.chunk.id for h in collapse(hits, 10)] == ["1", "3"]
    assert [h.chunk.id for h in collapse(hits, 1)] == ["1"]


def test_of_a_message_and_its_copies_below_replies_the_message_is_shown() -> None:
    said = "The fan does not reach its speed, so I come again on Thursday between nine and eleven."
    earlier = ("Re: Boiler", "↩ On Tue, 14 Jan, Gareth wrote")
    copies = [
        make_hit(f"On Tue, 14 Jan, Gareth wrote:\n\n{said}", chunk_id=str(at), section=earlier)
        for at in (1, 2)
    ]
    other = make_hit("I agree.", chunk_id="3", section=earlier)
    message = make_hit(f"# Boiler\n\nFrom: Gareth\n\n{said}", chunk_id="4", section=("Boiler",))
    assert [hit.chunk.id for hit in collapse([*copies, other], 10)] == ["1", "3"]
    assert [hit.chunk.id for hit in collapse([*copies, other, message], 10)] == ["4", "3"]
    assert [hit.chunk.id for hit in collapse([message, *copies, other], 10)] == ["4", "3"]
    footer = [make_hit(f"{n} pages. {said}", chunk_id=n, section=("A", "B")) for n in ("one", "two")]
    assert [hit.chunk.id for hit in collapse(footer, 10)] == ["one", "two"], "no copies of a message"


def test_two_messages_with_one_signature_are_no_copies() -> None:
    signature = (
        "Gareth Bowyer, Bowyer Heating, 4 Mill Lane, Norwich, open from eight to five, Monday to Friday"
    )
    messages = [
        make_hit(
            f"On {day} Jan, Gareth wrote:\n\n{said}\n\n{signature}",
            chunk_id=said,
            section=("Re: Boiler", f"↩ On {day} Jan, Gareth wrote"),
        )
        for day, said in (("Mon, 13", "I come on Tuesday."), ("Tue, 14", "The fan is broken."))
    ]
    assert len(collapse(messages, 10)) == 2
