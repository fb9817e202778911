"""The Library's panels in a real browser, without the language model: passwords, details, removal, questions and answers,
watched folders, and a conversation's own files.

With RAGDESK_SCREENSHOTS set to a folder, pictures are kept there.
"""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe
import docx
import pytest
from library_app import RunningApp, drop_from_disk, running_app, write_note
from msoffcrypto.format.ooxml import OOXMLFile
from ragdesk_browser import keep, open_tab, reload, until

from ragdesk.app.app import App
from ragdesk.domain.answers import Answer, Citation, Sentence, Timings
from ragdesk.domain.conversations import Turn
from ragdesk.domain.search import Scope

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    # uvicorn's and gradio's own, on these versions
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    with running_app(tmp_path_factory.mktemp("library")) as given:
        yield given


def answered(app: App, document_id: str) -> str:
    """A conversation with one answer that quotes the document's last paragraph. Returns the conversation's id."""
    text = app.library.text(document_id).strip()
    quote = text.splitlines()[-1]
    citation = Citation(
        number=1,
        chunk_id=app.library.chunks.of_document(document_id)[0].id,
        document_id=document_id,
        document=app.library.document(document_id).name,
        title=app.library.document(document_id).title,
        page=None,
        section="",
        quote=quote,
        char_start=text.index(quote),
        char_end=text.index(quote) + len(quote),
    )
    sentence = Sentence("The valve is checked on Mondays.", (1,), True)
    question = "When is the valve checked?"
    answer = Answer(
        question, question, sentence.text, "answered", (citation,), (sentence,), (), Timings(0.1, total=1.0)
    )
    conversation = app.conversations.create(question)
    kept = app.library.conversations
    kept.add(conversation.id, Turn("user", question))
    kept.add(conversation.id, Turn("assistant", sentence.text), answer)
    return conversation.id


def test_an_encrypted_file_waits_for_its_password(opened: RunningApp, tmp_path: Path) -> None:
    opened.clear()
    document, plain = docx.Document(), io.BytesIO()
    document.add_heading("Locked report", 1)
    document.add_paragraph("The valve is checked on Mondays.")
    document.save(plain)
    locked = tmp_path / "locked.docx"
    with locked.open("wb") as file:
        OOXMLFile(plain).encrypt("geheim", file)
    page = opened.load()
    page.set_input_files("#rd-drop input[type=file]", [str(locked)])
    page.wait_for_selector("#rd-held li", timeout=60_000)
    assert "locked.docx" in page.inner_text("#rd-held")
    keep(page, "held")
    page.get_by_label("Password of locked.docx").fill("wrong")
    page.click("#rd-open")
    until(page, lambda: page.input_value("#rd-password input") == "")
    page.wait_for_selector("#rd-held li", timeout=60_000)
    reload(page, opened.seen)  # another window sees it, too
    page.wait_for_selector("#rd-held li", timeout=60_000)
    field = page.get_by_label("Password of locked.docx")
    field.fill("geh")
    page.wait_for_timeout(2_500)  # the polls that come meanwhile leave a half-typed password alone
    assert field.input_value() == "geh"
    field.fill("geheim")
    field.press("Enter")
    until(page, lambda: "Locked report" in page.inner_text("#rd-documents"))
    until(page, lambda: page.query_selector("#rd-held li") is None)
    assert not page.is_visible("#rd-password")
    opened.quiet()


def test_a_document_is_shown_sorted_viewed_and_downloaded(opened: RunningApp, tmp_path: Path) -> None:
    app = opened.clear()
    opened.add(write_note(tmp_path / "valves.md", "The valve is checked on <b>Mondays</b>."))
    page = opened.load()
    page.get_by_role("button", name="valves", exact=True).click()
    page.locator("#rd-document").get_by_role("button", name="About", exact=True).click()
    page.wait_for_selector("#rd-leaf dl")
    field = page.get_by_label("Collections of this document")
    field.press_sequentially("Plant 2, north")
    field.press("Enter")
    page.click("#rd-save-collections")
    until(page, lambda: [each.name for each in app.library.collections.all()] == ["Plant 2, north"])
    until(page, lambda: page.query_selector('#rd-documents .rd-chip >> text="Plant 2, north"') is not None)
    keep(page, "details")
    with page.context.expect_page() as shown:
        page.locator("#rd-document").get_by_role("link", name="View").click()
    shown.value.wait_for_load_state()
    # Drawn as a document; tags of its own are no part of it.
    assert shown.value.inner_text(".rd-reading").endswith("The valve is checked on Mondays.")
    assert shown.value.locator(".rd-reading b").count() == 0
    shown.value.close()
    with page.expect_download() as fetched:
        page.locator("#rd-document").get_by_role("link", name="Download").click()
    assert fetched.value.suggested_filename == "valves.md"
    opened.quiet()


