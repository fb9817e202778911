"""The writer: an adapter that says yes or no from a sentence, and writes a few words of lines."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from ragdesk.answering.composed.yes_or_no.polarity import polarity_prompt
from ragdesk.answering.writing import NONE, cells_prompt, choice_prompt, formula_prompt, parts_prompt
from ragdesk.domain.calibration.by_language_model import WRITERS
from ragdesk.domain.ports import Prompt
from ragdesk.engines.engines import Engines
from ragdesk.engines.llm import LocalModel
from ragdesk.host.paths import bundled_models, open_home
from ragdesk.host.settings import ModelSettings

ADAPTER, JUDGE = (bundled_models() / f"ragdesk-{name}.gguf" for name in ("writer", "judge"))
YES_OR_NO = ("Yes", "No")
FIT = next(iter(WRITERS.values()))
ROW = "Room: Studio; Seats: 12; Weekday: £40; Weekend: £65"


@pytest.fixture(scope="module")
def writing(llm_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalModel]:
    log = tmp_path_factory.mktemp("logs") / "llm.log"
    running = LocalModel(llm_file, 0, 1_024, log, {"judge": JUDGE, "writer": ADAPTER})
    yield running
    running.close()


@pytest.mark.model
@pytest.mark.parametrize(
    ("question", "line", "yes"),
    [
        ("can my sister vote for me", "Votes by proxy are not counted.", False),
        ("may I bring my dog", "Animals on a lead are welcome in the garden and the café.", True),
        ("do I have to book", "A place can only be had by booking ahead.", True),
        ("is the pool open on Mondays", "The pool is closed on Mondays.", False),
    ],
)
def test_it_says_yes_or_no_from_a_sentence(writing: LocalModel, question: str, line: str, yes: bool) -> None:
    told = writing.log_odds(polarity_prompt(question, line), YES_OR_NO)
    assert told is not None and (told >= FIT.yes if yes else told <= FIT.no)


@pytest.mark.model
def test_it_copies_cells_and_puts_numbers_together(writing: LocalModel) -> None:
    copied = writing.write(cells_prompt("how much is the studio on a Saturday", [ROW]))
    assert copied is not None and copied.text == "£65" and FIT.copied < copied.probability < 1.0
    lines = ["A visit costs £45.", "The telephone call costs £15."]
    formula = writing.write(formula_prompt("what do a visit and a call come to", lines))
    assert formula is not None and formula.text == "45 + 15" and FIT.formula < formula.probability < 1.0


@pytest.mark.model
def test_it_takes_a_question_apart(writing: LocalModel) -> None:
    parts = writing.write(parts_prompt("who charges more for breakfast, the Astoria or the Lindner?"))
    assert parts is not None and FIT.parts < parts.probability
    one, two = parts.text.splitlines()
    assert "Astoria" in one and "Lindner" not in one and "Lindner" in two and "breakfast" in two
    whole = writing.write(parts_prompt("how much has Dalia paid in altogether this quarter"))
    assert whole is not None and whole.text == NONE


@pytest.mark.model
def test_it_chooses_the_line_that_answers(writing: LocalModel) -> None:
    lines = [
        "Boat house › Keys: A lost key costs 15 euros.",
        "Boat house › Lending: A canoe has to be back by 19:00.",
        "Boat house › Lending: Life vests are lent for a day.",
    ]
    chosen = writing.write(choice_prompt("until when in the evening may we keep the boat out?", lines))
    assert chosen is not None and chosen.text == "2" and chosen.probability >= FIT.choice
    none = writing.write(choice_prompt("who is the treasurer of the club?", lines))
    assert none is not None and none.text == NONE


@pytest.mark.model
def test_what_is_too_long_is_not_written(writing: LocalModel) -> None:
    assert writing.write(Prompt((("user", "The hall is let by the hour. " * 200),), 64)) is None


@pytest.mark.model
def test_it_is_taken_away_again(writing: LocalModel, model: LocalModel) -> None:
    """The judge after it, and what neither was taught, as if it were not there."""
    prompt = polarity_prompt("may I bring my dog", "Dogs are not allowed in the hall.")
    plain, judged = (replace(prompt, judging=judging) for judging in (None, "answers"))
    told = [writing.log_odds(each, YES_OR_NO) for each in (plain, judged, prompt, judged, plain)]
    assert told[0] == pytest.approx(told[4], abs=0.05) and told[1] == pytest.approx(told[3], abs=0.05)
    assert told[0] == pytest.approx(model.log_odds(plain, YES_OR_NO), abs=0.05)
    assert all(abs((one or 0.0) - (other or 0.0)) > 1 for one, other in combinations(told[:3], 2))
    said = Prompt((("user", "What is the capital of France? Reply with its name."),), 4)
    assert "".join(writing.stream(said)) == "".join(model.stream(said))


@pytest.mark.model
def test_without_it_nothing_is_written(model: LocalModel) -> None:
    assert model.writer == "" and model.write(cells_prompt("how much is it", [ROW])) is None


def test_it_is_switched_off_and_on(tmp_path: Path, llm_file: Path) -> None:
    def adapters(writer: str) -> set[str]:
        return set(Engines(open_home(tmp_path / "home"), ModelSettings(writer=writer))._adapters(llm_file))

    assert adapters("") == {"judge", "writer"} and adapters("off") == {"judge"}
