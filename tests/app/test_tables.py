"""Tables through the app: real stores, a real embedder and reranker, a model that is asked as little as possible."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from given_engines import engines_with
from scripted import ScriptedModel
from tabled import filled, named
from until import until

from ragdesk.app.app import App
from ragdesk.domain.errors import ModelFailedError, UnknownIdError, UsageError
from ragdesk.domain.ports import Cancelled, Prompt, Reading, never
from ragdesk.domain.search import Scope
from ragdesk.domain.tables import ColumnDraft
from ragdesk.host.paths import open_home

LEASE = """# LEASE AGREEMENT

This Lease Agreement (this "Agreement") is made as of March 3, 2021 (the "Effective Date") by and between Mill Estates, LLC, a
Vermont limited liability company ("Landlord"), and Reed Bakery, Inc., a Vermont corporation ("Tenant").

## Rent

The Tenant shall pay a monthly rent of $2,400.00 for the premises. It is due on the third day of each month.

## Term

The initial term of this Agreement shall be three (3) years from the Effective Date.

## Governing law

This Agreement shall be governed by the laws of the State of Vermont.
"""
OTHER = """# SERVICE AGREEMENT

This Service Agreement is made as of June 7, 2019 by and between Kern Cleaning, Inc. ("Kern") and Harbour Hotel, LLC ("Hotel").

## Payment

