"""Splitting: properties that hold for every document, and the rules that people would notice."""

import hashlib
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragdesk.domain.documents import Block, Chunk, Page, Parsed
from ragdesk.domain.ports import Embedder
from ragdesk.ingesting.readers import input_file as files
from ragdesk.ingesting.readers.parse import parse
from ragdesk.ingesting.readers.text.markdown import parse_markdown
from ragdesk.ingesting.split import split

ID = "d" * 16
LIMIT = 60


class Words:
    """Counts words; enough for the logic."""

    def token_spans(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        return [[match.span() for match in re.finditer(r"\w+|[^\w\s]", text)] for text in texts]


def count(text: str) -> int:
    return len(Words().token_spans([text])[0])


def markdown(tmp_path: Path, text: str) -> Parsed:
    path = tmp_path / "doc.md"
    path.write_text(text, encoding="utf-8")
    return parse_markdown(path, path.name)


def check(parsed: Parsed, chunks: Sequence[Chunk], limit: int) -> None:
    """What holds for every document."""
    assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
    covered: set[int] = set()
    for chunk in chunks:
        assert chunk.text == parsed.text[chunk.char_start : chunk.char_end]
        assert chunk.text.strip()
        assert (
            chunk.id == hashlib.sha256(f"{ID}:{chunk.char_start}:{chunk.char_end}".encode()).hexdigest()[:12]
        )
        assert count(chunk.embedding_text) <= limit
        assert chunk.parent_start <= chunk.char_start < chunk.char_end <= chunk.parent_end
        covered.update(range(chunk.char_start, chunk.char_end))
    for block in parsed.blocks:
        lost = [
            at
            for at in range(block.char_start, block.char_end)
            if at not in covered and parsed.text[at].strip()
        ]
        assert lost == [], parsed.text[block.char_start : block.char_end]
    assert [c.char_start for c in chunks] == sorted(c.char_start for c in chunks)


words = st.lists(
    st.sampled_from(["valve", "opens.", "Close", "it", "now!", "12", "x" * 30]), min_size=1, max_size=150
)
paragraph = words.map(" ".join)
heading = st.tuples(
    st.integers(1, 5), st.lists(st.sampled_from(["Start", "Stop", "Part"]), min_size=1, max_size=3)
).map(lambda pair: "#" * pair[0] + " " + " ".join(pair[1]))
table = st.tuples(st.integers(1, 30), st.integers(0, 30), st.integers(0, 60)).map(
    lambda size: (
        f"| Item {'wide ' * size[1]}| Limit |\n|---|---|\n"
        + "\n".join(f"| thing {'long ' * size[2]}{row} | {row} bar |" for row in range(size[0]))
    )
)
listing = st.lists(paragraph, min_size=1, max_size=4).map(
    lambda items: "\n".join(f"- {item}" for item in items)
)


@given(st.lists(st.one_of(heading, paragraph, table, listing), min_size=1, max_size=12))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_document_is_covered_in_exact_slices_that_fit(tmp_path: Path, pieces: list[str]) -> None:
    parsed = markdown(tmp_path, "\n\n".join(pieces))
    check(parsed, split(parsed, ID, Words(), LIMIT, 40), LIMIT)


def test_sections_make_paths_and_headings_open_their_first_chunk(tmp_path: Path) -> None:
    parsed = markdown(
        tmp_path, "# Guide\n\nHello.\n\n## Start\n\n### Pump\n\nTurn it on.\n\n## Stop\n\nTurn it off.\n"
    )
    chunks = split(parsed, ID, Words(), LIMIT)
    assert [c.section for c in chunks] == [("Guide",), ("Guide", "Start", "Pump"), ("Guide", "Stop")]
    assert chunks[1].text == "## Start\n\n### Pump\n\nTurn it on."
    assert chunks[1].context == "Guide › Start › Pump"


def test_rows_are_whole_and_later_pieces_keep_the_header_in_their_context(tmp_path: Path) -> None:
    rows = "\n".join(f"| sensor {number} | {number} bar |" for number in range(40))
    parsed = markdown(tmp_path, f"# Limits\n\n| Sensor | Limit |\n|---|---|\n{rows}\n")
    chunks = split(parsed, ID, Words(), LIMIT, 40)
    check(parsed, chunks, LIMIT)
    assert len(chunks) > 3
    for chunk in chunks[1:]:
        assert all(line.startswith("| sensor") and line.endswith("|") for line in chunk.text.split("\n"))
        assert "| Sensor | Limit |" in chunk.context


def test_a_wide_table_keeps_its_heads_without_the_line_under_them(tmp_path: Path) -> None:
    heads = "| " + " | ".join(f"head{number}" for number in range(12)) + " |"
    rows = "\n".join("| " + " | ".join(f"{row}c{column}" for column in range(12)) + " |" for row in range(9))
    parsed = markdown(tmp_path, f"# Wide\n\n{heads}\n{'| --- ' * 12}|\n{rows}\n")
    chunks = split(parsed, ID, Words(), 120, 80)
    check(parsed, chunks, 120)
    assert len(chunks) > 3
    assert all(chunk.context.splitlines()[-1] == heads for chunk in chunks[1:])


def test_a_warning_stays_with_the_step_that_follows_it(tmp_path: Path) -> None:
    filler = "Check the gauge and note it. " * 5
    parsed = markdown(
        tmp_path, f"# Door\n\n{filler}\n\nWARNING: Hot steam. Stand aside.\n\nOpen the door slowly now.\n"
    )
    chunks = split(parsed, ID, Words(), LIMIT, 40)
    [holder] = [c for c in chunks if "WARNING" in c.text]
    assert "Open the door slowly now." in holder.text


def test_a_paragraph_that_must_be_cut_is_cut_between_sentences_with_one_carried_over(tmp_path: Path) -> None:
    text = " ".join(f"Sentence number {n} has seven words." for n in range(40))
    chunks = split(markdown(tmp_path, text), ID, Words(), LIMIT, 40)
    assert len(chunks) > 3
    assert all(c.text.startswith("Sentence") and c.text.endswith(".") for c in chunks)
    assert all(after.char_start < before.char_end for before, after in pairwise(chunks))


def test_a_chunk_does_not_run_over_many_pages() -> None:
    lines = [f"Marker on page {number}." for number in range(1, 9)]
    text = "\n\n".join(lines)
    starts = [text.index(line) for line in lines]
    pages = tuple(
        Page(n, s, s + len(line)) for n, (s, line) in enumerate(zip(starts, lines, strict=True), start=1)
    )
    blocks = tuple(Block("paragraph", page.char_start, page.char_end) for page in pages)
    chunks = split(Parsed("T", text, blocks, pages, "pdf", paged=True), ID, Words(), LIMIT)
    assert all(
        c.page_end is not None and c.page_start is not None and c.page_end - c.page_start <= 1 for c in chunks
    )


@pytest.mark.parametrize(
    "name", ["handbook.md", "sop-autoclave.pdf", "visitor-policy.html", "meeting-note.txt"]
)
def test_the_examples_fit_the_default_embedder(examples: Path, embedder: Embedder, name: str) -> None:
    parsed = parse(files.InputFile(examples / name, name, files.Unpacked(examples / "none", 0)), 10_000_000)
    for chunk in split(parsed, ID, embedder, embedder.max_tokens):
        assert len(embedder.token_spans([chunk.embedding_text])[0]) <= embedder.max_tokens


def test_no_chunk_runs_over_what_is_not_to_be_found() -> None:
    """Quoted mail stands in the text, for the reader, and in no block."""
    text = "My first answer.\n\n> What somebody else wrote.\n\nMy second answer."
    second = text.index("My second")
    blocks = (Block("paragraph", 0, 16), Block("paragraph", second, len(text)))
    parsed = Parsed("Mail", text, blocks, (Page(1, 0, len(text)),), "email", paged=False)
    chunks = split(parsed, "d" * 16, Words(), 100)
    assert [chunk.text for chunk in chunks] == ["My first answer.", "My second answer."]
