"""Whether to answer at all, from signs that are given: the fits' own quality is measured, not tested."""

from types import SimpleNamespace

import pytest
from scripted import ScriptedModel, Shelf, make_hit

from ragdesk.answering.judging.gate import Fits, Signs, answerable, fits, read_signs
from ragdesk.answering.judging.judged import judge
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.answers import Stance
from ragdesk.domain.calibration.by_model import _ANSWER_FITS

RERANKER = next(iter(_ANSWER_FITS))
EMBEDDER = "bge-small-en-v1.5-0123456789ab"


def fits_for(reranker: str, embedder: str) -> Fits:
    """The fits of models that have nothing but a name."""
    return fits(
        SimpleNamespace(fingerprint=embedder),  # type: ignore[arg-type]
        SimpleNamespace(name=reranker) if reranker else None,  # type: ignore[arg-type]
    )


FITS = fits_for(RERANKER, EMBEDDER)
GERMAN = understand("Wie lange dauert die Garantie?", embedder_languages="English")


class Counting:
    """A reranker that gives each text the number of its words."""

    name = "counting"

    def scores(self, question: str, passages):  # type: ignore[no-untyped-def]
        import numpy as np

        return np.asarray([len(text.split()) for text in passages], dtype=np.float32)


def test_signs_are_the_best_of_the_hits() -> None:
    hits = [
        make_hit("The pump runs. It is red and loud and old."),
        make_hit("The valve.", vector=0.9, start=44),
    ]
    from dataclasses import replace

    hits = [replace(hit, reranker_score=score) for hit, score in zip(hits, (2.0, -3.0), strict=True)]
    shelf = Shelf([hit.chunk.text for hit in hits])
    found = read_signs("Which pump runs?", hits, judge("Which pump runs?", hits, shelf, Counting()))
    # The title counts with each sentence, and so does what "it" points to: "The guide: The pump runs. It is red …"
    assert (found.cosine, found.passage, found.sentence) == (0.9, 2.0, 12.0)
    assert found.coverage == 1.0


def test_without_a_reranker_there_are_no_signs_of_it() -> None:
    hits = [make_hit("The pump runs.")]
    units = judge("Which pump runs?", hits, Shelf(["The pump runs."]), None)
    found = read_signs("Which pump runs?", hits, units)
    assert found.passage is None and found.sentence is None


@pytest.mark.parametrize("reranker", ["", RERANKER])
def test_what_nothing_speaks_of_is_refused(reranker: str) -> None:
    known = fits_for(reranker, EMBEDDER)
    assert not answerable(Signs(0.05, 0.0, -11.0, -11.0), "helpful", known)
    assert answerable(Signs(0.8, 1.0, 8.0, 8.0), "cautious", known)


@pytest.mark.parametrize(
    ("embedder", "expected"),
    [("all-minilm-l6-v2-0123456789ab", True), (EMBEDDER, False), ("another-0123456789ab", False)],
)
def test_a_cosine_means_what_its_embedder_makes_of_it(embedder: str, expected: bool) -> None:
    """0.6 is much for one model, little for another, and says nothing for one that is not known."""
    assert answerable(Signs(0.6, 0.3), "balanced", fits_for("", embedder)) is expected


def test_a_reranker_that_nobody_measured_decides_nothing() -> None:
    unknown = fits_for("another", EMBEDDER)
    assert answerable(Signs(0.9, 1.0, -11.0, -11.0), "balanced", unknown)
    assert not answerable(Signs(0.1, 0.0, 8.0, 8.0), "balanced", unknown)


def test_without_an_embedder_half_of_the_words_must_stand_there() -> None:
    assert answerable(Signs(None, 0.6), "balanced", FITS)
    assert not answerable(Signs(None, 0.4), "balanced", FITS)


def answered(stance: Stance, *, likely: bool = False, borne_out: bool = True) -> list[float]:
    """The scores at which a passage and its sentence are enough for an answer."""
    scores = [step / 4 for step in range(-48, 48)]
    return [
        score
        for score in scores
        if answerable(Signs(0.5, 0.6, score, score), stance, FITS, likely=likely, borne_out=borne_out)
    ]


def test_the_stances_differ_in_how_sure_an_answer_must_be() -> None:
    assert set(answered("cautious")) < set(answered("balanced")) < set(answered("helpful"))


def test_an_answer_that_nothing_bears_out_has_to_be_surer() -> None:
    assert set(answered("balanced", borne_out=False)) < set(answered("balanced"))


def test_where_a_person_says_where_it_is_less_is_enough() -> None:
    assert answered("balanced", likely=True) == answered("helpful")
    assert answered("balanced", likely=True, borne_out=False) == answered("balanced", borne_out=False)


def test_in_another_language_as_much_as_the_reranker_gives_to_any_passage_is_not_enough() -> None:
    """It gives any German passage some -3; words of the question must stand there, too."""
    known, foreign = FITS, fits(None, SimpleNamespace(name=RERANKER), query=GERMAN)  # type: ignore[arg-type]
    near = Signs(0.65, 0.1, -1.0, -2.0)
    assert answerable(near, "balanced", known) and not answerable(near, "balanced", foreign)
    assert answerable(Signs(0.65, 0.6, 3.0, 3.0), "balanced", foreign)


def test_a_script_that_no_model_reads_is_left_to_the_words() -> None:
    shelf = Shelf(["نص"])
    resources = Resources(
        shelf,
        shelf,
        SimpleNamespace(fingerprint=EMBEDDER),  # type: ignore[arg-type]
        SimpleNamespace(name=RERANKER),  # type: ignore[arg-type]
        ScriptedModel(),
        Pace(),
        top=5,
        prompt_tokens=600,
        answer_tokens=50,
    )
    arabic, chinese = (
        understand(question, embedder_languages="English")
        for question in ("ما هي مدة الضمان؟", "保修期多长？")
    )
    assert resources.reading(GERMAN) is resources
    unread = resources.reading(arabic)
    assert (unread.embedder, unread.reranker) == (None, None)
    by_words = fits(unread.embedder, unread.reranker, query=arabic)
    assert answerable(Signs(None, 0.3), "balanced", by_words)
    assert not answerable(Signs(None, 0.1), "balanced", by_words)
    for other in (chinese, None):
        assert not answerable(Signs(None, 0.3), "balanced", fits(None, None, query=other))
