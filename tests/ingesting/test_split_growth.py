"""Splitting takes work as the text is long, whatever its shape, and no passage is longer than a person would read."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from growing import SLACK, CountedText, growth

from ragdesk.domain.documents import Block, BlockKind, Page, Parsed
from ragdesk.ingesting.split import MAX_CHARACTERS, split
from ragdesk.text.sentences import sentences

pytestmark = pytest.mark.break_it("growth of splitting, counted")

ID = "d" * 16
LIMIT = 60
SIZE = 250


class CountedSpans(list[tuple[int, int]]):
    """A list whose slices are counted like copied text."""

    def __getitem__(self, key: object) -> object:  # type: ignore[override]
        if isinstance(key, slice):
            piece = CountedSpans(super().__getitem__(key))
            CountedText.copied += len(piece)
            return piece
        return super().__getitem__(key)  # type: ignore[index]


class Words:
    """Counts words; what it reads counts as work."""

    def token_spans(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        CountedText.copied += sum(map(len, texts))
        return [CountedSpans(m.span() for m in re.finditer(r"\w+|[^\w\s]", text)) for text in texts]


def paragraph(text: str) -> Parsed:
    return parsed(text, (Block("paragraph", 0, len(text)),))


def parsed(text: str, blocks: tuple[Block, ...]) -> Parsed:
    return Parsed("Title", CountedText(text), blocks, (Page(1, 0, len(text)),), "text", paged=False)


def headings(number: int, below: str = "") -> Parsed:
    blocks, text = [], ""
    for at in range(number):
        title = f"Part {at}"
        blocks.append(Block("heading", len(text), len(text) + len(title) + 2, 1, title))
        text += f"# {title}\n\n"
        if below:
            blocks.append(Block("paragraph", len(text), len(text) + len(below)))
            text += f"{below}\n\n"
    return parsed(text, tuple(blocks))


def table(columns: int, rows: int = 2) -> Parsed:
    header = "|" + "name|" * columns + "\n|" + "-|" * columns + "\n"
    text = header + ("|" + "cell|" * columns + "\n") * rows
    return parsed(text, (Block("table", 0, len(text), header_end=len(header)),))


def pieces(kind: BlockKind, text: str) -> Callable[[int], Parsed]:
    """So many blocks of a kind with the same text."""

    def made(number: int) -> Parsed:
        places = range(0, number * (len(text) + 1), len(text) + 1)
        return parsed(f"{text}\n" * number, tuple(Block(kind, at, at + len(text)) for at in places))

    return made


def tables(number: int) -> Parsed:
    """Tables in one section, each under a line."""
    blocks, text = [], ""
    for _ in range(number):
        blocks.append(Block("paragraph", len(text), len(text) + 5))
        blocks.append(Block("table", len(text) + 7, len(text) + 24, header_end=len(text) + 18))
        text += "Table\n\n|name|\n|---|\n|row|\n\n"
    return parsed(text, tuple(blocks))


SHAPES: dict[str, Callable[[int], Parsed]] = {
    "words joined by dots": lambda n: paragraph("word." * n),
    "only full stops": lambda n: paragraph(". " * n),
    "initials without end": lambda n: paragraph("A. " * n),
    "abbreviations without end": lambda n: paragraph("e.g. This " * n),
    "list marks before numbers": lambda n: paragraph("- " * n + " 1." * n),
    "one word": lambda n: paragraph("x" * 100 * n),
    "log lines": lambda n: paragraph('10.0.0.1 - - [x] "GET /a.b HTTP/1.1" 200 5 "http://a.b/c"\n' * n),
    "headings": headings,
    "headings over text": lambda n: headings(n, "It says so."),
    "columns": table,
    "rows under a wide header": lambda n: table(n, 10),
    "tables in one section": tables,
    "list items": pieces("list_item", "- It holds the valve shut"),
    "list items in each other": pieces("list_item", " " * 40 + "- item"),
    "quotes": pieces("paragraph", "> It holds. > It is shut"),
    "quotes in each other": lambda n: paragraph("> " * n + "words"),
    "links": lambda n: paragraph("[It holds](http://a.example/b.c) " * n),
    "code": pieces("code", "```\nhold(valve)\n```"),
    "blocks without a token": lambda n: parsed(
        " \n" * n, tuple(Block("paragraph", 2 * at, 2 * at + 1) for at in range(n))
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_work_grows_as_the_text(shape: str) -> None:
    def call(size: int) -> Callable[[], object]:
        document = SHAPES[shape](size)
        return lambda: split(document, ID, Words(), LIMIT, 40)

    assert growth(call, SIZE) <= 2 * SLACK


@pytest.mark.parametrize("text", ["word.", ". ", "A. ", "e.g. This ", "a.", "1) ", "\n", "…"])
def test_sentences_take_work_as_the_text_is_long(text: str) -> None:
    def call(size: int) -> Callable[[], object]:
        counted = CountedText(text * size)
        return lambda: sentences(counted)

    assert growth(call, SIZE) <= 2 * SLACK


@pytest.mark.parametrize("text", ["x" * 200_000, "a" + " " * 200_000 + "b", "x" * 30_000 + " y " * 20_000])
def test_no_passage_is_longer_than_a_person_would_read(text: str) -> None:
    chunks = split(paragraph(text), ID, Words(), LIMIT)
    assert max(len(chunk.text) for chunk in chunks) <= MAX_CHARACTERS
    assert all(chunk.text.strip() for chunk in chunks)
    assert "".join("".join(chunk.text.split()) for chunk in chunks) == "".join(text.split())


def test_an_endless_title_and_header_are_cut_for_the_passages_under_them() -> None:
    title = "T" * 100_000
    text = f"# {title}\n\nIt is so."
    blocks = (Block("heading", 0, len(title) + 2, 1, title), Block("paragraph", len(title) + 4, len(text)))
    chunks = split(parsed(text, blocks), ID, Words(), LIMIT)
    assert all(len(chunk.context) + sum(map(len, chunk.section)) <= 2 * MAX_CHARACTERS for chunk in chunks)


def test_long_texts_are_counted_in_pieces_with_the_same_tokens() -> None:
    text = "It holds the valve shut. " * 30_000
    seen: list[int] = []

    class Watched(Words):
        def token_spans(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
            seen.append(sum(map(len, texts)))
            return super().token_spans(texts)

    chunks = split(paragraph(text), ID, Watched(), LIMIT, 40)
    assert max(seen) <= 200_000 < len(text)
    assert all(before.char_end <= after.char_end for before, after in pairwise(chunks))
    assert {chunk.text.count("valve") for chunk in chunks[:-1]} == {6}
