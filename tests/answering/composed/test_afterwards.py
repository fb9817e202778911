"""What holds after something is told by the sentence behind."""

from dataclasses import replace

import pytest
from composing import asked_over, cited_line

from ragdesk.answering.composed.afterwards import compose_afterwards
from ragdesk.domain.search import TextPlace

NOTICE = "In the probation either side may give two weeks' notice. After that it is four weeks. It is given in writing."
GERMAN = "In der Probezeit sind es zwei Wochen. Danach sind es vier Wochen zum Monatsende."


@pytest.mark.parametrize(
    ("question", "text", "both"),
    [
        ("how much notice do I have to give after the probation", NOTICE, True),
        ("how much notice do I have to give in the probation", NOTICE, False),
        ("how much notice do I have to give after the wedding", NOTICE, False),
        ("notice after probation", NOTICE.replace("After that", "It is said that"), False),
        ("notice after the probation", NOTICE.replace("In the probation", "After the probation"), False),
        ("Wie lang ist die Frist nach der Probezeit?", GERMAN, True),
    ],
)
def test_the_sentence_behind_is_shown_where_it_is_asked_for(question: str, text: str, both: bool) -> None:
    asked = asked_over(question, [text])
    found = compose_afterwards(asked, cited_line(asked, text[:20]))
    assert (found is not None) is both
    assert found is None or (found.text == text[: len(found.text)] and len(found.citations) == 2)


CLAIMS = "Claims are sent within 30 days. After 30 days a director signs them. Receipts are kept."


@pytest.mark.parametrize(
    ("question", "text", "both"),
    [
        ("and if I'm later than that?", CLAIMS, True),
        ("and if I miss the deadline?", CLAIMS, True),
        ("and if I am ill?", CLAIMS, False),
        ("and if I'm later than that?", CLAIMS.replace("After 30", "After 90"), False),
    ],
)
def test_what_holds_behind_a_limit_is_told_who_goes_on_from_it(question: str, text: str, both: bool) -> None:
    asked = asked_over(question, [text])
    cited = cited_line(asked, "Claims")
    assert compose_afterwards(asked, cited) is None
    place = TextPlace(cited.document_id, cited.char_start, cited.char_end)
    found = compose_afterwards(replace(asked, query=replace(asked.query, after=(place,))), cited)
    assert (found is not None) is both