def test_an_archive_shows_what_is_inside_and_goes_with_it(opened: RunningApp, tmp_path: Path) -> None:
    app = opened.clear()
    archive = tmp_path / "papers.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("notes/valves.md", "# Valves\n\nThe valve is checked on Mondays.\n")
        packed.writestr("broken.pdf", b"%PDF-1.7 and then nothing")
    page = opened.load()
    page.set_input_files("#rd-drop input[type=file]", [str(archive)])
    until(page, lambda: "Valves" in page.inner_text("#rd-documents"))
    until(page, lambda: "broken.pdf in papers.zip" in page.inner_text("#rd-finished"))
    row = page.locator("#rd-documents li", has=page.get_by_role("button", name="papers", exact=True))
    row.get_by_role("button", name="papers").click()
    page.locator("#rd-document").get_by_role("button", name="About", exact=True).click()
    until(page, lambda: "2 files inside" in page.inner_text("#rd-leaf"))
    keep(page, "inside")
    page.locator("#rd-leaf").get_by_role("button", name="notes/valves.md").click()
    until(page, lambda: "Valves" in page.inner_text("#rd-document"))
    page.locator("#rd-document").get_by_role("button", name="About", exact=True).click()
    until(page, lambda: "Part of" in page.inner_text("#rd-leaf"))
    page.locator("#rd-document").get_by_role("button", name="Back to the library").click()
    row.get_by_role("button", name="Remove").click()
    until(page, lambda: "1 file inside of it" in page.inner_text("#rd-documents"))
    page.locator("#rd-documents a.rd-danger").first.click()
    until(page, lambda: page.inner_text("#rd-note").count("Removed") == 2)
    assert app.library.documents.all() == []
    opened.quiet()


def test_a_removal_is_confirmed_and_can_take_the_answers_with_it(opened: RunningApp, tmp_path: Path) -> None:
    app = opened.clear()
    conversation = answered(app, *opened.add(write_note(tmp_path / "valves.md", "Checked on Mondays.")))
    page = opened.load()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_role("button", name="Keep").click()
    until(page, lambda: page.query_selector("#rd-documents a.rd-danger") is None)
    assert len(app.library.documents.all()) == 1
    page.get_by_role("button", name="Remove", exact=True).click()
    page.wait_for_selector("#rd-documents a.rd-danger")
    page.wait_for_timeout(5_500)  # a poll does not take the question away
    page.get_by_role("button", name="also delete 1 answer that quotes it").click()
    until(page, lambda: "Removed" in page.inner_text("#rd-note"))
    assert app.library.documents.all() == [] and app.library.conversations.messages(conversation) == []


def test_an_entry_is_written_approved_edited_rejected_and_deleted(opened: RunningApp) -> None:
    app = opened.clear()
    page = opened.load()
    page.get_by_role("button", name="Questions and answers").click()
    page.get_by_label("Question", exact=True).fill("Who opens the gate?")
    page.get_by_label("Answer", exact=True).fill("The porter opens the gate at six.")
    page.click("#rd-entry-save")
    until(page, lambda: "Who opens the gate?" in page.inner_text("#rd-entries"))
    assert app.library.documents.all() == []
    entries = page.locator("#rd-entries")
    entries.get_by_role("button", name="Approve").click()
    until(page, lambda: "Who opens the gate?" in page.inner_text("#rd-documents"))
    assert [document.kind for document in app.library.documents.all()] == ["faq"]
    entries.get_by_role("button", name="Edit").click()
    until(page, lambda: "porter" in page.get_by_label("Answer", exact=True).input_value())
    page.get_by_label("Answer", exact=True).fill("The guard opens the gate at seven.")
    page.get_by_role("button", name="Save changes").click()
    until(
        page,
        lambda: any("guard" in app.library.text(document.id) for document in app.library.documents.all()),
    )
    keep(page, "entries")
    entries.get_by_role("button", name="Reject").click()
    until(page, lambda: app.library.documents.all() == [])
    entries.get_by_role("button", name="Delete").click()
    page.locator("#rd-entries a.rd-danger").click()
    until(page, lambda: app.library.entries.all() == [])
    opened.quiet()


def test_an_answer_is_saved_as_an_entry_and_its_quote_viewed(opened: RunningApp, tmp_path: Path) -> None:
    app = opened.clear()
    answered(app, *opened.add(write_note(tmp_path / "valves.md", "The valve is checked on Mondays.")))
    page = opened.load()
    open_tab(page, "Chat")
    page.click("a.rd-talk")
    page.wait_for_selector("a.rd-cite")
    with page.context.expect_page() as shown:
        page.locator("#rd-thread").get_by_role("link", name="View").click()
    shown.value.wait_for_load_state()
    assert shown.value.inner_text("mark#rd-quote") == "The valve is checked on Mondays"
    shown.value.close()
    page.get_by_role("button", name="Save as question and answer").click()
    page.get_by_role("button", name="Show it").click()
    until(page, lambda: page.is_visible("#rd-entries"))
    assert "The valve is checked on Mondays." in page.inner_text("#rd-entries")
    assert [entry.state for entry in app.library.entries.all()] == ["proposed"]
    opened.quiet()


