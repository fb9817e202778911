"""The minimal pairs that the reader is trained on."""

import random
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

STEPS = Path(__file__).resolve().parents[2] / "models" / "training"
TABLE = {"first": ["last"], "reach": ["leave"]}
Made = Callable[..., set[tuple[str, str, bool]]]


@pytest.fixture
def twists(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(STEPS)
    import twists

    return twists


@pytest.fixture
def made(twists: ModuleType) -> Made:
    """Everything that chance makes of a question and a sentence, but for negations."""

    def make(question: str, sentence: str, names: tuple[str, ...] = ()) -> set[tuple[str, str, bool]]:
        return {
            item
            for seed in range(200)
            for item in twists.twisted(question, sentence, TABLE, names, random.Random(seed))
            if not {"not", "never"} & set(item[0].split())
        }

    return make


def test_what_is_exchanged_in_one_of_the_two_is_no_answer_and_in_both_it_is_one(made: Made) -> None:
    question, sentence = "which city came first?", "Porto came first."
    assert made(question, sentence) == {
        ("which city came last?", sentence, False),
        (question, "Porto came last.", False),
        ("which city came last?", "Porto came last.", True),
    }


def test_a_word_that_the_sentence_puts_otherwise_is_exchanged_in_the_question_alone(made: Made) -> None:
    assert made("which city did they reach?", "They got to Porto.") == {
        ("which city did they leave?", "They got to Porto.", False)
    }


def test_what_the_sentence_says_as_well_is_not_put_into_the_question(made: Made) -> None:
    assert made("who came first?", "Ana came first and Rui came last.") == set()


def test_numbers_and_names_are_exchanged(made: Made) -> None:
    questions = {
        question
        for question, _, _ in made(
            "what happened to Ana Reis in 1990?", "Ana Reis fell in 1990.", ("Rui Sol", "Eva")
        )
    }
    assert any("Rui Sol" in question for question in questions)
    assert any("1990" not in question and "Ana Reis" in question for question in questions)


def test_substitutions_are_those_of_pairs_that_differ_in_one_place(
    twists: ModuleType, tmp_path: Path
) -> None:
    folder = tmp_path / "answers"
    folder.mkdir()
    good = ["1\twho came first ?\t0\t0", "2\twhat is the old town called ?\t0\t0", "3\twhere is it ?\t0\t0"]
    bad = ["4\twho came last ?\t0\t0", "5\thow is a new village named ?\t0\t0", "6\twhere was it ?\t0\t0"]
    (folder / "unansq-train-answerable-questions.txt").write_text("\n".join(good))
    (folder / "unansq-train-unanswerable-questions.txt").write_text("\n".join(bad))
    assert twists.substitutions(tmp_path) == {"first": ["last"]}


@pytest.mark.parametrize("question", ["", "?", "((", "what of the [x]?"])
def test_odd_questions_do_no_harm(made: Made, question: str) -> None:
    assert all(isinstance(label, bool) for _, _, label in made(question, "A sentence (with [brackets])."))
