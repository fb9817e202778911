from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from scripted import make_hit

from ragdesk.answering.finding.search import search
from ragdesk.answering.understanding.compare import merge, sides
from ragdesk.answering.understanding.understand import understand
from ragdesk.app.app import App
from ragdesk.domain.ports import Embedder
from ragdesk.domain.search import Hit
from ragdesk.host.paths import open_home


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Compare the travel policy and the expenses policy", ("travel policy", "expenses policy")),
        ("Could you compare tariff A with tariff B?", ("tariff A", "tariff B")),
        ("What is the difference between weekly and monthly passes?", ("weekly passes", "monthly passes")),
        ("What is the difference in price between the day pass and the annual pass?",
         ("day pass in price", "annual pass in price")),
        ("What is the difference between annual leave and sick leave in Spain?",
         ("annual leave in Spain", "sick leave in Spain")),
        ("What is the difference between leave in Spain and leave in Malta?", ("leave in Spain", "leave in Malta")),
        ("Differences between fees in Spain and Malta", ("fees in Spain", "fees in Malta")),
        ("Press A versus press B: which is louder?", ("Press A which is louder", "press B which is louder")),
        ("Which starts first, the course or the fair?", ("when starts course", "when starts fair")),
        ("was beginnt früher, der Kurs oder die Messe?", ("wann beginnt Kurs", "wann beginnt Messe")),
        ("does the paper fixer keep as long as the one for film?",
         ("how long does paper fixer keep", "how long does fixer for film keep")),
        ("Full pension or the one with the most cash, what do I get a year in each case?",
         ("Full pension what do I get a year in case", "most cash what do I get a year in case")),
        ("how long before must I cancel: my hire car and my room?",
         ("my hire car how long before must I cancel", "my room how long before must I cancel")),
        ("What does an hour cost at the club and what at the kindergarten?",
         ("What does an hour cost at the club", "What does an hour cost at the kindergarten")),
        ("Was kostet eine Stunde im Verein und was im Kindergarten?",
         ("Was kostet eine Stunde im Verein", "Was kostet eine Stunde im Kindergarten")),
        ("how many days do I get at first, and how many after five years",
         ("how many days do I get at first", "how many days after five years")),
        ("how many adult guests does the plan reckon with and how many had signed up in June",
         ("how many adult guests does the plan reckon with", "how many adult guests had signed up in June")),
        ("how much longer does the express wash take than the eco wash?",
         ("how long take express wash", "how long take eco wash")),
        ("how many more days of leave does Finance get than Sales?",
         ("how much get days of leave Finance", "how much get days of leave Sales")),
        ("did the club take more in 2024 than the year before",
         ("how much the club take 2024", "how much the club take 2023")),
        ("Hatte Frau Brand 2023 mehr Nebenkosten als im Jahr davor und wie viel?",
         ("2023 Frau Brand Nebenkosten", "2022 Frau Brand Nebenkosten")),
        ("is the big card cheaper per ride than the small one",
         ("what does big card cost per ride", "what does small card cost per ride")),
        ("does the travel kettle switch itself off sooner than the normal one",
         ("when switch itself off travel kettle", "when switch itself off normal kettle")),
        ("how does the roof offer they took compare with the cheapest one",
         ("roof offer they took", "cheapest roof offer")),
        ("what's cheaper, the single or the double room?",
         ("what does single room cost", "what does double room cost")),
        ("um wie viel ist das Doppelzimmer teurer als das Einzelzimmer?",
         ("was kostet Doppelzimmer", "was kostet Einzelzimmer")),
        ("Austritt aus dem Verein und Kündigung im Heim: bis wann muss man das jeweils erklären?",
         ("Austritt aus dem Verein bis wann muss man das erklären", "Kündigung im Heim bis wann muss man das erklären")),
        ("which is cheaper, the small room (10 people, no beamer) or the hall (40 people)?",
         ("what does small room (10 people, no beamer) cost", "what does hall (40 people) cost")),
        ("Which first-aid kit is cheaper, the red or the blue?",
         ("what does red cost first-aid kit", "what does blue cost first-aid kit")),
        ("Do we have more desks in the attic or the cellar?",
         ("how much we have desks attic", "how much we have desks cellar")),
        ("pump one vs pump two - which oil does each need",
         ("pump one which oil does each need", "pump two which oil does each need")),
        ("share up front, Porto vs Faro", ("Porto share up front", "Faro share up front")),
        ("Selbstbehalt: Roller gegen Kombi?", ("Roller Selbstbehalt", "Kombi Selbstbehalt")),
        ("How does the visitor badge differ from the staff badge?", ("visitor badge", "staff badge")),
        ("How do visitor badges and staff badges differ in colour?",
         ("visitor badges in colour", "staff badges in colour")),
        ("How do the fees at old sites compare to those at new sites?", ("fees at old sites", "fees at new sites")),
        ("Compare the notice periods of the lease and the service contract",
         ("notice periods of the lease", "notice periods of service contract")),
        ("Do day and night shift get the same allowance?", ("day shift get allowance", "night shift get allowance")),
        ("Which is cheaper the day pass or the year pass", ("what does day pass cost", "what does year pass cost")),
        ("How long is the lease of Bremen, and how long is that of Leer?",
         ("How long is the lease of Bremen", "how long is that of Leer")),
        ("Does the fence cost more than the gate?", ("what does fence cost", "what does gate cost")),
        ("Elm or Ash, which roof is cheaper in the end?",
         ("what does Elm cost roof in the end", "what does Ash cost roof in the end")),
        ("How is the heavy vest better than the light one?", ("heavy vest better", "light vest better")),
        ("Elm and Ash: how many rooms did each have?", ("Elm how many rooms did have", "Ash how many rooms did have")),
        ("How fast do I have to pay: the lift vs. the garden?",
         ("lift How fast do I have to pay", "garden How fast do I have to pay")),
        ("Free of charge: until when for the boats, and until when for the trip?",
         ("until when for the boats Free of charge", "until when for the trip Free of charge")),
        ("difference between a medium and a large dog per night", ("medium dog per night", "large dog per night")),
        ("Is welding more dangerous than painting?", ("how dangerous welding", "how dangerous painting")),
        ("Which is cheaper, the day pass or the annual pass?",
         ("what does day pass cost", "what does annual pass cost")),
        # What a comparative asks is asked of one side alone: how quickly, what it costs.
        ("who has to answer letters quicker, the trust or the office",
         ("how quickly has to answer letters trust", "how quickly has to answer letters office")),
        ("Which charges more for paying late, the gym or the club?",
         ("how much charges for paying late gym", "how much charges for paying late club")),
        ("the differences among fixed, metered, and tiered charges",
         ("fixed charges", "metered charges", "tiered charges")),
        ("Was ist der Unterschied zwischen Urlaub und Sonderurlaub?", ("Urlaub", "Sonderurlaub")),
        ("Worin unterscheidet sich der Besucherausweis vom Dienstausweis?", ("Besucherausweis", "Dienstausweis")),
        ("Ist Tarif A teurer als Tarif B?", ("was kostet Tarif A", "was kostet Tarif B")),
        # What stands before the clause goes with each side; a clause of its own may ask how they differ.
        ("In winter: which is warmer, the hall or the attic?",
         ("how warm hall In winter:", "how warm attic In winter:")),
        ("filter coarse or fine, what's the difference?", ("filter coarse", "filter fine")),
        ("filter grob oder fein, was ist der unterschied", ("filter grob", "filter fein")),
        # Each side has a place of its own, though not with the same word.
        ("Which is dearer, the talk with the mayor or the walk at the mill",
         ("what does talk with the mayor cost", "what does walk at the mill cost")),
        ("Compare the fees in Spain and Malta, please", ("fees in Spain", "fees in Malta")),
        ("is the notice longer in the lease or in the deed?",
         ("how long the notice in the lease", "how long the notice in the deed")),
        ("ist die Frist länger im Vertrag oder im Protokoll?",
         ("wie lange die Frist im Vertrag", "wie lange die Frist im Protokoll")),
    ],
)  # fmt: skip
def test_a_comparison_has_a_search_for_each_side(question: str, expected: Sequence[str]) -> None:
    assert [side.text for side in sides(question)] == list(expected)


