"""Sums over the tables of the project's own documents: made-up orders of their rows, with the calculation.

"Two tents and a stove, week": of a table with the columns "weekend" and "week" the numbers of the second, each as often as it is
asked for.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

# A cell that is one number, with a currency or without one; its groups of three are told from its decimals by the language.
_CURRENCY = r"(?:[€£$]|EUR|CHF|GBP|USD)?"
_CELL = re.compile(
    rf"{_CURRENCY} ?(?P<number>(?:\d{{1,3}}(?:[.,]\d{{3}})+|\d+)(?:[.,]\d{{1,2}})?) ?{_CURRENCY}"
)
_UNIT = re.compile(r" ?(?:\([^)]*\)|[€£$]|\b(?:EUR|CHF|GBP|USD)\b)")
_NUMBERED = re.compile(r"\d")
# How a column of prices is headed, or a cell that is one.
_MONEY = re.compile(
    r"[€£$]|\b(?:EUR|CHF|GBP|USD|price|cost|fee|rate|rent|charge|hire|amount|deposit|preis|kosten|gebühr|betrag|miete|beitrag|tarif)\w*",
    re.IGNORECASE,
)
OF_EACH = 5
MOST_OF_ONE, FEWEST_ROWS, MOST_LABEL_WORDS = 6, 3, 5
# How often so many rows are asked for, two are compared, and one of them is missing.
ROWS, DIFFERENCE, MISSING = (1, 2, 2, 2, 3), 0.15, 0.15
_ENGLISH = (
    "{things}{column}, how much is that?", "what do {things} come to{column}", "{things} together{column}?",
    "what do I pay for {things}{column}", "total for {things}{column}", "how much would {things} be{column}",
    "we need {things}{column}. what's the sum?",
)  # fmt: skip
_GERMAN = (
    "{things}{column}, was macht das?", "was kosten {things} zusammen{column}", "{things}{column}, wie viel insgesamt?",
    "was zahle ich für {things}{column}", "wir brauchen {things}{column}. was kommt da zusammen?",
)  # fmt: skip
_DEARER = {
    "en": (
        "how much more is {one} than {two}{column}",
        "what's the difference between {one} and {two}{column}?",
    ),
    "de": (
        "wie viel mehr kostet {one} als {two}{column}",
        "was ist der unterschied zwischen {one} und {two}{column}?",
    ),
}
_NUMBERS = {
    "en": ("", "a", "two", "three", "four", "five", "six"),
    "de": ("", "einmal", "zwei", "drei", "vier", "fünf", "sechs"),
}


@dataclass(frozen=True, slots=True)
class Sum:
    """A question, the rows that it is about, those beside them, and the calculation; "" where one of the rows is missing."""

    question: str
    rows: tuple[str, ...]
    beside: tuple[str, ...]
    formula: str


def sums(lines: Sequence[str], rng: random.Random) -> Iterator[Sum]:
    """Some of each table among a document's lines that has a column of prices."""
    said = " ".join(lines)
    german = said.count(" und ") > said.count(" and ")
    for heads, rows in _tables(lines):
        priced = {
            at: prices
            for at in range(1, len(heads))
            if len(prices := _prices(rows, at, german)) >= FEWEST_ROWS
            and (_MONEY.search(heads[at]) or _MONEY.search(cells_of(next(iter(prices)))[at]))
        }
        for _ in range(OF_EACH if priced else 0):
            yield _of_table(heads, rows, priced, german, rng)


def _of_table(
    heads: Sequence[str],
    rows: Sequence[str],
    priced: Mapping[int, Mapping[str, str]],
    german: bool,
    rng: random.Random,
) -> Sum:
    language = "de" if german else "en"
    at = rng.choice(list(priced))
    prices = priced[at]
    chosen = rng.sample(list(prices), min(rng.choice(ROWS), len(prices)))
    column = f", {_UNIT.sub('', heads[at]).strip().lower()}" if len(priced) > 1 else ""
    if len(chosen) == 2 and rng.random() < DIFFERENCE:
        chosen.sort(key=lambda row: -float(prices[row]))
        one, two = map(_label, chosen)
        question = rng.choice(_DEARER[language]).format(one=one, two=two, column=column)
        formula = f"{prices[chosen[0]]} - {prices[chosen[1]]}"
    else:
        times = [rng.choice((1, 1, *range(2, MOST_OF_ONE + 1))) for _ in chosen]
        if len(chosen) == 1:
            times = [max(2, times[0])]
        counted = [
            _counted(_label(row), many, language, rng) for row, many in zip(chosen, times, strict=True)
        ]
        link = " und " if german else rng.choice((" and ", " plus "))
        things = link.join((", ".join(counted[:-1]), counted[-1])) if len(counted) > 1 else counted[0]
        question = rng.choice(_GERMAN if german else _ENGLISH).format(things=things, column=column)
        formula = " + ".join(
            prices[row] if many == 1 else f"{many} * {prices[row]}"
            for row, many in zip(chosen, times, strict=True)
        )
    if rng.random() < MISSING:
        chosen, formula = chosen[1:], ""
    others = [row for row in rows if row not in chosen and _label(row).casefold() not in question.casefold()]
    return Sum(
        question, tuple(chosen), tuple(rng.sample(others, min(len(others), rng.randint(0, 4)))), formula
    )


def _counted(label: str, many: int, language: str, rng: random.Random) -> str:
    label = label if rng.random() < 0.3 else label.lower()
    if many == 1:
        return rng.choice((label, f"{_NUMBERS[language][1]} {label}"))
    return f"{rng.choice((str(many), f'{many}x', _NUMBERS[language][many]))} {label}"


def _tables(lines: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """The heads and the rows of each table whose rows have different names without numbers."""
    table = list[str]()
    for line in (*lines, ""):
        if line.startswith("|"):
            table.append(line)
            continue
        if len(table) > 2:
            heads = cells_of(table[0])
            rows = [row for row in table[2:] if len(cells_of(row)) == len(heads)]
            labels = [_label(row) for row in rows]
            named = all(label and not _NUMBERED.search(label) for label in labels)
            if named and len({label.casefold() for label in labels}) == len(rows) >= FEWEST_ROWS:
                yield heads, rows
        table = []


def _prices(rows: Sequence[str], at: int, german: bool) -> dict[str, str]:
    found = {
        row: _CELL.fullmatch(cells_of(row)[at])
        for row in rows
        if len(_label(row).split()) <= MOST_LABEL_WORDS
    }
    return {row: _plain(match["number"], german) for row, match in found.items() if match}


def _plain(number: str, german: bool) -> str:
    """As Python has it: "1,250.00" and "1.250,00" are "1250.00"."""
    group, point = (".", ",") if german else (",", ".")
    if re.search(rf"\{group}\d{{3}}", number):
        return number.replace(group, "").replace(point, ".")
    return number.replace(",", ".")


def _label(row: str) -> str:
    return cells_of(row)[0]


def cells_of(row: str) -> list[str]:
    """The cells of a Markdown row."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]
