"""How a spreadsheet shows a number: format codes of the Excel kind ("0.0%", "#,##0.00 [$€-407]", "dd.mm.yyyy") → text.

Dates become ISO 8601, whatever order the code gives; separators are those of the code: a point and commas. Numbers have
15 digits, as in the programs, so that binary fractions leave no trace.
"""

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal, DecimalException
from functools import lru_cache
from typing import NamedTuple

DIGITS = 15
# From here on a number is written with an exponent.
LARGE = Decimal(10) ** 21
SMALL = Decimal(10) ** -9
# Built-in formats of East Asian versions, which the library's list leaves out: days, and times of day.
_DAYS = {*range(27, 32), 36, *range(50, 59)}
_TIMES = {*range(32, 36)}
_CONTEXT = Context(prec=DIGITS, rounding=ROUND_HALF_UP)
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|[_*].|\[\$(?P<symbol>[^\]-]*)[^\]]*\]|\[[^\]]*\]'
    r"|(?P<digits>[0#?][0#?,]*(?:\.[0#?]*)?|\.[0#?]+)(?P<scale>,*)(?P<exponent>[eE][+-][0#?]+)?|(?P<other>.)",
    re.DOTALL,
)
_SECTIONS = re.compile(r'"[^"]*"?|\\.?|\[[^\]]*\]?|;|[^;"\\\[]+', re.DOTALL)
# A code longer than this is no code.
CODE_LENGTH = 500


class _NumberSection(NamedTuple):
    """One section of a code. `whole`: fewest digits before the point; `least`, `most`: digits after it."""

    before: str
    after: str
    whole: int
    least: int
    most: int
    commas: bool
    scale: int
    exponent: bool


def format_code(number: int, custom: dict[int, str]) -> str:
    """The code of a number format's ID in a workbook."""
    from openpyxl.styles.numbers import BUILTIN_FORMATS

    if number in custom:
        return custom[number]
    if number in _DAYS:
        return "yyyy-mm-dd"
    return "hh:mm:ss" if number in _TIMES else str(BUILTIN_FORMATS.get(number, "General"))


def shown(stored: str, code: str, *, mac_epoch: bool = False) -> str:
    """A number as it is stored ("0.125"), as its cell shows it ("12.5%"); what is no number comes back as it is."""
    try:
        value = Decimal(stored.strip())
    except DecimalException:
        return stored
    if not value.is_finite():
        return stored
    if _is_date(code):
        return _moment(float(value), code, mac_epoch) or plain(value)
    try:
        return _number(value, code)
    except DecimalException:
        return plain(value)


def plain(value: Decimal) -> str:
    """A number without format: up to 15 digits, without zeros at its end."""
    exact = value == value.to_integral_value() and abs(value) < LARGE
    value = value if exact else _CONTEXT.plus(value)
    if value == 0:
        return "0"
    if SMALL <= abs(value) < LARGE:
        text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return f"{value.normalize(_CONTEXT):E}"


@lru_cache(maxsize=256)
def _is_date(code: str) -> bool:
    from openpyxl.styles.numbers import is_date_format

    return code.lower() != "standard" and bool(is_date_format(code))


def _moment(value: float, code: str, mac_epoch: bool) -> str:
    """A serial number of days as ISO 8601; "" where there is no such day."""
    from openpyxl.styles.numbers import STRIP_RE, is_timedelta_format
    from openpyxl.utils.datetime import CALENDAR_MAC_1904, WINDOWS_EPOCH, from_excel

    epoch = CALENDAR_MAC_1904 if mac_epoch else WINDOWS_EPOCH
    try:
        moment = from_excel(value, epoch, timedelta=is_timedelta_format(code))
    except (OverflowError, ValueError):
        return ""
    if isinstance(moment, timedelta):
        seconds = round(moment.total_seconds())
        minutes, seconds = divmod(abs(seconds), 60)
        sign = "-" if moment < timedelta() else ""
        return f"{sign}{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"
    marks = STRIP_RE.sub("", code.split(";")[0]).lower()
    if isinstance(moment, datetime) and not any(mark in marks for mark in "hs"):
        return moment.date().isoformat()
    if isinstance(moment, datetime) and not any(mark in marks for mark in "dy"):
        moment = moment.time()
    if isinstance(moment, datetime):
        return moment.isoformat(sep=" ", timespec="seconds" if moment.second else "minutes")
    if isinstance(moment, time):
        return moment.isoformat(timespec="seconds" if moment.second else "minutes")
    return moment.isoformat() if isinstance(moment, date) else ""


def _number(value: Decimal, code: str) -> str:
    sections = _sections(code)
    if len(sections) > 1 and value < 0:
        section, sign = sections[1], ""
    elif len(sections) > 2 and value == 0:
        section, sign = sections[2], ""
    else:
        section, sign = sections[0], "-" if value < 0 else ""
    if section is None:
        return plain(value)
    if section.whole < 0:
        # Words alone ("-", "n/a") stand in the number's place.
        return section.before.strip() or plain(value)
    amount = _CONTEXT.plus(abs(value).scaleb(section.scale))
    if amount >= LARGE:
        return plain(value)
    if section.exponent:
        body = f"{amount:.{section.most}E}"
    else:
        step = Decimal(1).scaleb(-section.most)
        amount = amount.quantize(step, rounding=ROUND_HALF_UP, context=Context(prec=400))
        body = f"{amount:,f}" if section.commas else f"{amount:f}"
        whole, point, rest = body.partition(".")
        decimals = rest[: section.least] + rest[section.least :].rstrip("0")
        body = whole.zfill(section.whole) + (point + decimals if decimals else "")
        if not amount and not section.whole and not decimals:
            body = "" if section.before else "0"
    sign = "" if not amount else sign
    return f"{sign}{section.before}{body}{section.after}".strip()


@lru_cache(maxsize=256)
def _sections(code: str) -> tuple[_NumberSection | None, ...]:
    """Positive, negative, zero; None where a section is shown without format."""
    parts = [""]
    for token in _SECTIONS.finditer(code[:CODE_LENGTH]):
        if token[0] == ";":
            parts.append("")
        else:
            parts[-1] += token[0]
    return tuple(_section(part) for part in parts[:3])


def _section(code: str) -> _NumberSection | None:
    """None for "General", "@", fractions, and digits with words between them."""
    sides: list[list[str]] = [[], []]
    digits: re.Match[str] | None = None
    scale = 0
    for token in _TOKEN.finditer(code):
        other = token["other"] or ""
        literal = token["quoted"] or token["escaped"] or token["symbol"] or other
        if token["digits"]:
            if digits:
                return None
            digits = token
        elif other == "%":
            scale += 2
        elif other == "@" or other.isalpha() or (other == "/" and digits):
            return None
        if literal:
            sides[digits is not None].append(literal)
    before, after = "".join(sides[0]), "".join(sides[1])
    if digits is None:
        return _NumberSection(before, "", -1, 0, 0, False, 0, False) if before else None
    whole, _, rest = digits["digits"].rstrip(",").partition(".")
    scale -= 3 * (len(digits["scale"]) + len(digits["digits"]) - len(digits["digits"].rstrip(",")))
    least = len(rest.rstrip("#?"))
    return _NumberSection(
        before, after, whole.count("0"), least, len(rest), "," in whole, scale, bool(digits["exponent"])
    )
