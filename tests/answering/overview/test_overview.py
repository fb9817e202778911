"""What an overview of one document shows: points of a short one, and the tables of one that consists of them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scripted import ScriptedModel, Shelf

from ragdesk.answering.overview.overview import overview
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.answers import Answer
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk, Document
from ragdesk.domain.search import Hit, Scope

RULES = (
    "The pool opens at seven in the morning of each day. Children under twelve swim with a parent beside them. "
    "Bottles of glass are left in the lockers of the hall. The lifeguard closes the pool in a thunderstorm. "
    "The showers are taken before the first swim of the day."
)
PRICES = """| # | Boat | Hour | Day |
| --- | --- | --- | --- |
| 2 | Canoe | 21 | 76 |
| 3 | Raft | 35 | 125 |"""
NOTES = """| # | A | B |
| --- | --- | --- |
| 9 | Dry bag | 2 |
| 10 | Paddle | 4 |"""


class OneDocument:
    """A library of one document, without an embedder."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def documents(self, scope: Scope, hits: Sequence[Hit] = ()) -> Sequence[Document]:
        return [self._shelf.document("")]

    def lists_all(self, scope: Scope) -> bool:
        return True

    def library(self, document_id: str) -> str:
        return ""

    def chunks(self, document_id: str) -> Sequence[Chunk]:
        return self._shelf.chunks

    def vectors(self, document_id: str) -> dict[str, FloatArray]:
        return {}


class Scripted:
    """A reranker that finds what has one of these words."""

    name = "scripted"

    def __init__(self, *finds: str) -> None:
        self._finds = finds
        self.questions: list[str] = []

    def scores(self, question: str, passages: Sequence[str]) -> FloatArray:
        self.questions.append(question)
        found = [any(word in passage for word in self._finds) for passage in passages]
        return np.array(found, dtype=np.float32)


def overview_of(
    question: str, *passages: str, sections: Sequence[str] = (), reranker: Scripted | None = None
) -> Answer:
    """`sections`: the headings over the passages."""
    shelf = Shelf(passages)
    for at, heading in enumerate(sections):
        shelf.chunks[at] = replace(shelf.chunks[at], section=(heading,))
    resources = Resources(
        shelf,
        shelf,
        None,
        reranker,
        ScriptedModel(),
        Pace(),
        whole=OneDocument(shelf),
        top=5,
        prompt_tokens=600,
        answer_tokens=50,
    )
    answer = overview(understand(question), resources, Scope())
    assert answer is not None
    for citation in answer.citations:
        assert shelf.text("")[citation.char_start : citation.char_end] == citation.quote
    return answer


def test_a_document_of_one_passage_has_more_than_one_point() -> None:
    answer = overview_of("summarise this", RULES)
    assert len(answer.citations) == 5
    assert [each.text for each in answer.sentences] == [f"{each.rstrip('.')}." for each in RULES.split(". ")]


def test_each_new_section_s_point_stands_by_its_heading() -> None:
    lifeguard = "The lifeguard closes the water whenever there is a thunderstorm over the town."
    answer = overview_of(
        "summarise this", RULES, lifeguard, sections=["Opening hours and safety", "Lifeguard"]
    )
    lines = answer.text.split("\n")[2:]
    assert lines[0].startswith("- **Opening hours and safety**: The pool opens")
    assert not any("**" in line for line in lines[1:]), "said once, and not where the point says it itself"
    assert f"- {lifeguard}" in lines


def test_of_tables_the_columns_and_the_rows_are_named() -> None:
    answer = overview_of("what is this about", PRICES, NOTES)
    assert "Boat · Hour · Day" in answer.text and "Canoe, Raft" in answer.text
    # The columns of the other one are letters, which say nothing.
    assert "Dry bag, Paddle" in answer.text and "A · B" not in answer.text
    assert "| 3 | Raft | 35 | 125 |" in [each.quote for each in answer.citations]


def test_a_short_table_is_shown_whole_in_a_summary_and_a_long_one_is_not() -> None:
    rows = [f"| {at} | Boat {at} | {at} | {at} |" for at in range(4, 15)]
    shown = overview_of("summarise this", PRICES, NOTES).text
    assert "- Boat · Hour · Day\n  - Canoe · 21 · 76\n  - Raft · 35 · 125" in shown
    assert "Raft · 35" not in overview_of("summarise this", "\n".join([PRICES, *rows])).text


