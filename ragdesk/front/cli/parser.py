"""What the command line takes: every command with its arguments. Imports nothing of what they do."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from ragdesk import __version__
from ragdesk.domain.errors import UsageError

MODES = ("hybrid", "vector", "words")
EXPORT_FORMATS = ("md", "html", "docx", "pdf", "json", "bibtex", "ris")
TABLE_FORMATS = ("xlsx", "csv", "html", "md", "json")
TABLE_TEMPLATES = ("contracts", "cvs", "invoices", "papers", "procedures")
COLUMN_KINDS = ("text", "date", "amount", "number", "yesno", "list", "choice")
# The value of `--password` where none was given; no file was ever locked with it.
ASKED_FOR = "\0"
# Makes the parser of a command, by its name and what it does.
Command = Callable[[str, str], argparse.ArgumentParser]


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

    _document_commands(command)
    _question_commands(command)
    _table_commands(command("table", "ask every document the same questions, as a table"), shared)
    _other_commands(command)
    _shared_commands(command)
    return parser


def _document_commands(command: Command) -> None:
    add = command("add", "take files and folders into the library")
    add.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    add.add_argument(
        "--resume",
        action="store_true",
        help="put the archive's folders in order and go on with what a killed run left waiting",
    )
    add.add_argument(
        "--password",
        nargs="?",
        const=ASKED_FOR,
        default="",
        help="what opens encrypted files; without a value it is asked for, or read from a pipe. One that is written here can be "
        "read by others of this computer, in the list of its processes",
    )
    add.add_argument("--collection", default="", help="put them into this collection")
    add.add_argument("--jobs", type=int, default=1, help="files that are read at the same time")
    command("list", "the documents in the library")
    command("show", "one document").add_argument("id", metavar="ID")
    remove = command("remove", "remove documents from every store")
    remove.add_argument("ids", nargs="+", metavar="ID")
    remove.add_argument(
        "--messages", action="store_true", help="delete the questions and answers that quote them, too"
    )
    rename = command("rename", "give a document another title, which it keeps when its file changes")
    rename.add_argument("id", metavar="ID", help="as `ragdesk list` prints it")
    rename.add_argument("title", nargs="?", default="", metavar="TITLE")
    rename.add_argument("--own", action="store_true", help="use the document's own title again")
    again = command("reprocess", "read documents anew that an older ingest version made")
    again.add_argument("--below", type=int, default=0, metavar="VERSION", help="default: the one in use")
    again.add_argument("--dry-run", action="store_true", help="only list them")
    again.add_argument("--jobs", type=int, default=1, help="files that are read at the same time")
    enrich = command("enrich", "let the model describe documents, or each page too, for retrieval")
    enrich.add_argument("level", choices=("description", "pages"))


def _question_commands(command: Command) -> None:
    search = command("search", "find passages, without the language model")
    _questions(search, "query", "QUERY")
    search.add_argument("--top", type=int, default=0, help="how many passages")
    search.add_argument("--mode", choices=MODES, default="hybrid")
    search.add_argument(
        "--lines", action="store_true", help="with --json: say which line of each passage answers best"
    )
    ask = command("ask", "answer a question from the documents")
    _questions(ask, "question", "QUESTION")
    ask.add_argument("--conversation", default="", metavar="ID", help="go on with this conversation")
    ask.add_argument(
        "--from-documents",
        action="store_true",
        help="look in the documents, even if it reads like small talk or a question about you or the library",
    )
    ask.add_argument(
        "--quick",
        action="store_true",
        help="a short answer in the document's words is enough, where there is one",
    )
    ask.add_argument(
        "--written",
        action="store_true",
        help="write a summary of the one document that the question names or --document chooses",
    )
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


def _table_commands(table: argparse.ArgumentParser, shared: _Parser) -> None:
    actions = table.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=_Parser)

    def action(name: str, text: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, help=text, description=text, parents=[shared])

    new = action("new", "make a table; `table run` fills it, and so does the app while it is open")
    new.add_argument("name", metavar="NAME")
    new.add_argument("--template", choices=TABLE_TEMPLATES, default="", help="begin with these columns")
    new.add_argument(
        "--columns", type=Path, metavar="FILE", help="columns: a TOML file, or JSON with a column a line"
    )
    new.add_argument("--document", action="append", default=[], metavar="ID", help="a row; may be repeated")
    new.add_argument("--collection", default="", help="its documents are the rows, later ones too")
    new.add_argument(
        "--folder", default="", metavar="DIR", help="the documents found there are the rows, later ones too"
    )
    add = action("add", "add columns or rows")
    add.add_argument("id", metavar="TABLE", help="its id or its name, as `ragdesk table list` prints them")
    add.add_argument("--question", default="", help="a column: what is asked of every document")
    add.add_argument("--kind", choices=COLUMN_KINDS, default="text")
    add.add_argument("--name", default="", help="what stands over the column; default: the question")
    add.add_argument(
        "--choice", action="append", default=[], help="a value of the kind “choice”; may be repeated"
    )
    add.add_argument("--columns", type=Path, metavar="FILE", help="columns of a file")
    add.add_argument("--document", action="append", default=[], metavar="ID", help="a row; may be repeated")
    action(
        "run", "answer what is not answered yet; stop it with Ctrl-C, and it goes on next time"
    ).add_argument("id", metavar="TABLE")
    action("propose", "columns that the documents suggest, for `table add --columns`").add_argument(
        "id", metavar="TABLE"
    )
    action("list", "all tables")
    action("show", "a table with its cells").add_argument("id", metavar="TABLE")
    export = action("export", "a table as a file")
    export.add_argument("id", metavar="TABLE")
    export.add_argument("--format", required=True, choices=TABLE_FORMATS)
    export.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    export.add_argument("--force", action="store_true", help="take the place of a file that is there")
    action("remove", "delete a table; the documents stay").add_argument("id", metavar="TABLE")


def _other_commands(command: Command) -> None:
    models = command("models", "the models: fetch, list, add, use, verify")
    models.add_argument("action", choices=("fetch", "list", "add", "use", "verify"))
    models.add_argument("target", nargs="?", default="", metavar="FILE|NAME")
    doctor = command(
        "doctor", "are the stores consistent, the models intact, is anything talking to the outside"
    )
    doctor.add_argument("--rebuild", action="store_true", help="make both indexes anew from the ledger first")
    doctor.add_argument(
        "--store",
        default="",
        metavar="s3://…",
        help="is this object store fit for `ragdesk bulk`; looks at nothing else",
    )
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
    serve = command("serve", "let other programs of this computer ask: an API as OpenAI's, and MCP")
    serve.add_argument("--port", type=int, default=None, help="default: see settings.toml; 0: any free port")
    serve.add_argument("--show-token", action="store_true", help="print the key that they need, and end")
    serve.add_argument(
        "--new-token",
        action="store_true",
        help="make another key, print it, and end; the old one opens nothing",
    )
    mcp = command("mcp", "speak MCP with the program that starts this (stdio)")
    mcp.add_argument("--http", action="store_true", help="listen on a port of this computer instead")
    mcp.add_argument("--port", type=int, default=None, help="with --http; as for serve")
    app = command("app", "open the app (what `ragdesk` alone does)")
    app.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="files and folders to take in")
    app.add_argument("--port", type=int, default=0, help="0: any free port")
    app.add_argument("--no-window", action="store_true", help="serve without opening a window")
    app.add_argument("--stay", action="store_true", help="go on when the last window is closed")


def _shared_commands(command: Command) -> None:
    bulk = command("bulk", "read files on many machines into a library that desks share (extra: bulk)")
    bulk.add_argument("paths", nargs="*", type=Path, metavar="DOCS", help="files and folders to read")
    bulk.add_argument(
        "target", metavar="TARGET", help="a folder, or s3://bucket/name with AWS_… in the environment"
    )
    bulk.add_argument(
        "--remove", action="append", default=[], metavar="ID", help="remove this document; may be repeated"
    )
    bulk.add_argument(
        "--workers", type=int, default=2, metavar="N", help="files that are read at the same time"
    )
    bulk.add_argument(
        "--cluster", default="", metavar="ADDRESS", help="of a Ray cluster; default: this computer alone"
    )
    merge = command("merge", "take documents of a shared library into your own")
    merge.add_argument(
        "library", metavar="LIBRARY", help="its name in settings.toml, its folder or its s3:// address"
    )
    merge.add_argument("ids", nargs="*", metavar="ID", help="these documents; default: all")
    merge.add_argument("--collection", default="", help="put them into this collection")


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
