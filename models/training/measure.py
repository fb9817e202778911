"""What a reader is worth: `python measure.py READER_FOLDER SQUAD2_DEV`.

AUC of answerable against unanswerable questions with the gold paragraph given, by the best sentence and by the whole paragraph;
what is refused at 5, 7, 10, 15, 20 % wrongly refused. Read-only: nothing of the measured set is trained on.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ragdesk.answering.units.quotes import unit_spans
from ragdesk.engines.reader import OnnxReader, open_reader

WRONGLY = (0.05, 0.07, 0.10, 0.15, 0.20)


def auc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """The share of pairs in which the positive is the higher (Mann and Whitney, 1947); ties count half."""
    above = np.subtract.outer(np.asarray(positive), np.asarray(negative))
    return float((above > 0).mean() + (above == 0).mean() / 2)


def refused(positive: Sequence[float], negative: Sequence[float]) -> list[float]:
    """The share of negatives below the quantile of the positives, for each share of WRONGLY."""
    return [float((np.asarray(negative) < np.quantile(positive, share)).mean()) for share in WRONGLY]


def answerable(reader: OnnxReader, folder: Path) -> None:
    questions = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]
    best: dict[bool, list[float]] = {True: [], False: []}
    whole: dict[bool, list[float]] = {True: [], False: []}
    for question in questions:
        passage = question["evidence_text"]
        units = [passage[a:b] for a, b in unit_spans(passage)]
        best[question["answerable"]].append(float(reader.answers(question["question"], units).max()))
        whole[question["answerable"]].append(float(reader.answers(question["question"], [passage])[0]))
    for name, values in (("best sentence", best), ("paragraph", whole)):
        shares = " ".join(f"{share:.2f}" for share in refused(values[True], values[False]))
        print(f"{name:14} AUC {auc(values[True], values[False]):.3f}  refused at {WRONGLY}: {shares}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("reader", "squad2"):
        parser.add_argument(name, type=Path)
    chosen = parser.parse_args()
    answerable(open_reader(chosen.reader), chosen.squad2)
