"""Work that is done on a text grows as the text does, whatever its shape: the input is doubled three times. Python's own work
(calls, copies) is counted in tests/ingesting/test_split_growth.py; here the processor's time is compared, since a regular
expression's work cannot be counted. RAGDESK_GROWTH names a file for the factors of docs/reliability.md (`factors.py`)."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from export import records
from export.records import hostile
from growing import measurable, processor_seconds, slower
from ingesting.test_split_growth import LIMIT, Words
from scripted import Shelf
from tabled import CITED, make_sheet

from break_it.counting import long_part
from break_it.factors import judged
from ragdesk.answering.checking.support import attribute
from ragdesk.answering.injection.commands import commands
from ragdesk.answering.prompting import excerpts
from ragdesk.answering.understanding import followup
from ragdesk.app.table_files import WRITERS
from ragdesk.domain.documents import Block, Chunk, Page, Parsed
from ragdesk.domain.ports import Embedder
from ragdesk.domain.search import Hit
from ragdesk.domain.tables import CellValue, TableSheet
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
    "no spaces between words": lambda n: "高压灭菌器必须冷却四十五分钟" * (n // 14),
}
QUESTION = "What is a word?"
# The tables of factors.
TEXTS, EXPORTS = "Work on a text", "Exports of a conversation and of a table"


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


def enlarged_sheet(times: int) -> TableSheet:
    """A table of which each row is there so many times, each of a document of its own."""
    sheet = make_sheet()
    documents, cells = [], {}
    for at in range(times):
        for document in sheet.documents:
            known = f"{at:016x}{document.id[0]}"
            documents.append(replace(document, id=known))
            for column in sheet.table.columns:
                if cell := sheet.cell(document.id, column.id):
                    cells[known, column.id] = replace(cell, document_id=known)
    return replace(sheet, documents=tuple(documents), cells=cells)


def sheet_of(text: str) -> TableSheet:
    """A table with the text for each name, value and quote."""
    sheet = make_sheet()
    columns = tuple(replace(column, name=text, question=text) for column in sheet.table.columns)
    documents = tuple(replace(document, name=text, title=text) for document in sheet.documents)
    cells = {
        key: replace(
            cell, values=tuple(CellValue(text, text, replace(CITED, quote=text)) for _ in cell.values)
        )
        for key, cell in sheet.cells.items()
    }
    return replace(
        sheet, table=replace(sheet.table, name=text, columns=columns), documents=documents, cells=cells
    )


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
    # English, whose words are stemmed; German, with its own stemmer; and a language whose words stay as they are.
    **{
        f"words for the index, {language}": lambda text, language=language: (  # type: ignore[misc]
            terms(text, analysis_of(language)),
            identifiers(text),
        )
        for language in ("en", "de", "zh")
    },
    "excerpts": lambda text: excerpts.choose(hits(text), QUESTION, len(text) // 8, lambda t: len(t) // 4),
    "citations in a long document": lambda text: cited("A word is a sign. It is short.", text),
    "citations of a long answer": lambda text: cited(text, "A word is a sign. It is short."),
    "orders to a model": commands,
    "follow-up": lambda text: followup.leans(text) or followup.pointing(text),
    "rendered Markdown": lambda text: rendered_markdown(text, (0, len(text))),
    "the viewer": viewed,
    **{f"export as {name}": exported(name) for name in FORMATS},
}


def grown(seconds: Callable[[int], float]) -> float:
    return slower(seconds, measurable(seconds, SIZE))


def too_fast(
    stage: str,
    seconds: Callable[[Callable[[int], str]], Callable[[int], float]],
    factor: Callable[[Callable[[int], float]], float] = grown,
) -> list[str]:
    """The shapes on which a stage grows too fast."""
    return [
        shape
        for shape, make in SHAPES.items()
        if not judged(TEXTS, shape, stage, factor(seconds(make)), "growth of a stage on a shape")
    ]


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
    assert too_fast(stage, seconds) == []


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
    assert too_fast("encoding", seconds) == []


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
    assert judged(EXPORTS, "turns", name, slower(seconds, 10), "growth of an exported conversation")


@long_part
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("ending", WRITERS)
def test_a_file_of_a_table_takes_time_as_its_rows_are_many(ending: str) -> None:
    def seconds(times: int) -> float:
        sheet = enlarged_sheet(times)
        return processor_seconds(lambda: WRITERS[ending](sheet))

    seconds(1)
    kind = "growth of an exported table"
    assert judged(EXPORTS, "rows of a table", f"table as {ending}", slower(seconds, 50), kind)


@long_part
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("ending", [ending for ending in WRITERS if ending != "json"])
def test_a_file_of_a_table_takes_time_as_its_texts_are_long(ending: str) -> None:
    """The text in every place of the table: names, values and quotes. As JSON a table is one call of `json.dumps`, whose time
    goes into memory that the system hands out: it is measured by rows alone."""

    def seconds(make: Callable[[int], str]) -> Callable[[int], float]:
        def took(size: int) -> float:
            sheet = sheet_of(make(size))
            return processor_seconds(lambda: WRITERS[ending](sheet))

        return took

    WRITERS[ending](sheet_of("Warm up."))
    # Not larger: the text is there some thirty times.
    assert too_fast(f"table as {ending}", seconds, lambda took: slower(took, SIZE)) == []
