"""Rows of questions become figures: for each engine and way of asking, for the answers, and for each category."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from ragdesk.extras.evaluation import answers, retrieval
from ragdesk.extras.evaluation.statistics import Bootstrap, Interval, Statistic

Json = dict[str, Any]
Rows = Sequence[Json]

RETRIEVAL = (*retrieval.MEASURES, "shown@5", "seconds")
ANSWERS = (*answers.MEASURES, *answers.SECONDS, *answers.COUNTS)
# What fusion is weighed by, against the better of the two engines.
COMPARED = ("hit@1", "hit@5", "MRR@10", "nDCG@10")
BROKEN_DOWN = ("hit@1", "hit@5", "MRR@10", "nDCG@10")
# Of the reliability diagram.
BINS = 10
# A category with more values than this is no category.
MOST_VALUES = 12


def statistic_of(measure: str) -> Statistic:
    """Seconds are medians, all else means."""
    return "median" if measure in answers.SECONDS or measure == "seconds" else "mean"


def summarise(rows: Rows) -> Json:
    """The figures of one set: `retrieval[variant][engine]`, `answers`, `fusion[variant]`, `outcomes`, `categories`. Every figure
    is [value, low, high]; `n` beside them says on how many questions each rests."""
    main = main_variant(rows)
    return {
        "main": main,
        "retrieval": {
            variant: {
                engine: block(rows, RETRIEVAL, _ranked(variant, engine)) for engine in engines(rows, variant)
            }
            for variant in variants(rows)
        },
        "fusion": {variant: _fusion(rows, variant) for variant in variants(rows)},
        "answers": block(rows, ANSWERS, _answered),
        "calibration": calibrated(rows),
        "outcomes": dict(Counter(row["outcome"] for row in rows if row.get("outcome"))),
        "categories": _categories(rows, main),
    }


def calibrated(rows: Rows) -> Json | None:
    """How far the gate's probabilities can be believed: {"ece", "n", "bins": [[mean probability, share answerable, questions]]}.
    None where no question has one.

    ECE, the expected calibration error, is the mean distance of the two, weighted by the questions of ten bins of equal width
    (Guo et al., "On Calibration of Modern Neural Networks", 2017).
    """
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for row in rows:
        chance = row.get("answer", {}).get("probability")
        if chance is not None:
            bins[min(int(chance * BINS), BINS - 1)].append((chance, row["answerable"]))
    n = sum(map(len, bins))
    if not n:
        return None
    shown = [
        (fmean(chance for chance, _ in pairs), fmean(right for _, right in pairs), len(pairs))
        for pairs in bins
        if pairs
    ]
    ece = sum(count * abs(chance - share) for chance, share, count in shown) / n
    return {"ece": round(ece, 4), "n": n, "bins": [[round(c, 4), round(s, 4), k] for c, s, k in shown]}


def variants(rows: Rows) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row["retrieval"]))


def engines(rows: Rows, variant: str) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row["retrieval"].get(variant, {})))


def main_variant(rows: Rows) -> str:
    """The way that the app itself asks: standalone where there are conversations."""
    return "standalone" if "standalone" in variants(rows) else "question"


def block(rows: Rows, measures: Iterable[str], values: Callable[[Json], Mapping[str, float | None]]) -> Json:
    """{"metrics": {measure: [value, low, high]}, "n": {measure: questions}} of the measures that apply at all."""
    bootstrap = Bootstrap(len(rows))
    columns = [values(row) for row in rows]
    figures: dict[str, Interval] = {}
    for measure in measures:
        figure = bootstrap.interval([row.get(measure) for row in columns], statistic_of(measure))
        if figure is not None:
            figures[measure] = figure
    if "refusal_recall" not in figures:
        # Nothing was there to refuse: every refusal was wrong, and `wrongly_refused` says so.
        figures.pop("refusal_precision", None)
    return {
        "metrics": {name: figure.shown() for name, figure in figures.items()},
        "n": {name: figure.n for name, figure in figures.items()},
    }


def _ranked(variant: str, engine: str) -> Callable[[Json], Mapping[str, float | None]]:
    def values(row: Json) -> Mapping[str, float | None]:
        measured: Mapping[str, float | None] = row["retrieval"].get(variant, {}).get(engine, {})
        return measured

    return values


def _answered(row: Json) -> Mapping[str, float | None]:
    measured: Mapping[str, float | None] = row.get("answer", {}).get("values", {})
    return measured


def _fusion(rows: Rows, variant: str) -> Json:
    """Fused minus the better single engine, question by question: {measure: {"engine", "difference": [value, low, high]}}."""
    singles = [engine for engine in engines(rows, variant) if engine != "fused"]
    bootstrap = Bootstrap(len(rows))
    gains: Json = {}
    for measure in COMPARED:
        columns = {
            name: [_ranked(variant, name)(row).get(measure) for row in rows] for name in ("fused", *singles)
        }
        means = {name: mean.value for name in singles if (mean := bootstrap.interval(columns[name]))}
        if not means:
            continue
        best = max(means, key=lambda name: means[name])
        difference = bootstrap.difference(columns["fused"], columns[best])
        if difference is not None:
            gains[measure] = {"engine": best, "difference": difference.shown(), "n": difference.n}
    return gains


def _categories(rows: Rows, main: str) -> Json:
    """{"field=value": {"questions", "retrieval", "answers"}} for each field that divides the set."""
    members: dict[str, dict[str, list[Json]]] = {}
    for row in rows:
        for field, value in row["categories"]:
            members.setdefault(field, {}).setdefault(value, []).append(row)
    figures: Json = {}
    for field, values in members.items():
        if not 1 < len(values) <= MOST_VALUES:
            continue
        for value, inside in sorted(values.items()):
            figures[f"{field}={value}"] = {
                "questions": len(inside),
                "retrieval": block(inside, BROKEN_DOWN, _ranked(main, "fused")),
                "answers": block(inside, answers.MEASURES, _answered),
            }
    return figures


def compare(new: Json, old: Json) -> list[Json]:
    """`new` minus `old` for every measure of every set that both have, over the questions that both have:
    [{"set", "part", "measure", "difference": [value, low, high], "n"}]."""
    differences: list[Json] = []
    for name, figures in new["sets"].items():
        before = {row["id"]: row for row in old["sets"].get(name, {}).get("questions", [])}
        pairs = [(row, before[row["id"]]) for row in figures["questions"] if row["id"] in before]
        if not pairs:
            continue
        rows = [row for row, _ in pairs]
        for variant in variants(rows):
            for engine in engines(rows, variant):
                differences += _differences(
                    pairs, name, f"{variant}, {engine}", RETRIEVAL, _ranked(variant, engine)
                )
        differences += _differences(pairs, name, "answers", ANSWERS, _answered)
    return differences


def _differences(
    pairs: Sequence[tuple[Json, Json]],
    name: str,
    part: str,
    measures: Iterable[str],
    values: Callable[[Json], Mapping[str, float | None]],
) -> list[Json]:
    bootstrap = Bootstrap(len(pairs))
    differences = []
    for measure in measures:
        difference = bootstrap.difference(
            [values(new).get(measure) for new, _ in pairs],
            [values(old).get(measure) for _, old in pairs],
            statistic_of(measure),
        )
        if difference is not None:
            differences.append(
                {
                    "set": name,
                    "part": part,
                    "measure": measure,
                    "difference": difference.shown(),
                    "n": difference.n,
                }
            )
    return differences
