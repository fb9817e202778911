"""What minutes propose is shown with what was decided of it."""

import pytest
from composing import asked_over, cited_line

from ragdesk.answering.composed.decided import compose_decided

MINUTES = """# Subscriptions

The committee proposed 66 pounds for adults (now 60). An amendment
to raise the rate to 63 only was lost by 8 votes to 17. The proposal was carried, 19 to 6.

# Bar

Ann suggested opening on Mondays. Bo spoke of the costs. This was rejected.

# Lights

It was proposed to buy lamps. Cy proposed candles instead. Candles were agreed.

# Roof

Dee proposed new tiles. The matter was left open.

# Changes

Each side suggested changes in writing. A change is made if it is accepted by the other.

Die Kassiererin schlug 70 Euro vor. Das wurde einstimmig angenommen.
"""
SIXTY_SIX = "The committee proposed 66 pounds for adults (now 60). The proposal was carried, 19 to 6."


@pytest.mark.parametrize(
    ("question", "cited", "answer"),
    [
        ("did the members agree to 66 pounds?", "The committee proposed", f"Yes. {SIXTY_SIX}"),
        ("was the proposal of 66 pounds rejected?", "The committee proposed", f"No. {SIXTY_SIX}"),
        ("did the members not agree to 66 pounds?", "The committee proposed", SIXTY_SIX),
        ("how much is it for adults?", "The committee proposed", SIXTY_SIX),
        (
            "does the bar open on Mondays?",
            "Ann suggested",
            "No. Ann suggested opening on Mondays. This was rejected.",
        ),
        ("are lamps bought?", "It was proposed", None),  # another proposal comes first
        ("are there new tiles?", "Dee proposed", None),
        ("were changes made?", "Each side", None),  # a condition
        ("was the matter left open?", "The matter was", None),  # no proposal
        (
            "Haben die Mitglieder die 70 Euro beschlossen?",
            "Die Kassiererin",
            "Ja. Die Kassiererin schlug 70 Euro vor. Das wurde einstimmig angenommen.",
        ),
    ],
)
def test_a_proposal_is_shown_with_its_outcome(question: str, cited: str, answer: str | None) -> None:
    asked = asked_over(question, [MINUTES])
    found = compose_decided(asked, cited_line(asked, cited))
    assert (found.text if found else None) == answer
    assert found is None or len(found.citations) == 2


LUNCH = "Mrs Ferrante proposed to change the caterer; the council voted against it (1 for, 3 against)."


def test_a_proposal_and_its_vote_may_stand_in_one_sentence() -> None:
    asked = asked_over("did they decide to change the caterer?", [LUNCH])
    found = compose_decided(asked, cited_line(asked, "Mrs Ferrante"))
    assert found is not None and found.text == f"No. {LUNCH}"
    asked = asked_over("who proposed to change the caterer?", [LUNCH])
    assert compose_decided(asked, cited_line(asked, "Mrs Ferrante")) is None
