"""Speed is measured by a request that no model has read before, and kept."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripted import ScriptedModel

from ragdesk.app.speed import Speeds
from ragdesk.domain.errors import BusyError, ModelFailedError
from ragdesk.domain.ports import Cancelled, Prompt, never


class Slow(ScriptedModel):
    """Takes 50 ms to read and 10 ms for each word after the first."""

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        time.sleep(0.05)
        for index, piece in enumerate(super().stream(prompt, cancelled)):
            time.sleep(0.01 if index else 0)
            yield piece


def test_reading_and_writing_are_told_apart_and_kept(tmp_path: Path) -> None:
    model = Slow(["one two three four five six seven eight nine ten eleven"] * 2)
    app = Speeds(tmp_path / "speeds.json", lambda: model, lambda: False)
    speed = app.measure()
    read = sum(model.count_tokens(text) for _, text in model.prompts[0].messages)
    assert speed.model == "scripted"
    assert read < speed.read <= read / 0.05  # 50 ms, or longer on a busy machine
    assert 5 < speed.written <= 100
    app.measure()
    assert model.prompts[0].messages != model.prompts[1].messages, "a cache would answer the second"
    assert set(Speeds(tmp_path / "speeds.json", lambda: model, lambda: False).all()) == {"scripted"}


def test_nothing_is_measured_beside_an_answer(tmp_path: Path) -> None:
    model = ScriptedModel(["one two"])
    with pytest.raises(BusyError):
        Speeds(tmp_path / "speeds.json", lambda: model, lambda: True).measure()
    assert model.prompts == []


def test_a_model_that_says_nothing_has_no_speed(tmp_path: Path) -> None:
    app = Speeds(tmp_path / "speeds.json", lambda: ScriptedModel(["one"]), lambda: False)
    with pytest.raises(ModelFailedError):
        app.measure()
    assert app.all() == {}


def test_a_damaged_file_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / "speeds.json").write_text("[1, 2", encoding="utf-8")
    app = Speeds(tmp_path / "speeds.json", lambda: Slow(["one two three"]), lambda: False)
    assert app.all() == {}
    assert app.measure().written > 0 and len(app.all()) == 1
