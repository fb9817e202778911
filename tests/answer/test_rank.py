from scripted import make_hit

from ragdesk.answer.rank import RRF_K, collapse, fuse


def test_a_hit_that_both_engines_found_comes_first_and_carries_both_ranks() -> None:
    a, b, c = (make_hit(t, chunk_id=t) for t in ("alpha", "beta", "gamma"))
    fused = fuse([a, b], [c, b])
    assert fused[0].chunk.id == "beta"
    assert (fused[0].vector_rank, fused[0].words_rank) == (2, 2)
    assert fused[0].score == 2 / (RRF_K + 2)
    assert fused[0].source == "fused"
    assert {h.chunk.id: (h.vector_rank, h.words_rank) for h in fused[1:]} == {
        "alpha": (1, None),
        "gamma": (None, 1),
    }


def test_ties_are_broken_the_same_way_every_time() -> None:
    a, b = make_hit("alpha", chunk_id="a"), make_hit("beta", chunk_id="b")
    assert [h.chunk.id for h in fuse([b], [a])] == [h.chunk.id for h in fuse([a], [b])] == ["a", "b"]


def test_copies_of_the_same_words_are_shown_once() -> None:
    hits = [
        make_hit("Wear gloves.", chunk_id="1"),
        make_hit("wear  GLOVES", chunk_id="2"),
        make_hit("Wear boots.", chunk_id="3"),
    ]
    assert [h.chunk.id for h in collapse(hits, 10)] == ["1", "3"]
    assert [h.chunk.id for h in collapse(hits, 1)] == ["1"]
