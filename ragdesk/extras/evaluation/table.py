"""A run as plain text for people: one block for each set, every figure with its 95% interval."""

from collections.abc import Iterable, Sequence
from typing import Any

Json = dict[str, Any]

SHOWN = ("hit@1", "hit@5", "MRR@10", "nDCG@10", "recall@100")
# What is shown of a category: how it was found, and how it was answered.
BY_PLACE, BY_ANSWER = ("hit@1", "hit@5", "nDCG@10"), ("contained", "wrongly_refused")
CELL, CATEGORY = 20, 34
# What is shown of a comparison: the rest is in the JSON.
COMPARED = (
    "hit@1", "hit@5", "MRR@10", "nDCG@10", "contained", "cites_gold", "citation_precision", "refusal_recall",
    "wrongly_refused", "supported", "first_token", "total",
)  # fmt: skip
# How a question that was searched for came out; the order of the line.
OUTCOMES = {
    "found": "among the first 5",
    "near": "rank 6 to 20",
    "right document": "right document, wrong place",
    "missed": "missed",
    "lost": "not in the library",
}


def run(result: Json) -> str:
    """All sets of a run, and what changed since the older one where there is one."""
    blocks = ["\n".join(_set(name, figures)) for name, figures in result["sets"].items()]
    if "against" in result:
        blocks.append("\n".join(_against(result["against"])))
    return "\n\n".join(blocks)


def _set(name: str, figures: Json) -> Iterable[str]:
    yield f"{name}: {figures['documents']:,} documents, {figures['n']:,} questions, {figures['with_gold']:,} with a known place"
    for file, why in figures["problems"].items():
        yield f"  not read: {file}: {why}"
    for variant, engines in figures["retrieval"].items():
        yield ""
        yield _line(variant, "n", SHOWN)
        for engine, block in engines.items():
            yield _line(f"  {engine}", str(block["n"].get("hit@1", 0)), _cells(block, SHOWN))
        better = figures["fusion"].get(variant, {})
        if better:
            cells = [_interval(better[m]["difference"], sign=True) if m in better else "" for m in SHOWN]
            yield _line("  fused − better", "", cells)
    seconds = figures["retrieval"].get(figures["main"], {}).get("fused", {}).get("metrics", {}).get("seconds")
    if seconds:
        yield f"\n  a search takes {seconds[0]:.3f} s (median)"
    if figures["outcomes"]:
        counted = [
            f"{text} {figures['outcomes'][key]}"
            for key, text in OUTCOMES.items()
            if key in figures["outcomes"]
        ]
        yield f"  gold ({figures['main']}): {', '.join(counted)}"
    yield from _answers(figures["answers"])
    if calibration := figures.get("calibration"):
        yield f"  {'calibration error':<20}{calibration['ece']:<{CELL + 2}.3f}{calibration['n']}"
    yield from _categories(figures["categories"])


def _answers(block: Json) -> Iterable[str]:
    if block["metrics"]:
        yield ""
        yield f"  {'answers':<20}{'':<{CELL + 2}}n"
    for measure, figure in block["metrics"].items():
        yield f"  {measure:<20}{_interval(figure):<{CELL + 2}}{block['n'][measure]}"


def _categories(categories: Json) -> Iterable[str]:
    rows = []
    for name, figures in categories.items():
        cells = [*_cells(figures["retrieval"], BY_PLACE), *_cells(figures["answers"], BY_ANSWER)]
        if any(cells):
            count = figures["retrieval"]["n"].get("hit@1", figures["questions"])
            rows.append(_line(f"  {name}"[: CATEGORY - 2], str(count), cells, CATEGORY))
    if rows:
        yield ""
        yield _line("category (fused)", "n", (*BY_PLACE, *BY_ANSWER), CATEGORY)
        yield from rows


def _against(differences: Sequence[Json]) -> Iterable[str]:
    yield "Since the older run (new − old, over the questions that both have; * where the interval leaves 0 out)"
    for row in differences:
        engine = row["part"].rpartition(", ")[2]
        if row["measure"] not in COMPARED or engine not in ("fused", "answers"):
            continue
        _, low, high = row["difference"]
        star = " *" if low > 0 or high < 0 else ""
        figure = _interval(row["difference"], sign=True)
        yield f"  {row['set']:<28}{row['part']:<24}{row['measure']:<20}{figure:<24}n {row['n']}{star}"


def _line(name: str, count: str, cells: Sequence[str], wide: int = 18) -> str:
    return f"{name:<{wide}}{count:>5}  {''.join(f'{cell:<{CELL}}' for cell in cells)}".rstrip()


def _cells(block: Json, measures: Sequence[str]) -> list[str]:
    return [_interval(block["metrics"][m]) if m in block["metrics"] else "" for m in measures]


def _interval(figure: Sequence[float], sign: bool = False) -> str:
    """As "0.872 (.83–.91)": shares to three and two digits, larger figures (tokens, seconds) shorter."""
    value, low, high = figure
    most = max(abs(low), abs(high), abs(value))
    if most >= 10:
        large = ",.0f" if most >= 100 else ".1f"
        return f"{value:{large}} ({low:{large}}–{high:{large}})"
    form = "+.3f" if sign else ".3f"
    ends = [
        f"{end:{'+' if sign else ''}.2f}".replace("0.", ".", 1) if abs(end) < 1 else f"{end:.2f}"
        for end in (low, high)
    ]
    return f"{value:{form}} ({ends[0]}{', ' if sign else '–'}{ends[1]})"
