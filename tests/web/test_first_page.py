"""The page before Gradio has drawn it: what of the library stands in it, and that it is harmless."""

from dataclasses import replace

from harmless import HOSTILE
from scripted import make_document

from ragdesk.front.web.first_page import ROWS, first_page


def test_a_title_is_text_wherever_it_stands() -> None:
    page = first_page([replace(make_document(name=HOSTILE), title=HOSTILE)])
    body = page.partition("</style>")[2]
    assert "<script" not in body and "<img" not in body and body.count("<li>") == 1


def test_no_more_rows_are_sent_than_a_screen_shows() -> None:
    documents = [replace(make_document(), id=f"{n:016x}", title=f"Paper {n:03}") for n in range(ROWS + 30)]
    page = first_page(documents)
    assert page.count("<li>") == ROWS and "Paper 000" in page and f"Paper {ROWS:03}" not in page
    assert '<div id="rd-first" data-tab="chat">' in page


def test_an_empty_library_comes_first_where_there_is_nothing_to_ask() -> None:
    page = first_page([])
    assert '<div id="rd-first" data-tab="library">' in page and "No document yet." in page
