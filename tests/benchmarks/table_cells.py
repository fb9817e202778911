"""A table of labelled contracts: how many cells are right, said to be absent, cited where a person would cite them, and how long
one takes.

    RAGDESK_EVALS=DIR python tests/benchmarks/table_cells.py [--documents N] [--home DIR] [--reader-alone] [--wrong]

DIR/cuad/dev holds docs/, columns.jsonl and grid.jsonl. Without them nothing is measured, and it says so. A home that is given is
kept, so that documents are read once.
"""

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from ragdesk.app.app import App
from ragdesk.domain.tables import ColumnDraft, TableCell
from ragdesk.host.paths import open_home

_SUFFIXES = re.compile(r"\b(?:inc|llc|ltd|limited|corp|corporation|company|co|lp|llp|plc|gmbh|ag|sa|nv|bv)\b")


@dataclass
class Score:
    """Of one kind of columns: cells that were asked, right, wrong though shown as found; those without an answer; citations."""

    answered: int = 0
    right: int = 0
    silent: int = 0
    said_so: int = 0
    found: int = 0
    wrong_as_found: int = 0
    cited: int = 0
    cited_well: int = 0
    yes: int = 0
    yes_right: int = 0
    no: int = 0
    no_right: int = 0
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def folded(text: str) -> str:
    words = _SUFFIXES.sub(" ", re.sub(r"[^\w ]", " ", text.casefold().replace(".", "")))
    return " ".join(words.split())


def day_of(label: str) -> str:
    """ "M/D/YY" as an ISO date; "" for what is none."""
    match = re.fullmatch(r"(\d{1,2})/(\d{1,2})/(\d\d|\d{4})", label.strip())
    if match is None:
        return ""
    month, day, year = (int(each) for each in match.groups())
    year += 0 if year > 99 else 2000 if year < 50 else 1900
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def is_right(kind: str, cell: TableCell, label: str) -> bool:
    if kind == "date":
        wanted = day_of(label)
        said = {value.normal for value in cell.values}
        return wanted in said if wanted else "[]" in label and cell.verdict == "person"
    wanted, said_text = folded(label), folded(cell.text)
    if kind == "list":
        names = [folded(re.sub(r"\(.*?\)", "", value.text)) for value in cell.values]
        return bool(names) and all(name and name in folded(label) for name in names)
    return bool(said_text) and (wanted in said_text or said_text in wanted)


def overlaps(quote: str, evidence: list[str]) -> bool:
    """Whether a citation has half of its words, or of a labelled clause's, in common with it."""
    own = set(folded(quote).split())
    for clause in evidence:
        other = set(folded(clause).split())
        if own and other and len(own & other) >= min(len(own), len(other)) / 2:
            return True
    return False


def count(score: Score, kind: str, cell: TableCell, row: dict[str, Any]) -> None:
    label, evidence = row["answer"], row["evidence"]
    name = f"{row['doc'][:24]} · {row['column']}: {cell.verdict} {cell.text[:90]!r}, labelled {label[:60]!r}"
    quoted = next((" ".join(each.quote.split())[:160] for each in cell.citations), "")
    name += f"; cited “{quoted}”" if quoted else ""
    found = cell.verdict == "found"
    score.found += found
    if kind == "yesno":
        said_yes = found and cell.values[0].normal == "yes"
        score.yes += label == "Yes"
        score.no += label == "No"
        score.yes_right += label == "Yes" and said_yes
        score.no_right += label == "No" and not said_yes
        wrong = found and said_yes != (label == "Yes")
    elif not evidence:
        score.silent += 1
        score.said_so += cell.verdict == "absent"
        wrong = found
    else:
        right = is_right(kind, cell, label)
        score.answered += 1
        score.right += right
        wrong = found and not right
        if not right:
            score.wrong.append(name)
    score.wrong_as_found += wrong
    if (wrong and not evidence) or (kind == "yesno" and (label == "Yes") != said_yes):
        score.wrong.append(name)
    if found and evidence and cell.citations:
        score.cited += 1
        score.cited_well += any(overlaps(each.quote, evidence) for each in cell.citations)


