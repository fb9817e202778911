"""Reading files of nasty shapes and cutting them into passages, and keeping many documents, takes time as there is more of it:
what is doubled three times may take 1.3 times eight times as long at most. The time of the processor is compared,
and the factors are kept."""

import io
import json
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, nullcontext, suppress
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import docx
import numpy as np
import openpyxl
import pymupdf
import pytest
from growing import DOUBLINGS, per_doubling, processor_seconds, shortest, slower, uncollected
from ingesting.test_split_growth import LIMIT, Words
from storage.samples import DIMENSIONS, EVERYWHERE, encode, make_document, open_library, put

from break_it import concealed, enlarged
from break_it.counting import long_part
from break_it.factors import judged
from break_it.test_growth import SHAPES
from ragdesk.domain.documents import Block, Page, Parsed
from ragdesk.domain.errors import TooLargeError
from ragdesk.domain.intake import NewDocument
from ragdesk.host.paths import open_home
from ragdesk.ingesting.read_document import read_document
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.split import PassageSize, split
from ragdesk.storage.library import Library

MAX_BYTES = 200_000_000


def pdf(words: int) -> bytes:
    """A page with so many words."""
    with pymupdf.open() as document:
        page = document.new_page(width=2_000, height=max(200, words // 8))
        page.insert_text((20, 20), ["word " * 80] * (words // 80), fontsize=6)
        return bytes(document.tobytes())


def word(paragraphs: int) -> bytes:
    """Items of a list; python-docx would take minutes to add so many one by one."""
    made, kept = docx.Document(), io.BytesIO()
    item = made.add_paragraph("Item", style="List Bullet")._p
    item.getparent().extend([deepcopy(item) for _ in range(paragraphs - 1)])
    item.getparent().append(made.sections[0]._sectPr)
    made.save(kept)
    return kept.getvalue()


def sheet(rows: int) -> bytes:
    made, kept = openpyxl.Workbook(write_only=True), io.BytesIO()
    page = made.create_sheet()
    for at in range(rows):
        page.append([f"name {at}", at])
    made.save(kept)
    return kept.getvalue()


def archive(members: int) -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as made:
        for at in range(members):
            made.writestr(f"folder/a file {at}.txt", "x")
    return kept.getvalue()


def mail(attachments: int) -> bytes:
    """With so many attachments, each with a name of its own."""
    head = "From: a@example.org\nSubject: Many\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=cut\n\n"
    parts = ["Content-Type: text/plain\n\nSee the files.\n"] + [
        f'Content-Type: text/plain\nContent-Disposition: attachment; filename="a file {at}.txt"\n\nx\n'
        for at in range(attachments)
    ]
    return (head + "".join(f"--cut\n{part}" for part in parts) + "--cut--\n").encode()


# The smallest size of each, and how it is made; what stands in the issue ("100,000 list items") is the largest.
FILES: dict[str, tuple[int, Callable[[int], bytes]]] = {
    "one line.txt": (125_000, lambda n: b"word " * (n // 5)),
    "no blanks.txt": (125_000, lambda n: b"word." * (n // 5)),
    "combining marks.txt": (62_500, lambda n: ("e" + "\u0301" * n).encode()),
    "list items.md": (12_500, lambda n: "".join(f"- item {at}\n" for at in range(n)).encode()),
    "headings.md": (12_500, lambda n: "".join(f"# Part {at}\n\n" for at in range(n)).encode()),
    "a table.md": (25_000, lambda n: b"| a | b |\n|---|---|\n" + b"| c | d |\n" * n),
    "nested quotes.md": (25, lambda n: b"> " * n + b"words\n"),
    "links.html": (
        1_250,
        lambda n: b"<p>" + b"".join(b'<a href="http://a.example/%d">link</a> ' % at for at in range(n)),
    ),
    "nested parts.html": (500, lambda n: b"<div>" * n + b"words" + b"</div>" * n),
    "rows.csv": (25_000, lambda n: b"name,amount\n" + b"".join(b"a,%d\n" % at for at in range(n))),
    "columns.csv": (1_250, lambda n: b"\n".join([b",".join(b"c%d" % at for at in range(n))] * 3)),
    "rows.json": (25_000, lambda n: json.dumps([{"a": at, "b": "c"} for at in range(n)]).encode()),
    "rows.xlsx": (25_000, sheet),
    "list items.docx": (12_500, word),
    "words of a page.pdf": (12_500, pdf),
    "members.zip": (1_250, archive),
    # 10,000 are the most that are taken in, and of more the file is refused.
    "attachments.eml": (1_250, mail),
    "too many attachments.eml": (12_500, mail),
    "dots.txt": (62_500, lambda n: b"." * n),
    "paragraphs.odt": (12_500, enlarged.odt_paragraphs),
    "rows.ods": (6_250, enlarged.ods_rows),
    "pages.odp": (1_000, enlarged.odp_pages),
    "paragraphs of a slide.pptx": (6_250, enlarged.slide_paragraphs),
    "slides.pptx": (50, enlarged.slides),
    "chapters.epub": (125, enlarged.chapters),
    "messages.mbox": (250, enlarged.messages),
    "lines.msg": (12_500, enlarged.outlook_lines),
    "lines.jsonl": (12_500, lambda n: b'{"name": "a", "cools": 45}\n' * n),
    "paragraphs.rtf": (12_500, lambda n: rb"{\rtf1 " + rb"words\par " * n + b"}"),
    **concealed.FILES,
}


# The tables of factors, and what their cases are counted under.
READING, KEEPING, KIND = "Reading a file", "Keeping documents", "growth of files and stores"


@long_part
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("name", FILES)
def test_reading_takes_time_as_the_file_is_long(name: str, tmp_path: Path) -> None:
    size, make = FILES[name]

    def seconds(number: int) -> float:
        path = tmp_path / name
        path.write_bytes(make(number))
        unpacked = Unpacked(tmp_path / f"parts-{time.monotonic_ns()}", MAX_BYTES)
        passages = PassageSize(Words(), LIMIT)
        # A file that holds too much is refused, and that takes no longer either.
        refused = suppress(TooLargeError) if name.startswith("too many") else nullcontext()
        with uncollected():
            began = time.thread_time()
            with refused:
                read_document(InputFile(path, name, unpacked), MAX_BYTES, "d" * 16, passages)
            return time.thread_time() - began

    seconds(size)
    assert judged(READING, name, "reading and splitting", slower(seconds, size), KIND)


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Callable[[int], tuple[Library, float]]]:
    """Libraries of so many documents, and how long it took to store them (seconds of the processor)."""
    with ExitStack() as kept:

        def fill(number: int) -> tuple[Library, float]:
            files = tmp_path / f"files-{number}"
            files.mkdir()
            texts = [f"The pump {at} is checked weekly.\nIts valve {at} is red." for at in range(number)]
            batch = [make_document(files, text, name=f"{at}.txt") for at, text in enumerate(texts)]
            library = kept.enter_context(open_library(open_home(tmp_path / f"home-{number}")))
            began = time.process_time()
            put(library, *batch)
            return library, time.process_time() - began

        yield fill


def removed(library: Library, number: int) -> None:
    with library.write_session() as writer:
        writer.remove([document.id for document in library.documents.all()][:number])


STAGES: dict[str, Callable[[Library], object]] = {
    "list": lambda library: library.documents.all(),
    "search by words": lambda library: library.search_words("pump valve", 50, EVERYWHERE),
    "search by meaning": lambda library: library.search_vector(encode(["pump valve"])[0], 50, EVERYWHERE),
    "check": lambda library: library.check(),
    "removal of one": lambda library: removed(library, 1),
    "removal of all": lambda library: removed(library, 10_000),
}
DOCUMENTS, STORING = 50, "storing (ledger, words, vectors)"


def too_fast(what: str, small: dict[str, float], large: dict[str, float]) -> list[str]:
    """The stages that grow too fast."""
    grown = {stage: per_doubling(max(small[stage], 1e-3), large[stage]) for stage in small}
    return [stage for stage, factor in grown.items() if not judged(KEEPING, what, stage, factor, KIND)]


def timed(library: Library) -> dict[str, float]:
    return {
        stage: processor_seconds(lambda: work(library))  # noqa: B023 - done at once
        if stage.startswith("removal")
        else shortest(lambda: processor_seconds(lambda: work(library)))  # noqa: B023
        for stage, work in STAGES.items()
    }


@long_part
@pytest.mark.timeout(1_800)
def test_keeping_documents_takes_time_as_there_are_many(
    filled: Callable[[int], tuple[Library, float]],
) -> None:
    took: list[dict[str, float]] = []
    for doublings in (0, DOUBLINGS):
        library, seconds = filled(DOCUMENTS << doublings)
        took.append({STORING: seconds, **timed(library)})
    assert too_fast("documents", *took) == []


# The characters of a document that is kept, and doubled.
CHARACTERS = 25_000


def kept(text: str, folder: Path) -> NewDocument:
    """A text as it comes from reading, cut into passages, with vectors that need no model."""
    made = make_document(folder, text, fake=lambda texts: np.zeros((len(texts), DIMENSIONS), np.float32))
    whole = Parsed("note", text, (Block("paragraph", 0, len(text)),), (Page(1, 0, len(text)),), "text", False)
    chunks = split(whole, made.document.id, Words(), LIMIT)
    vectors = np.random.default_rng(5).standard_normal((len(chunks), DIMENSIONS)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    document = replace(made.document, chunks=len(chunks))
    return replace(made, document=document, parsed=whole, chunks=tuple(chunks), vectors=vectors)


@long_part
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("shape", SHAPES)
def test_keeping_a_document_takes_time_as_it_is_long(shape: str, tmp_path: Path) -> None:
    """Beside another one, so that there is something to find."""
    took: list[dict[str, float]] = []
    for size in (CHARACTERS, CHARACTERS << DOUBLINGS):
        with open_library(open_home(tmp_path / f"home-{size}")) as library:
            put(library, kept("The pump and its valve.", tmp_path))
            document = kept(SHAPES[shape](size), tmp_path)
            stored = processor_seconds(lambda: put(library, document))  # noqa: B023 - done at once
            took.append({STORING: stored, **timed(library)})
    assert too_fast(shape, *took) == []
