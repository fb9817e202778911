"""How far a probability can be believed."""

import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest

STEPS = Path(__file__).resolve().parents[2] / "models" / "training"


@pytest.fixture
def reliability(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(STEPS)
    import reliability

    return reliability


def test_a_probability_that_says_just_what_it_is_has_no_error(reliability: ModuleType) -> None:
    chances, right = [0.25] * 4 + [0.75] * 4, [True, False, False, False, True, True, True, False]
    assert reliability.ece(chances, right) == pytest.approx(0.0)
    assert reliability.bins(chances, right) == [(0.25, 0.25, 4), (0.75, 0.75, 4)]


def test_one_that_says_too_much_has_as_much_as_it_says_too_much(reliability: ModuleType) -> None:
    assert reliability.ece([0.95] * 10, [True] * 5 + [False] * 5) == pytest.approx(0.45)
    assert reliability.ece([0.95] * 5 + [0.05] * 5, [False] * 10) == pytest.approx(0.5)


def test_the_picture_has_a_line_and_a_label_for_each_series(reliability: ModuleType, tmp_path: Path) -> None:
    series = {"plain & simple": ([0.1, 0.9], [False, True]), "other": ([0.5, 0.5], [False, True])}
    reliability.draw(tmp_path / "r.svg", series)
    tree = ET.parse(tmp_path / "r.svg").getroot()
    texts = [element.text or "" for element in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert len(list(tree.iter("{http://www.w3.org/2000/svg}polyline"))) == 2
    assert "plain & simple: 2 sentences, ECE 0.100" in texts and any("other" in text for text in texts)
