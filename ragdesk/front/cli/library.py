"""The commands that change what is in the home: documents, memory, models."""

import argparse
import getpass
import sys
from collections.abc import Iterator
from pathlib import Path

from ragdesk.app.app import App
from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.domain.intake import IngestResult
from ragdesk.front import console, contract
from ragdesk.front.cli.output import as_json, emit
from ragdesk.front.cli.parser import ASKED_FOR
from ragdesk.front.cli.reading import print_checks
from ragdesk.front.terminal import say


def _add(app: App, options: argparse.Namespace) -> int:
    if bool(options.paths) == options.resume:
        raise UsageError(
            "Give the files and folders to add.",
            "Before --password, which takes what follows it for one; or --resume for what a killed run left.",
        )
    show = _progress(options)
    if options.resume:
        return _report(options, show, app.intake.resume(jobs=options.jobs, on_progress=show))
    password = _password(options)
    results = app.intake.add(
        options.paths,
        collection=options.collection,
        jobs=options.jobs,
        password=password,
        on_progress=show,
    )
    return _report(options, show, results)


def _password(options: argparse.Namespace) -> str:
    """What `--password` says; where it says nothing, what is typed unseen, or the first line of a pipe."""
    if options.password != ASKED_FOR:
        return str(options.password)
    if sys.stdin is not None and sys.stdin.isatty():
        password = getpass.getpass("Password: ")
    else:
        password = sys.stdin.readline().rstrip("\r\n") if sys.stdin is not None else ""
    if not password:
        raise UsageError("The password is empty.", "Type the password that the file was saved with.")
    return password


def _reprocess(app: App, options: argparse.Namespace) -> int:
    show = _progress(options)
    outdated = app.intake.outdated(options.below) if options.below else app.intake.outdated()
    if options.dry_run:
        for one in outdated:
            emit(options, contract.document(one), console.outdated(one))
        if not outdated and not as_json(options):
            say("Every document was made by this version.")
        return 0
    return _report(options, show, app.intake.reprocess(outdated, jobs=options.jobs, on_progress=show))


def _enrich(app: App, options: argparse.Namespace) -> int:
    show = None if as_json(options) else console.Progress(sys.stderr)
    for document in app.intake.enrich(options.level, show.document if show else lambda document: None):
        if show:
            show.clear()
        emit(options, contract.document(document), console.described(document))
    return 0


def _progress(options: argparse.Namespace) -> console.Progress | None:
    if options.jobs < 1:
        raise UsageError("--jobs must be at least 1.", "Leave it out for one file at a time.")
    return None if as_json(options) else console.Progress(sys.stderr)


def _report(
    options: argparse.Namespace, show: console.Progress | None, results: Iterator[IngestResult]
) -> int:
    """Print one line a file; 1 if any failed."""
    failed = False
    for result in results:
        failed = failed or result.status == "failed"
        if show:
            show.clear()
        emit(options, contract.ingested(result), console.ingested(result))
    return 1 if failed else 0


def _merge(app: App, options: argparse.Namespace) -> int:
    show = None if as_json(options) else console.Progress(sys.stderr)
    results = app.merging.merge(options.library, options.ids, options.collection)
    return _report(options, show, results)


def _remove(app: App, options: argparse.Namespace) -> int:
    quoting = sum(1 for message in app.removals.quoting(options.ids) if message.answer is not None)
    for receipt in app.removals.remove(options.ids, messages=options.messages):
        emit(options, contract.removal(receipt), console.removal(receipt))
    if quoting and not as_json(options):
        say(console.quoting(quoting, options.messages))
    return 0


def _rename(app: App, options: argparse.Namespace) -> int:
    if options.own and options.title:
        raise UsageError("Give a title or --own, not both.", "See `ragdesk rename --help`.")
    document = app.titles.rename(options.id, None if options.own else options.title)
    app.intake.reencode()
    emit(options, contract.document(document), console.renamed(document))
    return 0


def _memory(app: App, options: argparse.Namespace) -> int:
    if bool(options.ids) != (options.action == "forget"):
        raise UsageError(
            "`memory forget` needs the ids of notes, `memory list` none.", "See `ragdesk memory`."
        )
    known = [*app.memory.entries("user"), *app.memory.entries("company")]
    for note_id in options.ids:
        if all(note.id != note_id for note in known):
            raise UnknownIdError("There is no note “{id}”.", "See `ragdesk memory list`.", id=note_id)
    for note in reversed(known):  # of equal notes the last one first: the others keep their ids
        if note.id in options.ids:
            app.memory.delete(note.id)
            emit(options, contract.note(note) | {"forgotten": True}, console.forgotten(note))
    if options.action == "list" and as_json(options):
        for note in known:
            emit(options, contract.note(note), "")
    elif options.action == "list":
        say(console.notes(known))
    return 0


def _models(app: App, options: argparse.Namespace) -> int:
    if options.action in ("add", "use") and not options.target:
        raise UsageError(
            "`models {action}` needs a name or a file.", "See `ragdesk models list`.", action=options.action
        )
    if options.action == "fetch":
        app.engines.fetch(console.Progress(sys.stderr).transfer)
    elif options.action == "add":
        app.engines.add(Path(options.target))
    elif options.action == "use":
        app.use_model(options.target)
    if options.action == "verify":
        return print_checks(options, app.engines.verify())
    if as_json(options):
        for one in app.engines.models():
            emit(options, contract.model(one), "")
    else:
        say(console.models(app.engines.models()))
    return 0


COMMANDS = {
    "add": _add,
    "merge": _merge,
    "remove": _remove,
    "rename": _rename,
    "reprocess": _reprocess,
    "enrich": _enrich,
    "memory": _memory,
    "models": _models,
}
