"""A run as one HTML page: tables, plots, and each question that went wrong. No scripts, nothing from outside; everything that a
document, a question or a model said is escaped."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ragdesk.domain.errors import UsageError
from ragdesk.extras.evaluation import svg, table
from ragdesk.extras.evaluation.answers import MEASURES as ANSWER_MEASURES
from ragdesk.extras.evaluation.summary import BROKEN_DOWN

Json = dict[str, Any]

# Ranks as people think of them: (name, first, last).
RANKS = (("1", 1, 1), ("2 to 5", 2, 5), ("6 to 10", 6, 10), ("11 to 20", 11, 20), ("21 to 100", 21, 100))
# What is shown of the answers of a category.
SAID = ("contained", "citation_precision", "refusal_recall", "wrongly_refused")
# Questions listed for each set: the rest is in the JSON.
LISTED = 200
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1080px; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .6rem 0 1.2rem; font-variant-numeric: tabular-nums; font-size: 13px; }
th, td { border-bottom: 1px solid #8884; padding: .2rem .6rem; text-align: left; vertical-align: top; }
small { opacity: .7; white-space: nowrap; } h2 { margin-top: 2.4rem; border-top: 2px solid #8886; padding-top: .8rem; }
svg { max-width: 100%; height: auto; margin: .4rem 0; display: block; }
.better { color: #2e8b57; } .worse { color: #c0392b; }
"""


def write(result: Json, file: Path) -> None:
    """Write the page.

    Raises:
        UsageError: the file cannot be written.
    """
    try:
        file.write_text(page(result), encoding="utf-8")
    except OSError as error:
        raise UsageError(
            "{path} cannot be written: {why}.",
            "Choose another place.",
            path=file,
            why=error.strerror or error,
        ) from error


def page(result: Json) -> str:
    """The whole page."""
    kind = "retrieval only" if result["retrieval_only"] else "retrieval and answers"
    limit = f", at most {result['limit']} questions a set" if result["limit"] else ""
    body = "".join("".join(_set(name, figures)) for name, figures in result["sets"].items())
    if "against" in result:
        body += "".join(_against(result["against"]))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>RAGDesk, measured</title><style>{STYLE}</style></head><body><h1>RAGDesk, measured</h1>"
        f"<p>RAGDesk {escape(str(result['ragdesk']))}, {escape(str(result['created_at']))}, {kind}{limit}. "
        "Figures are followed by their 95% interval (bootstrap over questions, "
        f"{result['bootstrap']['resamples']:,} resamples).</p>{body}</body></html>\n"
    )


def _set(name: str, figures: Json) -> Iterable[str]:
    yield f"<h2>{escape(name)}</h2><p>{figures['documents']:,} documents, {figures['n']:,} questions, "
    yield f"{figures['with_gold']:,} with a known place.</p>"
    if figures["problems"]:
        yield _table(("not read", "why"), [(escape(k), escape(v)) for k, v in figures["problems"].items()])
    for variant, engines in figures["retrieval"].items():
        yield f"<h3>Found: {escape(variant)}</h3>"
        yield _engines(engines, figures["fusion"].get(variant, {}))
        yield svg.intervals(_points(engines), f"{variant}: each engine, and both fused")
    if figures["with_gold"]:
        yield svg.bars(_ranks(figures), f"rank of the first gold place ({figures['main']}, fused)")
        counted = [(text, figures["outcomes"].get(key, 0)) for key, text in table.OUTCOMES.items()]
        yield svg.bars(counted, "what became of the gold")
    yield from _answers(figures["answers"])
    yield from _calibration(figures.get("calibration"))
    yield from _categories(figures["categories"])
    yield from _questions(figures)


def _engines(engines: Json, fusion: Json) -> str:
    """A row for each measure, a column for each engine, and what fusion brought over the better of the two."""
    rows = []
    for measure in dict.fromkeys(m for block in engines.values() for m in block["metrics"]):
        better = fusion.get(measure)
        gain = f"{_signed(better['difference'])} <small>{escape(better['engine'])}</small>" if better else ""
        rows.append(
            (escape(measure), *(_figure(block["metrics"].get(measure)) for block in engines.values()), gain)
        )
    counts = (f"{escape(engine)}, n {block['n'].get('hit@1', 0)}" for engine, block in engines.items())
    return _table(("measure", *counts, "fused − better"), rows)


def _points(engines: Json) -> list[svg.Point]:
    return [
        (f"{measure}, {engine}", block["metrics"][measure], engine)
        for measure in BROKEN_DOWN
        for engine, block in engines.items()
        if measure in block["metrics"]
    ]


