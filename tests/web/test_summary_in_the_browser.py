"""A written summary in a real browser: offered below key points, shown section by section, stopped, and gone on with."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ragdesk_browser import serving, until, window
from scripted import ScriptedModel

from ragdesk.app.app import App
from ragdesk.domain.ports import Cancelled, Prompt, never
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
FIELD = "#rd-question textarea"
RENT = "The tenant pays a rent of 900 euros a month."
LEASE = """# Lease of the mill

## Rent

The tenant shall pay a rent of 900 euros a month. The rent is due by the third day of each month.
The rent does not rise during the first two years.

## Repairs

The landlord shall keep the roof and the walls of the mill in good repair. Damage to the building is reported within two days.
The gutters of the roof are cleaned every autumn.

## Risks

The greatest risk to the building is a flood of the river in spring. The cellar of the mill has been flooded twice since 1990.
Pumps for the cellar are kept in the shed behind the mill.

## End

Either side may end the lease in writing at the end of a quarter. The mill is handed over swept and empty on the last day.
All keys of the mill are given back to the landlord.
"""


class SectionModel(ScriptedModel):
    """Writes the same words of each section, and waits after the first three until it is let."""

    def __init__(self) -> None:
        super().__init__(name="writer")
        self._turns = threading.Semaphore(0)

    def let(self, sections: int) -> None:
        self._turns.release(sections)

    def warm(self, prompt: Prompt, cancelled: Cancelled = never) -> None:
        """There is nothing to load."""

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        self.prompts.append(prompt)
        for index, word in enumerate(RENT.split(" ")):
            while index == 3 and not self._turns.acquire(timeout=0.05):
                if cancelled():
                    return
            yield word if index == 0 else " " + word


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[tuple[SectionModel, Any]]:
    app, model = App.open(open_home(tmp_path / "home")), SectionModel()
    app.engines.llm = lambda: model  # type: ignore[method-assign, assignment, return-value]
    (tmp_path / "lease.md").write_text(LEASE, encoding="utf-8")
    list(app.intake.add([tmp_path / "lease.md"]))
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-question:visible")
        yield model, page
        assert seen.foreign() == [] and seen.violations() == []
    app.close()


def test_a_summary_is_stopped_and_gone_on_with(opened: tuple[SectionModel, Any]) -> None:
    model, page = opened
    page.fill(FIELD, "Summarise this document")
    page.press(FIELD, "Enter")
    page.get_by_role("button", name="Write a summary").click()
    until(page, lambda: "section 1 of " in page.inner_text("#rd-status"))
    model.let(1)
    until(page, lambda: "section 2 of " in page.inner_text("#rd-status"))
    until(page, lambda: RENT in page.inner_text("#rd-live .rd-live"))
    page.click("#rd-stop")
    until(page, lambda: "Stopped." in page.inner_text("#rd-status"))
    last = page.locator("#rd-thread .rd-answer").last
    until(page, lambda: "so far)" in last.inner_text())
    assert RENT in last.inner_text() and last.locator("a.rd-cite").count() == 1
    assert page.locator("#rd-thread .rd-question").last.inner_text().startswith("Write a summary of “Lease")

    model.let(9)
    last.get_by_role("button", name="Go on").click()
    until(page, lambda: page.locator("#rd-ask:visible").count() == 1 and "(4)" in last.inner_text())
    assert last.get_by_role("button", name="Ask again").count() == 1
    assert last.inner_text().count("“") == 4, (
        "the title, and a quote in each section in which the words are not borne out"
    )
    assert len(model.prompts) == 5, (
        "the section in which it was stopped is written anew, the one before is not"
    )
    assert page.locator("#rd-thread .rd-answer").count() == 2, "beside the key points"
