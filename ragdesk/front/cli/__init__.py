"""The command line: thin commands over the app. With --json it prints the contract's objects, else text for people.

Exit status: 0 done, 1 failed, 2 wrong usage. A failure is one line; tracebacks go to the log alone.
"""

import argparse
import logging
import sys
from collections.abc import Sequence
from contextlib import closing

from ragdesk.domain.errors import RagdeskError, UsageError
from ragdesk.front import contract, terminal
from ragdesk.front.cli.parser import build_parser
from ragdesk.host.paths import open_home

log = logging.getLogger(__name__)

# They read the stores alone: neither a model nor anything that works with one is imported for them.
READ_ONLY = ("list", "show", "doctor")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    as_json = "--json" in arguments
    try:
        options = build_parser().parse_args(arguments)
        if options.command == "mcp" and not options.http:
            as_json = False  # standard output is the protocol's
        return _dispatch(options)
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
        terminal.say_json(contract.error(error))
    else:
        terminal.fail(error.message, error.hint)


def _dispatch(options: argparse.Namespace) -> int:
    name = options.command or "app"
    home = getattr(options, "home", None)
    # A window comes before the app behind it; an evaluation has homes of its own; a door says when it is open.
    if name in ("app", "eval", "serve", "mcp"):
        from ragdesk.front.cli import programs

        return programs.COMMANDS[name](options)
    if name == "bulk":
        from ragdesk.front.cli import bulk

        return bulk.run(open_home(home), options)
    if name in READ_ONLY:
        from ragdesk.app.runtime import open_runtime
        from ragdesk.front.cli import reading

        with closing(open_runtime(open_home(home))) as runtime:
            return reading.COMMANDS[name](runtime, options)
    from ragdesk.app.app import App
    from ragdesk.front.cli import library, questions, tables

    with closing(App.open(open_home(home))) as app:
        return (library.COMMANDS | questions.COMMANDS | tables.COMMANDS)[name](app, options)
