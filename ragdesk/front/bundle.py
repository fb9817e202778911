"""Where the standalone bundle begins: one program that is the app, the command line and its own children.

A frozen program has no `python -m`, so what would be a module elsewhere is a flag here:

    ragdesk                          the app
    ragdesk FILE…                    the app, and these files taken in: a double click, a drop on the icon
    ragdesk COMMAND …                the command line
    ragdesk --llm-child              the language model's process, started by the app (engines/llm_process.py)
    ragdesk --multiprocessing-fork   a parser's process, started by multiprocessing
"""

import multiprocessing
import os
import sys
from collections.abc import Sequence
from pathlib import Path

LLM_CHILD = "--llm-child"
# Where the system looks for libraries; PyInstaller's bootloader puts the bundle's folder there, and keeps what was there
# under the name with _ORIG (https://pyinstaller.org/en/stable/runtime-information.html).
RESET = "PYINSTALLER_RESET_ENVIRONMENT"
LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the arguments ask for and return the exit status; a parser's process never comes back."""
    multiprocessing.freeze_support()
    leave_libraries_alone()
    give_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == [LLM_CHILD]:
        from ragdesk.engines import llm_server

        llm_server.main()
        return 0
    if opens_app(given):
        return _app(tuple(Path(one) for one in given))
    from ragdesk.front.cli import main as run

    return run(given)


def opens_app(arguments: Sequence[str]) -> bool:
    """Whether the arguments are none, or files alone, as a desktop passes them."""
    return all(_is_file(one) for one in arguments)


def _is_file(argument: str) -> bool:
    return not argument.startswith("-") and Path(argument).is_absolute() and Path(argument).exists()


def _app(files: tuple[Path, ...]) -> int:
    """The app without the command line before it, whose imports would keep the window waiting."""
    from ragdesk.domain.errors import RagdeskError
    from ragdesk.front.terminal import fail, say
    from ragdesk.front.window.run import Wish, run

    try:
        run(Wish(files=files), lambda address: say(f"RAGDesk is open at {address}"))
    except RagdeskError as error:
        fail(error.message, error.hint)
        return 1
    except KeyboardInterrupt:
        return 1
    return 0


def leave_libraries_alone() -> None:
    """What this program starts (a browser, a file manager) is to find the system's libraries, not the bundle's.

    Its own children are to find the bundle's all the same: they set up everything anew instead of relying on this process.
    """
    if getattr(sys, "frozen", False):
        os.environ[RESET] = "1"
    for name in LIBRARY_PATHS:
        before = os.environ.pop(f"{name}_ORIG", None)
        if before:
            os.environ[name] = before
        elif getattr(sys, "frozen", False):
            os.environ.pop(name, None)


def give_streams() -> None:
    """A Windows program without a console has no standard streams, and libraries that print would fail."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            lasting = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - as long as the program
            setattr(sys, name, lasting)
