"""What the judge is worth: `python measure_judge.py JUDGE.gguf MODEL.gguf RERANKER_FOLDER SQUAD2_DEV [--picture OUT.svg]`.

The sentences of each gold paragraph, by the probability that the app gives them: AUC of answerable against unanswerable
questions by the best one, what is refused at 5 to 20 % wrongly refused, and the expected calibration error. An hour on two
cores; `--most N` reads the first questions alone. Nothing of the measured set is trained on.
"""

import argparse
import json
import tempfile
from pathlib import Path

from measure import WRONGLY, auc, refused
from reliability import draw, ece

from ragdesk.answering.judging.verify import prompt_asking
from ragdesk.answering.units.quotes import unit_spans
from ragdesk.domain.calibration import verifier_fit
from ragdesk.engines.llm import LocalModel
from ragdesk.engines.reranker import open_reranker


def measure(chosen: argparse.Namespace) -> None:
    fit = verifier_fit(chosen.model.stem)
    assert fit is not None, "no fit for this model"
    reranker = open_reranker(chosen.reranker)
    questions = [
        json.loads(line) for line in (chosen.squad2 / "questions.jsonl").read_text("utf-8").splitlines()
    ][: chosen.most or None]
    best: dict[bool, list[float]] = {True: [], False: []}
    chances, right = list[float](), list[bool]()
    with tempfile.TemporaryDirectory() as folder:
        model = LocalModel(chosen.model, 0, 1024, Path(folder) / "llm.log", {"judge": chosen.judge})
        for row in questions:
            text = row["evidence_text"]
            units = [text[start:end] for start, end in unit_spans(text)]
            logits = map(float, reranker.scores(row["question"], units))
            odds = [
                model.log_odds(prompt_asking(row["question"], unit), ("Yes", "No")) or 0.0 for unit in units
            ]
            best[row["answerable"]].append(max(odds))
            chances += [fit.of_unit(logit, one) for logit, one in zip(logits, odds, strict=True)]
            right += [row["answerable"] and any(gold in unit for gold in row["answers"]) for unit in units]
        model.close()
    if best[True] and best[False]:
        shares = " ".join(f"{share:.2f}" for share in refused(best[True], best[False]))
        print(f"AUC {auc(best[True], best[False]):.3f}  refused at {WRONGLY}: {shares}")
    print(f"{len(chances):,} sentences, ECE {ece(chances, right):.3f}")
    if chosen.picture:
        draw(chosen.picture, {"squad2": (chances, right)})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("judge", "model", "reranker", "squad2"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--most", type=int, default=0)
    measure(parser.parse_args())
