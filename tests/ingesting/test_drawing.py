"""Pages are drawn in a process with limits: real ones, with pages that never come to an end."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest
from heavy_pages import endless, nested

from ragdesk.domain.errors import ParserDiedError, UnreadableFileError
from ragdesk.ingesting.drawing import PageDrawer
from ragdesk.ingesting.readers.picture.pictures import page_picture

MEMORY_MB = 1_500


def test_pictures_that_are_asked_for_at_once_are_those_drawn_one_by_one(examples: Path) -> None:
    path, drawer = examples / "sop-autoclave.pdf", PageDrawer()
    alone = [page_picture(path, number, 50) for number in (1, 2, 3)]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda number: drawer.draw(path, number, 50, MEMORY_MB), [1, 2, 3] * 10))
    [child] = [one for one in psutil.Process().children() if "spawn_main" in " ".join(one.cmdline())]
    drawer.close()
    assert together == alone * 10
    assert not child.is_running()


def test_a_page_without_an_end_is_given_up_with_a_reason_and_the_next_one_is_drawn(
    tmp_path: Path, examples: Path
) -> None:
    path, drawer = endless(tmp_path / "pattern.pdf", pages=6), PageDrawer(seconds=2)
    with pytest.raises(ParserDiedError, match=r"Page 1 cannot be drawn: it took longer than 2 seconds"):
        drawer.draw(path, 1, 110, MEMORY_MB)
    assert drawer.draw(examples / "sop-autoclave.pdf", 1, 50, MEMORY_MB).startswith(b"\x89PNG")
    began = time.monotonic()
    for _ in range(20):
        with pytest.raises(ParserDiedError, match="longer than 2 seconds"):
            drawer.draw(path, 1, 220, MEMORY_MB)
    assert time.monotonic() - began < 1, "what was given up is not tried again"
    for page in (2, 3):
        with pytest.raises(ParserDiedError, match="longer"):
            drawer.draw(path, page, 110, MEMORY_MB)
    began = time.monotonic()
    for page in (4, 5, 6):
        with pytest.raises(ParserDiedError, match="other pages"):
            drawer.draw(path, page, 110, MEMORY_MB)
    assert time.monotonic() - began < 1, "nor are the other pages of such a file"
    drawer.close()


def test_a_page_that_takes_all_memory_is_given_up_and_may_still_be_drawn_coarser(
    tmp_path: Path, examples: Path
) -> None:
    path, drawer = nested(tmp_path / "groups.pdf"), PageDrawer()
    with pytest.raises(ParserDiedError, match=r"it needed more than 600 MB of memory"):
        drawer.draw(path, 1, 110, 600)
    assert drawer.draw(path, 1, 2, 600).startswith(b"\x89PNG")
    drawer.close()


def test_a_damaged_file_says_so_through_the_border(tmp_path: Path) -> None:
    (tmp_path / "no.pdf").write_bytes(b"%PDF-1.7\nnothing")
    drawer = PageDrawer()
    with pytest.raises(UnreadableFileError, match="Page 1 cannot be drawn"):
        drawer.draw(tmp_path / "no.pdf", 1, 110, MEMORY_MB)
    drawer.close()


def test_closing_ends_what_is_being_drawn_and_a_later_page_starts_it_again(
    tmp_path: Path, examples: Path
) -> None:
    path, drawer = endless(tmp_path / "pattern.pdf"), PageDrawer(seconds=60)
    with ThreadPoolExecutor(1) as threads:
        drawn = threads.submit(drawer.draw, path, 1, 110, MEMORY_MB)
        time.sleep(2)
        began = time.monotonic()
        drawer.close()
        assert time.monotonic() - began < 2
        with pytest.raises(ParserDiedError, match="stopped"):
            drawn.result(5)
    assert drawer.draw(examples / "sop-autoclave.pdf", 1, 50, MEMORY_MB).startswith(b"\x89PNG")
    drawer.close()
