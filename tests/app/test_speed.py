"""Speed is measured by what no model has read before, and kept."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from given_engines import engines_with
from scripted import ScriptedModel

from ragdesk.app.runtime import Current, open_runtime
from ragdesk.app.speed import Speeds
from ragdesk.domain.errors import BusyError, ModelFailedError, UsageError
from ragdesk.domain.models import ADAPTERS, PassageSpeed, Speed
from ragdesk.domain.ports import Cancelled, Prompt, never
from ragdesk.host.paths import open_home
from ragdesk.host.settings import change_setting


class Slow(ScriptedModel):
    """Takes 50 ms to read and 10 ms for each word after the first."""

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        time.sleep(0.05)
        for index, piece in enumerate(super().stream(prompt, cancelled)):
            time.sleep(0.01 if index else 0)
            yield piece


def speeds(folder: Path, model: ScriptedModel) -> Speeds:
    home = open_home(folder / "home")
    return Speeds(folder / "speeds.json", Current(open_runtime(home, engines_with(model))))


def test_reading_and_writing_are_told_apart_and_kept(tmp_path: Path) -> None:
    model = Slow(["one two three four five six seven eight nine ten eleven"] * 2)
    measured = speeds(tmp_path, model)
    speed = measured.measure()
    assert isinstance(speed, Speed)
    read = sum(model.count_tokens(text) for _, text in model.prompts[0].messages)
    assert speed.model == "scripted"
    assert read < speed.read <= read / 0.05  # 50 ms, or longer on a busy machine
    assert 5 < speed.written <= 100
    measured.measure()
    assert model.prompts[0].messages != model.prompts[1].messages, "a cache would answer the second"
    assert set(speeds(tmp_path, model).all()) == {"scripted"}


def test_the_models_that_only_read_are_measured_by_passages_and_kept_under_the_names_that_are_listed(
    tmp_path: Path,
) -> None:
    measured = speeds(tmp_path, Slow(["one two three"]))
    measured.measure()
    for role in ("embedder", "reranker", "reader"):
        speed = measured.measure(role)  # type: ignore[arg-type]
        assert isinstance(speed, PassageSpeed) and speed.passages > 0
    with measured._current.use() as runtime:
        listed = {
            one.stem for one in runtime.engines.models() if one.chosen and one.role not in ("llm", *ADAPTERS)
        }
    assert set(speeds(tmp_path, Slow()).all()) == {"scripted", *listed} and len(listed) == 3


def test_a_reranker_that_is_switched_off_has_no_speed(tmp_path: Path) -> None:
    home = open_home(tmp_path / "home")
    change_setting(home.settings, "models", "reranker", "off")
    measured = Speeds(tmp_path / "speeds.json", Current(open_runtime(home, engines_with(Slow()))))
    with pytest.raises(UsageError):
        measured.measure("reranker")
    assert measured.all() == {}


def test_nothing_is_measured_beside_an_answer(tmp_path: Path) -> None:
    model = ScriptedModel(["one two"])
    with pytest.raises(BusyError):
        measured = speeds(tmp_path, model)
        with measured._current.use():
            measured.measure()
    assert model.prompts == []


def test_a_model_that_says_nothing_has_no_speed(tmp_path: Path) -> None:
    measured = speeds(tmp_path, ScriptedModel(["one"]))
    with pytest.raises(ModelFailedError):
        measured.measure()
    assert measured.all() == {}


def test_a_damaged_file_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / "speeds.json").write_text("[1, 2", encoding="utf-8")
    measured = speeds(tmp_path, Slow(["one two three"]))
    assert measured.all() == {}
    assert measured.measure() in measured.all().values() and len(measured.all()) == 1
