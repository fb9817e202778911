"""The command line: thin commands over App. With --json it prints the contract's objects, else text for people.

Exit status: 0 done, 1 failed, 2 wrong usage. A failure is one line; tracebacks go to the log alone.
"""

import argparse
import json
import logging
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from ragdesk import __version__
from ragdesk.domain.answers import Answer
from ragdesk.domain.conversations import Turn
from ragdesk.domain.errors import RagdeskError, UnknownIdError, UsageError
from ragdesk.domain.intake import IngestResult
from ragdesk.domain.search import Scope
from ragdesk.front import console, contract
from ragdesk.host import program_files
from ragdesk.host.paths import open_home

if TYPE_CHECKING:
    from ragdesk.app.app import App

log = logging.getLogger(__name__)

MODES = ("hybrid", "vector", "words")
EXPORT_FORMATS = ("md", "html", "docx", "pdf", "json", "bibtex", "ris")


class _Parser(argparse.ArgumentParser):
    """Wrong usage becomes a UsageError, so that it is reported like every other failure."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(
            "{message}.",
            "See `{program} --help`.",
            message=message[:1].upper() + message[1:],
            program=self.prog,
        )


def build_parser() -> argparse.ArgumentParser:
    shared = _Parser(add_help=False)
    shared.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")
    shared.add_argument(
        "--home", type=Path, default=argparse.SUPPRESS, help="the folder that holds everything"
    )
    parser = _Parser(
        prog="ragdesk", description="Ask your own documents, offline, with citations.", parents=[shared]
    )
    parser.add_argument("--version", action="version", version=f"ragdesk {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)

    def command(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text, parents=[shared])

    add = command("add", "take files and folders into the library")
    add.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    add.add_argument("--resume", action="store_true", help="go on with what a killed run left waiting")
    add.add_argument("--password", default="", help="what opens encrypted files")
    add.add_argument("--collection", default="", help="put them into this collection")
    add.add_argument("--jobs", type=int, default=1, help="files that are read at the same time")
    command("list", "the documents in the library")
    command("show", "one document").add_argument("id", metavar="ID")
    remove = command("remove", "remove documents from every store")
    remove.add_argument("ids", nargs="+", metavar="ID")
    remove.add_argument(
        "--messages", action="store_true", help="delete the questions and answers that quote them, too"
    )
    again = command("reprocess", "read documents anew that an older ingest version made")
    again.add_argument("--below", type=int, default=0, metavar="VERSION", help="default: the one in use")
    again.add_argument("--dry-run", action="store_true", help="only list them")
    again.add_argument("--jobs", type=int, default=1, help="files that are read at the same time")
    enrich = command("enrich", "let the model describe documents, or each page too, for retrieval")
    enrich.add_argument("level", choices=("description", "pages"))
    search = command("search", "find passages, without the language model")
    _questions(search, "query", "QUERY")
    search.add_argument("--top", type=int, default=0, help="how many passages")
    search.add_argument("--mode", choices=MODES, default="hybrid")
    ask = command("ask", "answer a question from the documents")
    _questions(ask, "question", "QUESTION")
    ask.add_argument("--conversation", default="", metavar="ID", help="go on with this conversation")
    handover = command("handover", "a message to a person about a question that the documents do not answer")
    handover.add_argument(
        "target", metavar="MESSAGE_ID|CONVERSATION", help="of a conversation: its last answer"
    )
    handover.add_argument(
        "--to", default="", metavar="NAME <mail>", help="who is asked; default: see settings.toml"
    )
    handover.add_argument(
        "-o", "--output", type=Path, metavar="FILE.eml|FILE.txt", help="save it; nothing is sent"
    )
    export = command("export", "cited answers with their evidence, as a file")
    export.add_argument("conversation", nargs="?", default="", metavar="CONVERSATION")
    export.add_argument("--message", default="", metavar="ID", help="this answer alone")
    export.add_argument("--citations", type=_numbers, default=(), metavar="N,…", help="these of the answer")
    export.add_argument("--format", required=True, choices=EXPORT_FORMATS)
    export.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    export.add_argument("--force", action="store_true", help="take the place of a file that is there")
    memory = command("memory", "what is remembered of you and your organisation: list, forget")
    memory.add_argument("action", nargs="?", choices=("list", "forget"), default="list")
    memory.add_argument("ids", nargs="*", metavar="ID")
    models = command("models", "the models: fetch, list, add, use, verify")
    models.add_argument("action", choices=("fetch", "list", "add", "use", "verify"))
    models.add_argument("target", nargs="?", default="", metavar="FILE|NAME")
    doctor = command(
        "doctor", "are the stores consistent, the models intact, is anything talking to the outside"
    )
    doctor.add_argument("--rebuild", action="store_true", help="make both indexes anew from the ledger first")
    measure = command("eval", "measure retrieval and answers on sets of questions")
    measure.add_argument("folder", type=Path, metavar="DIR")
    measure.add_argument(
        "--retrieval-only", action="store_true", help="search alone, without the language model"
    )
    measure.add_argument(
        "--absent", action="store_true", help="ask each question without the documents that answer it"
    )
    measure.add_argument("--limit", type=int, default=0, metavar="N", help="questions of each set; 0: all")
    measure.add_argument("--report", type=Path, metavar="FILE.html", help="write a page with plots, too")
    measure.add_argument(
        "--against", type=Path, metavar="OLD.json", help="compare with what --json printed then"
    )
    app = command("app", "open the app (what `ragdesk` alone does)")
    app.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="files and folders to take in")
    app.add_argument("--port", type=int, default=0, help="0: any free port")
    app.add_argument("--no-window", action="store_true", help="serve without opening a window")
    app.add_argument("--stay", action="store_true", help="go on when the last window is closed")
    return parser


def _numbers(text: str) -> tuple[int, ...]:
    """ "1,3" → (1, 3). A ValueError is argparse's sign of a bad value."""
    return tuple(int(part) for part in text.split(","))