def test_lines_under_one_another_are_no_table() -> None:
    lines = "| A |\n| --- |\n| The canoes are stored in the long shed. |\n| The shed is locked at night. |"
    assert overview_of("summarise this", lines).text.count("The canoes are stored") == 1


BILL = """# Bill 12

| Item | Price |
| --- | --- |
| Two oars | 90.00 |
| Varnish | 22.50 |

Net 112.50

Total 135.00

Please pay within fourteen days to the account of the boat yard. The varnish keeps for two years in a cool and dry room."""


def test_what_a_bill_comes_to_is_a_point_of_its_summary() -> None:
    lines = overview_of("summarise this", BILL).text.splitlines()
    assert "- Total 135.00" in lines and not any("Net" in line for line in lines)
    row = BILL.replace("| Varnish | 22.50 |", "| Varnish | 22.50 |\n| Total | 112.50 |").replace(
        "Total 135.00", ""
    )
    assert "- Total · 112.50" in overview_of("summarise this", row).text.splitlines()


def test_a_document_called_by_its_kind_is_meant_as_a_whole_whatever_it_is_said_to_be_on() -> None:
    whole = overview_of("summarise this", RULES)
    assert overview_of("summarise the guide on swimming baths", RULES).citations == whole.citations


def test_a_word_that_the_document_has_nowhere_names_it_beside_one_that_it_is_about() -> None:
    assert "thunderstorm" in overview_of("where do we stand with the crowded pool? short summary", RULES).text


def test_a_table_in_a_text_is_no_document_of_tables() -> None:
    answer = overview_of("summarise this", " ".join([RULES] * 2).replace("pool", "bath", 1), PRICES)
    assert "Canoe" not in answer.text


def test_a_section_may_say_in_other_words_what_is_asked_for() -> None:
    passages = (
        "Rooms are let by the night or by the week. Breakfast is served from seven to ten every day.",
        "The garden closes at dusk every day. Bicycles stand in the shed beside the gate of the yard.",
        "Towels are changed on Mondays and on Thursdays. The pool is heated from May to the end of September.",
        "Guests may leave on any day of the week. A guest who leaves early pays for one more night. Keys go back to the desk.",
        "Dogs are welcome on the ground floor only. The lift is out of order at the moment for everybody.",
    )
    reranker = Scripted("leave", "Keys")
    question = "how can guests end their stay? short overview please"
    sections = ("Rooms", "Garden", "Linen", "Departure", "Animals")
    answer = overview_of(question, *passages, sections=sections, reranker=reranker)
    said = [sentence.text for sentence in answer.sentences]
    assert said == [
        "Guests may leave on any day of the week.",
        "A guest who leaves early pays for one more night.",
        "Keys go back to the desk.",
    ]
    assert "overview" not in reranker.questions[0]


def test_what_every_contract_says_gives_way_to_what_this_one_says() -> None:
    duties = "The contractor cleans the windows of the tower in spring and in autumn."
    fees = "The owner pays 4,800 euros a year for it, half of it in March."
    usual = "The captions in this agreement are for convenience only and do not affect its provisions."
    answer = overview_of(
        "summarise this", f"{duties} {RULES}", usual, fees, sections=["Duties", "Captions", "Fees"]
    )
    assert f"**Fees**: {fees}" in answer.text
    assert "captions" not in answer.text


def test_what_only_every_contract_says_is_shown_where_there_is_nothing_else() -> None:
    usual = "The captions in this agreement are for convenience only and do not affect its provisions."
    assert usual in overview_of("summarise this", usual).text


def test_the_findings_of_a_paper_are_its_own_and_not_those_that_its_introduction_tells() -> None:
    passages = (
        "Abstract. We counted bees in 40 gardens. Catches were 18% higher with clover than without. Yields of apples rose by 5%.",
        "Earlier studies found no effect of clover. One found 12% more bees in gardens with a pond. Two found 30% fewer.",
        "With clover we found 23% more wild bees. Honey bees were 4% fewer there. Hoverflies rose by 9% in both years.",
    )
    answer = overview_of(
        "what are the main findings", *passages, sections=["Bees", "1 Introduction", "2 Results"]
    )
    assert "18% higher" in answer.text and "23% more" in answer.text
    assert "Earlier studies" not in answer.text and "pond" not in answer.text
