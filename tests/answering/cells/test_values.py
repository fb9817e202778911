"""Values in sentences: found with their places, in one notation, never guessed."""

import time

import pytest

from ragdesk.answering.cells.days import blank_day, days_in, readings
from ragdesk.answering.cells.parties import parties_in
from ragdesk.answering.cells.periods import periods_in
from ragdesk.answering.cells.terms import definitions, points_to_the_opening, terms_in
from ragdesk.answering.cells.titles import title_in
from ragdesk.answering.cells.values import normal_of, values_in
from ragdesk.domain.tables import ColumnDraft, ColumnKind


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("made on 2021-03-04 here", ["2021-03-04"]),
        ("this 6t h day of March, 2006, by", ["2006-03-06"]),
        ("the first day of July, 2017", ["2017-07-01"]),
        ("the twenty-third day of May 2011", ["2011-05-23"]),
        ("vom 13. Oktober 2025 an", ["2025-10-13"]),
        ("am 3.2.2025", ["2025-02-03"]),
        ("from May 1, 2020 to June 30, 2021", ["2020-05-01", "2021-06-30"]),
        ("on 10/25/2019 or 25/10/2019", ["2019-10-25", "2019-10-25"]),
        ("due 12/13/99", ["1999-12-13"]),
        ("on February 30, 2020, and version 1.2.2020.3", []),
        ("45/46/2019", []),
    ],
)
def test_days_are_read_in_all_their_ways(text: str, days: list[str]) -> None:
    found = days_in(text)
    assert [each.day.isoformat() for each in found] == days
    assert all(text[each.start : each.end].strip() == text[each.start : each.end] for each in found)


def test_a_day_that_may_be_another_is_both() -> None:
    [day] = days_in("on 03/04/2021")
    assert day.other is not None
    assert {day.day.isoformat(), day.other.isoformat()} == {"2021-03-04", "2021-04-03"}
    [same] = days_in("on 05/05/2021")
    assert same.other is None


@pytest.mark.parametrize(
    ("document", "read"),
    [
        ("Dated 03/04/2021.", ["2021-03-04", "2021-04-03"]),
        ("Dated 03/04/2021, delivered 28/03/2021.", ["2021-04-03"]),
        ("Dated 03/04/2021, delivered 03/28/2021.", ["2021-03-04"]),
        ("Dated 03/04/2021, delivered 28/03/2021 and 03/29/2021.", ["2021-03-04", "2021-04-03"]),
    ],
)
def test_another_day_of_the_document_tells_which_number_is_the_month(document: str, read: list[str]) -> None:
    assert [each.isoformat() for each in readings(days_in(document)[0], document)] == read


@pytest.mark.parametrize(
    "text", ["September __, 2018", "____ day of May, 2020", "the [ ] day of ____, 20__", "5 [●], 2020"]
)
def test_a_blank_is_seen(text: str) -> None:
    assert blank_day(f"dated {text}.") is not None
    assert blank_day("dated May 5, 2020.") is None


def test_a_term_is_no_value_and_its_definition_is_found() -> None:
    text = (
        'This Agreement is made as of May 1, 2020 (the "Effective Date"). “Initial Term” means five years from '
        "the Effective Date; "
        "other words. It becomes effective on the Effective Date. It is dated the date first above written."
    )
    assert terms_in("It becomes effective on the Effective Date.") == ["Effective Date"]
    assert terms_in('"Effective Date" means') == []
    [before] = [text[start:end] for start, end in definitions("Effective Date", text)]
    assert before.endswith("as of May 1, 2020 ")
    [after] = [text[start:end] for start, end in definitions("Initial Term", text)]
    assert after.strip() == "five years from the Effective Date"
    assert points_to_the_opening(text) and not points_to_the_opening(text[:60])


def column(kind: ColumnKind, question: str = "What?", *choices: str) -> ColumnDraft:
    return ColumnDraft(question, kind, choices=choices)


@pytest.mark.parametrize(
    ("asked", "text", "found"),
    [
        (column("amount"), "a fee of $2,400.00 and 30 days", [("$2,400.00", "2400.00 USD")]),
        (column("amount"), "EUR 90 for the gate", [("EUR 90", "90.00 EUR")]),
        (column("number"), "cool for 45 minutes at most", [("45 minutes", "45 minute")]),
        (column("choice", "Which?", "draft", "in force"), "It is In  force now", [("in force", "in force")]),
        (
            column("text", "How long is the notice period?"),
            "It lasts three years; written notice to end it is given ninety (90) calendar days before.",
            [("90 days", "90 day")],
        ),
        (
            column("text", "For how long is it renewed?"),
            "After two years it renews for successive six (6) month periods, unless notice is given 30 days prior.",
            [("6 months", "6 month")],
        ),
        (
            column("text", "For how long is it renewed?"),
            "Each party keeps secrets for five years.",
            [],
        ),
        (
            column("text", "Which law governs it?"),
            "the laws of the State of New York, U.S.A.",
            [("New York", "new york")],
        ),
        (column("text", "Which law governs it?"), "LAWS OF THE STATE OF TEXAS.", [("TEXAS", "texas")]),
        (
            column("text", "Welches Recht gilt?"),
            "Es gilt das Recht der Bundesrepublik Deutschland.",
            [("Bundesrepublik Deutschland", "bundesrepublik deutschland")],
        ),
        (column("text"), "any words at all", []),
    ],
)
def test_values_are_picked_by_kind(asked: ColumnDraft, text: str, found: list[tuple[str, str]]) -> None:
    assert [(each.text, each.normal) for each in values_in(asked, text)] == found


