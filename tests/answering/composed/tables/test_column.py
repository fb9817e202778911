"""What stands in a column, each once, where all of it is asked for."""

import pytest
from composing import composed

COSTS = """# Orchard costs

| Item | Supplier | Tonnes | Cost £ |
|---|---|---|---|
| Lime | Marsh & Co | 12 | 840 |
| Compost | Dale Soils | 30 | 1260 |
| Bark | Marsh & Co | 8 | 410 |
| Pruning | Rees Bros | | 950 |
| Total | | 50 | 3460 |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("list all our suppliers", "- Marsh & Co\n- Dale Soils\n- Rees Bros"),
        ("list all suppliers of the orchard", "- Marsh & Co\n- Dale Soils\n- Rees Bros"),
        ("list all suppliers of lime", None),
        ("list all tonnes", None),  # no names
    ],
)
def test_all_of_a_column_is_listed_once(question: str, answer: str | None) -> None:
    found = composed(question, [COSTS])
    text = found.text if found else None
    assert text == answer or (answer is None and "Dale Soils\n- Rees" not in (text or ""))