The Hotel pays a monthly fee of $900.00 for the cleaning.
"""
LAW = ColumnDraft("Which state's law governs this agreement?", "text", "Law")
MADE = ColumnDraft("What is the date of this agreement?", "date", "Made")
PARTIES = ColumnDraft("Who are the parties to this agreement?", "list", "Parties")
ENDS = ColumnDraft("When does the initial term expire?", "date", "Ends")
RENT = ColumnDraft("How much is the monthly rent?", "amount", "Rent")


class HoldingModel(ScriptedModel):
    """Cannot tell, or fails; counts how often it was asked."""

    broken = False

    def marks(self, reading: Reading, cancelled: Cancelled = never) -> tuple[float, ...] | None:
        return None

    def log_odds(self, prompt: Prompt, texts: tuple[str, str], cancelled: Cancelled = never) -> float | None:
        if self.broken:
            raise ModelFailedError("The model is away.", "Ask again.")
        return super().log_odds(prompt, texts, cancelled)


@pytest.fixture
def model() -> HoldingModel:
    return HoldingModel(name="scripted")


@pytest.fixture
def app(home_folder: Path, tmp_path: Path, model: HoldingModel) -> Iterator[App]:
    opened = App.open(open_home(), engines_with(model))
    for name, text in (("lease.md", LEASE), ("other.md", OTHER)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    list(opened.intake.add([tmp_path / "lease.md", tmp_path / "other.md"]))
    yield opened
    opened.close()


def ids(app: App) -> dict[str, str]:
    return {document.name: document.id for document in app.library.documents.all()}


def test_each_document_is_asked_each_question_and_every_value_is_cited(app: App) -> None:
    table = app.tables.create("Deals", [LAW, MADE, PARTIES, ENDS, RENT], documents=list(ids(app).values()))
    cells = filled(app, table)
    assert len(cells) == 10
    lease = {head: cells["lease.md", head] for head in ("Law", "Made", "Parties", "Ends", "Rent")}
    assert {head: [value.normal for value in cell.values] for head, cell in lease.items()} == {
        "Law": ["vermont"],
        "Made": ["2021-03-03"],
        "Parties": ["mill estates llc", "reed bakery inc"],
        "Ends": ["2024-03-03"],
        "Rent": ["2400.00 USD per month"],
    }
    assert {cell.verdict for cell in lease.values()} == {"found"}
    text = app.library.text(ids(app)["lease.md"])
    for cell in lease.values():
        assert len(cell.citations) == len(cell.values)
        for cited in cell.citations:
            assert text[cited.char_start : cited.char_end] == cited.quote
    assert cells["other.md", "Made"].values[0].normal == "2019-06-07"
    for head in ("Law", "Ends"):
        assert (cells["other.md", head].verdict, cells["other.md", head].values) == ("absent", ()), head


def test_by_words_alone_a_denial_is_unsure(app: App, tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text(
        "# House rules\n\nThe tenant may keep a bicycle in the yard.\n\nThe key may not be lent without consent.\n",
        encoding="utf-8",
    )
    [result] = app.intake.add([path])
    columns = [
        ColumnDraft("May the tenant keep a bicycle in the yard?", "yesno", "Bicycle"),
        ColumnDraft("Is consent needed if the key is lent?", "yesno", "Consent"),
    ]
    table = app.tables.create("Rules", columns, documents=[result.document_id or ""])
    cells = {head: cell for (_, head), cell in filled(app, table).items()}
    assert (cells["Bicycle"].verdict, cells["Bicycle"].text) == ("found", "yes")
    assert cells["Consent"].verdict == "unsure"


def test_only_what_is_new_is_asked_and_a_person_is_never_overruled(app: App, tmp_path: Path) -> None:
    table = app.tables.create("Deals", [LAW, MADE], documents=list(ids(app).values()))
    filled(app, table)
    law, _made = table.columns
    app.tables.set_cell(table.id, ids(app)["other.md"], law.id, "Maine")
    assert list(app.tables.fill(table.id)) == []
    (tmp_path / "lease.md").write_text(LEASE.replace("March 3, 2021", "April 4, 2022"), encoding="utf-8")
    list(app.intake.add([tmp_path / "lease.md"]))
    asked = [(document.name, column.head) for document, column, _ in app.tables.fill(table.id)]
    assert asked == [("lease.md", "Law"), ("lease.md", "Made")]
    app.tables.add_column(table.id, RENT)
    asked = [(document.name, column.head) for document, column, _ in app.tables.fill(table.id)]
    assert asked == [("lease.md", "Rent"), ("other.md", "Rent")]
    cells = named(app, table)
    assert cells["lease.md", "Made"].values[0].normal == "2022-04-04"
    assert (cells["other.md", "Law"].text, cells["other.md", "Law"].set_by) == ("Maine", "person")
    list(app.intake.reprocess(app.library.documents.all()))
    assert {column.head for _, column, _ in app.tables.fill(table.id)} == {"Law", "Made", "Rent"}
    assert named(app, table)["other.md", "Law"].text == "Maine"


def test_a_cell_is_checked_written_emptied_and_asked_again(app: App) -> None:
    lease = ids(app)["lease.md"]
    table = app.tables.create("Deals", [RENT, LAW], documents=[lease])
    rent, law = table.columns
    with pytest.raises(UnknownIdError, match="not answered yet"):
        app.tables.check(table.id, lease, rent.id)
    filled(app, table)
    checked = app.tables.check(table.id, lease, law.id)
    assert (checked.checked, checked.set_by, checked.text) == (
        True,
        "person",
        "Vermont",
    ) and checked.citations
    assert app.tables.set_cell(table.id, lease, rent.id, " 2,500  EUR ").values[0].normal == "2500.00 EUR"
    assert app.tables.set_cell(table.id, lease, rent.id, "").verdict == "absent"
    app.tables.ask_again(table.id, lease, rent.id)
    assert filled(app, table)["lease.md", "Rent"].values[0].normal == "2400.00 USD per month"


def test_the_app_fills_in_the_background_and_can_be_paused(app: App) -> None:
    app.intake.start()
    table = app.tables.create("Deals", [LAW, MADE], documents=list(ids(app).values()))
    until(lambda: app.tables.sheet(table.id).progress.waiting == 0)
    app.tables.pause(table.id, True)
    app.tables.add_column(table.id, RENT)
    until(lambda: app.starters.waiting() is None)
    assert app.tables.sheet(table.id).progress.waiting == 2
    app.tables.pause(table.id, False)
    until(lambda: app.tables.sheet(table.id).progress.waiting == 0)


def test_a_question_in_chat_comes_first(app: App) -> None:
    app.intake.start()
    until(lambda: app.starters.waiting() is None)
    with app._current.use():
        table = app.tables.create("Deals", [MADE], documents=list(ids(app).values()))
        stopped = threading.Event()
        assert not stopped.wait(1.5)
        assert app.tables.sheet(table.id).progress.waiting == 2, "nothing is asked while an answer is written"
    app.intake.wake()
    until(lambda: app.tables.sheet(table.id).progress.waiting == 0)


def test_a_model_that_is_away_is_said_and_what_was_answered_stays(app: App, model: HoldingModel) -> None:
    app.intake.start()
    until(lambda: app.starters.waiting() is None)
    model.name, model.broken = "qwen2.5-coder-1.5b-instruct-q4_k_m", True
    unsure = ColumnDraft("Must the Tenant pay a monthly rent?", "yesno")
    table = app.tables.create("Deals", [MADE, unsure], documents=[ids(app)["lease.md"]])
    until(lambda: app.tables.problem is not None)
    assert app.tables.problem is not None and "away" in app.tables.problem.message
    assert app.tables.sheet(table.id).progress.waiting == 1
    model.broken = False
    app.tables.pause(table.id, False)
    until(lambda: app.tables.sheet(table.id).progress.waiting == 0)
    assert app.tables.problem is None


def test_what_makes_no_sense_is_refused(app: App) -> None:
    for column, said in (
        (ColumnDraft("  "), "needs a question"),
        (ColumnDraft("x" * 501), "needs a question"),
        (ColumnDraft("Which?", "choice", choices=("one", " one ")), "two choices"),
        (ColumnDraft("Which?", "colour"), "no kind"),  # type: ignore[arg-type]
    ):
        with pytest.raises(UsageError, match=said):
            app.tables.create("T", [column])
    with pytest.raises(UsageError, match="at most"):
        app.tables.create("T", [LAW] * 61)
    assert app.tables.all() == []


def test_yes_is_a_clause_in_other_words_and_no_clause_is_not_in_the_document(
    app: App, model: HoldingModel, tmp_path: Path
) -> None:
    (tmp_path / "cap.md").write_text(
        LEASE
        + "\n## Claims\n\nIn no event shall either party be liable for indirect or consequential damages.\n",
        encoding="utf-8",
    )
    list(app.intake.add([tmp_path / "cap.md"]))
    ids = [each.id for each in app.library.documents.all()]
    asked = ColumnDraft("Is the liability of a party capped?", "yesno")
    table = app.tables.create("Leases", [asked], documents=ids)
    cells = {document.name: cell for document, _, cell in app.tables.fill(table.id)}
    assert {name: cell.verdict for name, cell in cells.items()} == {
        "cap.md": "found",
        "lease.md": "absent",
        "other.md": "absent",
    }
    [value] = cells["cap.md"].values
    assert value.normal == "yes" and value.citation is not None
    assert value.citation.quote.startswith("In no event shall either party be liable")
    assert (model.prompts, model.judged) == ([], []), "no language model is asked"


def test_words_of_a_column_that_say_nothing_are_refused(app: App) -> None:
    with pytest.raises(UsageError, match="names no words"):
        app.tables.create("T", [ColumnDraft("Is it insured?", "yesno", look_for=("!never",))])


def test_documents_propose_what_they_have_in_common_but_not_what_is_asked(app: App) -> None:
    ids = [each.id for each in app.library.documents.all()]
    assert app.tables.proposals(app.tables.create("One", [], documents=ids[:1]).id) == []
    for at in (1, 2):
        path = app.home.root.parent / f"sheet{at}.md"
        path.write_text(f"# Sheet {at}\n\nOwner: Kern {at}\n\nReviewed on: {at} May 2024\n", encoding="utf-8")
        list(app.intake.add([path]))
    sheets = [each.id for each in app.library.documents.all() if each.id not in ids]
    table = app.tables.create("Two", [], documents=sheets)
    found = app.tables.proposals(table.id)
    assert {(each.name, each.kind) for each in found} == {("Owner", "text"), ("Reviewed on", "date")}
    app.tables.add_column(table.id, found[0])
    assert app.tables.proposals(table.id) == found[1:]


def test_what_was_asked_of_all_is_asked_of_each_that_was_looked_in(app: App) -> None:
    ids = [each.id for each in app.library.documents.all()]
    documents, column = app.tables.ask_each("How much is the rent?", Scope())
    assert (sorted(documents), column.kind) == (sorted(ids), "amount")
    assert app.tables.ask_each("Is there a rent?", Scope(documents=(ids[0],)))[0] == [ids[0]]
