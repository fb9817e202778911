"""What code composes, through the app: real stores, and no call of the language model."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ragdesk.app.app import App
from ragdesk.domain.answers import Answer, Event, Evidence, Token
from ragdesk.front import console, contract
from ragdesk.host.paths import open_home

LEASE = """# Lease

## Duties of the tenant

The duties of the tenant are:

- heat the rooms
- air the rooms
- clean the stairs
"""


class SilentModel:
    """Counts tokens, and fails the test if it has to write."""

    name, writer = "silent", ""

    def stream(self, *_: object) -> Any:
        raise AssertionError("the language model was asked")

    def count_tokens(self, text: str) -> int:
        return len(text.split())


@pytest.fixture
def app(home_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    opened = App.open(open_home())
    monkeypatch.setattr(type(opened.engines), "llm", lambda _: SilentModel())
    lease = tmp_path / "lease.md"
    lease.write_text(LEASE, encoding="utf-8")
    list(opened.intake.add([lease]))
    yield opened
    opened.close()


def test_a_list_is_answered_kept_and_shown_without_the_model(app: App) -> None:
    events: list[Event] = list(app.answers.ask("List all duties of the tenant"))
    answer = events[-1]
    assert isinstance(answer, Answer)
    assert (answer.verdict, answer.kind, answer.model) == ("answered", "list", "")
    assert (
        answer.text
        == "The duties of the tenant are:\n\n- heat the rooms\n- air the rooms\n- clean the stairs"
    )
    assert [event.text for event in events if isinstance(event, Token)] == [answer.text]
    assert any(isinstance(event, Evidence) for event in events)
    assert answer.timings.first_token is not None
    assert contract.answer(answer)["answer"] == answer.text
    assert "- heat the rooms [2]" in console.answer(answer)
