"""Where a person finds what a citation names: in the text as it is now, on pages, in cells, in the pieces of a message."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from cited import PAGES_QUOTE, add, cite, write_mail, write_pdf, write_sheet
from heavy_pages import SAYS, nested
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ragdesk.app.app import App
from ragdesk.app.citations import MAX_COLUMNS
from ragdesk.domain.errors import UnknownIdError
from ragdesk.front.web.tabs.citations.viewer_routes import viewer_routes
from ragdesk.host.paths import open_home
from ragdesk.ingesting.drawing import PageDrawer

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


def test_a_quote_that_moved_is_found_at_the_nearest_place_and_one_that_went_nowhere(
    app: App, tmp_path: Path
) -> None:
    (tmp_path / "note.md").write_text("Wait ten minutes.\n\n" + "Filler. " * 20 + "\n\nWait ten minutes.\n")
    note = add(app, tmp_path / "note.md")
    text, there = app.library.text(note), cite(app, note, "Wait ten minutes.")
    assert app.citations.span(there) == (0, 17)
    last = text.rindex("Wait")
    assert app.citations.span(replace(there, char_start=last - 9, char_end=last + 8)) == (last, last + 17)
    assert app.citations.span(replace(there, char_start=12, char_end=29)) == (0, 17)
    assert app.citations.span(replace(there, quote="Wait nine minutes.")) is None
    app.removals.remove([note])
    with pytest.raises(UnknownIdError):
        app.citations.span(there)


def test_a_removed_document_is_succeeded_by_the_one_of_its_name(app: App, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("Wait ten minutes.\n")
    old = cite(app, add(app, tmp_path / "note.md"), "Wait ten minutes.")
    (tmp_path / "note.md").write_text("Wait nine minutes.\n")
    new = add(app, tmp_path / "note.md")
    assert old.document_id != new
    assert [each.id for each in app.citations.successors(old)] == [new]


def test_pages_have_sizes_and_a_quote_has_boxes_on_each_of_its_pages(app: App, tmp_path: Path) -> None:
    manual = add(app, write_pdf(tmp_path / "manual.pdf"))
    sizes = app.citations.page_sizes(manual)
    assert len(sizes) == 12 and sizes[0] == (595, 842) and sizes[3] == (842, 595), "page 4 is shown turned"
    quote = cite(app, manual, *PAGES_QUOTE)
    assert {box.page for box in app.citations.boxes(manual, quote.char_start, quote.char_end)} == {2, 3}
    assert app.citations.sheet(manual, quote.char_start, quote.char_end, 5) is None


def test_pictures_come_in_a_few_finenesses(app: App, tmp_path: Path) -> None:
    manual = add(app, write_pdf(tmp_path / "manual.pdf"))
    with TestClient(Starlette(routes=viewer_routes(app))) as client:
        coarse, fine = client.get(f"/ragdesk/page/{manual}/2"), client.get(f"/ragdesk/page/{manual}/2/440")
        assert [int.from_bytes(each.content[16:20]) for each in (coarse, fine)] == pytest.approx(
            [595 * 110 / 72, 595 * 440 / 72], abs=2
        )
        for wrong in ("2/111", "0", "13", "2/0", "9999999"):
            refused = client.get(f"/ragdesk/page/{manual}/{wrong}")
            assert refused.status_code == 404
        assert client.get(f"/ragdesk/leaves/{manual}").json() == [[3, 595, 842], [1, 842, 595], [8, 595, 842]]
        assert client.get(f"/ragdesk/leaves/{'0' * 16}").status_code == 404
        assert client.get("/ragdesk/leaves/..").status_code == 404


def test_a_page_that_cannot_be_drawn_says_so_and_gives_its_text(app: App, tmp_path: Path) -> None:
    heavy = add(app, nested(tmp_path / "groups.pdf"))
    app.contents._drawer = PageDrawer(seconds=120)
    app._current.put_in_force(
        app.settings.model_copy(
            update={"ingest": app.settings.ingest.model_copy(update={"parser_memory_mb": 600})}
        )
    )
    with TestClient(Starlette(routes=viewer_routes(app))) as client:
        drawn, text = client.get(f"/ragdesk/page/{heavy}/1"), client.get(f"/ragdesk/page/{heavy}/1/text")
        assert drawn.status_code == 500
        assert drawn.text.startswith(
            "Page 1 cannot be drawn: it needed more than 600 MB of memory. Read its text"
        )
        assert (text.status_code, text.text) == (200, SAYS)
        assert client.get(f"/ragdesk/page/{heavy}/2/text").status_code == 404


def test_a_sheet_is_shown_around_the_cited_cells_under_its_first_row(app: App, tmp_path: Path) -> None:
    budget = add(app, write_sheet(tmp_path / "budget.xlsx"))
    quote = cite(app, budget, "Item 100 | Owner 2")
    view = app.citations.sheet(budget, quote.char_start, quote.char_end, 2)
    assert view is not None
    assert (view.name, view.columns, view.above, view.below) == ("Budget", ("A", "B", "C"), 96, 98)
    assert [row.number for row in view.rows] == [1, 98, 99, 100, 101, 102]
    assert view.rows[0].cells == ("Item", "Owner", "Amount") and not any(view.rows[0].cited)
    assert view.rows[3].cells == ("Item 100", "Owner 2", "1000") and view.rows[3].cited == (True, True, False)


def test_cells_are_shown_as_they_were_typed_and_of_many_columns_a_part(app: App, tmp_path: Path) -> None:
    wide = ",".join(f"column {n}" for n in range(100))
    values = ",".join("a|b" if n == 90 else f"value {n}" for n in range(100))
    (tmp_path / "wide.csv").write_text(f"{wide}\n{values}\n")
    table = add(app, tmp_path / "wide.csv")
    quote = cite(app, table, "a\\|b")
    view = app.citations.sheet(table, quote.char_start, quote.char_end, 5)
    assert view is not None and len(view.columns) == MAX_COLUMNS
    [at] = [place for place, cited in enumerate(view.rows[1].cited) if cited]
    assert view.rows[1].cells[at] == "a|b" and view.columns[at] == "CM"


def test_a_message_falls_into_header_own_words_quoted_ones_and_attachments(app: App, tmp_path: Path) -> None:
    freezer = add(app, write_mail(tmp_path / "freezer.eml"))
    text, view = app.library.text(freezer), app.citations.mail(freezer)
    fields = {name: text[start:end] for name, start, end in view.fields}
    assert fields["From"] == "Ada Vance <ada@example.org>" and fields["Date"].startswith("2026-01-12")
    own, quoted = view.pieces
    assert text[own[0] : own[1]].strip().startswith("Hello Bo,") and not own[2]
    assert text[quoted[0] : quoted[1]].startswith("On Fri, 9 Jan 2026") and quoted[2]
    assert "book the lift." in text[quoted[0] : quoted[1]]
    assert text[slice(*view.attachments)].endswith("- lift.txt (text/plain, 40 bytes)")
    assert own[1] <= quoted[0] and quoted[1] <= view.attachments[0]
