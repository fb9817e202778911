"""Meetings: `python tests/meetings.py QMSUM_DEV [--ragdesk PROGRAM] [--home FOLDER] [--most N]`.

Of questions about a whole meeting, the share of its topics of which a citation shares half of its words with a turn; of specific
questions, the share of which a citation does so with a turn of the marked evidence (QMSum: Zhong and others, 2021). The source's
turn numbers count turns that the texts leave out, so that those between the evidence's marked ends are interpolated.
"""

import argparse
import bisect
import json
import os
import re
import subprocess
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

_TURN = re.compile(r"\*\*.+?\*\*: (.*)", re.DOTALL)


def turns_of(meeting: Path) -> list[str]:
    paragraphs = meeting.read_text("utf-8").split("\n\n")
    return [found[1].strip() for each in paragraphs if (found := _TURN.match(each.strip()))]


def shares_half(quote: str, turn: str) -> bool:
    said, there = (Counter(re.findall(r"\w+", text.casefold())) for text in (quote, turn))
    return (said & there).total() >= 0.5 * max(1, said.total())


class Places:
    """Where a turn of the source stands among the turns of a text."""

    def __init__(self, turns: Sequence[str], questions: Sequence[dict[str, Any]]) -> None:
        known = dict[int, int]()
        for question in questions:
            for (begin, end), text in zip(
                question.get("turns", ()), question.get("evidence", ()), strict=False
            ):
                lines = text.split("\n")
                last = len(lines) - 1
                for at in range(len(turns) - last):
                    if turns[at] == lines[0] and turns[at + last] == lines[-1]:
                        known |= {int(begin): at, int(end): at + last}
                        break
        self._known = sorted(known.items()) or [(0, 0)]

    def of(self, number: int) -> int:
        at = bisect.bisect_right([known for known, _ in self._known], number)
        if at == 0:
            first, place = self._known[0]
            return max(0, place - (first - number))
        before, place = self._known[at - 1]
        if at == len(self._known):
            return place + number - before
        after, end = self._known[at]
        return round(place + (end - place) * (number - before) / max(1, after - before))


class Desk:
    """The command line over a home that holds the meetings."""

    def __init__(self, program: str, home: str, docs: Path) -> None:
        self._program, self._env = program, {**os.environ, "RAGDESK_HOME": home}
        if len(self._documents()) < len(list(docs.iterdir())):
            self._run("add", str(docs))
        self.ids = {Path(each["sources"][0]).name: each["document_id"] for each in self._documents()}

    def quotes(self, question: str, meeting: str) -> tuple[list[str], dict[str, Any]]:
        answer = self._run("ask", question, "--document", self.ids[meeting])[-1]
        return [each["quote"] for each in answer["citations"]], answer

    def _documents(self) -> list[dict[str, Any]]:
        return [each for each in self._run("list") if each.get("document_id")]

    def _run(self, *arguments: str) -> list[dict[str, Any]]:
        done = subprocess.run(
            [self._program, *arguments, "--json"],
            env=self._env,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def measure(folder: Path, program: str, home: str, most: int) -> None:
    questions = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]
    by_meeting = defaultdict[str, list[dict[str, Any]]](list)
    for question in questions:
        by_meeting[question["doc"]].append(question)
    turns = {name: turns_of(folder / "docs" / name) for name in by_meeting}
    places = {name: Places(turns[name], asked) for name, asked in by_meeting.items()}
    desk = Desk(program, home, folder / "docs")
    covered, seconds = list[bool](), list[float]()
    for question in (each for each in questions if each["kind"] == "general"):
        quotes, _ = desk.quotes(question["question"], question["doc"])
        place, said = places[question["doc"]], turns[question["doc"]]
        for topic in question["topics"]:
            spans = [said[place.of(int(a)) : place.of(int(b)) + 1] for a, b in topic["turns"]]
            covered.append(
                any(shares_half(quote, turn) for quote in quotes for span in spans for turn in span)
            )
    print(f"topics: {sum(covered)} of {len(covered)}", flush=True)
    specific = [each for each in questions if each["kind"] == "specific"]
    found, refused = list[bool](), 0
    for question in specific[:: max(1, len(specific) // most) if most else 1]:
        quotes, answer = desk.quotes(question["question"], question["doc"])
        evidence = [turn for text in question["evidence"] for turn in text.split("\n")]
        found.append(any(shares_half(quote, turn) for quote in quotes for turn in evidence))
        refused += answer["verdict"] == "not_found"
        seconds.append(answer["timings"]["total"])
    print(f"specific: {sum(found)} of {len(found)}, refused {refused}, median {median(seconds):.1f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ragdesk", default="ragdesk")
    parser.add_argument("--home", default="")
    parser.add_argument("--most", type=int, default=0, help="specific questions, spread evenly; 0: all")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(chosen.folder, chosen.ragdesk, chosen.home or folder, chosen.most)
