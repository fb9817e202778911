"""Leafing through a document, keeping order among many, and the explanation of a search: real stores, the real embedder."""

import shutil
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scripted import make_chunk, make_document

from ragdesk.app.app import App
from ragdesk.app.contents import regions
from ragdesk.domain.documents import Layout, Page
from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.domain.search import Mode, Scope
from ragdesk.domain.views import QuoteBox
from ragdesk.host.paths import open_home
from ragdesk.ingesting.layout import load_layout, save_layout
from ragdesk.storage.ledger.documents import Documents


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path_factory.mktemp("reading") / "home"))
    list(opened.intake.add([examples]))
    yield opened
    opened.close()


def named(app: App, name: str) -> str:
    return next(document.id for document in app.library.documents.all() if document.name == name)


def test_the_rectangles_of_a_passage_cover_its_words_and_no_other_passage_s(app: App) -> None:
    document_id = named(app, "sop-autoclave.pdf")
    stored = app.library.layout_bytes(document_id)
    assert stored is not None
    layout = load_layout(stored)
    words = 0
    for number in app.contents.pictured(document_id):
        for placed in app.contents.page(document_id, number):
            assert placed.boxes
            for span, page, (x0, y0, x1, y1) in zip(
                layout.spans.tolist(), layout.pages.tolist(), layout.boxes.tolist(), strict=True
            ):
                if page != number:
                    continue
                within = placed.chunk.char_start <= span[0] and span[1] <= placed.chunk.char_end
                middle = ((x0 + x1) / 2, (y0 + y1) / 2)
                covered = any(b.x0 <= middle[0] <= b.x1 and b.y0 <= middle[1] <= b.y1 for b in placed.boxes)
                assert covered == within, (placed.chunk.ordinal, number, span)
                words += within
    assert words == len(layout.spans)


def test_lines_of_a_column_are_one_rectangle_and_a_new_column_begins_another() -> None:
    lines = [QuoteBox(1, 10, y, 100, y + 10) for y in (0, 12, 24)]
    beside = [QuoteBox(1, 120, y, 200, y + 10) for y in (0, 12)]
    far = QuoteBox(1, 120, 300, 200, 310)
    assert regions([*lines, *beside, far]) == [
        QuoteBox(1, 10, 0, 100, 34),
        QuoteBox(1, 120, 0, 200, 22),
        far,
    ]


def test_a_page_knows_its_passages_and_a_window_of_them_is_read(app: App) -> None:
    document_id = named(app, "sop-autoclave.pdf")
    known = app.library.chunks.of_document(document_id)
    for number in (1, 2, 3):
        expected = [c.id for c in known if (c.page_start or 0) <= number <= (c.page_end or 0)]
        assert [placed.chunk.id for placed in app.contents.page(document_id, number)] == expected
    assert app.library.chunks.window(document_id, 3, 4) == known[3:7]
    text = named(app, "meeting-note.txt")
    assert app.contents.pictured(text) == [] and app.contents.page(text, 1) == []


