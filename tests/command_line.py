"""The command line as a test runs it: in the test's home, with --json."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragdesk.front.cli import main

Run = Callable[..., tuple[int, list[dict[str, Any]]]]


def command_line(capsys: pytest.CaptureFixture[str], home: Path) -> Run:
    """Runs a command; gives its exit status and the objects that it printed."""

    def command(*arguments: object) -> tuple[int, list[dict[str, Any]]]:
        capsys.readouterr()
        status = main([*(str(a) for a in arguments), "--json", "--home", str(home)])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        return status, [json.loads(line) for line in printed.out.splitlines()]

    return command
