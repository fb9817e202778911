"""The Library's list in a real browser: files and folders dropped on the page, the order and the filter, collections by menu
and by dragging, several documents removed, a thousand documents, narrow and wide windows.

With RAGDESK_SCREENSHOTS set to a folder, pictures are kept there.
"""

import gc
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from library_app import (
    RunningApp,
    delete_documents,
    drop_from_disk,
    put_documents,
    rows,
    running_app,
    shows,
    write_note,
)
from ragdesk_browser import keep, until

from ragdesk.domain.documents import Document, DocumentState
from ragdesk.front.web import texts
from ragdesk.front.web.tabs.library.listing import WINDOW

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    # uvicorn's and gradio's own, on these versions
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
DROP = """() => {
  const given = new DataTransfer();
  for (const [name, text] of [["pumps.md", "# Pumps\\n\\nChecked on Fridays."], ["fans.txt", "Fans run at night."]])
    given.items.add(new File([text], name));
  const place = document.querySelector("#rd-documents");
  for (const kind of ["dragenter", "dragover", "drop"])
    place.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: given }));
}"""


# A file in the list of results, beside a neighbour that wants all of the room: how wide its name is, and in how many lines each
# word of it stands.
SQUEEZED = """(name) => {
  const list = document.createElement("ul"), row = document.createElement("li");
  const file = document.createElement("span"), told = document.createElement("span");
  const rows = document.createElement("div");
  file.className = "rd-file";
  file.innerHTML = name;
  told.textContent = "added as a new version of the same document with all of its attachments, 13 passages, 12.5 s";
  row.append(file, told);
  list.append(row);
  rows.className = "rd-rows";
  rows.append(list);
  document.querySelector("#rd-documents").append(rows);
  const box = file.getBoundingClientRect();
  const range = document.createRange(), words = [];
  for (const node of file.firstChild.childNodes) {
    if (node.nodeType !== 3) continue;
    range.selectNodeContents(node);
    words.push(range.getClientRects().length);
  }
  rows.remove();
  return { width: box.width, words, wide: document.documentElement.scrollWidth - innerWidth };
}"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    with running_app(tmp_path_factory.mktemp("list")) as given:
        yield given


def test_an_empty_library_invites_and_takes_the_samples(opened: RunningApp) -> None:
    page = opened.fresh()
    page.wait_for_selector("text=Your library is empty")
    keep(page, "library-empty")
    page.get_by_role("button", name="Try it with three sample documents").click()
    shows(page, 3, 120)
    assert all("Samples" in document.collections for document in opened.app.library.documents.all())
    assert not page.is_visible("text=Your library is empty")
    opened.quiet()


def test_files_and_folders_are_dropped_anywhere_on_the_page(opened: RunningApp, tmp_path: Path) -> None:
    page = opened.fresh()
    page.evaluate(DROP)
    shows(page, 2)
    folder = tmp_path / "plant"
    for name in ("a/one.md", "a/b/two.md", ".hidden/no.md", "a/.no.md"):
        write_note(folder / name, f"About {name}.")
    (tmp_path / "empty").mkdir()
    drop_from_disk(page, [folder], hold=True)
    page.wait_for_selector("#rd-over")
    assert "Drop to add" in page.inner_text("#rd-over")
    drop_from_disk(page, [folder, write_note(tmp_path / "three.md", "The third.")])
    until(page, lambda: page.query_selector("#rd-over") is None)
    shows(page, 5, 90)
    found = {
        document.name: document.sources[0].split("/", 2)[2] for document in opened.app.library.documents.all()
    }
    assert found == {
        "pumps.md": "pumps.md",
        "fans.txt": "fans.txt",
        "one.md": "plant/a/one.md",
        "two.md": "plant/a/b/two.md",
        "three.md": "three.md",
    }
    drop_from_disk(page, [tmp_path / "empty"])
    page.wait_for_selector("#rd-sending >> text=There are no files in this folder.")
    opened.quiet()


def test_what_is_too_large_is_said_before_it_is_sent(opened: RunningApp, tmp_path: Path) -> None:
    page = opened.fresh()
    large = tmp_path / "large.txt"
    with large.open("wb") as file:
        file.truncate(opened.app.settings.ingest.max_file_mb * 1_000_000 + 1)
    drop_from_disk(page, [large, write_note(tmp_path / "small.md", "Small.")])
    page.wait_for_selector("#rd-sending >> text=large.txt")
    shows(page, 1)
    assert rows(page) == ["small"]
    opened.quiet()


def test_what_the_disk_has_no_room_for_is_said(
    opened: RunningApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened.fresh()
    monkeypatch.setattr("ragdesk.front.web.guard.arriving.room", lambda folder: 0)
    drop_from_disk(page, [write_note(tmp_path / "note.md", "Small.")])
    page.wait_for_selector("#rd-sending >> text=note.md: There is too little free space on the disk")
    assert opened.app.library.documents.all() == [] and opened.app.intake.state().waiting == ()


def test_a_folder_is_chosen_by_its_button(opened: RunningApp, tmp_path: Path) -> None:
    page = opened.fresh()
    folder = write_note(tmp_path / "chosen" / "inner" / "deep.md", "Deep.").parent.parent
    write_note(folder / ".git" / "config.md", "Not for reading.")
    with page.expect_file_chooser() as chooser:
        page.click("#rd-choose-folder")
    chooser.value.set_files(str(folder))
    shows(page, 1)
    assert opened.app.library.documents.all()[0].sources[0].endswith("/chosen/inner/deep.md")
    opened.quiet()


def test_collections_by_menu_and_by_dragging_and_several_removed(opened: RunningApp, tmp_path: Path) -> None:
    page = opened.fresh()
    words = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon")
    opened.add(*(write_note(tmp_path / f"{word}.md", f"About {word}.") for word in words))
    opened.load()
    shows(page, 5)

    def collections() -> dict[str, tuple[str, ...]]:
        return {document.title: document.collections for document in opened.app.library.documents.all()}

    # By keyboard: pick a row, open the menu, write a new name.
    box = page.locator("#rd-documents li", has_text="Alpha").locator(".rd-pick")
    box.focus()
    page.keyboard.press("Space")
    until(page, lambda: "1 selected" in page.inner_text("#rd-picked"))
    page.locator("#rd-picked summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("North: plant 2")
    page.keyboard.press("Enter")
    until(page, lambda: collections()["Alpha"] == ("North: plant 2",))
    until(page, lambda: "North: plant 2" in page.inner_text("#rd-bins"))
    until(page, lambda: not page.is_visible("#rd-picked >> text=selected"))
    # By menu: two at once, with the shift key.
    page.locator("#rd-documents li", has_text="Beta").locator(".rd-pick").click()
    page.locator("#rd-documents li", has_text="Delta").locator(".rd-pick").click(modifiers=["Shift"])
    until(page, lambda: "2 selected" in page.inner_text("#rd-picked"))
    keep(page, "library-picked")
    page.click("#rd-picked summary")
    page.locator("#rd-picked").get_by_role("button", name="North: plant 2").click()
    until(page, lambda: len([each for each in collections().values() if each]) == 3)
    until(page, lambda: page.locator("#rd-documents li", has_text="North: plant 2").count() == 3)

    # By dragging.
    def dragged() -> bool:
        # A list that is drawn anew meanwhile ends the drag: a person drags again.
        if not collections()["Gamma"]:
            page.locator("#rd-documents li", has_text="Gamma").drag_to(
                page.locator("a.rd-bin", has_text="North")
            )
            page.wait_for_timeout(1_000)
        return collections()["Gamma"] == ("North: plant 2",)

    until(page, dragged)
    assert collections()["Epsilon"] == ()
    page.locator("a.rd-bin", has_text="North").click()
    shows(page, 4)
    page.locator("#rd-documents li", has_text="Gamma").locator(".rd-pick").click()
    page.get_by_role("button", name="Take out of North: plant 2").click()
    shows(page, 3)
    # Several are removed, after one question, with a receipt that names each.
    page.locator(".rd-pick-all").click()
    until(page, lambda: "3 selected" in page.inner_text("#rd-picked"))
    page.locator("#rd-picked").get_by_role("button", name="Remove").click()
    until(page, lambda: "Remove these 3 documents" in page.inner_text("#rd-documents"))
    assert {"Alpha", "Beta", "Delta"} <= set(page.inner_text("#rd-documents .rd-asking").split())
    assert len(opened.app.library.documents.all()) == 5
    page.locator("#rd-documents .rd-asking a.rd-danger").first.click()
    until(page, lambda: len(opened.app.library.documents.all()) == 2)
    until(page, lambda: page.inner_text("#rd-note").count("Removed") == 3)
    page.get_by_role("button", name="Delete this collection").click()
    until(page, lambda: opened.app.library.collections.all() == [])
    shows(page, 2)
    opened.quiet()


def test_a_thousand_documents_stay_quick(opened: RunningApp) -> None:
    opened.fresh()
    made = put_documents(opened.app, 1_000)
    try:
        page = opened.load()
        shows(page, WINDOW)
        assert f"{WINDOW} of 1,000 shown" in page.inner_text("#rd-documents")
        page.get_by_role("button", name=f"Show {WINDOW} more").click()
        shows(page, 2 * WINDOW)
        page.locator("#rd-documents a.rd-sort", has_text="Added").click()
        until(page, lambda: page.query_selector("a.rd-sort.rd-down") is not None)
        assert page.inner_text("#rd-documents li >> nth=0 >> .rd-c-added").startswith("28 Jan")
        head = page.locator('#rd-documents [role="columnheader"]', has_text="Added")
        until(page, lambda: head.get_attribute("aria-sort") == "descending")
        page.locator("#rd-documents a.rd-sort", has_text="Added").focus()
        page.keyboard.press("Space")
        until(page, lambda: head.get_attribute("aria-sort") == "ascending")
        assert page.inner_text("#rd-documents li >> nth=0 >> .rd-c-added").startswith("1 Jan")
        page.locator("#rd-documents a.rd-sort", has_text="Type").click()
        until(page, lambda: page.inner_text("#rd-documents li >> nth=0 >> .rd-type") == "DOCX")
        page.locator("#rd-filter textarea, #rd-filter input").press_sequentially("0999")
        shows(page, 1)
        assert rows(page) == ["Report 0999 on plant 5"]
        page.locator("#rd-filter textarea, #rd-filter input").fill("")
        page.locator("a.rd-bin", has_text="Tenths").click()
        # Of rows out of view, which are not laid out, `inner_text` says nothing.
        until(page, lambda: page.text_content("#rd-documents").count("Tenths") == WINDOW)
        keep(page, "library-thousand")
        opened.quiet()
    finally:
        delete_documents(opened.app, made)


def test_a_window_s_session_does_not_grow_with_what_is_done_in_it(opened: RunningApp) -> None:
    from gradio.state_holder import SessionState

    opened.fresh()
    made = put_documents(opened.app, 20)
    try:
        page = opened.load()
        shows(page, 20)
        field = page.locator("#rd-filter textarea, #rd-filter input")
        sizes = []
        for number in range(4):
            field.fill(f"Report 001{number}")
            until(page, lambda number=number: [row[:11] for row in rows(page)] == [f"Report 001{number}"])
            page.wait_for_timeout(500)  # what follows the event is done
            gc.collect()
            sessions = [each for each in gc.get_objects() if isinstance(each, SessionState)]
            sizes.append(max(len(each.blocks_config.blocks) for each in sessions))
        assert sizes[0] == sizes[-1]
        opened.quiet()
    finally:
        delete_documents(opened.app, made)


def test_a_slow_filter_draws_no_older_list_over_a_newer_one(
    opened: RunningApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened.fresh()
    made = put_documents(opened.app, 20)
    states, begun, gate = opened.app.contents.states, threading.Event(), threading.Event()

    def slow_at_first(known: Sequence[Document]) -> Mapping[str, DocumentState]:
        if not begun.is_set():
            begun.set()
            gate.wait(60)
        return states(known)

    try:
        page = opened.load()
        shows(page, 20)
        monkeypatch.setattr(opened.app.contents, "states", slow_at_first)
        page.locator("#rd-filter textarea, #rd-filter input").fill("Report")
        until(page, begun.is_set)
        page.locator("a.rd-bin", has_text="Tenths").click()
        shows(page, 2)
        gate.set()
        page.wait_for_timeout(1_500)
        shows(page, 2)
        opened.quiet()
    finally:
        gate.set()
        delete_documents(opened.app, made)


@pytest.mark.parametrize("width", [320, 600, 1280, 3840])
def test_the_list_fits_windows_of_every_width(opened: RunningApp, width: int) -> None:
    opened.app.library.collections.create("A collection with a rather long name")
    made = put_documents(opened.app, 12)
    try:
        opened.page.set_viewport_size({"width": width, "height": 900})
        page = opened.load()
        shows(page, 12)
        page.locator(".rd-pick").first.click()
        until(page, lambda: page.is_visible("#rd-picked >> text=1 selected"))
        page.click("#rd-picked summary")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = [each.bounding_box() for each in page.query_selector_all("#rd-documents li.rd-row")[:3]]
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
        signs = page.query_selector("#rd-documents a.rd-sign").bounding_box()
        assert min(signs["width"], signs["height"]) >= 24
        keep(page, f"library-{width}")
    finally:
        delete_documents(opened.app, made)
        opened.app.library.collections.delete("A collection with a rather long name")
        opened.page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.parametrize("width", [640, 320])
def test_a_narrow_window_breaks_a_files_name_between_its_words(opened: RunningApp, width: int) -> None:
    """640 is what a window of 1280 has at 200 %."""
    page = opened.fresh()
    page.set_viewport_size({"width": width, "height": 400})
    page.wait_for_selector("#rd-documents", state="attached")
    name = str(texts.name("Quarterly_Report_2026_version_reviewed_by_Finance.txt"))
    assert name.count("<wbr>") >= 4
    seen = page.evaluate(SQUEEZED, name)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert seen["width"] >= 140 and set(seen["words"]) == {1}, seen
    assert seen["wide"] <= 0