def test_what_a_person_writes_is_brought_into_the_same_notation() -> None:
    assert normal_of(column("yesno"), "Ja, sofort") == "yes"
    assert normal_of(column("date"), "1 May 2020") == "2020-05-01"
    assert normal_of(column("amount"), "1,200.50") == "1200.50"
    assert normal_of(column("date"), "whenever  it is") == "whenever it is"


def test_periods_have_a_count_and_a_unit() -> None:
    found = periods_in(
        "five (5) years, 12 months, one (1) year(s), 6 business days, a week, 3 Monate, 45 minutes and 2 Stunden"
    )
    assert [each.normal for each in found] == [
        "5 year",
        "12 month",
        "1 year",
        "6 day",
        "1 week",
        "3 month",
        "45 minute",
        "2 hour",
    ]


@pytest.mark.parametrize(
    ("opening", "names"),
    [
        (
            "This Agreement is by and between Allgood Health, LLC, a North Carolina limited liability company (“Allgood”) on "
            "behalf of "
            "itself and its Affiliates and Fresia, Inc., a Delaware corporation (the “Company”).\n\nWHEREAS Other Corp. …",
            [("Allgood Health, LLC", "Allgood"), ("Fresia, Inc.", "Company")],
        ),
        (
            "made by and among\n\n## Zencor, Inc.\n\n1 Lemon Ave.\n\nMonrovia, CA 91016\n\n"
            "(hereinafter called “ZENCOR”),\n\nand\n\n"
            "## Meier International GmbH\n\nBinger Straße 1\n\n(hereinafter called “MI”)\n\nRECITALS",
            [("Zencor, Inc.", "ZENCOR"), ("Meier International GmbH", "MI")],
        ),
        (
            'This Lease is made between Anna Kern, an individual ("Landlord"), and Reed Bakery Limited ("Tenant").\n\n'
            "NOW, THEREFORE",
            [("Anna Kern", "Landlord"), ("Reed Bakery Limited", "Tenant")],
        ),
        (
            "# AGENCY AGREEMENT\n\nMay 14, 2014\n\nReed & Co., LLC\n\nLadies and Gentlemen:\n\nKern Holding (Pty) Limited, a "
            "company (the “Issuer”), and Hill Bank, its bank (the “Bank”), offer shares through Reed & Co., LLC (the “Agent”)."
            "\n\nSection 1.",
            [("Kern Holding (Pty) Limited", "Issuer"), ("Hill Bank", "Bank"), ("Reed & Co., LLC", "Agent")],
        ),
        (
            "FORM OF SERVICES AGREEMENT between\n\nACORN TRUST, as Issuer,\n\nacting as Depositor and\n\nBIRCH LLC, as "
            "Servicer\n\nThis Services Agreement (this “Agreement”)",
            [("ACORN TRUST", ""), ("BIRCH LLC", "")],
        ),
        ("This handbook explains the difference between hot and cold cleaning.", []),
        ("An agreement between the Parties and the Company.", []),
    ],
)
def test_parties_are_read_off_the_opening(opening: str, names: list[tuple[str, str]]) -> None:
    found = parties_in(opening)
    assert [(each.name, each.alias) for each in found] == names
    assert all(" ".join(opening[each.start : each.end].split()) == each.name for each in found)


@pytest.mark.parametrize(
    ("text", "title", "from_name", "said"),
    [
        (
            "# Exhibit 10.1\n\n## MANUFACTURING AGREEMENT\n\nThis …",
            "scan_0012",
            True,
            "MANUFACTURING AGREEMENT",
        ),
        (
            "## FOO FOODS, LLC and\n\n# SUPPLY CONTRACT\n\nThis",
            "FOO FOODS, LLC and",
            False,
            "SUPPLY CONTRACT",
        ),
        (
            "Exhibit 10\n\nThis Marketing Agreement (this “Agreement”) is made",
            "x",
            True,
            "Marketing Agreement",
        ),
        (
            "## Exhibit 10.6 TRADEMARK LICENSE AGREEMENT\n\n1. LICENSE GRANT",
            "x",
            True,
            "TRADEMARK LICENSE AGREEMENT",
        ),
        ("FORM OF SERVICES AGREEMENT among\n\nACORN", "x", True, "SERVICES AGREEMENT"),
        ("# Cleaning of the still\n\nSteps.", "Cleaning of the still", False, "Cleaning of the still"),
        ("# Monthly patching\n\n## Procedure\n\n1. Wait.", "Monthly patching", False, "Monthly patching"),
        (
            "# 400,000 Shares\n\nUNDERWRITING AGREEMENT\n\nOf today.",
            "400,000 Shares",
            False,
            "UNDERWRITING AGREEMENT",
        ),
        ("# 400,000 Shares\n\nSee below.", "400,000 Shares", False, None),
        ("# A Demonstration of Checks\n\nAnn Lee, Bo Ray\n", "x.pdf", True, "A Demonstration of Checks"),
        ("just some words and nothing else", "my-secret-file-agreement.pdf", True, None),
    ],
)
def test_a_title_is_read_off_the_page_and_never_off_the_file_s_name(
    text: str, title: str, from_name: bool, said: str | None
) -> None:
    span = title_in(text, title, from_name)
    assert (text[slice(*span)] if span else None) == said


def test_hostile_openings_cost_no_time() -> None:
    began = time.perf_counter()
    for text in (
        "between " + "A " * 2_000,
        "between " + "A, Inc. (" * 500,
        "between " + "Aa of " * 700,
        "(" * 4_000,
        "“A” " * 1_000,
    ):
        parties_in(text)
        title_in(text, "A", False)
        days_in(text)
        list(definitions("Effective Date", text))
        periods_in(text)
    assert time.perf_counter() - began < 10