def _questions(parser: argparse.ArgumentParser, name: str, shown: str) -> None:
    parser.add_argument(name, nargs="?", default="", metavar=shown)
    parser.add_argument("--file", type=Path, metavar="Q.jsonl", help='many: one {"id", "question"} a line')
    parser.add_argument("--collection", action="append", default=[], help="look only here; may be repeated")
    parser.add_argument(
        "--document", action="append", default=[], metavar="ID", help="look only in this document"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    as_json = "--json" in arguments
    try:
        return _dispatch(build_parser().parse_args(arguments))
    except RagdeskError as error:
        log.warning("failed code=%s", error.code)
        _fail(error, as_json)
        return 2 if isinstance(error, UsageError) else 1
    except KeyboardInterrupt:
        _fail(
            RagdeskError("Stopped.", "What was finished stays; run the command again for the rest."), as_json
        )
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except Exception as error:
        log.exception("unexpected")
        _fail(
            RagdeskError(
                "Something unexpected went wrong ({kind}).",
                "The log has the details.",
                kind=type(error).__name__,
            ),
            as_json,
        )
        return 1


def _fail(error: RagdeskError, as_json: bool) -> None:
    if as_json:
        print(json.dumps(contract.error(error), ensure_ascii=False))
    else:
        print(f"error: {error.message} hint: {error.hint}", file=sys.stderr)


def _dispatch(options: argparse.Namespace) -> int:
    name = options.command or "app"
    if name == "eval":  # its documents have homes of their own
        return _eval(options)
    if name == "app":  # a window comes before the app behind it
        return _window(options)
    with _app(options) as app:
        return int(_COMMANDS[name](app, options))


@contextmanager
def _app(options: argparse.Namespace) -> "Iterator[App]":
    from ragdesk.app.app import App

    app = App.open(open_home(getattr(options, "home", None)))
    try:
        yield app
    finally:
        app.close()


def _json(options: argparse.Namespace) -> bool:
    return bool(getattr(options, "json", False))


def _print(options: argparse.Namespace, value: Any, text: str) -> None:
    print(json.dumps(value, ensure_ascii=False) if _json(options) else text, flush=True)


def _add(app: "App", options: argparse.Namespace) -> int:
    if bool(options.paths) == options.resume:
        raise UsageError("Give the files and folders to add.", "Or --resume for what a killed run left.")
    show = _progress(options)
    if options.resume:
        return _report(options, show, app.intake.resume(jobs=options.jobs, on_progress=show))
    results = app.intake.add(
        options.paths,
        collection=options.collection,
        jobs=options.jobs,
        password=options.password,
        on_progress=show,
    )
    return _report(options, show, results)


def _reprocess(app: "App", options: argparse.Namespace) -> int:
    show = _progress(options)
    outdated = app.intake.outdated(options.below) if options.below else app.intake.outdated()
    if options.dry_run:
        for one in outdated:
            _print(options, contract.document(one), console.outdated(one))
        if not outdated and not _json(options):
            print("Every document was made by this version.")
        return 0
    return _report(options, show, app.intake.reprocess(outdated, jobs=options.jobs, on_progress=show))


def _enrich(app: "App", options: argparse.Namespace) -> int:
    show = None if _json(options) else console.Progress(sys.stderr)
    for document in app.intake.enrich(options.level, show.document if show else lambda document: None):
        if show:
            show.clear()
        _print(options, contract.document(document), console.described(document))
    return 0


def _progress(options: argparse.Namespace) -> console.Progress | None:
    if options.jobs < 1:
        raise UsageError("--jobs must be at least 1.", "Leave it out for one file at a time.")
    return None if _json(options) else console.Progress(sys.stderr)


def _report(
    options: argparse.Namespace, show: console.Progress | None, results: Iterator[IngestResult]
) -> int:
    """Print one line a file; 1 if any failed."""
    failed = False
    for result in results:
        failed = failed or result.status == "failed"
        if show:
            show.clear()
        _print(options, contract.ingested(result), console.ingested(result))
    return 1 if failed else 0


def _list(app: "App", options: argparse.Namespace) -> int:
    documents = app.library.documents.all()
    if _json(options):
        for one in documents:
            _print(options, contract.document(one), "")
    else:
        print(console.documents(documents))
    return 0


def _show(app: "App", options: argparse.Namespace) -> int:
    document = app.library.document(options.id)
    chunks = app.library.chunks.of_document(options.id)
    value = contract.document(document) | {"passages": [contract.chunk(one) for one in chunks]}
    _print(options, value, console.document(document, chunks))
    return 0


def _remove(app: "App", options: argparse.Namespace) -> int:
    quoting = sum(1 for message in app.removals.quoting(options.ids) if message.answer is not None)
    for receipt in app.removals.remove(options.ids, messages=options.messages):
        _print(options, contract.removal(receipt), console.removal(receipt))
    if quoting and not _json(options):
        print(console.quoting(quoting, options.messages))
    return 0


def _search(app: "App", options: argparse.Namespace) -> int:
    top = options.top or app.settings.search.top
    failures: list[RagdeskError] = []
    for identity, query, history in _asked(options, options.query):
        with _one_of_many(options, identity, failures):
            started = time.perf_counter()
            hits = app.passages.search(
                query, top=top, mode=options.mode, scope=_scope(options), history=history
            )
            seconds = time.perf_counter() - started
            value = {"query": query, "hits": contract.hits(hits), "seconds": round(seconds, 4)}
            _print(options, identity | value, console.hits(hits))
    return 1 if failures else 0


def _ask(app: "App", options: argparse.Namespace) -> int:
    many = options.file is not None
    failures: list[RagdeskError] = []
    for identity, question, history in _asked(options, options.question):
        with _one_of_many(options, identity, failures):
            show = None if _json(options) or many else console.Progress(sys.stderr)
            events = (
                app.answers.ask_once(question, history=history, scope=_scope(options))
                if many
                else app.answers.ask(question, conversation_id=options.conversation, scope=_scope(options))
            )
            for event in events:
                if show:
                    show.event(event)
                if isinstance(event, Answer):
                    if show:
                        show.clear()
                    note = "" if _json(options) else app.passages.note(question, _scope(options))
                    _print(options, identity | contract.answer(event), console.answer(event, note))
    return 1 if failures else 0


@contextmanager
def _one_of_many(
    options: argparse.Namespace, identity: dict[str, Any], failures: list[RagdeskError]
) -> Iterator[None]:
    """Where the questions come from a file, one that fails is told and does not stop the others."""
    try:
        yield
    except RagdeskError as error:
        if options.file is None:
            raise
        failures.append(error)
        _print(options, identity | contract.error(error), f"error: {error.message} hint: {error.hint}")


def _asked(options: argparse.Namespace, single: str) -> Iterator[tuple[dict[str, Any], str, list[Turn]]]:
    """The question on the command line, or those in the file: (its id, the question, the turns before it)."""
    if options.file is None:
        yield {}, single, []
        return
    try:
        lines = options.file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            "{file} cannot be read: {why}.",
            "Give a UTF-8 file, one JSON object a line.",
            file=options.file,
            why=error,
        ) from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
            history = [Turn(turn["role"], str(turn["content"])) for turn in item.get("history", [])]
            yield {"id": item.get("id")}, str(item["question"]), history
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise UsageError(
                "Line {number} of {file} is not a question.",
                'Write {{"id": …, "question": "…"}} on each line.',
                number=number,
                file=options.file,
            ) from error


