"""A note, said to the person whom it is about."""

import pytest

from ragdesk.domain.memory import MemoryName
from ragdesk.extras.memory.addressed import addressed


@pytest.mark.parametrize(
    ("note", "which", "said"),
    [
        ("Is the purchasing manager", "user", "You are the purchasing manager"),
        ("Is called Anna", "user", "Your name is Anna"),
        ("Works in Leeds", "user", "You work in Leeds"),
        ("Leads the night shift", "user", "You lead the night shift"),
        ("Leitet die Werkstatt", "user", "Sie leiten die Werkstatt"),
        ("Ist zuständig für Einkauf", "user", "Sie sind zuständig für Einkauf"),
        ("Is based in Bremen", "company", "Your organisation is based in Bremen"),
        ("Nutzt SAP", "company", "Ihre Organisation nutzt SAP"),
        ("The team is called Blue", "company", "The team is called Blue"),
        ("- keep it short", "user", "- keep it short"),
        ("Islands are where I work", "user", "Islands are where I work"),
    ],
)
def test_what_is_kept_in_the_third_person_is_said_to_you(note: str, which: MemoryName, said: str) -> None:
    assert addressed(note, which) == said
