"""Minimal pairs: a question and its sentence with one thing exchanged.

Exchanged in one of the two, the sentence no longer answers; exchanged in both, it still does. So neither the exchanged words nor
the style of a question that was made tells what the label is: only question and sentence together do.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from sources import untokenised

_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")
_NUMBER = re.compile(r"\d[\d.,]*")
_NAME = re.compile(r"(?<=[a-z,] )(?:[A-Z][\w'-]+)(?: [A-Z][\w'-]+)*")
_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|can|could|did|does|do|will|would|should|may|must|has|have|had)\b"
)
# What writers of unanswerable questions exchange besides: articles and auxiliaries change nothing.
_LEFT = frozenset(
    "a an the of in on at to for by is are was were do does did what who when where which how it its".split()
)
MOST_WORDS = 2
# Of the shares of unanswerable questions by reason that SQuAD2-CR counts, that of a negation.
NEGATED = 0.08


def substitutions(folder: Path) -> dict[str, list[str]]:
    """What people put in the place of one or two words to make an answerable question unanswerable ("first": "last", "second",
    …), as often as they did, out of UnAnsQ's pairs that differ in one place."""
    good, bad = (
        (folder / f"answers/unansq-train-{name}-questions.txt").read_text("utf-8").splitlines()
        for name in ("answerable", "unanswerable")
    )
    found: dict[str, list[str]] = defaultdict(list)
    for pair in zip(good, bad, strict=True):
        one, other = (untokenised(line.split("\t")[1].rstrip(" ?.")).split() for line in pair)
        changes = [
            change
            for change in SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
            if change[0] != "equal"
        ]
        if len(changes) == 1 and changes[0][0] == "replace":
            _, start, end, begin, stop = changes[0]
            if end - start <= MOST_WORDS and stop - begin <= MOST_WORDS:
                before, after = " ".join(one[start:end]), " ".join(other[begin:stop])
                if before not in _LEFT and after not in _LEFT:
                    found[before].append(after)
    return dict(found)


def twisted(
    question: str,
    sentence: str,
    table: Mapping[str, Sequence[str]],
    names: Sequence[str],
    rng: random.Random,
) -> Iterator[tuple[str, str, bool]]:
    """Questions and sentences with one thing exchanged, and whether the sentence answers. `names`: others of the same
    document."""
    exchanges = [
        *_by_table(question, table, rng),
        *_by_number(question, rng),
        *_by_name(question, names, rng),
    ]
    rng.shuffle(exchanges)
    for before, after in exchanges[:1]:
        if _stands(after, sentence) or _stands(after, question):
            continue
        other = _exchanged(before, after, question)
        yield other, sentence, False
        if _stands(before, sentence):
            changed = _exchanged(before, after, sentence)
            yield question, changed, False
            yield other, changed, True
    if rng.random() < NEGATED and (auxiliary := _AUXILIARY.search(question.lower())):
        word = rng.choice(("not", "never"))
        yield f"{question[: auxiliary.end()]} {word}{question[auxiliary.end() :]}", sentence, False


def _by_table(
    question: str, table: Mapping[str, Sequence[str]], rng: random.Random
) -> Iterator[tuple[str, str]]:
    words = [word.lower() for word in _WORD.findall(question)]
    for size in range(1, MOST_WORDS + 1):
        for at in range(len(words) - size + 1):
            before = " ".join(words[at : at + size])
            if before in table:
                yield before, rng.choice(table[before])


def _by_number(question: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    if match := _NUMBER.search(question):
        number = match[0].rstrip(".,")
        plain = number.isdigit() and len(number) < 9
        near = str(max(1, int(number) + rng.choice((-10, -3, -1, 1, 2, 5)))) if plain else ""
        yield number, near if near not in ("", number) else f"{rng.randint(2, 99)}"


def _by_name(question: str, names: Sequence[str], rng: random.Random) -> Iterator[tuple[str, str]]:
    if (match := _NAME.search(question)) and len(names) > 1:
        other = rng.choice(names)
        if other not in match[0] and match[0] not in other:
            yield match[0], other


def names_in(texts: Sequence[str]) -> list[str]:
    return sorted({match for text in texts for match in _NAME.findall(text)})


def _stands(words: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def _exchanged(before: str, after: str, text: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(before)}(?!\w)", lambda _: after, text, flags=re.IGNORECASE)