def test_where_a_document_came_from_and_which_version_it_is(app: App, tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("# Rules\n\nThe gate opens at six.\n", encoding="utf-8")
    list(app.intake.add([path]))
    path.write_text("# Rules\n\nThe gate opens at seven.\n", encoding="utf-8")
    [again] = app.intake.add([path])
    assert again.document_id
    [version] = app.contents.versions(again.document_id)
    assert (version.path, version.number, version.problem) == (str(path), 2, None)
    assert app.contents.sha256(again.document_id).startswith(again.document_id)
    path.write_bytes(b"\x00\x01\x02\x03" * 64)
    assert [result.status for result in app.intake.add([path])] == ["failed"]
    state = app.contents.states(app.library.documents.all())[again.document_id]
    assert state.kind == "problem" and str(app.contents.versions(again.document_id)[0].problem) in str(
        state.detail
    )
    app.removals.remove([again.document_id])
    with pytest.raises(UnknownIdError):
        app.contents.sha256(again.document_id)


def test_a_container_whose_parts_could_not_be_read_says_so(app: App, tmp_path: Path) -> None:
    archive = tmp_path / "papers.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("gate.md", "# Gate\n\nThe gate is open.\n")
        packed.writestr("broken.pdf", b"%PDF-1.7 and then nothing")
    list(app.intake.add([archive]))
    document_id = named(app, "papers.zip")
    assert app.contents.states(app.library.documents.all())[document_id].kind == "partial"
    app.removals.remove([document_id])


def test_several_documents_are_put_into_a_collection_and_taken_out(app: App) -> None:
    ids = [document.id for document in app.library.documents.all()][:3]
    app.library.collections.assign(ids, "Plant: 2")
    app.library.collections.create("Empty")
    assert [(each.name, each.documents) for each in app.library.collections.all()] == [
        ("Empty", 0),
        ("Plant: 2", 3),
    ]
    app.library.collections.unassign(ids[:1], "Plant: 2")
    app.library.collections.rename("Plant: 2", "Plant 3")
    assert [(each.name, each.documents) for each in app.library.collections.all()] == [
        ("Empty", 0),
        ("Plant 3", 2),
    ]
    for refused, error in ((lambda: app.library.collections.assign(ids, "  "), UsageError),
                           (lambda: app.library.collections.unassign(ids, "None"), UnknownIdError)):  # fmt: skip
        with pytest.raises(error):
            refused()
    app.library.collections.delete("Plant 3")
    app.library.collections.delete("Empty")


@pytest.mark.parametrize(
    "query", ["how long must the autoclave cool down", "SOP-LAB-014", "compare gasket and badge"]
)
@pytest.mark.parametrize("mode", ["hybrid", "vector", "words"])
@pytest.mark.parametrize("top", [3, 10])
def test_an_explanation_is_of_what_a_search_finds(app: App, query: str, mode: Mode, top: int) -> None:
    found = app.passages.search(query, top=top, mode=mode)
    explained = app.passages.explain(query, top=top, mode=mode)
    assert [each.hit.chunk for each in explained] == [hit.chunk for hit in found] and found
    scores = [hit.score for hit in found]
    assert [each.hit.score for each in explained] == pytest.approx(scores, abs=1e-5)
    fused = app.passages.search(query, top=40, mode=mode, rerank=False)
    places = {hit.chunk.id: (rank, hit.score) for rank, hit in enumerate(fused, 1)}
    for rank, each in enumerate(explained, 1):
        hit = each.hit
        assert (each.vector and each.vector.rank) == hit.vector_rank
        assert (each.words and each.words.rank) == hit.words_rank
        if mode == "hybrid":
            assert each.fused and each.fused.rank == places[hit.chunk.id][0]
            assert each.fused.score == pytest.approx(places[hit.chunk.id][1], abs=1e-5)
            assert each.reranked and (each.reranked.rank, each.reranked.score) == (rank, hit.score)
        else:
            assert each.fused is None and each.reranked is None
            assert (each.vector is None) == (mode == "words") and (each.words is None) == (mode == "vector")


def test_an_explanation_keeps_to_its_scope_and_says_what_was_not_found_by_words(app: App) -> None:
    document_id = named(app, "handbook.md")
    explained = app.passages.explain("holiday allowance", scope=Scope(documents=(document_id,)))
    assert {each.hit.chunk.document_id for each in explained} == {document_id}
    assert any(each.words is None and each.vector for each in explained)


@pytest.mark.parametrize("mode", ["hybrid", "words"])
def test_the_best_line_of_each_passage_found_is_a_unit_of_it(app: App, mode: Mode) -> None:
    query = "how long must the autoclave cool down"
    found = app.passages.search(query, mode=mode)
    lines = app.passages.best_lines(query, found)
    assert "at least 45 minutes" in lines[found[0].chunk.id].within(found[0].chunk)
    for hit in found:
        if hit.chunk.id in lines:
            place = lines[hit.chunk.id]
            whole = app.shelves.text(hit.chunk.document_id)
            assert place.within(hit.chunk) == whole[place.char_start : place.char_end] != ""


PAGES, WORDS = 3_000, 200
CHUNKS = 10_000


def put_long_document(app: App) -> str:
    """A document of 3,000 pages and 10,000 passages, in the ledger and the archive alone. Each word is "word "."""
    document_id, chars = "1" * 16, 5 * WORDS
    document = replace(make_document(document_id, "long.pdf", paged=True), chunks=CHUNKS)
    pages = [Page(n + 1, n * chars, (n + 1) * chars, 600, 800) for n in range(PAGES)]
    step = PAGES * chars // CHUNKS
    chunks = [
        replace(
            make_chunk("word " * (step // 5), start=n * step, chunk_id=f"{n:012d}", document_id=document_id),
            ordinal=n,
            page_start=1 + n * step // chars,
            page_end=1 + (n * step + step - 1) // chars,
        )
        for n in range(CHUNKS)
    ]
    starts = np.arange(PAGES * WORDS, dtype=np.int32) * 5
    place = np.arange(PAGES * WORDS) % WORDS
    left, top = 50 + 50 * (place % 10), 50 + 30 * (place // 10)
    layout = Layout(
        np.stack([starts, starts + 4], axis=1),
        (np.arange(PAGES * WORDS) // WORDS + 1).astype(np.int32),
        np.stack([left, top, left + 40, top + 12], axis=1).astype(np.float32),
    )
    folder = app.home.archive / document_id
    folder.mkdir()
    (folder / "layout.npz").write_bytes(save_layout(layout))
    with app.library._ledger.database.writing() as connection:
        Documents.insert(connection, document, "1" * 64, "made", pages, chunks)
        Documents.set_state(connection, [document_id], "ready")
    return document_id


def test_a_document_of_three_thousand_pages_is_leafed_through_quickly(app: App) -> None:
    document_id = put_long_document(app)
    assert len(app.contents.page(document_id, 1)) == 4  # reads the layout
    best = 9.0
    for number in (2, 1_500, 3_000):
        started = time.thread_time()
        placed = app.contents.page(document_id, number)
        best = min(best, time.thread_time() - started)
        assert all(each.boxes and each.boxes[0].page == number for each in placed)
        assert placed[0].chunk.page_end and placed[0].chunk.page_end >= number
    assert len(app.library.chunks.window(document_id, 9_980, 30)) == 20
    assert best < 0.1
    with app.library._ledger.database.writing() as connection:
        Documents.delete(connection, [document_id])
    shutil.rmtree(app.home.archive / document_id)
