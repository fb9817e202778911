"""Work that is done on a text grows as the text does, whatever its shape: the input is doubled three times. Python's own work
(calls, copies) is counted in tests/ingesting/test_split_growth.py; here the processor's time is compared, since a regular
expression's work cannot be counted. `make break` prints the factors of docs/reliability.md."""

import time
from collections.abc import Callable

import pytest
from export.records import hostile
from growing import DOUBLINGS, SLACK

from break_it.counting import count, long_part
from ragdesk.answering import excerpts, followup
from ragdesk.answering.commands import commands
from ragdesk.domain.documents import Chunk, Parsed
from ragdesk.domain.search import Hit
from ragdesk.extras.export import markdown
from ragdesk.ingesting.language import detect
from ragdesk.ingesting.metadata import procedure_properties
from ragdesk.ingesting.readers.hidden import count_words
from ragdesk.text.sentences import sentences

# The shortest of so many runs counts: what other programs take is never in all of them.
REPEATS = 5
SIZE = 4_000
SHAPES: dict[str, Callable[[int], str]] = {
    "words joined by dots": lambda n: "word." * (n // 5),
    "full stops": lambda n: ". " * (n // 2),
    "dots": lambda n: "." * n + "x",
    "dots and brackets": lambda n: ".)" * (n // 2) + "x",
    "dots, then brackets": lambda n: "." * (n // 2) + ")" * (n // 2) + "x",
    "one word": lambda n: "x" * n,
    "blanks": lambda n: "a" + " " * n + "b",
    "empty lines": lambda n: "\n" * n + "a",
    "lines of blanks": lambda n: (" " * 50 + "\n") * (n // 51),
    "list marks": lambda n: "- " * (n // 4) + " 1." * (n // 6),
    "headings": lambda n: "# Part\n\n" * (n // 8),
    "a row of a table": lambda n: "| c " * (n // 4) + "|",
    "stars": lambda n: "*" * n,
    "open brackets": lambda n: "[" * n,
    "backticks": lambda n: "`a**" * (n // 4),
    "a label and marks": lambda n: "Author: " + "* _|" * (n // 4),
    "orders without an end": lambda n: "quiconque demande « 凡是问「 " * (n // 23),
    "combining marks": lambda n: "e" + "\u0301" * n,
}


def parsed(text: str) -> Parsed:
    return Parsed("", text, (), (), "text", paged=False)


def hits(text: str) -> list[Hit]:
    chunk = Chunk("c", "d", 0, 0, len(text), text, "", (), None, None, 0, len(text))
    return [Hit(chunk, 1.0, "words")]


STAGES: dict[str, Callable[[str], object]] = {
    "sentences": sentences,
    "language": detect,
    "metadata": lambda text: procedure_properties(parsed(text)),
    "hidden text": count_words,
    "excerpts": lambda text: excerpts.choose(
        hits(text), "What is a word?", len(text) // 8, lambda t: len(t) // 4
    ),
    "orders to a model": commands,
    "follow-up": lambda text: followup.leans(text) or followup.pointing(text),
    "export as Markdown": lambda text: markdown.markdown(hostile(text)),
}


def seconds(work: Callable[[str], object], text: str) -> float:
    best = float("inf")
    for _ in range(REPEATS):
        began = time.thread_time()
        work(text)
        best = min(best, time.thread_time() - began)
    return best


@long_part
@pytest.mark.timeout(600)
@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_takes_time_as_its_text_is_long(stage: str) -> None:
    too_fast: dict[str, float] = {}
    worst = 0.0
    STAGES[stage]("Warm up.")
    for shape, make in SHAPES.items():
        small, large = (seconds(STAGES[stage], make(SIZE << doublings)) for doublings in (0, DOUBLINGS))
        factor = (large / max(small, 1e-4)) ** (1 / DOUBLINGS)
        worst = max(worst, factor)
        if not count("growth of a stage on a shape", factor <= 2 * SLACK):
            too_fast[shape] = round(factor, 2)
    print(f"{stage}: at most {worst:.2f} times for twice the text")
    assert too_fast == {}
