"""`ragdesk table`: the same questions of many documents."""

import argparse
import sys
import time

from ragdesk.app.app import App
from ragdesk.domain.errors import UsageError
from ragdesk.domain.tables import ColumnDraft
from ragdesk.front import console, console_tables, contract
from ragdesk.front.cli.output import as_json, emit
from ragdesk.front.terminal import say


def _table(app: App, options: argparse.Namespace) -> int:
    if "id" in options:
        options.id = _id_of(app, options.id)
    return _ACTIONS[options.action](app, options)


def _id_of(app: App, called: str) -> str:
    """A table may be called by its name, where no other has it."""
    tables = app.tables.all()
    named = [table.id for table in tables if table.name == called]
    if any(table.id == called for table in tables) or not named:
        return called
    if len(named) > 1:
        raise UsageError(
            "Several tables are called “{name}”.", "Take the id of one: `ragdesk table list`.", name=called
        )
    return named[0]


def _new(app: App, options: argparse.Namespace) -> int:
    columns = [*(app.table_files.template(options.template).columns if options.template else ())]
    columns += app.table_files.columns_of(options.columns) if options.columns else ()
    if not (options.document or options.collection or options.folder):
        raise UsageError(
            "A table needs documents.",
            "Name them with --document, --collection or --folder; see `ragdesk list`.",
        )
    made = app.tables.create(
        options.name,
        columns,
        documents=options.document,
        collection=options.collection,
        folder=options.folder,
    )
    return _emit_table(app, options, made.id)


def _add(app: App, options: argparse.Namespace) -> int:
    columns = [*(app.table_files.columns_of(options.columns) if options.columns else ())]
    if options.question:
        columns.append(ColumnDraft(options.question, options.kind, options.name, tuple(options.choice)))
    if not columns and not options.document:
        raise UsageError("There is nothing to add.", "Give --question, --columns or --document.")
    for column in columns:
        app.tables.add_column(options.id, column)
    if options.document:
        app.tables.add_documents(options.id, options.document)
    return _emit_table(app, options, options.id)


def _run(app: App, options: argparse.Namespace) -> int:
    waiting = app.tables.sheet(options.id).progress.waiting
    show = None if as_json(options) else console.Progress(sys.stderr)
    started = time.perf_counter()
    for number, (document, column, cell) in enumerate(app.tables.fill(options.id), start=1):
        if show:
            show.clear()
        seconds = round(time.perf_counter() - started, 3)
        started = time.perf_counter()
        value = contract.table_cell(cell) | {
            "document": document.name,
            "column": column.head,
            "seconds": seconds,
        }
        emit(options, value, console_tables.table_cell(document, column, cell))
        if show:
            show.step(f"[{number}/{waiting}]")
    if show:
        show.clear()
    return 0


def _propose(app: App, options: argparse.Namespace) -> int:
    found = app.tables.proposals(options.id)
    for column in found:
        value = {"question": column.question, "kind": column.kind, "name": column.name}
        emit(options, value, console_tables.proposed_column(column))
    if not found and not as_json(options):
        say("These documents have too little in common for a proposal.")
    return 0


def _list(app: App, options: argparse.Namespace) -> int:
    for table in app.tables.all():
        _emit_table(app, options, table.id)
    if not as_json(options) and not app.tables.all():
        say("No table yet. Make one with `ragdesk table new`.")
    return 0


def _show(app: App, options: argparse.Namespace) -> int:
    sheet = app.tables.sheet(options.id)
    emit(options, contract.table(sheet, cells=True), console_tables.table(sheet))
    return 0


def _export(app: App, options: argparse.Namespace) -> int:
    app.table_files.save(options.output, options.id, options.format, force=options.force)
    emit(options, {"path": str(options.output)}, console_tables.written(options.output))
    return 0


def _remove(app: App, options: argparse.Namespace) -> int:
    table = app.tables.sheet(options.id).table
    app.tables.remove(options.id)
    emit(options, {"id": table.id, "removed": True}, console_tables.removed_table(table))
    return 0


def _emit_table(app: App, options: argparse.Namespace, table_id: str) -> int:
    sheet = app.tables.sheet(table_id)
    emit(options, contract.table(sheet), console_tables.listed_table(sheet))
    return 0


_ACTIONS = {
    "new": _new,
    "add": _add,
    "run": _run,
    "propose": _propose,
    "list": _list,
    "show": _show,
    "export": _export,
    "remove": _remove,
}
COMMANDS = {"table": _table}
