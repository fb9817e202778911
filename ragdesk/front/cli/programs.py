"""The commands that are programs of their own: the app with its window, the evaluation, the doors for other programs."""

import argparse
import signal
import sys
from contextlib import closing, suppress

from ragdesk.domain.errors import UsageError
from ragdesk.front import console
from ragdesk.front.cli.output import as_json, emit
from ragdesk.host.paths import Home, open_home


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


def _serve(options: argparse.Namespace) -> int:
    from ragdesk.serve.key import key_of, new_key

    home = open_home(getattr(options, "home", None))
    if options.show_token or options.new_token:
        key = new_key(home) if options.new_token else key_of(home)
        emit(options, {"token": key}, key)
        return 0
    _listen(home, options, api=True)
    return 0


def _mcp(options: argparse.Namespace) -> int:
    home = open_home(getattr(options, "home", None))
    if options.http:
        _listen(home, options, api=False)
        return 0
    from ragdesk.serve.stdio import speak

    speak(home)
    return 0


def _listen(home: Home, options: argparse.Namespace, *, api: bool) -> None:
    """Serve other programs until this one is told to end. Nothing is taken in meanwhile, and no folder is watched."""
    from ragdesk.app.app import App
    from ragdesk.front.web import wording
    from ragdesk.front.window.listening import listen
    from ragdesk.serve.run import opened

    def announce(address: str) -> None:
        shown = f"{address}/v1" if api else f"{address}/mcp"
        told = f"Other programs of this computer can ask at {shown}; `ragdesk serve --show-token` shows the key they need."
        emit(options, {"url": shown, "mcp": f"{address}/mcp"}, told)

    with closing(App.open(home)) as app:
        wording.use(app.settings.ui.language)
        port = app.settings.serve.port if options.port is None else options.port
        with listen(port) as listening, opened(app, listening, announce, api=api) as server:
            app.warm()
            # The server gives a signal on once it has ended: then it is told to this thread, and everything is closed in order.
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            with suppress(KeyboardInterrupt):
                server.run(sockets=[listening])


COMMANDS = {"app": _window, "eval": _eval, "serve": _serve, "mcp": _mcp}
