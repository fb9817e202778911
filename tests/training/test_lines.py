"""The readings that the judge is taught with are those that the app puts to it."""

import random
from pathlib import Path
from types import ModuleType

import pytest

from ragdesk.answering.judging.marking import messages_of
from ragdesk.engines.side_context import MARK
from ragdesk.host.paths import bundled_models

STEPS = Path(__file__).resolve().parents[2] / "models" / "training"


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(STEPS)
    import lines

    return lines


def test_a_passage_is_read_among_others_of_its_document(lines: ModuleType) -> None:
    own = ("The mill has two wheels.", "It was built in 1811.")
    others = [("The inn is closed.",), ("The inn was built by a miller in the year after.",)]
    item = lines.Asked("When was the mill built?", own, frozenset({1}), "Aldern", "aldern")
    (read,) = lines.of_units(item, others, "article", random.Random(3))
    told = [text for (text, marked), label in zip(_marked(read), read.labels, strict=True) if label]
    assert told == ["It was built in 1811."]
    assert {text for text, _ in _marked(read)} == {*own, *(text for units in others for text in units)}
    assert ("# Aldern", False) in read.lines


def _marked(read: object) -> list[tuple[str, bool]]:
    return [line for line in read.lines if line[1]]  # type: ignore[attr-defined]


def test_a_right_line_and_a_wrong_one_are_judged_alone_too(lines: ModuleType) -> None:
    read = lines.Read(
        "when is it due",
        (("# Lease", False), ("The house is old.", True), ("Rent is due in May.", True), ("Ask us.", True)),
        (0, 1, 0),
        "lookup there",
    )
    assert list(lines.single(read)) == [
        ("Lease: Rent is due in May.", True),
        ("Lease: The house is old.", False),
    ]


def test_a_mark_stands_behind_each_line_that_is_to_be_marked(lines: ModuleType) -> None:
    from llama_cpp import Llama

    path = bundled_models() / "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
    shown = (("# Lease", False), ("May.", True), ("June.", True))
    tokens_of = lines.tokeniser(path)
    tokens, places = tokens_of(lines.Read("when", shown, (1, 0), "lookup there"))
    llama = Llama(str(path), vocab_only=True, verbose=False)
    read = llama.detokenize(tokens, special=True).decode()
    assert read.endswith("# Lease\nMay. =>\nJune. =>\n")
    assert messages_of("when")[1][1] in read and "<|im_end|>\n<|im_start|>user" in read
    assert [llama.detokenize([tokens[place]]) for place in places] == [MARK, MARK]
    whole, _ = tokens_of(lines.Read("when", shown, (1, 1), "list items", whole=True))
    assert messages_of("when", whole=True)[1][1] in llama.detokenize(whole, special=True).decode()
