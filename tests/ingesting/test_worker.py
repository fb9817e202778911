"""Parser processes: real ones, with files that make them die."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pymupdf
import pytest
from slowly import SlowCounter

from ragdesk.app.background import BackgroundIntake
from ragdesk.app.intake import Intake
from ragdesk.domain.errors import EmptyFileError, ParserDiedError
from ragdesk.host.priority import NICE
from ragdesk.ingesting import worker
from ragdesk.ingesting.split import PassageSize, split
from ragdesk.ingesting.worker import ParseRequest, ParserPool

MAX = 50_000_000


def asked(path: Path, name: str) -> ParseRequest:
    return ParseRequest(path, name, Path("/nowhere/parts"))


@pytest.fixture
def never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pipe that nobody writes to: whoever opens it waits. The pool itself would refuse it (test_swapped.py)."""
    monkeypatch.setattr(worker, "_refuse_others", lambda request: None)
    fifo = tmp_path / "never.txt"
    os.mkfifo(fifo)
    return fifo


def children() -> list[psutil.Process]:
    return [p for p in psutil.Process().children() if "spawn_main" in " ".join(p.cmdline())]


def test_files_are_read_in_another_process(examples: Path) -> None:
    with ParserPool(1, 60, 1_500, MAX) as pool:
        pdf = pool.submit(asked(examples / "sop-autoclave.pdf", "sop-autoclave.pdf")).result(60)
        note = pool.submit(asked(examples / "meeting-note.txt", "meeting-note.txt")).result(60)
        (parser,) = children()
        if sys.platform != "win32":
            assert parser.nice() == min(19, psutil.Process().nice() + NICE), "it steps back behind the page"
    assert (pdf.parsed.kind, pdf.language, dict(pdf.properties)["sop_id"]) == ("pdf", "en", "SOP-LAB-014")
    assert pdf.layout is not None
    assert note.parsed.kind == "text"
    assert children() == []


