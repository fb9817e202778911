"""Builds the library that gives one process bad luck (fault.c), and says how to start a process with it."""

import atexit
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Literal

import pytest

Kind = Literal["kill", "power", "io", "full", "clock", "behind"]


@cache
def library() -> Path:
    """The library, built once a session; skips the test where that cannot be."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        pytest.skip("a C compiler on Linux makes the library that lets disks fail; there is none")
    folder = Path(mkdtemp(prefix="ragdesk-fault-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    built = folder / "fault.so"
    source = Path(__file__).with_name("fault.c")
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", built, source, "-ldl", "-lpthread"], check=True
    )
    return built


def environment(
    kind: Kind, at: int, below: Sequence[Path], *, length: int = 0, seen: Path | None = None
) -> dict[str, str]:
    """The environment of a process that has this bad luck at its `at`-th change below the folders."""
    fault = {
        "LD_PRELOAD": str(library()),
        "FAULT_KIND": kind,
        "FAULT_AT": str(at),
        "FAULT_BELOW": ":".join(map(str, below)),
        "FAULT_LENGTH": str(length),
    }
    return os.environ | fault | ({"FAULT_SEEN": str(seen)} if seen else {})
