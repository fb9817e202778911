"""Train what tells what a question wants: `python wanted.py everyday OUT.npz --questions hard lists`.

A linear model of each question's letters and words (`answering/understanding/wanted.py`), of all questions of this project:
whether several lines answer it, and whether it is to be computed. It prints what it finds of the questions of the documents that
are kept out, at 2, 5 and 10 % of look-ups taken for one.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from everyday import is_held_out, of_folder
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from ragdesk.answering.understanding.wanted import PLACES, features

WANTED = {"several": ("list", "procedure"), "computed": ("compute",)}
ONE_LINE = ("lookup", "table")
WRONGLY = (0.02, 0.05, 0.1)
STRENGTH = 10.0


def matrix(questions: Sequence[str]) -> csr_matrix:
    """(questions, places)"""
    rows, columns, values = list[int](), list[int](), list[float]()
    for row, question in enumerate(questions):
        for place, value in features(question).items():
            rows.append(row)
            columns.append(place)
            values.append(value)
    return csr_matrix((values, (rows, columns)), shape=(len(questions), PLACES))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--questions", type=Path, nargs="+", required=True)
    chosen = parser.parse_args()
    folders = [of_folder(folder) for folder in chosen.questions]
    asked = list[tuple[str, str, bool]]()
    for path in sorted(chosen.folder.glob("*.jsonl")):
        for document in map(json.loads, path.read_text("utf-8").splitlines()):
            others = [question for folder in folders for question in folder[path.name, document["name"]]]
            kept_out = is_held_out(document["text"])
            asked += [(each["q"], each["kind"], kept_out) for each in (*document["questions"], *others)]
    inputs, held = matrix([question for question, *_ in asked]), np.array([kept for *_, kept in asked])
    one_line = np.array([kind in ONE_LINE for _, kind, _ in asked])
    made: dict[str, object] = {}
    for name, kinds in WANTED.items():
        right = np.array([kind in kinds for _, kind, _ in asked])
        model = LogisticRegression(C=STRENGTH, max_iter=500).fit(inputs[~held], right[~held])
        scale = float(np.abs(model.coef_).max()) / 127
        weights = np.round(model.coef_[0] / scale).astype(np.int8)
        told = 1 / (1 + np.exp(-(inputs @ (weights * scale) + model.intercept_[0])))
        looked_up, own = told[held & one_line], told[held & right]
        labels = np.repeat([0, 1], [len(looked_up), len(own)])
        auc = roc_auc_score(labels, np.concatenate([looked_up, own]))
        bars = [float(np.quantile(looked_up, 1 - share)) for share in WRONGLY]
        shares = ", ".join(f"{(own >= bar).mean():.2f} (from {bar:.2f})" for bar in bars)
        print(f"{name}: {right.sum():,} of {len(right):,}; of {len(own)} kept out: AUC {auc:.3f}; {shares}")
        made |= {name: weights, f"{name}_scale": scale, f"{name}_bias": float(model.intercept_[0])}
    np.savez_compressed(chosen.out, **made)
