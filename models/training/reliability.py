"""How far a probability can be believed: the expected calibration error, and the reliability diagram as a picture."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import numpy as np

BINS = 10
_SIDE, _EDGE = 320, 48
_COLOURS = ("#1b6ca8", "#c05621", "#2f855a")
# The area of a dot is that of the square root of how many it stands for, so that small bins are still seen.
_DOT = 0.9


def bins(chances: Sequence[float], right: Sequence[bool]) -> list[tuple[float, float, int]]:
    """(mean probability, share that is right, how many) of each tenth of the scale that has any."""
    p, y = np.asarray(chances, float), np.asarray(right, float)
    tenth = np.minimum((p * BINS).astype(int), BINS - 1)
    picked = (tenth == number for number in range(BINS))
    return [(float(p[at].mean()), float(y[at].mean()), int(at.sum())) for at in picked if at.any()]


def ece(chances: Sequence[float], right: Sequence[bool]) -> float:
    """The expected calibration error (Guo and others, 2017): what is said and what is right lie so far apart, on an average."""
    return sum(count * abs(said - was) for said, was, count in bins(chances, right)) / len(chances)


def draw(path: Path, series: Mapping[str, tuple[Sequence[float], Sequence[bool]]]) -> None:
    """An SVG with a line for each series; on the diagonal a probability is just what it says."""
    whole = _SIDE + 2 * _EDGE

    def at(said: float, was: float) -> tuple[float, float]:
        return _EDGE + said * _SIDE, _EDGE + (1 - was) * _SIDE

    (x0, y0), (x1, y1) = at(0, 0), at(1, 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" font-family="sans-serif" font-size="11">',
        f'<rect width="{whole}" height="{whole}" fill="#fff"/>',
        f'<rect x="{_EDGE}" y="{_EDGE}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#888"/>',
        f'<line x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}" stroke="#888" stroke-dasharray="4 4"/>',
        f'<text x="{whole / 2}" y="{whole - 12}" text-anchor="middle">probability that it answers</text>',
        f'<text x="14" y="{whole / 2}" text-anchor="middle" transform="rotate(-90 14 {whole / 2})">share that does</text>',
    ]
    for tick in (0.0, 0.5, 1.0):
        (x, _), (_, y) = at(tick, 0), at(0, tick)
        parts.append(f'<text x="{x}" y="{y0 + 16}" text-anchor="middle">{tick:g}</text>')
        parts.append(f'<text x="{_EDGE - 6}" y="{y + 4}" text-anchor="end">{tick:g}</text>')
    for number, (name, (chances, right)) in enumerate(series.items()):
        colour, dots = _COLOURS[number % len(_COLOURS)], bins(chances, right)
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(said, was) for said, was, _ in dots))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for said, was, count in dots:
            x, y = at(said, was)
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_DOT * count**0.25 + 1:.1f}" fill="{colour}"/>'
            )
        label = f"{name}: {len(chances):,} sentences, ECE {ece(chances, right):.3f}"
        parts.append(
            f'<text x="{_EDGE + 10}" y="{_EDGE + 18 + 16 * number}" fill="{colour}">{escape(label)}</text>'
        )
    path.write_text("\n".join([*parts, "</svg>", ""]), "utf-8")