def _ranks(figures: Json) -> list[tuple[str, int]]:
    ranks = [row["retrieval"][figures["main"] if figures["main"] in row["retrieval"] else "question"]["fused"]["rank"]
             for row in figures["questions"] if row["retrieval"]]  # fmt: skip
    counted = [(name, sum(1 for r in ranks if r and first <= r <= last)) for name, first, last in RANKS]
    return [*counted, ("not among 100", sum(1 for rank in ranks if not rank or rank > RANKS[-1][2]))]


def _answers(block: Json) -> Iterable[str]:
    if not block["metrics"]:
        return
    yield "<h3>Answers</h3>"
    yield _table(
        ("measure", "figure", "n"),
        [(escape(m), _figure(figure), str(block["n"][m])) for m, figure in block["metrics"].items()],
    )
    points = [(m, block["metrics"][m], "answers") for m in ANSWER_MEASURES if m in block["metrics"]]
    yield svg.intervals(points, "answers")


def _calibration(calibration: Json | None) -> Iterable[str]:
    if calibration is not None:
        title = f"is it answerable? expected calibration error {calibration['ece']:.3f}, n {calibration['n']}"
        yield svg.reliability(calibration["bins"], title)


def _categories(categories: Json) -> Iterable[str]:
    rows, points = [], []
    for name, figures in categories.items():
        metrics = figures["retrieval"]["metrics"] | figures["answers"]["metrics"]
        if metrics:
            rows.append(
                (
                    escape(name),
                    str(figures["questions"]),
                    *(_figure(metrics.get(m)) for m in (*BROKEN_DOWN, *SAID)),
                )
            )
        if "hit@5" in metrics:
            points.append((name[:30], metrics["hit@5"], "fused"))
    if rows:
        yield "<h3>By category (fused)</h3>"
        yield _table(("category", "n", *BROKEN_DOWN, *SAID), rows)
    if points:
        yield svg.intervals(points, "hit@5 by category")


def _questions(figures: Json) -> Iterable[str]:
    """Those that were not found among the first five, or were answered wrongly."""
    rows = []
    for row in figures["questions"]:
        values = row.get("answer", {}).get("values", {})
        wrong = (
            values.get("contained") == 0 or values.get("refusal_recall") == 0 or values.get("cites_gold") == 0
        )
        if row["outcome"] in ("", "found") and not wrong:
            continue
        ranked = row["retrieval"].get(figures["main"]) or row["retrieval"].get("question", {})
        ranks = ", ".join(f"{engine} {ranking['rank'] or '–'}" for engine, ranking in ranked.items())
        answer = row.get("answer", {})
        right = " / ".join(", ".join(parts) for parts in row["answers"])
        cells = (
            row["question"],
            row["outcome"],
            ranks,
            ", ".join(row["gold"]),
            right,
            answer.get("text", ""),
        )
        rows.append(tuple(escape(cell) for cell in cells))
    if rows:
        yield f"<details><summary>{len(rows)} questions that went wrong</summary>"
        yield _table(("question", "gold", "ranks", "it stands in", "right answer", "said"), rows[:LISTED])
        yield "</details>"


def _against(differences: Sequence[Json]) -> Iterable[str]:
    yield "<h2>Since the older run</h2><p>New minus old, over the questions that both have.</p>"
    rows = []
    for row in differences:
        _, low, high = row["difference"]
        sure = "better" if low > 0 else "worse" if high < 0 else ""
        if row["measure"] in ("seconds", "first_evidence", "first_token", "total", "wrongly_refused"):
            sure = {"better": "worse", "worse": "better", "": ""}[sure]
        figure = f'<span class="{sure}">{_signed(row["difference"])}</span>'
        rows.append((escape(row["set"]), escape(row["part"]), escape(row["measure"]), figure, str(row["n"])))
    yield _table(("set", "part", "measure", "difference", "n"), rows)


def _signed(difference: Sequence[float]) -> str:
    value, low, high = difference
    return f"{value:+.3f} <small>({low:+.3f} to {high:+.3f})</small>"


def _figure(figure: Sequence[float] | None) -> str:
    if figure is None:
        return ""
    value, low, high = figure
    most = max(abs(value), abs(high))
    form = ",.0f" if most >= 100 else ".1f" if most >= 10 else ".3f"
    return f"{value:{form}} <small>({low:{form}}–{high:{form}})</small>"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Cells are HTML already."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
