"""Rows of made-up tables with questions about them: a row answers what is asked of its own cells, and of no other."""

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairs import Pair

_SUBJECTS = {
    "Region": "North South East West Central Coastal Northern Southern Alpine Harbour".split(),
    "Department": "Sales Purchasing Research Marketing Finance Legal Logistics Production Support Training".split(),
    "Item": "Bolts|Steel tubes|Printer paper|Safety gloves|Hand pump|Cable drum|Desk lamp|Filter|Gasket|Paint".split(
        "|"
    ),
    "Model": "AX-200 B-17 Cora-5 DL90 E3 Falcon-2 G-400 Hera K12 M-1000".split(),
    "Name": "Anna Berg|Tom Reed|Li Wei|Maria Costa|Omar Said|Eva Novak|John Park|Ines Roth|Paul Weber|Sara Lind".split(
        "|"
    ),
    "Product": "Standard licence|Team licence|Annual plan|Monthly plan|Setup fee|Training day|Hotline|On-site visit".split(
        "|"
    ),
    "Station": "Oak Street|Harbour Gate|Mill Lane|City Hall|Airport|Old Town|River Park|Museum".split("|"),
}
_COLUMNS = {
    "Q1": "money", "Q2": "money", "Q3": "money", "Q4": "money", "Total": "money", "Price": "money", "Cost": "money",
    "Budget": "money", "Quantity": "count", "Units": "count", "Weight": "weight", "Temperature": "degrees",
    "Capacity": "count", "Delivery date": "date", "Start": "date", "Due": "date", "Status": "status", "Owner": "person",
    "Warranty": "months", "Phone": "phone", "Share": "percent",
}  # fmt: skip
_QUESTIONS = (
    "What is the {column} of {subject}?", "{column} for {subject}", "what's the {column} for {subject}?",
    "How much is the {column} for {subject}?", "{subject} {column}?", "Which {column} does {subject} have?",
    "Tell me the {column} of {subject}.", "What {column} is listed for {subject}?",
)  # fmt: skip
_BACKWARDS = ("Which {head} has a {column} of {value}?", "which {head} has {column} {value}")


def table_pairs(rng: random.Random, tables: int) -> Iterator["Pair"]:
    from pairs import Pair

    for _ in range(tables):
        head = rng.choice(list(_SUBJECTS))
        subjects = rng.sample(_SUBJECTS[head], rng.randint(3, 7))
        columns = rng.sample(list(_COLUMNS), rng.randint(2, 6))
        rows = [[_value(_COLUMNS[column], rng) for column in columns] for _ in subjects]
        written = [
            _row([head, *columns], [subject, *row]) for subject, row in zip(subjects, rows, strict=True)
        ]
        at, asked = rng.randrange(len(subjects)), rng.randrange(len(columns))
        names = {
            "subject": subjects[at],
            "column": _cased(columns[asked], rng),
            "head": head.lower(),
            "value": rows[at][asked],
        }
        unique = sum(row[asked] == rows[at][asked] for row in rows) == 1
        forms = _BACKWARDS if unique and rng.random() < 0.2 else _QUESTIONS
        question = rng.choice(forms).format(**names)
        other = rng.choice([number for number in range(len(subjects)) if number != at])
        yield Pair(question, written[at], True, "table")
        yield Pair(question, written[other], False, "table row")
        missing = rng.choice([column for column in _COLUMNS if column not in columns])
        if forms is _QUESTIONS:
            absent = rng.choice(_QUESTIONS).format(subject=subjects[at], column=_cased(missing, rng))
            yield Pair(absent, written[at], False, "table column")


def _row(heads: list[str], cells: list[str]) -> str:
    """As `ragdesk.answering.reader` writes a row under its head."""
    return "; ".join(f"{head}: {cell}" for head, cell in zip(heads, cells, strict=True))


def _cased(column: str, rng: random.Random) -> str:
    return column if column[0] == "Q" or rng.random() < 0.3 else column.lower()


def _value(kind: str, rng: random.Random) -> str:
    number = rng.choice((rng.randint(1, 99), rng.randint(100, 9999), rng.randint(10_000, 900_000)))
    month = rng.choice(
        "January February March April May June July August September October November December".split()
    )
    return {
        "money": rng.choice((f"{number:,}", f"${number:,}", f"{number}.00", f"€ {number:,}")),
        "count": f"{number:,}",
        "weight": f"{rng.randint(1, 400)} kg",
        "degrees": f"{rng.randint(-20, 220)} °C",
        "date": rng.choice(
            (
                f"{rng.randint(1, 28)} {month} 20{rng.randint(10, 29)}",
                f"20{rng.randint(10, 29)}-0{rng.randint(1, 9)}-{rng.randint(10, 28)}",
            )
        ),
        "status": rng.choice(("open", "closed", "pending", "delivered", "in progress", "cancelled")),
        "person": rng.choice(_SUBJECTS["Name"]),
        "months": f"{rng.choice((6, 12, 24, 36, 60))} months",
        "phone": f"0{rng.randint(20, 99)} {rng.randint(100, 999)} {rng.randint(1000, 9999)}",
        "percent": f"{rng.randint(1, 99)}%",
    }[kind]
