"""Taking turns with a stopwatch: both sides of a ratio run one after the other, so that what else the machine does hits both."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np

Times = dict[str, list[float]]


def seconds(work: Callable[[], object]) -> float:
    """How long the work takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def taking_turns(
    works: Mapping[str, Callable[[str], object]],
    queries: Sequence[str],
    before: Callable[[], object] = lambda: None,
) -> Times:
    """Seconds of each work on each query; who begins changes from query to query. `before` is done before each of them, and not
    counted."""
    times: Times = {name: [] for name in works}
    for turn, query in enumerate(queries):
        names = list(works) if turn % 2 else list(reversed(works))
        for name in names:
            before()
            times[name].append(seconds(lambda name=name, query=query: works[name](query)))  # type: ignore[misc]
    return times


def quantile(values: Sequence[float], share: float) -> float:
    return float(np.quantile(values, share))


def report(name: str, ours: Sequence[float], bare: Sequence[float], limit: float) -> None:
    """Print the median and the 95th percentile of both, in milliseconds, their ratio, and what it may be at most."""
    for label, share in (("p50", 0.5), ("p95", 0.95)):
        mine, theirs = quantile(ours, share), quantile(bare, share)
        print(
            f"{name} {label} {mine * 1e3:7.1f} ms, bare {theirs * 1e3:7.1f} ms, "
            f"ratio {mine / theirs:.2f} (at most {limit})",
            flush=True,
        )


class Stopwatch:
    """Seconds by step."""

    def __init__(self) -> None:
        self.times: Times = defaultdict(list)

    @contextmanager
    def __call__(self, step: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.times[step].append(time.perf_counter() - started)

    def report(self) -> None:
        """Print the median and the 95th percentile of each step, in milliseconds."""
        for step, values in self.times.items():
            middle, high = (quantile(values, share) * 1e3 for share in (0.5, 0.95))
            print(f"  {step:26} p50 {middle:7.2f} ms, p95 {high:7.2f} ms", flush=True)
