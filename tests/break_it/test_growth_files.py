"""Reading files of nasty shapes, and keeping many documents, takes time as there is more of it: what is doubled three times may
take 2.6 times as long for each doubling at most. The processor's time is compared, as in test_growth.py; `make break` prints the
factors of docs/reliability.md."""

import email.message
import io
import json
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import docx
import openpyxl
import pymupdf
import pytest
from growing import DOUBLINGS, SLACK
from storage.samples import EVERYWHERE, make_document, open_library, put

from break_it.counting import count, long_part
from ragdesk.host.paths import open_home
from ragdesk.ingesting.read_document import read_document
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.storage.library import Library

MAX_BYTES = 200_000_000
# The shortest of so many runs counts, as in test_growth.py; these runs are longer.
REPEATS = 3


def pdf(words: int) -> bytes:
    """A page with so many words."""
    with pymupdf.open() as document:
        page = document.new_page(width=2_000, height=max(200, words // 8))
        for at in range(0, words, 80):
            page.insert_text((20, 20 + at // 10), "word " * 80, fontsize=6)
        return bytes(document.tobytes())


def word(paragraphs: int) -> bytes:
    made, kept = docx.Document(), io.BytesIO()
    for at in range(paragraphs):
        made.add_paragraph(f"Item {at}", style="List Bullet")
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
    made = email.message.EmailMessage()
    made["Subject"], made["From"] = "Many", "a@example.org"
    made.set_content("See the files.")
    for at in range(attachments):
        made.add_attachment(b"x", maintype="text", subtype="plain", filename=f"a file {at}.txt")
    return made.as_bytes()


# The smallest size of each, and how it is made; what stands in the issue ("100,000 list items") is the largest.
FILES: dict[str, tuple[int, Callable[[int], bytes]]] = {
    "one line.txt": (125_000, lambda n: b"word " * (n // 5)),
    "no blanks.txt": (125_000, lambda n: b"word." * (n // 5)),
    "combining marks.txt": (62_500, lambda n: ("e" + "\u0301" * n).encode()),
    "list items.md": (12_500, lambda n: "".join(f"- item {at}\n" for at in range(n)).encode()),
    "headings.md": (5_000, lambda n: "".join(f"# Part {at}\n\n" for at in range(n)).encode()),
    "a table.md": (12_500, lambda n: b"| a | b |\n|---|---|\n" + b"| c | d |\n" * n),
    "nested quotes.md": (25, lambda n: b"> " * n + b"words\n"),
    "links.html": (
        1_250,
        lambda n: b"<p>" + b"".join(b'<a href="http://a.example/%d">link</a> ' % at for at in range(n)),
    ),
    "nested parts.html": (500, lambda n: b"<div>" * n + b"words" + b"</div>" * n),
    "rows.csv": (25_000, lambda n: b"name,amount\n" + b"".join(b"a,%d\n" % at for at in range(n))),
    "columns.csv": (1_250, lambda n: b"\n".join([b",".join(b"c%d" % at for at in range(n))] * 3)),
    "rows.json": (6_250, lambda n: json.dumps([{"a": at, "b": "c"} for at in range(n)]).encode()),
    "rows.xlsx": (6_250, sheet),
    "list items.docx": (500, word),
    "words of a page.pdf": (3_125, pdf),
    "members.zip": (625, archive),
    "attachments.eml": (125, mail),
    "paragraphs.rtf": (5_000, lambda n: rb"{\rtf1 " + rb"words\par " * n + b"}"),
}


def factor(seconds: Callable[[int], float]) -> float:
    """How many times as long twice as much takes, on the average of three doublings."""
    small, large = (min(seconds(doublings) for _ in range(REPEATS)) for doublings in (0, DOUBLINGS))
    return float((large / max(small, 1e-3)) ** (1 / DOUBLINGS))


def says(stage: str, grown: float) -> bool:
    print(f"{stage}: {grown:.2f} times for twice as much")
    return count("growth of files and stores", grown <= 2 * SLACK)


@long_part
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("name", FILES)
def test_reading_takes_time_as_the_file_is_long(name: str, tmp_path: Path) -> None:
    size, make = FILES[name]

    def seconds(doublings: int) -> float:
        path = tmp_path / name
        path.write_bytes(make(size << doublings))
        unpacked = Unpacked(tmp_path / f"parts-{time.monotonic_ns()}", MAX_BYTES)
        began = time.thread_time()
        read_document(InputFile(path, name, unpacked), MAX_BYTES)
        return time.thread_time() - began

    seconds(0)
    assert says(name, factor(seconds))


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
    "check": lambda library: library.check(),
    "removal of one": lambda library: removed(library, 1),
    "removal of all": lambda library: removed(library, 10_000),
}
DOCUMENTS, STORING = 50, "storing (ledger, words, vectors)"


@long_part
@pytest.mark.timeout(1_800)
def test_keeping_documents_takes_time_as_there_are_many(
    filled: Callable[[int], tuple[Library, float]],
) -> None:
    took: dict[str, list[float]] = {stage: [] for stage in [*STAGES, STORING]}
    for doublings in (0, DOUBLINGS):
        library, seconds = filled(DOCUMENTS << doublings)
        took[STORING].append(seconds)
        for stage, work in STAGES.items():
            runs = 1 if stage.startswith("removal") else REPEATS
            took[stage].append(min(process_seconds(work, library) for _ in range(runs)))
    grown = {stage: (large / max(small, 1e-3)) ** (1 / DOUBLINGS) for stage, (small, large) in took.items()}
    assert [stage for stage, times in grown.items() if not says(stage, times)] == []


def process_seconds(work: Callable[[Library], object], library: Library) -> float:
    began = time.process_time()
    work(library)
    return time.process_time() - began
