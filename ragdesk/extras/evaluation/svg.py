"""Plots as SVG, written by hand: figures with their intervals, and counts. Colours suit a light and a dark page."""

from collections.abc import Sequence
from html import escape

Point = tuple[str, Sequence[float], str]

ROW, LEFT, WIDTH, RIGHT = 22, 200, 420, 150
COLOURS = {"fused": "#2f6fb5", "vector": "#c8781e", "words": "#5b8c3a", "answers": "#2f6fb5"}
OTHER = "#7a6ba8"
# In each plot, so that it can be shown by itself.
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:currentColor}.title{font-weight:600}.tick{font-size:10px;opacity:.7}"
    ".grid{stroke:currentColor;stroke-opacity:.15}"
)


def intervals(points: Sequence[Point], title: str, low: float = 0.0, high: float = 1.0) -> str:
    """One row for each (name, [value, low, high], colour's name): a dot in its interval, on an axis from `low` to `high`."""
    height = ROW * (len(points) + 2)
    parts = [_text(LEFT, 14, title, "start", "title")]
    bottom = height - ROW
    for step in range(6):
        value = low + (high - low) * step / 5
        x = _x(value, low, high)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{ROW}" y2="{bottom}"/>')
        parts.append(_text(x, bottom + 14, f"{value:.2g}", "middle", "tick"))
    for index, (name, figure, colour) in enumerate(points):
        y = ROW * (index + 1.5)
        value, begin, end = figure
        fill = COLOURS.get(colour, OTHER)
        parts.append(_text(LEFT - 8, y + 4, name, "end", "name"))
        parts.append(
            f'<line x1="{_x(begin, low, high):.1f}" x2="{_x(end, low, high):.1f}" y1="{y}" y2="{y}" stroke="{fill}" '
            'stroke-width="3" stroke-opacity=".45"/>'
        )
        parts.append(f'<circle cx="{_x(value, low, high):.1f}" cy="{y}" r="4.5" fill="{fill}"/>')
        shown = f"{value:.3f} ({begin:.3f}–{end:.3f})"
        parts.append(_text(LEFT + WIDTH + 8, y + 4, shown, "start", "value"))
    return _svg(parts, height, title)


def bars(counts: Sequence[tuple[str, int]], title: str, colour: str = "fused") -> str:
    """One row for each (name, count)."""
    most = max((count for _, count in counts), default=0) or 1
    height = ROW * (len(counts) + 1) + 6
    parts = [_text(LEFT, 14, title, "start", "title")]
    for index, (name, count) in enumerate(counts):
        y = ROW * (index + 1)
        width = WIDTH * count / most
        parts.append(_text(LEFT - 8, y + 15, name, "end", "name"))
        parts.append(
            f'<rect x="{LEFT}" y="{y + 3}" width="{width:.1f}" height="{ROW - 6}" fill="{COLOURS.get(colour, OTHER)}"/>'
        )
        parts.append(_text(LEFT + width + 6, y + 15, str(count), "start", "value"))
    return _svg(parts, height, title)


def reliability(bins: Sequence[tuple[float, float, int]], title: str) -> str:
    """A dot for each (mean probability, share that came true, questions), as large as it has questions, over the diagonal where
    both are equal."""
    top, side = ROW, WIDTH
    most = max((count for _, _, count in bins), default=1)
    parts = [_text(LEFT, 14, title, "start", "title")]
    for step in range(6):
        x, y = LEFT + side * step / 5, top + side * (5 - step) / 5
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{top + side}"/>')
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{LEFT + side}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(_text(x, top + side + 14, f"{step / 5:.1f}", "middle", "tick"))
        parts.append(_text(LEFT - 6, y + 4, f"{step / 5:.1f}", "end", "tick"))
    parts.append(
        f'<line x1="{LEFT}" y1="{top + side}" x2="{LEFT + side}" y2="{top}" stroke="currentColor" stroke-dasharray="4"/>'
    )
    for chance, share, count in bins:
        x, y = LEFT + side * chance, top + side * (1 - share)
        radius = 4 + 10 * (count / most) ** 0.5
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{COLOURS["answers"]}" fill-opacity=".6"/>'
        )
        parts.append(_text(x + radius + 3, y + 4, str(count), "start", "value"))
    parts.append(_text(LEFT + side / 2, top + side + 32, "probability by the gate", "middle", "name"))
    parts.append(_text(LEFT - 30, top + side / 2, "share answerable", "end", "name"))
    return _svg(parts, top + side + 40, title)


def _x(value: float, low: float, high: float) -> float:
    share = (value - low) / (high - low) if high > low else 0.0
    return LEFT + WIDTH * min(1.0, max(0.0, share))


def _text(x: float, y: float, text: str, anchor: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(parts: Sequence[str], height: float, title: str) -> str:
    width = LEFT + WIDTH + RIGHT
    return (
        f'<svg role="img" aria-label="{escape(title, quote=True)}" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}"><style>{STYLE}</style>{"".join(parts)}</svg>'
    )