def _scope(options: argparse.Namespace) -> Scope:
    return Scope(collections=tuple(options.collection), documents=tuple(options.document))


def _handover(app: "App", options: argparse.Namespace) -> int:
    ending = options.output.suffix.lower() if options.output else ".txt"
    if ending not in (".eml", ".txt"):
        raise UsageError(
            "{output} is neither .eml nor .txt.", "Give the file one of these endings.", output=options.output
        )
    message = app.handovers.message(app.handovers.draft(options.target), options.to)
    if options.output:
        _, content = app.handovers.save(message, "eml" if ending == ".eml" else "txt")
        try:
            options.output.write_bytes(content)
        except OSError as error:
            raise UsageError(
                "{path} cannot be written: {why}.",
                "Choose another place.",
                path=options.output,
                why=error.strerror,
            ) from error
    _print(options, contract.handover(message, options.output), console.handover(message, options.output))
    return 0


def _export(app: "App", options: argparse.Namespace) -> int:
    if not options.conversation and not options.message:
        raise UsageError("Name a conversation, or an answer with --message.", "See `ragdesk export --help`.")
    made = app.exports.save(
        options.output,
        options.format,
        conversation=options.conversation,
        message=options.message,
        citations=options.citations,
        force=options.force,
    )
    _print(
        options,
        {"path": str(options.output)},
        console.exported(options.output, made.answers, made.references),
    )
    return 0


