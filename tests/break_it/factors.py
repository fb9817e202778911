"""The growth factors of a run, by stage and shape: how many times as long twice as much took. RAGDESK_GROWTH names a file that
they are written to as Markdown; docs/reliability.md holds them."""

import os
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from growing import MOST

from break_it.counting import count

Factors = dict[str, dict[str, dict[str, float]]]

# By group, shape (a row) and stage (a column).
_taken: Factors = defaultdict(lambda: defaultdict(dict))


def judged(group: str, shape: str, stage: str, factor: float, kind: str) -> bool:
    """Take down a factor, and whether it is small enough; `kind` is what the case is counted under."""
    _taken[group][shape][stage] = round(factor, 2)
    print(f"{stage} · {shape}: {factor:.2f} times for twice as much")
    return count(kind, factor <= MOST)


def taken() -> Factors:
    """As plain mappings, to be handed to another process."""
    return {group: {shape: dict(row) for shape, row in rows.items()} for group, rows in _taken.items()}


def take_over(factors: Mapping[str, Mapping[str, Mapping[str, float]]]) -> None:
    """Add what another process took down."""
    for group, rows in factors.items():
        for shape, row in rows.items():
            _taken[group][shape].update(row)


def write() -> str:
    """Write the tables to the file that is asked for; returns its name, or "" where none is, or nothing was taken down."""
    path = os.environ.get("RAGDESK_GROWTH", "")
    if not path or not _taken:
        return ""
    Path(path).write_text("\n\n".join(_table(group) for group in _taken) + "\n", encoding="utf-8")
    return path


def _table(group: str) -> str:
    """What was not measured stays empty."""
    rows = _taken[group]
    stages = list(dict.fromkeys(stage for row in rows.values() for stage in row))
    lines = [["shape", *stages], ["---", *["---:"] * len(stages)]]
    lines += [
        [shape, *(f"{row[stage]:.1f}" if stage in row else "" for stage in stages)]
        for shape, row in rows.items()
    ]
    lines.append(
        ["**at most**", *(f"**{max(row.get(stage, 0.0) for row in rows.values()):.1f}**" for stage in stages)]
    )
    return f"**{group}**\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines)
