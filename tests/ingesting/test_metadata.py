from pathlib import Path

import pytest

from ragdesk.domain.documents import Parsed
from ragdesk.ingesting.metadata import procedure_properties
from ragdesk.ingesting.readers import input_file as files
from ragdesk.ingesting.readers.parse import parse


def properties(text: str, given: tuple[tuple[str, str], ...] = ()) -> dict[str, str]:
    return dict(procedure_properties(Parsed("T", text, (), (), "text", paged=False, properties=given)))


def test_the_head_table_of_a_procedure(examples: Path) -> None:
    found = dict(
        procedure_properties(
            parse(
                files.InputFile(
                    examples / "sop-autoclave.pdf", "sop.pdf", files.Unpacked(examples / "none", 0)
                ),
                10_000_000,
            )
        )
    )
    assert found["sop_id"] == "SOP-LAB-014"
    assert found["version"] == "3.2"
    assert found["department"] == "Sterilisation Services"
    assert found["last_updated"] == "2026-01-12"
    assert found["effective_date"] == "2026-02-01"


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("SOP ID: QA-007-B\nVersion: 2.1\n", "sop_id", "QA-007-B"),
        ("**Document No.:** WI-12.4\n", "sop_id", "WI-12.4"),
        ("Revision: 4\nDate: x", "version", "4"),
        ("Abteilung: Qualitätssicherung\n", "department", "Qualitätssicherung"),
        ("Gültig ab: 01.03.2026\n", "effective_date", "01.03.2026"),
        ("Last revised: 3 March 2026\n", "last_updated", "3 March 2026"),
    ],
)
def test_labels_in_the_head_in_english_and_german(text: str, key: str, value: str) -> None:
    assert properties(text)[key] == value


def test_front_matter_counts(examples: Path) -> None:
    found = properties(
        "Text.", (("version", "1.4"), ("effective date", "2026-01-01"), ("author", "A. Writer"))
    )
    assert found == {"version": "1.4", "effective_date": "2026-01-01", "author": "A. Writer"}


@pytest.mark.parametrize(
    "text",
    [
        "It was a dark night. The version that he told us was another one: nobody had approved.",
        "The department of history is large: it has many rooms.",
        "Call me at 12.03.2024 or later.",
    ],
)
def test_a_story_says_nothing_of_the_kind(text: str) -> None:
    assert properties(text) == {}


FIGURES = "| Department | Q1 | Q2 |\n| --- | --- | --- |\n| Sales | 120 | 130 |\n| Support | 80 | 75 |\n"


@pytest.mark.parametrize(
    "text",
    [
        FIGURES,
        "| Department | Q1 |\n|---|---|\n| Sales | 120 |\n",
        "| Department | Head count | Owner | Status |\n|---|---|---|---|\n| Sales | 12 | Anna | open |\n",
        "| Version | Author | Approved by |\n|---|---|---|\n| first | Anna | Ben |\n",
    ],
)
def test_the_head_of_a_table_says_nothing_of_the_document(text: str) -> None:
    assert properties(f"## Sheet 1\n\n{text}") == {}


def test_a_spreadsheet_of_departments_has_none_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "budget.csv"
    path.write_text("Department,Q1,Q2\nSales,120,130\nSupport,80,75\n", encoding="utf-8")
    parsed = parse(files.InputFile(path, "budget.csv", files.Unpacked(tmp_path / "none", 0)), 10_000_000)
    assert "| Department | Q1 |" in parsed.text
    assert procedure_properties(parsed) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Department: Sales\n\n" + FIGURES,
        "| Department: | Sales |\n|---|---|\n| Room | 4 |\n",
        "| Department | Sales |\n|---|---|\n| Room | 4 |\n| Version | 2.1 |\n",
        "| Department | Sales | Version | 2.1 |\n|---|---|---|---|\n",
        FIGURES + "\n| **Department** | Sales |\n|---|---|\n| Owner | |\n| Version | 2.1 |\n",
    ],
)
def test_a_label_with_its_value_counts_in_a_line_and_in_a_form(text: str) -> None:
    assert properties(text)["department"] == "Sales"