@pytest.mark.parametrize(
    "question",
    [
        "Which gloves are worn in the paint shop?",
        "Who approves travel and training?",
        "Is the fee higher than 100 euros?",
        "How does it compare to them?",
        "What is the difference between the two?",
        "Can I compare offers?",
        "What was the income of 2020, and how does it compare to the income for 2021 and before?",
        "Compare a, b, c, d, e, f, g and h",
        "",
    ],
)
def test_what_compares_nothing_stays_one_question(question: str) -> None:
    assert sides(question) == ()


def hits(*names: str) -> list[Hit]:
    return [make_hit(name, chunk_id=name) for name in names]


def test_lists_take_turns_and_no_hit_comes_twice() -> None:
    merged = merge([hits("a", "b", "c"), hits("a", "d"), hits("b", "d", "e")], 10)
    assert [hit.chunk.id for hit in merged] == ["a", "d", "b", "c", "e"]
    assert [hit.chunk.id for hit in merge([hits("a", "b", "c"), hits("x")], 2)] == ["a", "x"]
    assert merge([[], []], 5) == [] and merge([], 5) == [] and merge([hits("a")], 0) == []


CANTEEN = "# Canteen\n\nIn the canteen the alarm is tried out on Mondays, and the cooks meet at the gate.\n"
DRILLS = (
    "# Fire drills in hall {n}\n\nThe fire drill of the press hall, part {n}, is held in month {n}. "
    "A fire drill in the press hall takes {n} minutes.\n"
)
OTHERS = (
    "Travel",
    "Badges",
    "Gloves",
    "Scales",
    "Waste",
    "Audits",
    "Leave",
    "Parking",
    "Mail",
    "Keys",
    "Tools",
    "Oil",
)


