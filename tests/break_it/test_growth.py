"""Work that is done on a text grows as the text does, whatever its shape: the input is doubled three times. Python's own work
(calls, copies) is counted in tests/ingesting/test_split_growth.py; here the processor's time is compared, since a regular
expression's work cannot be counted. `make break` prints the factors of docs/reliability.md."""

from collections.abc import Callable

import pytest
from export import records
from export.records import hostile
from growing import SLACK, processor_seconds, slower
from ingesting.test_split_growth import LIMIT, Words
from scripted import Shelf

from break_it.counting import count, long_part
from ragdesk.answering import excerpts, followup
from ragdesk.answering.commands import commands
from ragdesk.answering.support import attribute
from ragdesk.domain.documents import Block, Chunk, Page, Parsed
from ragdesk.domain.ports import Embedder
from ragdesk.domain.search import Hit
from ragdesk.extras.export import build
from ragdesk.extras.export.as_json import as_json
from ragdesk.extras.export.bibtex import bibtex
from ragdesk.extras.export.html import page
from ragdesk.extras.export.markdown import markdown
from ragdesk.extras.export.pdf import draw
from ragdesk.extras.export.record import Record
from ragdesk.extras.export.ris import ris
from ragdesk.extras.export.word import docx
from ragdesk.front.web.render_text import marked_markdown, marked_text, rendered_markdown
from ragdesk.ingesting.language import detect
from ragdesk.ingesting.metadata import procedure_properties
from ragdesk.ingesting.readers.hidden import count_words
from ragdesk.ingesting.split import split
from ragdesk.storage.index.analysis import analysis_of, identifiers, terms
from ragdesk.text.sentences import sentences

# Longer than a passage may be: what has to be cut is cut at every size.
SIZE = 10_000
SHAPES: dict[str, Callable[[int], str]] = {
    "one line": lambda n: "word " * (n // 5),
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
    "list items": lambda n: "- item\n" * (n // 7),
    "headings": lambda n: "# Part\n\n" * (n // 8),
    "a row of a table": lambda n: "| c " * (n // 4) + "|",
    "rows of a table": lambda n: "| a | b |\n|---|---|\n" + "| c | d |\n" * (n // 10),
    "links": lambda n: "[link](http://a.example/1) " * (n // 27),
    "nested quotes": lambda n: "> " * (n // 2) + "words",
    "quotes 200 deep": lambda n: ("> " * 200 + "words\n\n") * (n // 407),
    "names of attachments": lambda n: "a file 17.txt (1 kB), " * (n // 22),
    "stars": lambda n: "*" * n,
    "open brackets": lambda n: "[" * n,
    "targets of links": lambda n: "](" * (n // 2),
    "backticks": lambda n: "`a**" * (n // 4),
    "a label and marks": lambda n: "Author: " + "* _|" * (n // 4),
    "orders without an end": lambda n: "quiconque demande « 凡是问「 " * (n // 23),
    "machines that read": lambda n: "ai ai ai reads this : : : : " * (n // 28),
    "lines of a form": lambda n: "Name:    Ada\n" * (n // 13),
    "columns of a text": lambda n: "Gig    18.00\n" * (n // 13),
    "combining marks": lambda n: "e" + "\u0301" * n,
}
QUESTION = "What is a word?"


def parsed(text: str) -> Parsed:
    return Parsed(
        "", text, (Block("paragraph", 0, len(text)),), (Page(1, 0, len(text)),), "text", paged=False
    )


def hits(text: str) -> list[Hit]:
    chunk = Chunk("c", "d", 0, 0, len(text), text, "", (), None, None, 0, len(text))
    return [Hit(chunk, 1.0, "words")]


def cited(answer: str, text: str) -> object:
    """Where an answer stands in a document."""
    shelf = Shelf([text])
    return attribute(answer, QUESTION, shelf.hits(), texts=shelf, embedder=None)


def viewed(text: str) -> object:
    whole, span = (0, len(text)), (len(text) // 3, len(text) // 2)
    return marked_text(text, span, whole), marked_markdown(text, span, whole)


FORMATS: dict[str, Callable[[Record], bytes]] = {
    "Markdown": markdown,
    "HTML": page,
    "Word": docx,
    "PDF": draw,
    "JSON": as_json,
    "BibTeX": bibtex,
    "RIS": ris,
}


def exported(name: str) -> Callable[[str], object]:
    return lambda text: FORMATS[name](hostile(text))


STAGES: dict[str, Callable[[str], object]] = {
    "sentences": sentences,
    "splitting": lambda text: split(parsed(text), "d" * 16, Words(), LIMIT),
    "language": detect,
    "metadata": lambda text: procedure_properties(parsed(text)),
    "hidden text": count_words,
    "words for the index": lambda text: (terms(text, analysis_of("en")), identifiers(text)),
    "excerpts": lambda text: excerpts.choose(hits(text), QUESTION, len(text) // 8, lambda t: len(t) // 4),
    "citations in a long document": lambda text: cited("A word is a sign. It is short.", text),
    "citations of a long answer": lambda text: cited(text, "A word is a sign. It is short."),
    "orders to a model": commands,
    "follow-up": lambda text: followup.leans(text) or followup.pointing(text),
    "rendered Markdown": lambda text: rendered_markdown(text, (0, len(text))),
    "the viewer": viewed,
    **{f"export as {name}": exported(name) for name in FORMATS},
}


def judged(stage: str, seconds: Callable[[Callable[[int], str]], Callable[[int], float]]) -> dict[str, float]:
    """The shapes on which a stage grows too fast; prints the factor at its worst."""
    factors = {shape: slower(seconds(make), SIZE) for shape, make in SHAPES.items()}
    worst = max(factors, key=lambda shape: factors[shape])
    print(f"{stage}: at most {factors[worst]:.2f} times for twice the text ({worst})")
    return {
        shape: round(factor, 2)
        for shape, factor in factors.items()
        if not count("growth of a stage on a shape", factor <= 2 * SLACK)
    }


@long_part
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_takes_time_as_its_text_is_long(stage: str) -> None:
    def seconds(make: Callable[[int], str]) -> Callable[[int], float]:
        def took(size: int) -> float:
            text = make(size)
            return processor_seconds(lambda: STAGES[stage](text))

        return took

    STAGES[stage]("Warm up.")
    assert judged(stage, seconds) == {}


@long_part
@pytest.mark.timeout(3_600)
def test_encoding_takes_time_as_a_text_is_long(embedder: Embedder) -> None:
    """The passages of a text, by the real embedder."""

    def seconds(make: Callable[[int], str]) -> Callable[[int], float]:
        def took(size: int) -> float:
            chunks = split(parsed(make(size)), "d" * 16, embedder.counter, embedder.max_tokens)
            return processor_seconds(lambda: embedder.encode([chunk.embedding_text for chunk in chunks]))

        return took

    embedder.encode(["Warm up."])
    assert judged("encoding", seconds) == {}


@long_part
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("name", FORMATS)
def test_an_export_takes_time_as_a_conversation_is_long(name: str) -> None:
    def seconds(turns: int) -> float:
        messages = records.messages() * turns
        parts = build.conversation(messages, records.source, records.state)
        record = Record("conversation", "Cooling", "f" * 16, "2026-11-21T21:00:00+00:00", "0.1.0", *parts)
        return processor_seconds(lambda: FORMATS[name](record))

    seconds(1)
    factor = slower(seconds, 10)
    print(f"a conversation as {name}: {factor:.2f} times for twice the turns")
    assert count("growth of an exported conversation", factor <= 2 * SLACK)
