"""Amounts as cells write them, exactly: "11,450", "11.450,00 €", "USD 12.5". What may be read in two ways is none."""

import re
from dataclasses import dataclass
from decimal import Decimal

from ragdesk.text import lexicon

_CURRENCY = "[€$£¥]|EUR|USD|GBP|CHF|JPY"
_UNIT = rf"{_CURRENCY}|%|[A-Za-zµ²³/]{{1,6}}"
_AMOUNT = re.compile(rf"(?P<before>{_CURRENCY})?\s*(?P<number>[-−]?\d[\d.,' ]*)\s*(?P<after>{_UNIT})?")
_IN_HEAD = re.compile(rf"\((?:in )?({_UNIT})\)|\bin ({_UNIT})$|(?:^| )({_CURRENCY})$")
_NAMED = re.compile(r"[€$£¥]|\b(?:EUR|USD|GBP|CHF|JPY)\b")
_CODES = ("EUR", "USD", "GBP", "CHF", "JPY")
_SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY"}

# Languages that write "1.234,5".
_WITH_COMMAS = ("de", "es", "it", "pt", "nl")
_COMMAS = str.maketrans(",.", ".,")


@dataclass(frozen=True, slots=True)
class Amount:
    """`unit` is "" where none is written."""

    value: Decimal
    unit: str

    @property
    def kind(self) -> str:
        """What it is an amount of: "money" in any currency, "time" in any unit, else the unit."""
        bare = self.unit.split(" per ")[0]
        if bare in _CODES:
            return "money"
        return "time" if bare in lexicon.table("stretches").values() else bare


def amount(cell: str, head: str = "") -> Amount | None:
    """The amount that a cell holds, with the unit of the cell or of its column's head."""
    match = _AMOUNT.fullmatch(cell.strip())
    if match is None:
        return None
    number = match["number"].strip()
    # "87.900 €": no currency has three decimals, and of what is priced to the tenth of a cent nothing costs as much.
    dear = match["after"] in (*_SIGNS, *_CODES) and re.fullmatch(r"[1-9]\d{1,2}\.\d{3}", number)
    value = readable(number.replace(".", "") if dear else number)
    if value is None:
        return None
    over = _IN_HEAD.search(head.strip())
    unit = match["before"] or match["after"] or (over and next(filter(None, over.groups()))) or ""
    return Amount(value, _SIGNS.get(unit, unit))


def currencies_in(text: str) -> set[str]:
    """The currencies that a text names, by their codes."""
    return {_SIGNS.get(found, found) for found in _NAMED.findall(text)}


def readable(number: str) -> Decimal | None:
    """The number; None where it may be read in two ways."""
    number = number.replace("−", "-").replace(" ", "").replace("'", "")
    if re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?", number):
        return Decimal(number.replace(",", ""))
    if re.fullmatch(r"-?\d{1,3}(\.\d{3})+,\d+|-?\d{1,3}(\.\d{3}){2,}", number):
        return Decimal(number.replace(".", "").replace(",", "."))
    # "1.300" is thirteen hundred in German, and one and three tenths in English.
    if re.fullmatch(r"-?\d{1,3}\.\d{3}", number):
        return None
    if re.fullmatch(r"-?\d+([.,]\d+)?", number):
        return Decimal(number.replace(",", "."))
    return None


def written(value: Decimal, language: str = "en") -> str:
    """An amount with its thousands apart, as the language writes it; at most two decimals."""
    rounded = round(value, 2) if value != value.to_integral_value() else value.to_integral_value()
    shown = f"{rounded:,}"
    return shown.translate(_COMMAS) if language in _WITH_COMMAS else shown
