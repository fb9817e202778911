import pytest

from ragdesk.domain.calibration import EXPORT
from ragdesk.domain.errors import ModelDamagedError
from ragdesk.engines.model_card import Agreement
from ragdesk.engines.onnx_export import judge, prose
from ragdesk.engines.probe_questions import PAIRS

GOOD = Agreement(
    sentences=300, cosine_mean=0.992, cosine_min=0.98, questions=42, found_by_original=35, found=34
)


def test_a_good_export_passes() -> None:
    judge("m", GOOD)


@pytest.mark.parametrize(
    "worse",
    [{"cosine_mean": EXPORT.mean_cosine - 0.001}, {"cosine_min": EXPORT.least_cosine - 0.001}, {"found": 33}],
    ids=lambda change: next(iter(change)),
)
def test_an_export_that_strays_is_refused_with_its_figures(worse: dict[str, float]) -> None:
    found = GOOD.model_copy(update=worse)
    with pytest.raises(ModelDamagedError) as caught:
        judge("m", found)
    assert f"{found.cosine_mean:.4f}" in caught.value.message
    assert f"{found.found} of 42" in caught.value.message


def test_the_prose_is_plenty_and_varied() -> None:
    texts = prose(200)
    assert len(set(texts)) == 200
    assert min(map(len, texts)) < 60 < 400 < max(map(len, texts))


def test_each_question_of_the_labelled_set_has_a_passage_of_its_own() -> None:
    assert len({question for question, _ in PAIRS}) == len({passage for _, passage in PAIRS}) == len(PAIRS)