def measure(app: App, folder: Path, documents: int, kind: str) -> dict[str, Score]:
    rows = [json.loads(line) for line in (folder / "columns.jsonl").read_text(encoding="utf-8").splitlines()]
    columns = [
        ColumnDraft(row["question"], row["kind"], row["column"]) for row in rows if kind in ("", row["kind"])
    ]
    labels = {
        (row["doc"], row["column"]): row
        for row in map(json.loads, (folder / "grid.jsonl").read_text(encoding="utf-8").splitlines())
    }
    paths = sorted((folder / "docs").glob("*.pdf"), key=lambda path: path.stat().st_size)[:documents]
    list(app.intake.add(paths))
    ids = [each.id for each in app.library.documents.all() if each.name in {path.name for path in paths}]
    table = app.tables.create("Measured", columns, documents=ids)
    scores: dict[str, Score] = defaultdict(Score)
    before = time.perf_counter()
    for document, column, cell in app.tables.fill(table.id):
        scores[column.kind].seconds.append(time.perf_counter() - before)
        row = labels.get((document.name, column.name))
        if row is not None:
            count(scores[column.kind], column.kind, cell, row)
        before = time.perf_counter()
    app.tables.remove(table.id)
    return scores


def share(part: int, whole: int) -> str:
    return f"{part / whole:.2f} ({part} of {whole})" if whole else "–"


def report(scores: dict[str, Score], wrong: bool) -> None:
    every = [seconds for score in scores.values() for seconds in score.seconds]
    values = [score for kind, score in scores.items() if kind != "yesno"]
    total = sum(score.answered + score.silent + score.yes + score.no for score in scores.values())
    bad = sum(score.wrong_as_found for score in scores.values())
    for kind, score in scores.items():
        told = f"{kind:<6} cells {len(score.seconds)}, {sum(score.seconds) / len(score.seconds):.2f} s each"
        if kind != "yesno":
            told += f"; right {share(score.right, score.answered)}; absent, said so {share(score.said_so, score.silent)}"
        print(told)
    print(
        "text, date and list cells with an answer, right:",
        share(sum(s.right for s in values), sum(s.answered for s in values)),
    )
    print(
        "cells without an answer, said so:",
        share(sum(s.said_so for s in values), sum(s.silent for s in values)),
    )
    if "yesno" in scores:
        score = scores["yesno"]
        halves = [
            part / whole
            for part, whole in ((score.yes_right, score.yes), (score.no_right, score.no))
            if whole
        ]
        print(
            f"yes or no, balanced accuracy: {sum(halves) / len(halves):.2f}; yes {share(score.yes_right, score.yes)}; "
            f"no {share(score.no_right, score.no)}"
        )
    cited, well = sum(s.cited for s in scores.values()), sum(s.cited_well for s in scores.values())
    print("found cells whose citation overlaps a labelled clause:", share(well, cited))
    print("shown as found and wrong:", share(bad, total))
    print(f"{sum(every) / len(every):.2f} s a cell, {60 * len(every) / sum(every):.0f} cells a minute")
    for line in (line for score in scores.values() for line in score.wrong) if wrong else ():
        print("   ", line)


class Silent:
    """In the place of a language model: it cannot tell anything."""

    name, writer = "none", ""

    def log_odds(self, *_: object) -> None:
        return None


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--documents", type=int, default=2, help="the smallest files first")
    parser.add_argument("--home", type=Path, help="kept, and used again")
    parser.add_argument("--wrong", action="store_true", help="name the cells that are wrong")
    parser.add_argument("--kind", default="", help="only the columns of this kind")
    parser.add_argument("--reader-alone", action="store_true", help="ask no language model")
    options = parser.parse_args()
    folder = Path(os.environ.get("RAGDESK_EVALS", "")) / "cuad" / "dev"
    if not os.environ.get("RAGDESK_EVALS") or not (folder / "grid.jsonl").is_file():
        print("Nothing is measured: RAGDESK_EVALS names no folder with cuad/dev.", file=sys.stderr)
        return 0
    with tempfile.TemporaryDirectory() as made:
        app = App.open(open_home(options.home or Path(made) / "home"))
        if options.reader_alone:
            app.engines.llm = Silent  # type: ignore[assignment, method-assign]
        try:
            report(measure(app, folder, options.documents, options.kind), options.wrong)
        finally:
            app.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
