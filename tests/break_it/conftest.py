"""The served app, and the table of cases at the end of a session, also where pytest-xdist spreads the tests over processes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from break_it import counting, factors
from break_it.wire import Wire, furnished

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def wire(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[Wire]:
    """The app with a few documents, served; what changes it takes an app of its own (`furnished`)."""
    with furnished(tmp_path_factory.mktemp("served"), examples) as served:
        yield served


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`make break` chooses by the marker: what lies here, and what is marked elsewhere."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("break_it")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker process of xdist hands its counts and factors to the process that prints."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["break_it"] = counting.counted()
        output["growth"] = factors.taken()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """xdist: a worker has ended."""
    output = getattr(node, "workeroutput", {})
    counting.take_over(output.get("break_it", {}))
    factors.take_over(output.get("growth", {}))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if written := factors.write():
        terminalreporter.section(f"growth factors: written to {written}")
    lines = counting.table()
    if lines:
        terminalreporter.section("cases tried, held, by kind")
        for line in lines:
            terminalreporter.line(line)
