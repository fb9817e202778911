"""The public sets, read into one form: a question with the units of its passage and which of them answer it. Files and
licences: README.md."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragdesk.answering.units.quotes import unit_spans

_BRACKETS = {
    "-lrb-": "(",
    "-rrb-": ")",
    "-lsb-": "[",
    "-rsb-": "]",
    "-lcb-": "{",
    "-rcb-": "}",
    "``": '"',
    "''": '"',
}
_BRACKET = re.compile("|".join(map(re.escape, _BRACKETS)), re.IGNORECASE)
# Characters of an identifier: the second and the machine at which a question was written.
SAME_SITTING = 18
_SPACE_BEFORE = re.compile(r"\s+([.,;:!?%)\]}])|([(\[{$])\s+| (n?'\w)")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the units of one passage, and the numbers of those that answer it (none: the passage does not).

    `answer` is the span that was marked, "" where there is none. Questions of one `group` come from one document.
    """

    question: str
    units: tuple[str, ...]
    answering: frozenset[int]
    context: str
    group: str
    answer: str = ""


def untokenised(text: str) -> str:
    """Tokenised text as people write it; the sets that need it are in lower case."""
    text = _BRACKET.sub(lambda match: _BRACKETS[match[0].lower()], text.strip())
    return " ".join(_SPACE_BEFORE.sub(lambda match: match[1] or match[2] or match[3], text).split())


def marked_sentences(folder: Path) -> Iterator[Asked]:
    """The test split of neural question generation, from SQuAD 1.1's training articles: one sentence, one question."""
    questions = (folder / "answers/nqg-test-questions.txt").read_text("utf-8").splitlines()
    sentences = (folder / "answers/nqg-test-sentences.txt").read_text("utf-8").splitlines()
    for question, sentence in zip(questions, sentences, strict=True):
        yield Asked(untokenised(question), (untokenised(sentence),), frozenset({0}), "", "nqg")


def twins(folder: Path) -> Iterator[tuple[Asked, Asked]]:
    """An answerable question, and one made from it that the same paragraph does not answer."""
    read = [
        (folder / f"answers/unansq-dev-{name}.txt").read_text("utf-8").splitlines()
        for name in ("answerable-questions", "unanswerable-questions", "context")
    ]
    for number, (good, bad, context) in enumerate(zip(*read, strict=True)):
        text, start, end = context.split("\t")
        words = text.split()
        spans = ((0, int(start)), (int(start), int(end) + 1), (int(end) + 1, len(words)))
        before, sentence, after = (untokenised(" ".join(words[a:b])) for a, b in spans)
        parts = [*_sentences(before), sentence, *_sentences(after)]
        at = len(_sentences(before))
        group = f"unansq {number}"
        questions = (untokenised(line.split("\t")[1]) for line in (good, bad))
        marks = (frozenset({at}), frozenset[int]())
        yield tuple(Asked(q, tuple(parts), mark, "", group) for q, mark in zip(questions, marks, strict=True))


def tricks_by_paragraph(folder: Path) -> Iterator[Asked]:
    """Unanswerable questions with their paragraph. Those that one person wrote of one paragraph begin with the same half of an
    identifier, and UnAnsQ's development half has the paragraph of one of them."""
    answers = folder / "answers"
    bad = (answers / "unansq-dev-unanswerable-questions.txt").read_text("utf-8").splitlines()
    contexts = (answers / "unansq-dev-context.txt").read_text("utf-8").splitlines()
    paragraphs = {
        line[:SAME_SITTING]: untokenised(context.split("\t")[0])
        for line, context in zip(bad, contexts, strict=True)
    }
    known = {line.split("\t")[0] for line in bad}
    for row in (answers / "squad2cr-train-unanswerable.tsv").read_text("utf-8").splitlines():
        number, question, *_ = row.split("\t")
        if number not in known and (paragraph := paragraphs.get(number[:SAME_SITTING])):
            group = f"unansq {number[:SAME_SITTING]}"
            yield Asked(untokenised(question), tuple(_sentences(paragraph)), frozenset(), "", group)


def trick_questions(folder: Path) -> list[str]:
    """Questions written so that they look answerable; their passages are not there."""
    with (folder / "answers/squad2cr-train-unanswerable.tsv").open(encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    return [untokenised(row[1]) for row in rows if len(row) > 1]


def articles(folder: Path) -> Iterator[Asked]:
    """Ten articles of SQuAD 2.0's training half."""
    data = json.loads((folder / "answers/squad2-train-10-articles.json").read_text("utf-8"))["data"]
    for article in data:
        title = article["title"].replace("_", " ")
        for paragraph in article["paragraphs"]:
            yield from _with_spans(paragraph, title, title)


def policies(folder: Path) -> Iterator[Asked]:
    """Privacy policies. A question is asked of many passages, so `group` is the site and `context` what the question is about."""
    for name in ("dev", "test"):
        for site in json.loads((folder / f"answers/policyqa-{name}.json").read_text("utf-8"))["data"]:
            for paragraph in site["paragraphs"]:
                for question in paragraph["qas"]:
                    about = question["type"].split("|||")[0]
                    yield from _with_spans({**paragraph, "qas": [question]}, about, site["title"])


def papers(folder: Path) -> Iterator[Asked]:
    data = json.loads((folder / "answers/covidqa.json").read_text("utf-8"))["data"]
    for number, paper in enumerate(data):
        for paragraph in paper["paragraphs"]:
            title = paragraph["context"].splitlines()[0]
            yield from _with_spans(paragraph, title, f"covidqa {number}", around=1500)


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in unit_spans(text)]


def _with_spans(paragraph: dict[str, Any], context: str, group: str, around: int = 0) -> Iterator[Asked]:
    """Questions of a SQuAD-like paragraph; of a long one, `around` characters on each side of the answer are read."""
    text = paragraph["context"]
    for question in paragraph["qas"]:
        answers = question["answers"]
        start = answers[0]["answer_start"] if answers else 0
        end = start + len(answers[0]["text"]) if answers else 0
        first, last = (max(0, start - around), end + around) if around else (0, len(text))
        spans = [(a + first, b + first) for a, b in unit_spans(text[first:last])]
        answering = frozenset(at for at, (a, b) in enumerate(spans) if answers and a < end and b > start)
        if answers and not answering:
            continue
        units = tuple(" ".join(text[a:b].split()) for a, b in spans)
        answer = answers[0]["text"] if answers else ""
        yield Asked(question["question"].strip(), units, answering, context, group, answer)
