"""Tables as files, and what a table can begin with. For the browser a file lies in memory until it is fetched."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from ragdesk.app.downloads import Downloads
from ragdesk.app.saving import refuse_taken, refuse_unknown, write_whole
from ragdesk.app.tables import DocumentTables
from ragdesk.domain.tables import ColumnDraft, TableSheet
from ragdesk.extras.export.plain import file_stem
from ragdesk.extras.tables import columns
from ragdesk.extras.tables.as_html import as_html
from ragdesk.extras.tables.as_text import as_csv, as_json, as_markdown
from ragdesk.extras.tables.as_xlsx import as_xlsx
from ragdesk.extras.tables.columns import TableTemplate

TableWriter = Callable[[TableSheet], bytes]
# By the ending of the files.
WRITERS: dict[str, TableWriter] = {
    "xlsx": as_xlsx,
    "csv": as_csv,
    "html": as_html,
    "md": as_markdown,
    "json": as_json,
}
TABLE_FORMATS = tuple(WRITERS)


class TableFiles:
    """What a person can take out of tables, and put into them. Safe to use from several threads."""

    def __init__(self, tables: DocumentTables) -> None:
        self._tables = tables
        self._downloads = Downloads()

    def templates(self) -> tuple[TableTemplate, ...]:
        """The sets of columns that come with RAGDesk."""
        return columns.templates()

    def template(self, template_id: str) -> TableTemplate:
        """Raises:
        UnknownIdError: there is none.
        """
        return columns.template(template_id)

    def columns_of(self, path: Path) -> tuple[ColumnDraft, ...]:
        """The columns that a TOML or JSONL file names.

        Raises:
            UsageError: it cannot be read, or names none.
        """
        return columns.columns_of(path)

    def make(self, table_id: str, format: str) -> tuple[str, bytes]:
        """(name, content) of a table as a file.

        Raises:
            UsageError: no such format. UnknownIdError: no such table.
        """
        refuse_unknown(format, TABLE_FORMATS)
        sheet = self._tables.sheet(table_id)
        day = datetime.now(UTC).date().isoformat()
        stem = "-".join(filter(None, ("RAGDesk", file_stem(sheet.table.name), day)))
        if format == "xlsx":
            return f"{stem}.xlsx", as_xlsx(sheet, self._tables.originals(sheet))
        return f"{stem}.{format}", WRITERS[format](sheet)

    def save(self, path: Path, table_id: str, format: str, *, force: bool = False) -> None:
        """`make`, written to `path`: whole, or not at all.

        Args:
            force: take the place of a file that is there.

        Raises:
            UsageError: there is a file, or the place cannot be written to. And as for `make`.
        """
        refuse_taken(path, force)
        write_whole(path, self.make(table_id, format)[1])

    def offer(self, table_id: str, format: str) -> str:
        """`make` for a browser: a token, by which `fetch` gives it. Only the last few are kept. Errors as for `make`."""
        return self._downloads.keep(*self.make(table_id, format), of=table_id)

    def fetch(self, token: str) -> tuple[str, bytes]:
        """An offered file: (its name, its bytes).

        Raises:
            UnknownIdError: it is not kept any more.
        """
        return self._downloads.export(token)

    def clear(self) -> None:
        """Forget the files that lie in memory."""
        self._downloads.clear()
