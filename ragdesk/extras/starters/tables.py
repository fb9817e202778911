"""The cells of a table, asked for by their row and column."""

import re
from collections.abc import Iterator

_TEMPLATES = {
    "en": ("What is the {column} for {row}?", "What is the figure for {row} in {column}?"),
    "de": ("Was steht bei „{row}“ unter „{column}“?", "Welcher Wert steht bei „{row}“ für {column}?"),
}
# Where a column counts things: "How many seats …".
_COUNTED = {"en": "How many {column} {do} {row} have?"}
_WHOLE = re.compile(r"\d{1,3}(?:[,.\u2019' ]?\d{3})*")
_RULE_ROW = re.compile(r"\|[\s:|-]+\|?$")
_MONTH = r"(?:Jan|Feb|Mar|Mär|Apr|May|Mai|June?|Juni?|July?|Juli|Aug|Sep|Oct|Okt|Nov|Dec|Dez)[a-zä]*\.?"
# A year, a quarter, a month or a day over a column: what stands below is a figure of that time.
_DAY = re.compile(r"\d{1,2}[,.]? ?(?:[A-Z]|(?:19|20)\d\d)")
_TIME = re.compile(
    rf"(?:FY ?)?(?:19|20)\d\d(?:[/-]\d{{2,4}})?|(?:Q[1-4]|[1-4]\. Quartal)(?: (?:19|20)\d\d)?|"
    rf"(?:\d{{1,2}}\.? )?{_MONTH}(?: \d{{1,2}},)?(?: (?:19|20)\d\d)?",
    re.IGNORECASE,
)
# What names no kind of thing, or is a remark.
_DULL = re.compile(
    r"(?:no|nr|id|page|seite|notes?|comments?|remarks?|bemerkung\w*|description|beschreibung|name|item|type|date|datum|"
    r"sum|total|gesamt|summe|value|wert|yes|ja|nein|n/?a|column \d+|spalte \d+|of|for|the|and)\.?|#|\W*",
    re.IGNORECASE,
)
_COLUMN = re.compile(r"[A-ZÄÖÜ][\wÄÖÜäöüß'’/-]*(?: [\wÄÖÜäöüß'’/-]+){0,3}(?: \([^)\d]{1,8}\))?")
_ROW = re.compile(r"[A-ZÄÖÜ\d][\wÄÖÜäöüß'’&/+-]*(?:,? [\wÄÖÜäöüß'’&/+()-]+){0,6}")
# A column that asks something itself ("What we offer"), or only says for what ("Per year").
_NO_NOUN = re.compile(
    r"(?:what|who|when|where|how|why|which|was|wer|wann|wo|wie|warum|welche\w*"
    r"|per|each|from|until|till|since|before|after|by|up to|pro|je|ab|bis|seit|vor|nach)\b",
    re.IGNORECASE,
)
# A row or column that begins or ends so was torn apart.
_TORN = re.compile(
    r"(?:.* )?(?:with|and|or|of|for|the|to|from|in|on|und|oder|von|für|der|die|das|mit|zu)", re.IGNORECASE
)
_WRITTEN_OUT = {
    "qty": "quantity",
    "amt": "amount",
    "avg": "average",
    "min": "minimum",
    "max": "maximum",
    "temp": "temperature",
}
# The head of a column that only counts the rows.
_NUMBERING = ("#", "No", "No.", "Nr", "Nr.")
MOST_ROWS = 2


def of_table(context: str, text: str, language: str) -> Iterator[tuple[str, int, int]]:
    """(question, start, end of the row in `text`) for some of the rows of a passage that is a table with heads."""
    head = next((_cells(line) for line in context.splitlines() if line.startswith("|")), None)
    position = made = 0
    for line in text.splitlines(keepends=True):
        start, position = position, position + len(line)
        row = line.strip()
        if not row.startswith("|"):
            head = None if row else head
            continue
        if _RULE_ROW.match(row):
            continue
        cells = _cells(row)
        if head is None:
            head = cells
        elif made < MOST_ROWS and (question := _question(head, cells, language)):
            made += 1
            yield question, start, start + len(line.rstrip("\n"))


def _question(head: list[str], cells: list[str], language: str) -> str:
    """Of the first cell that is worth asking for; "" where the row has none."""
    # A sheet numbers its rows, and a person may have done so, too.
    while len(head) == len(cells) > 2 and head[0] in _NUMBERING:
        head, cells = head[1:], cells[1:]
    if len(head) != len(cells) or not 2 <= len(cells) <= 9 or not all(head[1:]) or not _good(_ROW, cells[0]):
        return ""
    plain, timed = _TEMPLATES[language]
    for column, value in zip(head[1:], cells[1:], strict=True):
        if not any(character.isdigit() for character in value) or len(value) > 40:
            continue
        if _TIME.fullmatch(column) and not _DAY.search(column):
            return timed.format(row=cells[0], column=column)
        if _good(_COLUMN, column) and not _NO_NOUN.match(column):
            if language in _COUNTED and _is_plural(column) and _WHOLE.fullmatch(value):
                do = "do" if _is_plural(cells[0]) else "does"
                return _COUNTED[language].format(row=cells[0], column=_small(column), do=do)
            return _verb(
                plain.format(row=cells[0], column=_small(column) if language == "en" else column), column
            )
    return ""


def _good(form: re.Pattern[str], label: str) -> bool:
    letters = sum(character.isalpha() for character in label)
    return (
        bool(form.fullmatch(label))
        and letters > 2
        and not _DULL.fullmatch(label)
        and not _TORN.fullmatch(label)
    )


def _verb(question: str, column: str) -> str:
    """ "What are the visiting hours …", where the column is a plural."""
    return question.replace("What is the", "What are the", 1) if _is_plural(column) else question


def _is_plural(column: str) -> bool:
    named = column.split(" of ")[0].split(" for ")[0]  # "height of boxes" is one
    return named.endswith("s") and not named.endswith(("ss", "us", "is"))


def _small(column: str) -> str:
    """ "Monthly rent" inside a sentence; "VAT" and "Net Weight" stay as they are."""
    column = _WRITTEN_OUT.get(column.casefold().rstrip("."), column)
    first, *rest = column.split(" ")
    if first[1:].islower() and all(word.islower() for word in rest):
        return " ".join([first.lower(), *rest])
    return column


def _cells(row: str) -> list[str]:
    # "(a)" in a head is a letter of the form, not of the name.
    return [
        re.sub(r" ?\([a-z]\)$", "", " ".join(cell.split()).strip("*_"))
        for cell in row.strip().strip("|").split("|")
    ]