@pytest.mark.skipif(sys.platform == "win32", reason="priorities are numbers elsewhere")
def test_a_command_that_somebody_waits_for_does_not_step_back(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The valve is checked weekly.")
    with ParserPool(1, 60, 1_500, MAX, steps_back=False) as pool:
        pool.submit(asked(tmp_path / "a.txt", "a.txt")).result(60)
        (parser,) = children()
        assert parser.nice() == psutil.Process().nice()
    assert (Intake.steps_back, BackgroundIntake.steps_back) == (False, True)


def test_the_reason_of_a_failure_crosses_the_border(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    with ParserPool(1, 60, 1_500, MAX) as pool, pytest.raises(EmptyFileError, match=r"empty\.txt"):
        pool.submit(asked(tmp_path / "empty.txt", "empty.txt")).result(60)


def test_a_parser_that_is_killed_costs_its_file_alone(never_ends: Path, examples: Path) -> None:
    with ParserPool(1, 60, 1_500, MAX) as pool:
        pool.submit(asked(examples / "meeting-note.txt", "note")).result(60)
        hanging = pool.submit(asked(never_ends, "never.txt"))
        [child] = children()
        time.sleep(0.3)
        child.send_signal(signal.SIGKILL)
        with pytest.raises(ParserDiedError, match="crash"):
            hanging.result(60)
        assert (
            pool.submit(asked(examples / "handbook.md", "handbook.md"))
            .result(60)
            .parsed.title.startswith("Staff")
        )


def test_a_parser_that_hangs_or_grows_is_ended_with_a_reason(never_ends: Path) -> None:
    with ParserPool(1, 2, 1_500, MAX) as pool, pytest.raises(ParserDiedError, match="longer than 2 seconds"):
        pool.submit(asked(never_ends, "never.txt")).result(60)
    with ParserPool(1, 60, 1, MAX) as pool, pytest.raises(ParserDiedError, match="memory"):
        pool.submit(asked(never_ends, "never.txt")).result(60)


def test_closing_ends_the_processes_and_cancels_what_waits(never_ends: Path, examples: Path) -> None:
    pool = ParserPool(1, 600, 1_500, MAX)
    hanging, waiting = (
        pool.submit(asked(never_ends, "never.txt")),
        pool.submit(asked(examples / "handbook.md", "handbook.md")),
    )
    time.sleep(0.5)
    pool.close()
    assert isinstance(hanging.exception(5), ParserDiedError)
    assert waiting.cancelled()
    assert children() == []


def test_the_parent_never_imports_a_parsers_libraries(examples: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom ragdesk.ingesting.worker import ParseRequest, ParserPool\n"
        "if __name__ == '__main__':\n"
        f"    with ParserPool(1, 60, 1500, 10**8) as pool:\n"
        f"        pool.submit(ParseRequest(Path({str(examples / 'sop-autoclave.pdf')!r}), 'a.pdf', Path('parts'))).result(60)\n"
        "    print([m for m in ('pymupdf', 'selectolax', 'markdown_it', 'py3langid') if m in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


ORPHANING = """
import sys, time
from pathlib import Path
from ragdesk.ingesting import worker
from ragdesk.ingesting.worker import ParseRequest, ParserPool

worker._refuse_others = lambda request: None
if __name__ == "__main__":
    with ParserPool(1, 600, 1_500, 50_000_000) as pool:
        pool.submit(ParseRequest(Path(sys.argv[1]), "note.txt", Path("/nowhere"))).result(60)
        pool.submit(ParseRequest(Path(sys.argv[2]), "never.txt", Path("/nowhere")))
        print("hangs", flush=True)
        time.sleep(600)
"""


def test_a_parser_that_hangs_ends_when_the_app_is_killed(tmp_path: Path, examples: Path) -> None:
    fifo, script = tmp_path / "never.txt", tmp_path / "orphaning.py"
    os.mkfifo(fifo)
    script.write_text(ORPHANING)
    command = [sys.executable, str(script), str(examples / "meeting-note.txt"), str(fifo)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "hangs\n"
        children = psutil.Process(process.pid).children()
        process.kill()
    _, alive = psutil.wait_procs(children, timeout=20)
    assert alive == []


def test_a_file_is_cut_into_passages_where_it_is_read(examples: Path) -> None:
    passages = PassageSize(SlowCounter(), 60)
    with ParserPool(1, 60, 1_500, MAX, passages) as pool:
        handbook = ParseRequest(
            examples / "handbook.md", "handbook.md", Path("/nowhere"), document_id="d" * 16
        )
        read = pool.submit(handbook).result(60)
    assert list(read.chunks) == split(read.parsed, "d" * 16, SlowCounter(), 60)


def test_a_slow_file_is_overtaken_and_then_ended(
    never_ends: Path, examples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "SLOW_SECONDS", 0.3)
    with ParserPool(1, 600, 1_500, MAX) as pool:
        hanging = pool.submit(asked(never_ends, "never.txt"))
        note = asked(examples / "meeting-note.txt", "note.txt")
        for _ in range(3):
            assert pool.submit(note).result(60).parsed.kind == "text"
        assert not hanging.done()
        assert len(children()) == 2


def test_files_that_are_not_slow_are_read_by_one_process(examples: Path) -> None:
    with ParserPool(1, 60, 1_500, MAX) as pool:
        for _ in range(4):
            pool.submit(asked(examples / "meeting-note.txt", "note.txt")).result(60)
        assert len(children()) == 1


def write_pages(path: Path, count: int) -> Path:
    """A PDF of so many pages that each take a moment."""
    with pymupdf.open() as document:
        for number in range(count):
            page = document.new_page()
            lines = [f"Line {line} of sheet {number} says {line * 7}." for line in range(60)]
            page.insert_textbox(page.rect + (50, 50, -50, -50), "\n".join(lines), fontsize=8)
        document.save(path)
    return path


def test_a_file_that_is_read_says_at_which_page(tmp_path: Path) -> None:
    request = asked(write_pages(tmp_path / "long.pdf", 60), "long.pdf")
    seen: list[tuple[int, int]] = []
    with ParserPool(1, 60, 1_500, MAX) as pool:
        reading = pool.submit(request)
        while not reading.done():
            seen.append((request.at.page, request.at.pages))
            time.sleep(0.02)
        assert len(reading.result().parsed.pages) == 60
        seen.append((request.at.page, request.at.pages))
    # How many are seen on the way hangs on how fast they are read.
    told = [each for each in seen if each[1]]
    assert {pages for _, pages in told} == {60}
    assert [page for page, _ in told] == sorted(page for page, _ in told) and 1 <= told[-1][0] <= 60
    # The next file begins anew, in the same process.
    with ParserPool(1, 60, 1_500, MAX) as pool:
        for name, pages in (("long.pdf", 60), ("short.pdf", 2)):
            request = asked(write_pages(tmp_path / name, pages), name)
            pool.submit(request).result()
            assert request.at.pages == pages