def test_each_side_has_evidence_among_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedder: Embedder
) -> None:
    """Seven notes on the press hall leave no room for the canteen where both are searched for at once."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "canteen.md").write_text(CANTEEN, encoding="utf-8")
    for n in range(1, 8):
        (folder / f"drill{n}.md").write_text(DRILLS.format(n=n), encoding="utf-8")
    for name in OTHERS:
        (folder / f"{name}.md").write_text(
            f"# {name}\n\n{name} are the office's business.\n", encoding="utf-8"
        )
    with closing(App.open(open_home(tmp_path / "home"))) as app:
        monkeypatch.setattr(app.engines, "embedder_or_none", lambda: embedder)
        assert {one.status for one in app.intake.add([folder])} == {"ready"}
        question = "What is the difference in the fire drills between the press hall and the canteen?"
        at_once = replace(understand(question), sides=())
        whole = next(search(at_once, retriever=app.library, embedder=embedder, reranker=None, top=10))
        merged = app.passages.search(question, top=3)
        names = [[hit.document for hit in hits[:5]] for hits in (whole, merged)]
    assert "canteen.md" not in names[0]
    assert "canteen.md" in names[1] and names[1][0].startswith("drill")


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        (
            "whose law applies in the supply contract and whose in the lease?",
            ["whose law applies in the supply contract", "whose law applies in the lease"],
        ),
        (
            "which bank is named in the loan and which in the mortgage",
            ["which bank is named in the loan", "which bank is named in the mortgage"],
        ),
        (
            "how long may a repair take: in the lease, and in the workshop one?",
            ["how long may a repair take in the lease", "how long may a repair take in the workshop lease"],
        ),
    ],
)
def test_whose_and_which_are_asked_of_two_places(question: str, texts: list[str]) -> None:
    assert [side.text for side in sides(question)] == texts


def test_of_several_places_it_is_the_one_behind_the_same_preposition() -> None:
    asked = "Kern: what does a layover on a weekday night cost with one driver and what with two?"
    lead = "Kern: what does a layover on a weekday night cost"
    assert [side.text for side in sides(asked)] == [f"{lead} with one driver", f"{lead} with two"]
