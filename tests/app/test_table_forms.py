"""Tables of forms: invoices by their labels and letterheads, CVs by their head and sections."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from given_engines import engines_with
from scripted import ScriptedModel
from tabled import filled

from ragdesk.app.app import App
from ragdesk.domain.tables import ColumnDraft
from ragdesk.host.paths import open_home


@pytest.fixture
def app(home_folder: Path) -> Iterator[App]:
    opened = App.open(open_home(), engines_with(ScriptedModel(name="scripted")))
    yield opened
    opened.close()


INVOICE = """# Invoice

Millstone Supplies Ltd., 4 River Street

Invoice number: MS-2291

Invoice date: 3 April 2024

Payment is due by 3 May 2024.

| Item | Amount |
|---|---|
| Flour, 40 sacks | EUR 1,200.00 |
| Total amount of the invoice | EUR 1,428.00 |
"""


def test_the_rows_of_a_form_are_read_and_the_file_s_name_never_is(app: App, tmp_path: Path) -> None:
    path = tmp_path / "due-1-January-1999-total-EUR-5.00.md"
    path.write_text(INVOICE, encoding="utf-8")
    [result] = app.intake.add([path])
    columns = [
        ColumnDraft("By when is this invoice due?", "date", "Due"),
        ColumnDraft("What is the date of this invoice?", "date", "Date"),
        ColumnDraft("What is the total amount of this invoice?", "amount", "Total"),
        ColumnDraft("Which state's law governs this invoice?", "text", "Law"),
    ]
    table = app.tables.create("Invoices", columns, documents=[result.document_id or ""])
    cells = {head: cell for (_, head), cell in filled(app, table).items()}
    assert {head: [value.normal for value in cell.values] for head, cell in cells.items()} == {
        "Due": ["2024-05-03"],
        "Date": ["2024-04-03"],
        "Total": ["1428.00 EUR"],
        "Law": [],
    }


RECHNUNG = """Elektro Lindner GmbH · Hafenstr. 8 · 24103 Kiel

Frau
Katrin Osterloh
Am Deich 3
24159 Kiel

Rechnung Nr. 2025-1187

Kundennummer: 40021    Datum: 03.11.2025

| Bezeichnung | Gesamt |
|---|---|
| Austausch Sicherungskasten | 780,00 EUR |
| Arbeitszeit | 377,00 EUR |
| Nettobetrag | 1.157,00 EUR |
| zzgl. 19 % MwSt. | 219,83 EUR |
| Gesamtbetrag | 1.376,83 EUR |

Bitte überweisen Sie den Betrag innerhalb von 14 Tagen.
"""


def test_an_invoice_is_read_by_its_labels_and_its_letterhead(app: App, tmp_path: Path) -> None:
    path = tmp_path / "brief.md"
    path.write_text(RECHNUNG, encoding="utf-8")
    [result] = app.intake.add([path])
    table = app.tables.create(
        "Invoices", app.table_files.template("invoices").columns, documents=[result.document_id or ""]
    )
    cells = {head: cell for (_, head), cell in filled(app, table).items()}
    assert {
        head: [value.normal for value in cell.values] for head, cell in cells.items() if head != "Due"
    } == {
        "Number": ["2025 1187"],
        "From": ["elektro lindner gmbh"],
        "To": ["katrin osterloh"],
        "Date": ["2025-11-03"],
        "Total": ["1376.83 EUR"],
        "Tax": ["219.83 EUR"],
        "Order": [],
    }
    assert cells["Order"].verdict == "absent"
    assert cells["Due"].verdict == "person" and "14 Tagen" in cells["Due"].text
    text = app.library.text(result.document_id or "")
    for cell in cells.values():
        for cited in cell.citations:
            assert text[cited.char_start : cited.char_end] == cited.quote


CV_HEADED = """# Curriculum Vitae – Lena Ostrowski

Kantstraße 14, 10623 Berlin · born 4 April 1988

## Experience
**2019 – today: Senior Process Engineer, Aquanova GmbH, Berlin**
- Led the retrofit of three sewage works

**2013 – 2019: Process Engineer, Hydrotec AG, Zürich**

## Education
- B.Sc. Chemistry, Wrocław, 2010
- M.Sc. Environmental Engineering, ETH Zürich, 2013

## Skills
AutoCAD, Python, SCADA (WinCC, TIA)

## Languages
Polish (native), German (C2)

## Hobbies
Rowing, chess
"""
CV_TABLED = """# Marcus T. Hale

Warehouse supervisor

| Berufserfahrung | |
|---|---|
| seit 2021 | Shift Supervisor, Parcelwise Ltd, Derby |
| 2015–2021 | Forklift operator, Brandon Foods plc |
| Ausbildung | Abitur, Derby, 2014 |
| Sprachen | Englisch; Deutsch |
"""
NO_CV = "# Rules of the house\n\nThe languages of the house are English and German. Skills are welcome.\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            CV_HEADED,
            {
                "Name": "Lena Ostrowski",
                "Now": "Senior Process Engineer, Aquanova GmbH, Berlin",
                "Degree": "M.Sc. Environmental Engineering, ETH Zürich, 2013",
                "Languages": "Polish (native); German (C2)",
                "Skills": "AutoCAD; Python; SCADA (WinCC, TIA)",
            },
        ),
        (
            CV_TABLED,
            {
                "Name": "Marcus T. Hale",
                "Now": "Shift Supervisor, Parcelwise Ltd, Derby",
                "Degree": "Abitur, Derby, 2014",
                "Languages": "Englisch; Deutsch",
                "Skills": "",
            },
        ),
    ],
)
def test_a_cv_is_read_by_its_head_and_its_sections(
    app: App, tmp_path: Path, text: str, said: dict[str, str]
) -> None:
    path = tmp_path / "x.md"
    path.write_text(text, encoding="utf-8")
    [result] = app.intake.add([path])
    columns = [each for each in app.table_files.template("cvs").columns if each.head in said]
    table = app.tables.create("CVs", columns, documents=[result.document_id or ""])
    cells = {head: cell for (_, head), cell in filled(app, table).items()}
    assert {head: cell.text for head, cell in cells.items()} == said
    stored = app.library.text(result.document_id or "")
    for cell in cells.values():
        assert cell.verdict == ("found" if cell.text else "absent")
        assert all(stored[each.char_start : each.char_end] == each.quote for each in cell.citations)


def test_what_is_no_cv_is_searched(app: App, tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text(NO_CV, encoding="utf-8")
    [result] = app.intake.add([path])
    column = ColumnDraft("What is the name of the applicant?", "text", "Name")
    table = app.tables.create("Rules", [column], documents=[result.document_id or ""])
    [cell] = filled(app, table).values()
    assert cell.text != "Rules of the house"
