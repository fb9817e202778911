"""The commands that are programs of their own: the app with its window, and the evaluation."""

import argparse
import sys

from ragdesk.domain.errors import UsageError
from ragdesk.front import console
from ragdesk.front.cli.output import as_json, emit
from ragdesk.host.paths import open_home


def _window(options: argparse.Namespace) -> int:
    from ragdesk.front.window.run import Wish, run

    wish = Wish(
        home=getattr(options, "home", None),
        port=getattr(options, "port", 0),
        files=tuple(getattr(options, "paths", ())),
        window=not getattr(options, "no_window", False),
        stay=getattr(options, "stay", False),
    )
    run(wish, lambda url: emit(options, {"url": url}, f"RAGDesk is open at {url}"))
    return 0


def _eval(options: argparse.Namespace) -> int:
    from ragdesk.app.app import App
    from ragdesk.extras.evaluation import report, table
    from ragdesk.extras.evaluation.run import evaluate

    if options.limit < 0:
        raise UsageError("--limit must be at least 1.", "Leave it out for all questions.")
    show = None if as_json(options) else console.Progress(sys.stderr)
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
    emit(options, result, table.run(result))
    if options.report:
        report.write(result, options.report)
    return 0


COMMANDS = {"app": _window, "eval": _eval}
