"""Prices under "A", "B" and "C", where another table or a line says which days these are."""

import pytest
from composing import composed

TABLE = """# Mooring on Lake Ferren

| Season | Nights |
|---|---|
| A Low | 1 March – 31 May and 16 September – 31 October |
| B Middle | 1 June – 9 July |
| C High | 10 July – 15 September |

## Berths, per night

| Berth | A | B | C |
|---|---|---|---|
| Dinghy | 6.00 | 8.00 | 11.00 |
| Yacht up to 9 m | 14.00 | 19.00 | 26.00 |
"""
LINES = """# Sauna hut

- Low season: 1 October to 30 April
- High season (May to September)

| Hire | Low | High |
|---|---|---|
| Whole day | 90 | 140 |
| Evening | 55 | 80 |
"""
PROSE = """# Fares

"High season" means 20 June to 31 August, both days included.

| Fare | North High | North Other | South High | South Other |
|---|---|---|---|---|
| Adult | 9.80 | 7.60 | 17.40 | 13.90 |
| Child | 4.90 | 3.80 | 8.70 | 6.95 |
"""


@pytest.mark.parametrize(
    ("question", "text", "row", "answer"),
    [
        (
            "what does a dinghy cost in mid june",
            TABLE,
            "Dinghy",
            "Berth: Dinghy; B: 8.00\nB Middle: 1 June – 9 July",
        ),
        (
            "what does a dinghy cost in early july",
            TABLE,
            "Dinghy",
            "Berth: Dinghy; B: 8.00; C: 11.00\nB Middle: 1 June – 9 July\nC High: 10 July – 15 September",
        ),
        (
            "how much is a yacht on 20 september",
            TABLE,
            "Yacht",
            "Berth: Yacht up to 9 m; A: 14.00\nA Low: 1 March – 31 May and 16 September – 31 October",
        ),
        ("how much is a yacht on 20 december", TABLE, "Yacht", None),  # closed
        ("how much is a yacht", TABLE, "Yacht", None),
        (
            "sauna for an evening in january",
            LINES,
            "Evening",
            "Hire: Evening; Low: 55\nLow season: 1 October to 30 April",
        ),
        (
            "sauna for an evening in july",
            LINES,
            "Evening",
            "Hire: Evening; High: 80\nHigh season (May to September)",
        ),
        (
            "fare of an adult in october",
            PROSE,
            "Adult",
            "Fare: Adult; North Other: 7.60; South Other: 13.90\n"
            '"High season" means 20 June to 31 August, both days included.',
        ),
        (
            "fare of an adult on 3 august",
            PROSE,
            "Adult",
            "Fare: Adult; North High: 9.80; South High: 17.40\n"
            '"High season" means 20 June to 31 August, both days included.',
        ),
        ("fare of an adult in june", PROSE, "Adult", None),  # some of June is in either
        (
            "what does a dinghy cost in mid june",
            TABLE.split("## Berths")[1],
            "Dinghy",
            None,
        ),  # nothing says when
    ],
)
def test_the_season_of_a_day_says_which_column_holds(
    question: str, text: str, row: str, answer: str | None
) -> None:
    found = composed(question, [text], marks={row: 2.0})
    assert (found.text if found and "\n" in found.text else None) == answer


def test_what_says_so_is_cited_in_its_own_passage() -> None:
    seasons, prices = TABLE.split("## Berths")
    found = composed(
        "what does a dinghy cost in mid june", [f"## Berths{prices}", seasons], marks={"Dinghy": 2.0}
    )
    assert found is not None
    row, season = found.citations
    assert season.quote.startswith("| B Middle") and season.chunk_id != row.chunk_id