def _memory(app: "App", options: argparse.Namespace) -> int:
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
            _print(options, contract.note(note) | {"forgotten": True}, console.forgotten(note))
    if options.action == "list" and _json(options):
        for note in known:
            _print(options, contract.note(note), "")
    elif options.action == "list":
        print(console.notes(known))
    return 0


def _models(app: "App", options: argparse.Namespace) -> int:
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
        return _checks(options, app.engines.verify())
    if _json(options):
        for one in app.engines.models():
            _print(options, contract.model(one), "")
    else:
        print(console.models(app.engines.models()))
    return 0


def _doctor(app: "App", options: argparse.Namespace) -> int:
    if options.rebuild:
        app.rebuild()
    return _checks(options, [*app.doctor(), *program_files.checks()])


def _checks(options: argparse.Namespace, checks: Sequence[Any]) -> int:
    passed = all(check.passed for check in checks)
    value = {"passed": passed, "checks": [contract.check(check) for check in checks]}
    _print(options, value, console.checks(checks))
    return 0 if passed else 1


def _eval(options: argparse.Namespace) -> int:
    from ragdesk.app.app import App
    from ragdesk.extras.evaluation import report, table
    from ragdesk.extras.evaluation.run import evaluate

    if options.limit < 0:
        raise UsageError("--limit must be at least 1.", "Leave it out for all questions.")
    show = None if _json(options) else console.Progress(sys.stderr)
    result = evaluate(
        options.folder,
        lambda folder: App.open(open_home(folder)),
        home=getattr(options, "home", None),
        retrieval_only=options.retrieval_only,
        limit=options.limit,
        absent=options.absent,
        against=options.against,
        show=show.step if show else lambda text: None,
    )
    if show:
        show.clear()
    _print(options, result, console.plain(table.run(result)))
    if options.report:
        report.write(result, options.report)
    return 0


def _window(options: argparse.Namespace) -> int:
    from ragdesk.front.window.run import Wish, run

    wish = Wish(
        home=getattr(options, "home", None),
        port=getattr(options, "port", 0),
        files=tuple(getattr(options, "paths", ())),
        window=not getattr(options, "no_window", False),
        stay=getattr(options, "stay", False),
    )
    run(wish, lambda url: _print(options, {"url": url}, f"RAGDesk is open at {url}"))
    return 0


_COMMANDS = {
    "add": _add,
    "list": _list,
    "show": _show,
    "remove": _remove,
    "reprocess": _reprocess,
    "enrich": _enrich,
    "handover": _handover,
    "export": _export,
    "search": _search,
    "ask": _ask,
    "memory": _memory,
    "models": _models,
    "doctor": _doctor,
}
