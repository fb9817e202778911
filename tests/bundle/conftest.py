"""The bundle that `make bundle` built, on a system that has nothing. Run by `make bundle-test`, which names the bundle."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from bare import Bare

ROOT = Path(__file__).resolve().parents[2]
# `make test` has no bundle; these tests are not among its tests.
collect_ignore_glob = [] if os.environ.get("RAGDESK_BUNDLE") else ["test_*.py"]


FIGURES = pytest.StashKey[dict[str, str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FIGURES] = {}


@pytest.fixture(scope="session")
def bundle() -> Path:
    """The folder that PyInstaller made."""
    folder = Path(os.environ["RAGDESK_BUNDLE"]).absolute()
    assert (folder / "ragdesk").is_file(), "run `make bundle` first"
    return folder


@pytest.fixture(scope="session")
def figures(pytestconfig: pytest.Config) -> dict[str, str]:
    """What was measured, by name; printed as a table at the end."""
    return pytestconfig.stash[FIGURES]


@pytest.fixture(scope="session")
def bare(bundle: Path) -> "Iterator[Bare]":
    """A minimal Debian with the bundle in it, read-only, and no network but its own loopback."""
    if os.geteuid() or not shutil.which("unshare"):
        pytest.skip("a bare system takes root and unshare")
    from bare import bare_system  # its folder is on the path in `make bundle-test` alone

    with bare_system(bundle, ROOT / "examples") as system:
        yield system


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    found = config.stash[FIGURES]
    if found:
        terminalreporter.section("The bundle's figures")
        width = max(len(name) for name in found)
        for name, value in found.items():
            terminalreporter.line(f"{name:<{width}}  {value}")
        load = Path("/proc/loadavg").read_text().split()[0]
        terminalreporter.line(f"{'processors, load at the end':<{width}}  {os.cpu_count()}, {load}")
