"""Documents that a person removes, in a real browser with the real embedder: they are gone from the list and from what is found,
an answer that quotes one says so, and nothing else is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from cited import cite, converse
from library_app import RunningApp, rows, running_app, shows, write_note
from ragdesk_browser import open_tab, until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    # uvicorn's and gradio's own, on these versions
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
NOTES = {
    "pumps": "The pumps of hall four are greased on Fridays.",
    "fans": "The fans of hall four run at night.",
    "valves": "The valves of hall four are checked on Mondays.",
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    with running_app(tmp_path_factory.mktemp("removing")) as given:
        yield given


def found(opened: RunningApp) -> set[str]:
    """The documents that each kind of search finds for words that stand in every one."""
    return {
        hit.document
        for mode in ("hybrid", "vector", "words")
        for hit in opened.app.passages.search("hall four", top=20, mode=mode)
    }


def test_two_documents_are_removed_and_an_answer_that_quotes_one_says_so(
    opened: RunningApp, tmp_path: Path
) -> None:
    app = opened.clear()
    ids = dict(
        zip(
            NOTES,
            opened.add(*(write_note(tmp_path / f"{name}.md", NOTES[name]) for name in NOTES)),
            strict=True,
        )
    )
    quotes = [
        cite(app, ids[name], NOTES[name], number=number) for number, name in enumerate(("pumps", "valves"), 1)
    ]
    converse(app, [quotes], title="About hall four")
    assert found(opened) == {"pumps.md", "fans.md", "valves.md"}
    page = opened.load()
    shows(page, 3)
    for name in ("pumps", "fans"):
        page.locator("#rd-documents li", has_text=name).locator(".rd-pick").click()
    until(page, lambda: "2 selected" in page.inner_text("#rd-picked"))
    page.locator("#rd-picked").get_by_role("button", name="Remove").click()
    until(page, lambda: "Remove these 2 documents" in page.inner_text("#rd-documents"))
    assert len(app.library.documents.all()) == 3, "nothing goes before it is confirmed"
    page.locator("#rd-documents .rd-asking a.rd-danger").first.click()

    shows(page, 1)
    until(page, lambda: page.inner_text("#rd-note").count("Removed") >= 2)
    assert rows(page) == ["valves"]
    assert found(opened) == {"valves.md"}

    open_tab(page, "Chat")
    page.get_by_role("button", name="About hall four").first.click()
    page.wait_for_selector("#rd-thread a.rd-cite")
    page.locator("#rd-thread a.rd-cite").first.click()
    until(page, lambda: "no longer in the library" in page.inner_text("#rd-beside-viewer"))
    page.get_by_role("button", name="All citations").click()
    until(page, lambda: "no longer in the library" in page.inner_text("#rd-viewer"))
    assert page.inner_text("#rd-viewer blockquote") == NOTES["pumps"], "the quote is kept"
    assert "source removed since" in page.inner_text("#rd-citations li.rd-chosen")
    page.locator("#rd-citations a.rd-source").nth(1).click()
    until(page, lambda: NOTES["valves"] in page.inner_text("#rd-viewer"))
    assert "no longer" not in page.inner_text("#rd-viewer")
    assert [one.title for one in app.conversations.all()] == ["About hall four"]
    opened.quiet()


def test_documents_of_files_that_are_gone_at_once_are_removed_at_a_person_s_word(
    opened: RunningApp, tmp_path: Path
) -> None:
    app = opened.clear()
    folder = tmp_path / "papers"
    notes = [write_note(folder / f"note{number}.md", f"Note {number} on hall four.") for number in range(12)]
    write_note(folder / "staying.md", "This one stays in hall four.")
    app.watched_folders.add(folder, "")
    page = opened.load()
    shows(page, 13, 120)
    for note in notes:
        note.unlink()
    until(page, lambda: app.watched_folders.missing() == {str(folder): 12})
    page = opened.load()
    page.get_by_role("button", name="Watched folders").click()
    until(page, lambda: "12 files of it are not there any more" in page.inner_text("#rd-folders"))
    assert len(app.library.documents.all()) == 13, "nothing goes unasked"
    page.get_by_role("button", name="Remove these documents").click()
    shows(page, 1)
    assert rows(page) == ["staying"] and found(opened) == {"staying.md"}
    assert "not there any more" not in page.inner_text("#rd-folders")
    opened.quiet()
