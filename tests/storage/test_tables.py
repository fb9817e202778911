"""Tables of documents and questions in the ledger: which cells are to be asked follows from what is there."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from ragdesk.domain.answers import Citation
from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.domain.intake import NewDocument
from ragdesk.domain.tables import CellValue, ColumnDraft, QuestionTable, TableCell, TableColumn
from ragdesk.storage.library import Library

New = Callable[..., NewDocument]
OWNER = ColumnDraft("Who owns this procedure?", name="Owner")
DAY = ColumnDraft("When does it take effect?", "date")
CITED = Citation(1, "c" * 12, "d" * 16, "a.txt", "A", 1, "Part", "the words", 0, 9, "B2")


def put(library: Library, *documents: NewDocument) -> list[str]:
    with library.write_session() as writer:
        writer.put(documents)
    return [each.document.id for each in documents]


def waiting(library: Library, table: QuestionTable) -> list[tuple[str, str]]:
    """All cells that are to be asked, in their order; each is kept as "absent"."""
    asked = []
    while (found := library.tables.next(table.id)) is not None:
        document_id, column = found
        asked.append((document_id, column.question))
        assert library.tables.keep(TableCell(column.id, document_id, "absent"), column.asked)
    return asked


def set_cell(library: Library, column: TableColumn, document_id: str, words: str) -> None:
    value = CellValue(words, words.casefold(), replace(CITED, document_id=document_id))
    library.tables.set(TableCell(column.id, document_id, "found", (value,), "person", True))


def test_a_table_is_kept_with_its_columns_and_asks_a_document_after_the_other(
    library: Library, new: New
) -> None:
    ids = put(
        library,
        new("one", title="B", path="/b"),
        new("two", title="A", path="/a"),
        new("three", title="C", path="/c"),
    )
    choice = ColumnDraft("Which state is it in?", "choice", "State", ("draft", "in force"))
    table = library.tables.create(" SOPs ", [OWNER, DAY, choice], documents=ids[:2])
    assert library.tables.get(table.id) == table == library.tables.all()[0]
    assert [(each.head, each.kind, each.choices) for each in table.columns] == [
        ("Owner", "text", ()),
        ("When does it take effect?", "date", ()),
        ("State", "choice", ("draft", "in force")),
    ]
    assert library.tables.rows(table.id) == [ids[1], ids[0]], "by title"
    progress = library.tables.progress(table.id)
    assert (progress.cells, progress.waiting) == (6, 6)
    questions = [each.question for each in table.columns]
    assert waiting(library, table) == [
        (document, question) for document in (ids[1], ids[0]) for question in questions
    ]
    assert library.tables.progress(table.id).waiting == 0 and library.tables.next() is None


def test_a_cell_comes_back_as_it_was_kept(library: Library, new: New) -> None:
    [document_id] = put(library, new("one"))
    table = library.tables.create("T", [DAY], documents=[document_id])
    [column] = table.columns
    values = (CellValue("5 May 2020", "2020-05-05", CITED), CellValue("6 May 2020", "2020-05-06", CITED))
    cell = TableCell(column.id, document_id, "unsure", values)
    assert library.tables.keep(cell, column.asked)
    assert library.tables.cells(table.id) == {(document_id, column.id): cell}


def test_rows_come_by_themselves_from_a_collection_and_a_folder(library: Library, new: New) -> None:
    library.collections.create("Contracts")
    by_collection = library.tables.create("C", [OWNER], collection="contracts")
    by_folder = library.tables.create("F", [OWNER], folder="/in/here/")
    assert library.tables.rows(by_collection.id) == library.tables.rows(by_folder.id) == []
    inside, beside, elsewhere = put(
        library,
        new("one", path="/in/here/a.txt"),
        new("two", path="/in/hereabouts/a.txt", collection="Contracts"),
        new("three", path="/out/a.txt"),
    )
    assert library.tables.rows(by_folder.id) == [inside]
    assert library.tables.rows(by_collection.id) == [beside]
    library.collections.assign([elsewhere], "Contracts")
    assert set(library.tables.rows(by_collection.id)) == {beside, elsewhere}


def test_a_changed_question_is_asked_again_but_for_what_a_person_set(library: Library, new: New) -> None:
    first, second = put(library, new("one", title="A", path="/a"), new("two", title="B", path="/b"))
    table = library.tables.create("T", [OWNER, DAY], documents=[first, second])
    waiting(library, table)
    owner = table.columns[0]
    set_cell(library, owner, second, "Anna Kern")
    library.tables.change_column(replace(owner, question="Who signs it?"))
    assert library.tables.cells(table.id)[first, owner.id].stale
    assert waiting(library, table) == [(first, "Who signs it?")]
    kept = library.tables.cells(table.id)[second, owner.id]
    assert (kept.text, kept.set_by, kept.stale) == ("Anna Kern", "person", True)
    assert not library.tables.keep(
        TableCell(owner.id, second, "absent"), replace(owner, question="Who signs it?").asked
    )
    assert library.tables.cells(table.id)[second, owner.id].text == "Anna Kern"


def test_an_answer_to_what_is_no_longer_asked_is_not_kept(library: Library, new: New) -> None:
    [document_id] = put(library, new("one"))
    table = library.tables.create("T", [OWNER], documents=[document_id])
    [column] = table.columns
    library.tables.change_column(replace(column, kind="list"))
    assert not library.tables.keep(TableCell(column.id, document_id, "absent"), column.asked)
    assert library.tables.progress(table.id).waiting == 1


def test_a_removed_document_takes_its_cells_along(library: Library, new: New) -> None:
    first, second = put(library, new("one", path="/a"), new("two", path="/b"))
    table = library.tables.create("T", [OWNER], documents=[first, second])
    set_cell(library, table.columns[0], first, "Anna")
    waiting(library, table)
    with library.write_session() as writer:
        writer.remove([first])
    assert library.tables.rows(table.id) == [second]
    assert list(library.tables.cells(table.id)) == [(second, table.columns[0].id)]
    with library._ledger.database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM table_cells").fetchone()[0] == 1


def test_a_new_version_is_asked_anew_and_keeps_what_a_person_wrote(library: Library, new: New) -> None:
    [old] = put(library, new("one", path="/a.txt"))
    table = library.tables.create("T", [OWNER, DAY], documents=[old])
    waiting(library, table)
    set_cell(library, table.columns[0], old, "Anna Kern")
    [fresh] = put(library, new("one, changed", path="/a.txt"))
    assert library.tables.rows(table.id) == [fresh] != [old]
    cell = library.tables.cells(table.id)[fresh, table.columns[0].id]
    assert (cell.text, cell.set_by, cell.checked, cell.stale, cell.citations) == (
        "Anna Kern",
        "person",
        False,
        True,
        (),
    )
    assert waiting(library, table) == [(fresh, DAY.question)]


def test_what_is_paused_is_left_alone_unless_it_is_named(library: Library, new: New) -> None:
    [document_id] = put(library, new("one"))
    table = library.tables.create("T", [OWNER], documents=[document_id])
    library.tables.pause(table.id, True)
    assert library.tables.next() is None and library.tables.get(table.id).paused
    assert library.tables.next(table.id) is not None
    library.tables.pause(table.id, False)
    assert library.tables.next() is not None


def test_what_is_asked_again_is_asked_whoever_set_it(library: Library, new: New) -> None:
    [document_id] = put(library, new("one"))
    table = library.tables.create("T", [OWNER], documents=[document_id])
    set_cell(library, table.columns[0], document_id, "Anna")
    assert library.tables.next() is None
    library.tables.ask_again(table.id, document_id, table.columns[0].id)
    assert library.tables.next() is not None


def test_a_table_and_a_column_go_with_their_cells(library: Library, new: New) -> None:
    [document_id] = put(library, new("one"))
    table = library.tables.create("T", [OWNER, DAY], documents=[document_id])
    set_cell(library, table.columns[0], document_id, "a very secret owner")
    library.tables.remove_column(table.columns[0].id)
    assert [each.question for each in library.tables.get(table.id).columns] == [DAY.question]
    path = library._home.ledger
    assert b"a very secret owner" not in b"".join(
        each.read_bytes() for each in path.parent.glob(f"{path.name}*")
    )
    library.tables.remove(table.id)
    assert library.tables.all() == [] and library.document(document_id)


def test_what_is_not_there_is_said(library: Library, new: New) -> None:
    with pytest.raises(UsageError, match="needs a name"):
        library.tables.create("  ", [])
    with pytest.raises(UnknownIdError, match="no document"):
        library.tables.create("T", [], documents=["0" * 16])
    with pytest.raises(UnknownIdError, match="no collection"):
        library.tables.create("T", [], collection="Nowhere")
    assert library.tables.all() == []
    for unknown in (library.tables.get, library.tables.remove):
        with pytest.raises(UnknownIdError, match="no table"):
            unknown("nope")
    with pytest.raises(UnknownIdError, match="no column"):
        library.tables.remove_column("nope")


def test_what_a_column_looks_for_is_kept_and_makes_it_another_question(library: Library, new: New) -> None:
    [document_id] = put(library, new("one"))
    words = ("insurance, maintain*",)
    asked = ColumnDraft("Is it insured?", "yesno", look_for=words)
    table = library.tables.create("T", [asked], documents=[document_id])
    [column] = library.tables.get(table.id).columns
    assert column.look_for == words and column.asked != ColumnDraft("Is it insured?", "yesno").asked
    found = library.tables.next(table.id)
    assert found is not None and found[1] == column
    assert library.tables.keep(TableCell(column.id, document_id, "absent"), column.asked)
    library.tables.change_column(replace(column, look_for=("insured",)))
    assert library.tables.progress(table.id).waiting == 1