def test_a_watched_folder_is_followed_until_it_is_stopped(opened: RunningApp, tmp_path: Path) -> None:
    app = opened.clear()
    folder = tmp_path / "papers"
    folder.mkdir()
    write_note(folder / "first.md", "The first note.")
    page = opened.load()
    page.get_by_role("button", name="Watched folders").click()
    field = page.get_by_label("Whole path of a folder")
    field.fill("papers")
    page.click("#rd-watch")
    until(page, lambda: "not the whole path" in page.inner_text("#rd-folder-note"))
    field.fill(str(folder))
    field.press("Enter")
    until(page, lambda: "first" in page.inner_text("#rd-documents"))
    write_note(folder / "second.md", "The second note.")
    until(page, lambda: "second" in page.inner_text("#rd-documents"))
    page.get_by_role("button", name="Stop", exact=True).click()
    until(page, lambda: app.watched_folders.all() == {})
    assert len(app.library.documents.all()) == 2


def test_a_conversation_asks_about_its_own_files_only(opened: RunningApp, tmp_path: Path) -> None:
    app = opened.clear()
    opened.add(write_note(tmp_path / "other.md", "Nothing of interest."))
    conversation = answered(app, *opened.add(write_note(tmp_path / "valves.md", "Checked on Mondays.")))
    own = write_note(tmp_path / "own.md", "The pump is checked on Fridays.")
    page = opened.load()
    open_tab(page, "Chat")
    page.click("a.rd-talk")
    page.wait_for_selector("a.rd-cite")
    page.get_by_role("button", name="Where to look").click()
    _choose(page, own)
    until(page, lambda: "look nowhere else" in page.inner_text("#rd-own-note"))
    [found] = [document.id for document in app.library.documents.all() if document.name == "own.md"]
    [kept] = [each for each in app.conversations.all() if each.id == conversation]
    assert kept.scope == Scope(documents=(found,))
    until(page, lambda: "1 document" in page.inner_text("#rd-scope"))
    keep(page, "own-files")
    page.click("#rd-new")  # without a conversation, one is made for the files
    until(page, lambda: page.query_selector("a.rd-cite") is None)
    page.get_by_role("button", name="Where to look").click()  # it closes where something else is clicked
    _choose(page, write_note(tmp_path / "later.md", "The fan is checked on Sundays."))
    until(page, lambda: "About later.md" in page.inner_text("#rd-conversations"))
    until(
        page,
        lambda: any(len(c.scope.documents) == 1 and c.id != conversation for c in app.conversations.all()),
    )
    opened.quiet()


def test_files_dropped_on_any_tab_are_taken_in_and_can_be_asked_about(
    opened: RunningApp, tmp_path: Path
) -> None:
    app = opened.clear()
    page = opened.load()
    open_tab(page, "Chat")
    page.get_by_text("Nothing to ask yet").wait_for()
    drop_from_disk(page, [write_note(tmp_path / "other.md", "Nothing of interest.")])
    page.get_by_text("Ask your documents").wait_for(timeout=60_000)
    drop_from_disk(page, [write_note(tmp_path / "pump.md", "The pump is checked on Fridays.")], hold=True)
    page.wait_for_selector("#rd-over >> text=Then ask about them")
    drop_from_disk(page, [tmp_path / "pump.md"])
    said = page.locator("#rd-arrivals")
    said.get_by_text("“pump” is in your library.").wait_for(timeout=60_000)
    assert axe.violations(page) == []
    keep(page, "dropped-on-chat")
    said.get_by_role("button", name="Ask about this file").click()
    until(page, lambda: "1 document" in page.inner_text("#rd-scope") and not said.is_visible())
    until(page, lambda: page.evaluate("document.activeElement.closest('#rd-question') !== null"))
    page.click("#rd-new")
    until(page, lambda: "everywhere" in page.inner_text("#rd-scope"))

    for tab, count in (("Citations", 2), ("Memory", 3)):
        open_tab(page, tab)
        names = [f"{tab} {number}" for number in range(count)]
        drop_from_disk(page, [write_note(tmp_path / f"{name}.md", f"About {name}.") for name in names])
        said.get_by_text(f"{count} files are in your library.").wait_for(timeout=60_000)
    said.get_by_role("button", name="Ask about these").click()
    until(page, lambda: page.is_visible("#rd-question") and "3 documents" in page.inner_text("#rd-scope"))
    with page.expect_file_chooser() as chooser:
        page.click("#rd-clip")
    write_note(tmp_path / "clip.md", "Clipped.")
    chooser.value.set_files(str(tmp_path / "clip.md"))
    said.get_by_text("“clip” is in your library.").wait_for(timeout=60_000)
    said.get_by_role("button", name="Close").click()
    said.wait_for(state="hidden")
    assert len(app.library.documents.all()) == 8
    opened.quiet()


def _choose(page: Any, path: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.click("#rd-own-files")
    chooser.value.set_files(str(path))
