"""Tables as files, read back by somebody else's libraries: values typed, quotes beside them, nothing that runs."""

import csv
import io
import json
from datetime import datetime
from html.parser import HTMLParser

import openpyxl
import pytest
from tabled import CITED, EVIL, make_sheet

from ragdesk.domain.tables import TableSheet
from ragdesk.extras.tables.as_html import as_html
from ragdesk.extras.tables.as_text import as_csv, as_json, as_markdown
from ragdesk.extras.tables.as_xlsx import as_xlsx


@pytest.fixture
def sheet() -> TableSheet:
    return make_sheet()


def test_cells_link_to_the_archived_page_and_documents_to_their_original(sheet: TableSheet) -> None:
    document = sheet.documents[0]
    book = openpyxl.load_workbook(
        io.BytesIO(as_xlsx(sheet, {document.id: "file:///home/archive/original.pdf"}))
    )
    [page] = book.worksheets
    one = page[2]
    assert one[0].hyperlink.target == "file:///home/archive/original.pdf"
    assert (one[1].hyperlink.target, one[1].hyperlink.location) == (
        "file:///home/archive/original.pdf#page=3",
        None,
    )
    assert isinstance(one[1].value, datetime), "the value stays typed"
    assert one[5].hyperlink is None, "what is not in the document stands nowhere"
    assert all(cell.hyperlink is None for cell in page[3]), "its original is gone"


def test_a_workbook_has_typed_values_comments_and_no_formula(sheet: TableSheet) -> None:
    book = openpyxl.load_workbook(io.BytesIO(as_xlsx(sheet)))
    [page] = book.worksheets
    assert page.title == "Deals of 2026" or "[" not in page.title
    assert [cell.value for cell in page[1]] == [
        "Document",
        "Ends",
        "How much is it?",
        "How long?",
        "<b>Who</b>|",
        "Is it?",
        "=1+1",
    ]
    one = page[2]
    assert one[1].value == datetime(2030, 5, 5) and one[1].number_format == "yyyy-mm-dd"
    assert one[2].value == 2400 and one[2].number_format.endswith('"EUR"')
    assert one[3].value == "3 years / 4 years" and "unsure" in one[3].comment.text
    assert one[5].value == "not in the document"
    assert "“It ends on 5 May 2030.” (page 3, Term)" in one[1].comment.text
    assert "set by a person, checked" in one[2].comment.text and "changed since" in one[6].comment.text
    assert page[3][1].value == "1 June 1821", "Excel knows no such day"
    assert page[3][6].value == "not asked yet"
    assert all(cell.data_type != "f" for row in page.iter_rows() for cell in row)
    assert one[6].value == EVIL and page[3][0].value == "@SUM(A1)"


def test_csv_has_no_cell_that_a_program_takes_for_a_formula(sheet: TableSheet) -> None:
    text = as_csv(sheet).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert len(rows) == 3 and {len(row) for row in rows} == {3 + 4 * 6}
    assert rows[1][3:7] == ["5 May 2030", "2030-05-05", "found", "“It ends on 5 May 2030.” (page 3, Term)"]
    assert rows[1][10] == "set by a person, checked" or "set by a person" in rows[1][9]
    assert rows[2][0] == "'@SUM(A1)" and rows[2][1] == "'=cmd.pdf" and rows[2][7] == "'-2+3"
    assert not [field for row in rows for field in row if field.startswith(("=", "+", "-", "@", "\t"))]


def test_markdown_keeps_its_cells_whatever_stands_in_them(sheet: TableSheet) -> None:
    lines = as_markdown(sheet).decode().splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert len(rows) == 4
    assert {row.replace("\\|", "").count("|") for row in rows} == {8}
    assert "<b>" not in "\n".join(lines) and r"Lease \[1\] of the mill" in rows[2]
    assert any(line.startswith("1. Lease") and "5 May 2030" in line for line in lines)


class Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_html_is_a_table_with_its_quotes_and_runs_nothing(sheet: TableSheet) -> None:
    seen = Seen()
    seen.feed(as_html(sheet).decode())
    assert seen.tags.count("tr") == 3 and seen.tags.count("blockquote") >= 4
    assert not {"script", "b", "a", "img"} & set(seen.tags)
    assert EVIL in seen.text and "<b>Who</b>|" in seen.text and "not in the document" in seen.text


def test_json_is_exact(sheet: TableSheet) -> None:
    value = json.loads(as_json(sheet))
    assert (value["format"], value["name"]) == ("ragdesk-table", "Deals/of [2026]")
    first = value["rows"][0]["cells"][0]
    assert (first["verdict"], first["values"][0]["normal"], first["values"][0]["page"]) == (
        "found",
        "2030-05-05",
        3,
    )
    assert first["values"][0]["quote"] == CITED.quote
    assert value["rows"][1]["cells"][5] == {"column_id": "c6", "verdict": None, "values": []}
