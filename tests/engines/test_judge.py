"""The judge: an adapter that is put beside the language model for judging, and for nothing else."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ragdesk.answering.judging.marking import messages_of
from ragdesk.answering.judging.verify import prompt_asking
from ragdesk.domain.calibration import judge_fit
from ragdesk.domain.errors import ModelFailedError
from ragdesk.domain.ports import Prompt, Reading, ReadLine
from ragdesk.engines.engines import Engines
from ragdesk.engines.llm import LocalModel
from ragdesk.host.paths import bundled_models, open_home
from ragdesk.host.settings import ModelSettings

ADAPTER = bundled_models() / "ragdesk-judge.gguf"
QUESTION = "How long is the boiler's warranty?"
ANSWERS = "The boiler comes with a warranty of seven years."
LOOKS_LIKE_IT = "The boiler's warranty is described in the booklet that comes with it."
YES_OR_NO = ("Yes", "No")


@pytest.fixture(scope="module")
def judging(llm_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalModel]:
    log = tmp_path_factory.mktemp("logs") / "llm.log"
    running = LocalModel(llm_file, threads=0, context_tokens=1_024, log=log, adapters={"judge": ADAPTER})
    yield running
    running.close()


def odds(model: LocalModel, prompt: Prompt) -> float:
    told = model.log_odds(prompt, YES_OR_NO)
    assert told is not None
    return told


@pytest.mark.model
def test_it_tells_an_answer_from_what_only_looks_like_one(judging: LocalModel) -> None:
    answers, looks_like_it = (prompt_asking(QUESTION, text) for text in (ANSWERS, LOOKS_LIKE_IT))
    apart = odds(judging, answers) - odds(judging, looks_like_it)
    plain = [replace(prompt, judging=None) for prompt in (answers, looks_like_it)]
    apart_without = odds(judging, plain[0]) - odds(judging, plain[1])
    assert apart > 1.5 and apart > apart_without


@pytest.mark.model
def test_what_is_not_judged_is_told_as_if_it_were_not_there(judging: LocalModel, model: LocalModel) -> None:
    prompt = replace(prompt_asking(QUESTION, ANSWERS), judging=None)
    alone = odds(model, prompt)
    assert odds(judging, prompt) == pytest.approx(alone, abs=0.05)
    assert odds(judging, replace(prompt, judging="answers")) != pytest.approx(alone, abs=0.05)
    assert odds(judging, prompt) == pytest.approx(alone, abs=0.05), "it is taken away again"
    said = Prompt((("user", "What is the capital of France? Reply with its name."),), 4)
    assert "".join(judging.stream(said)) == "".join(model.stream(said))


@pytest.mark.model
def test_it_marks_the_line_that_answers_in_one_reading(judging: LocalModel, model: LocalModel) -> None:
    lines = (
        ReadLine("# Ferry"),
        ReadLine("Dogs travel free of charge.", marked=True),
        ReadLine("A bicycle costs four euros each way.", marked=True),
        ReadLine("The last boat leaves at 21:40.", marked=True),
    )
    told = judging.marks(Reading(messages_of("what do I pay for my bike"), lines))
    assert told is not None and len(told) == 3
    assert told[1] == max(told) and told[1] > 0 > told[0] and told[2] < 0
    assert model.marks(Reading(messages_of("what do I pay"), lines)) is None, "there is no judge beside it"


@pytest.mark.model
def test_more_lines_than_are_read_at_once_are_not_marked(judging: LocalModel) -> None:
    lines = (ReadLine("The hall is let by the hour. " * 40, marked=True),) * 6
    assert judging.marks(Reading(messages_of("when"), lines)) is None


@pytest.mark.model
def test_a_file_that_is_no_adapter_is_named(llm_file: Path, tmp_path: Path) -> None:
    broken = tmp_path / "ragdesk-judge.gguf"
    broken.write_bytes(ADAPTER.read_bytes()[:200_000])
    with pytest.raises(ModelFailedError, match=r"ragdesk-judge\.gguf is no adapter of this model"):
        odds(
            LocalModel(llm_file, 1, 512, tmp_path / "llm.log", {"judge": broken}),
            prompt_asking(QUESTION, ANSWERS),
        )


def engines(tmp_path: Path, judge: str = "") -> Engines:
    return Engines(open_home(tmp_path / "home"), ModelSettings(judge=judge, threads=1))


def test_it_is_switched_off_and_on(tmp_path: Path, llm_file: Path) -> None:
    assert engines(tmp_path)._adapters(llm_file)["judge"] == ADAPTER
    assert "judge" not in engines(tmp_path, "off")._adapters(llm_file)
    assert engines(tmp_path)._adapters(Path("another-model.gguf")) == {}, "they were taught beside one model"


def test_a_damaged_one_is_left_out_and_named(tmp_path: Path, llm_file: Path) -> None:
    home = open_home(tmp_path / "home")
    damaged = home.models / ADAPTER.name
    damaged.parent.mkdir(exist_ok=True)
    shutil.copyfile(ADAPTER, damaged)
    with damaged.open("r+b") as file:
        file.seek(9_000_000)
        file.write(b"something else")
    opened = Engines(home, ModelSettings(threads=1))
    assert "judge" not in opened._adapters(llm_file)
    (check,) = (check for check in opened.verify() if "judge" in check.name)
    assert not check.passed and "hash" in check.detail


def test_its_log_odds_come_on_the_scale_of_the_model_without_it() -> None:
    fit = judge_fit("ragdesk-judge", "qwen2.5-coder-1.5b-instruct-q4_k_m")
    assert fit is not None
    assert fit.as_without("answers", 0.0) == fit.shift and fit.as_without("whether", 0.0) == fit.whether_shift
    assert fit.as_without("answers", 1.0) - fit.as_without("answers", 0.0) == pytest.approx(fit.scale)
    assert judge_fit("ragdesk-judge", "another") is None
