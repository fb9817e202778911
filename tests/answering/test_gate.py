"""Whether to answer at all, from signs that are given: the fits' own quality is measured, not tested."""

from types import SimpleNamespace

import pytest
from scripted import make_hit

from ragdesk.answering.gate import Fits, Signs, answerable, fits, read_signs, relevant
from ragdesk.domain.answers import Stance
from ragdesk.domain.calibration import _SECOND_LOOKS

RERANKER, MODEL = next(iter(_SECOND_LOOKS))
EMBEDDER = "bge-small-en-v1.5-0123456789ab"


def fits_for(reranker: str, model: str, embedder: str) -> Fits:
    """The fits of models that have nothing but a name."""
    return fits(
        SimpleNamespace(fingerprint=embedder),  # type: ignore[arg-type]
        SimpleNamespace(name=reranker) if reranker else None,  # type: ignore[arg-type]
        SimpleNamespace(name=model),  # type: ignore[arg-type]
    )


FITS = fits_for(RERANKER, MODEL, EMBEDDER)


class Counting:
    """A reranker that gives each text the number of its words."""

    name = "counting"

    def scores(self, question: str, passages):  # type: ignore[no-untyped-def]
        import numpy as np

        return np.asarray([len(text.split()) for text in passages], dtype=np.float32)


def test_signs_are_the_best_of_the_hits() -> None:
    hits = [
        make_hit("The pump runs. It is red and loud and old."),
        make_hit("The valve.", vector=0.9, start=99),
    ]
    from dataclasses import replace

    hits = [replace(hit, reranker_score=score) for hit, score in zip(hits, (2.0, -3.0), strict=True)]
    found = read_signs("Which pump runs?", hits, Counting())
    assert (found.cosine, found.passage, found.sentence) == (0.9, 2.0, 7.0)
    assert found.coverage == 1.0


def test_without_a_reranker_there_are_no_signs_of_it() -> None:
    found = read_signs("Which pump runs?", [make_hit("The pump runs.")], None)
    assert found.passage is None and found.sentence is None


@pytest.mark.parametrize("reranker", ["", RERANKER])
def test_what_nothing_speaks_of_is_not_read(reranker: str) -> None:
    known = fits_for(reranker, MODEL, EMBEDDER)
    assert not relevant(Signs(0.05, 0.0, -11.0, -11.0), known)
    assert relevant(Signs(0.8, 1.0, 8.0, 8.0), known)


@pytest.mark.parametrize(
    ("embedder", "expected"),
    [("all-minilm-l6-v2-0123456789ab", True), (EMBEDDER, False), ("another-0123456789ab", False)],
)
def test_a_cosine_means_what_its_embedder_makes_of_it(embedder: str, expected: bool) -> None:
    """0.6 is much for one model, little for another, and says nothing for one that is not known."""
    assert relevant(Signs(0.6, 0.3), fits_for("", MODEL, embedder)) is expected


def test_without_an_embedder_half_of_the_words_must_stand_there() -> None:
    assert relevant(Signs(None, 0.6), FITS)
    assert not relevant(Signs(None, 0.4), FITS)


@pytest.mark.parametrize("stance", ["cautious", "balanced", "helpful"])
def test_the_surer_the_model_is_to_refuse_the_less_is_answered(stance: Stance) -> None:
    found = Signs(0.6, 0.8, 3.0, 3.0)
    assert answerable(found, -12.0, stance, FITS)
    assert not answerable(Signs(0.3, 0.2, -8.0, -9.0), 0.0, stance, FITS)


def test_the_stances_differ_in_how_sure_an_answer_must_be() -> None:
    found = Signs(0.5, 0.6, 1.0, 0.0)
    starts = [-0.25 * step for step in range(60)]
    answered = [
        sum(answerable(found, start, stance, FITS) for start in starts)
        for stance in ("cautious", "balanced", "helpful")
    ]
    assert answered[0] < answered[1] < answered[2]


def test_an_answer_that_nothing_bears_out_has_to_be_surer() -> None:
    found = Signs(0.5, 0.6, 1.0, 0.0)
    starts = [-0.25 * step for step in range(60)]
    borne_out, bare = (
        [start for start in starts if answerable(found, start, "balanced", FITS, borne_out=stands)]
        for stands in (True, False)
    )
    assert set(bare) < set(borne_out)


def test_a_model_without_a_fit_decides_itself() -> None:
    found = Signs(0.3, 0.2, -8.0, -9.0)
    assert answerable(found, 0.0, "balanced", fits_for(RERANKER, "another model", EMBEDDER))
    assert answerable(found, None, "balanced", FITS)
    assert answerable(found, None, "balanced", FITS, borne_out=False)
