"""Tables of documents and questions: made, filled, corrected by hand, taken out as files.

They are filled in idle time, cell by cell: what is still to be asked follows from the ledger, so a killed run goes on where it
stopped. Files that are taken in and answers in Chat come first.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from ragdesk.app.resources import resources_of
from ragdesk.app.runtime import Current
from ragdesk.app.table_columns import checked_column, column_of, folder_of
from ragdesk.app.whole_documents import LibraryDocuments
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import Problem, RagdeskError, StoreError, UnknownIdError, UsageError
from ragdesk.domain.ports import Cancelled, never
from ragdesk.domain.search import Scope
from ragdesk.domain.tables import (
    CellValue,
    CellVerdict,
    ColumnDraft,
    QuestionTable,
    TableCell,
    TableColumn,
    TableSheet,
)

log = logging.getLogger(__name__)

# Columns of one table.
MOST_COLUMNS = 60
# Documents, and passages of each, that are read to propose columns.
MOST_READ, MOST_PASSAGES = 8, 40


class DocumentTables:
    """What a person can do with tables. Safe to use from several threads. `wake` has the work in the background looked at
    again."""

    def __init__(self, current: Current, wake: Callable[[], None]) -> None:
        self._current = current
        self._wake = wake
        self._problem: Problem | None = None

    @property
    def problem(self) -> Problem | None:
        """Why nothing is filled in the background at the moment; None where nothing is wrong."""
        return self._problem

    def all(self) -> list[QuestionTable]:
        """Every table, the newest first."""
        return self._current.library.tables.all()

    def sheet(self, table_id: str) -> TableSheet:
        """A table with all that is known of its cells.

        Raises:
            UnknownIdError: there is no such table.
        """
        library = self._current.library
        table = library.tables.get(table_id)
        rows = [library.documents.get(each) for each in library.tables.rows(table_id)]
        documents = tuple(each for each in rows if each is not None)
        return TableSheet(table, documents, library.tables.cells(table_id), library.tables.progress(table_id))

    def originals(self, sheet: TableSheet) -> dict[str, str]:
        """The address (file:) of each original in the archive, by the document's id; none of one that is gone."""
        found = {}
        for document in sheet.documents:
            with suppress(UnknownIdError, StoreError):
                found[document.id] = self._current.library.original(document.id).absolute().as_uri()
        return found

    # ------------------------------------------------------------ what it is made of

    def create(
        self,
        name: str,
        columns: Sequence[ColumnDraft],
        *,
        documents: Sequence[str] = (),
        collection: str = "",
        folder: str = "",
    ) -> QuestionTable:
        """Make a table; the app begins to fill it at once.

        Args:
            folder: the whole path of a folder whose files are its rows, now and later.

        Raises:
            UsageError: no name, a column that makes no sense. UnknownIdError: no such collection or document.
        """
        if len(columns) > MOST_COLUMNS:
            raise UsageError(
                "A table has at most {most} columns.",
                "Leave some out, or make two tables.",
                most=MOST_COLUMNS,
            )
        place = folder_of(folder)
        made = self._current.library.tables.create(
            name,
            [checked_column(each) for each in columns],
            documents=documents,
            collection=collection,
            folder=place,
        )
        self._begin()
        return made

    def ask_each(self, question: str, scope: Scope) -> tuple[list[str], ColumnDraft]:
        """What a table begins with that asks each document what was asked of all together: the ids of those that were looked
        in, by title, and the question, of the kind that its words ask for."""
        from ragdesk.answering.cells.asked_kind import kind_asked

        library = self._current.library
        allowed = library.collections.resolve(scope)
        known = [each.id for each in library.documents.all() if allowed is None or each.id in allowed]
        return known, ColumnDraft(question, kind_asked(question))

    def add_documents(self, table_id: str, document_ids: Sequence[str]) -> None:
        """Errors as for `create`."""
        self._current.library.tables.choose(table_id, document_ids)
        self._begin()

    def add_column(self, table_id: str, column: ColumnDraft) -> TableColumn:
        """Ask one more question of every document. Errors as for `create`."""
        if len(self._current.library.tables.get(table_id).columns) >= MOST_COLUMNS:
            raise UsageError(
                "A table has at most {most} columns.",
                "Leave some out, or make two tables.",
                most=MOST_COLUMNS,
            )
        added = self._current.library.tables.add_column(table_id, checked_column(column))
        self._begin()
        return added

    def remove_column(self, column_id: str) -> None:
        """Raises:
        UnknownIdError: there is no such column.
        """
        self._current.library.tables.remove_column(column_id)

    def remove(self, table_id: str) -> None:
        """Delete a table for good; the documents stay. Errors as for `sheet`."""
        self._current.library.tables.remove(table_id)

    def pause(self, table_id: str, paused: bool) -> None:
        """Stop filling a table, or go on. Errors as for `sheet`."""
        self._current.library.tables.pause(table_id, paused)
        self._begin()

    def proposals(self, table_id: str) -> list[ColumnDraft]:
        """Questions that its documents suggest by what they have in common, without those that it asks. Errors as for `sheet`."""
        from ragdesk.answering.cells.proposals import proposals

        sheet = self.sheet(table_id)
        asked = {text for column in sheet.table.columns for text in (column.question, column.head)}
        some = sheet.documents[:: max(len(sheet.documents) // MOST_READ, 1)][:MOST_READ]
        whole = LibraryDocuments(self._current.library)
        read = [whole.chunks(each.id) for each in some]
        passages = [each[:: max(len(each) // MOST_PASSAGES, 1)][:MOST_PASSAGES] for each in read]
        language = Counter(each.language for each in some).most_common(1)[0][0] if some else ""
        found = proposals(passages, language)
        return [each for each in found if asked.isdisjoint((each.question, each.head))]

    # ------------------------------------------------------------ what a person says of a cell

    def set_cell(self, table_id: str, document_id: str, column_id: str, text: str) -> TableCell:
        """Write a cell by hand; "" says that the document does not say. The app never changes it.

        Raises:
            UnknownIdError: no such table, column or document.
        """
        from ragdesk.answering.cells.values import normal_of

        library = self._current.library
        column = column_of(library.tables.get(table_id), column_id)
        library.document(document_id)
        said = " ".join(text.split())
        values = (CellValue(said, normal_of(column, said)),) if said else ()
        cell = TableCell(
            column_id, document_id, "found" if said else "absent", values, "person", checked=True
        )
        library.tables.set(cell)
        return cell

    def check(self, table_id: str, document_id: str, column_id: str) -> TableCell:
        """A person has looked at a cell and takes it as it is; from then on it is theirs.

        Raises:
            UnknownIdError: no such table or column, or the cell is empty yet.
        """
        cell = self.sheet(table_id).cell(document_id, column_id)
        if cell is None:
            raise UnknownIdError("This cell is not answered yet.", "Wait until it is, or write it by hand.")
        verdict: CellVerdict = "found" if cell.values else "absent"
        checked = replace(cell, verdict=verdict, set_by="person", checked=True, stale=False)
        self._current.library.tables.set(checked)
        return checked

    def ask_again(self, table_id: str, document_id: str, column_id: str) -> None:
        """Forget a cell, what a person wrote too, and ask again. Errors as for `sheet`."""
        self._current.library.tables.ask_again(table_id, document_id, column_id)
        self._begin()

    # ------------------------------------------------------------ filling

    def waiting(self) -> tuple[Document, TableColumn] | None:
        """The next cell that is to be asked in the background; None where there is none, or nothing can be asked."""
        return None if self._problem is not None else self._next("")

    def make(self, found: tuple[Document, TableColumn], cancelled: Cancelled) -> bool:
        """Answer one cell. False if cancelled: then nothing is kept.

        Raises:
            ModelError, StoreError: filling stands still until something new comes.
        """
        try:
            return self._answer(*found, cancelled) is not None
        except RagdeskError as error:
            self._problem = error.problem
            raise

    def fill(
        self, table_id: str, cancelled: Cancelled = never
    ) -> Iterator[tuple[Document, TableColumn, TableCell]]:
        """Answer whatever is to be asked of a table, paused or not, cell by cell; each is kept before it is given.

        Raises:
            UnknownIdError: there is no such table. ModelError, StoreError.
        """
        self._current.library.tables.get(table_id)
        while not cancelled() and (found := self._next(table_id)) is not None:
            cell = self._answer(*found, cancelled)
            if cell is not None:
                yield *found, cell

    def _next(self, table_id: str) -> tuple[Document, TableColumn] | None:
        library = self._current.library
        while (found := library.tables.next(table_id)) is not None:
            document = library.documents.get(found[0])
            if document is not None:
                return document, found[1]
        return None

    def _answer(self, document: Document, column: TableColumn, cancelled: Cancelled) -> TableCell | None:
        from ragdesk.answering.cells.answer import answer_cell

        runtime = self._current.runtime
        try:
            cell = answer_cell(column, document, resources_of(runtime), cancelled)
        except UnknownIdError:
            if runtime.library.documents.get(document.id) is not None:
                raise
            return None  # it was removed meanwhile, and its row with it
        if cell is not None:
            runtime.library.tables.keep(cell, column.asked)
            log.info("cell document=%s column=%s verdict=%s", document.id, column.id, cell.verdict)
        return cell

    def _begin(self) -> None:
        self._problem = None
        self._wake()
