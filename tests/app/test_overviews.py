"""Questions about whole documents, through the app: real stores, a real embedder, and no call of the language model."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ragdesk.app.app import App
from ragdesk.domain.answers import Answer, Event, Evidence
from ragdesk.domain.search import Scope
from ragdesk.front import console, contract
from ragdesk.front.web.tabs.chat import render_chat
from ragdesk.host.paths import open_home

LEASE = """# Lease of the mill

This lease is made between Anna Kern (the landlord) and Tom Reed (the tenant).

## Rent

The tenant shall pay a rent of 900 euros a month by the third day of each month.

## Repairs

The landlord shall keep the roof and the walls of the mill in good repair. The tenant must report damage within two days.

## Risks

The greatest risk to the building is a flood of the river in spring. Damage by fire is insured by the landlord.

## Contacts

Write to the office of the landlord in Mill Lane about the keys of the mill.
"""
MINUTES = """# Minutes of the allotment club

**Chair**: We decided to build a new fence along the railway in September.

**Treasurer**: The fence will cost about four thousand euros, and the money is in the account of the club.

**Chair**: The water will be turned off on the last weekend of October.
"""
BERICHT = """# Bericht über den Dachstuhl

## Zusammenfassung

Der Dachstuhl der Scheune ist an zwei Stellen von Pilz befallen und muss vor dem Winter erneuert werden.

## Kosten

Die Erneuerung kostet nach dem Angebot der Zimmerei etwa zwölftausend Euro.
"""


def asked(*_: object) -> Any:
    raise AssertionError("the language model was asked")


class SilentModel:
    """Fails the test if it has to write."""

    name = "silent"
    stream = asked

    def count_tokens(self, text: str) -> int:
        return len(text.split())


@pytest.fixture
def app(home_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    opened = App.open(open_home())
    monkeypatch.setattr(type(opened.engines), "llm", lambda _: SilentModel())
    files = {"lease.md": LEASE, "minutes.md": MINUTES, "dach.md": BERICHT}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    list(opened.intake.add([tmp_path / name for name in files]))
    yield opened
    opened.close()


def whole(app: App, question: str, **more: Any) -> Answer:
    events: list[Event] = list(app.answers.ask(question, **more))
    answer = events[-1]
    assert isinstance(answer, Answer) and answer.kind == "overview"
    for citation in answer.citations:
        text = app.library.text(citation.document_id)
        assert text[citation.char_start : citation.char_end] == citation.quote
    assert all(sentence.supported and sentence.citations for sentence in answer.sentences)
    assert any(isinstance(event, Evidence) for event in events) == bool(answer.citations)
    return answer


def of(app: App, name: str) -> Scope:
    return Scope(documents=tuple(each.id for each in app.library.documents.all() if each.name == name))


def test_the_document_that_is_named_is_summed_up_in_its_own_words_and_order(app: App) -> None:
    answer = whole(app, "what are the main points of the mill lease?")
    assert answer.verdict == "answered" and {each.document for each in answer.citations} == {"lease.md"}
    assert answer.text.startswith("The main points of “Lease of the mill”")
    quoted = [each.char_start for each in answer.citations]
    assert quoted == sorted(quoted) and 3 <= len(quoted) <= 8
    assert "900 euros" in answer.text and "Mill Lane" not in answer.text
    sections = [each.section for each in answer.citations]
    assert len(set(sections)) >= 3
    assert contract.answer(answer)["citations"][0]["verified"]
    assert "- The tenant shall pay a rent" in console.answer(answer)


def test_a_chosen_document_is_what_this_document_means(app: App) -> None:
    answer = whole(app, "What is this document about?", scope=of(app, "minutes.md"))
    assert {each.document for each in answer.citations} == {"minutes.md"} and len(answer.sentences) <= 3
    german = whole(app, "Fasse dieses Dokument zusammen", scope=of(app, "dach.md"))
    assert german.text.startswith("Die wichtigsten Punkte") and "von Pilz befallen" in german.text


def test_words_that_chosen_documents_do_not_have_may_only_name_them(app: App) -> None:
    minutes = of(app, "minutes.md")
    answer = whole(app, "sum up rosalinds last mail for me", scope=minutes)
    assert answer.verdict == "answered" and "fence" in answer.text
    both = Scope(documents=(*minutes.documents, *of(app, "lease.md").documents))
    answer = whole(app, "sum up rosalinds last mail for me", scope=both)
    assert "fence" in answer.text and "900 euros" in answer.text
    answer = whole(app, "what do the papers say about the fence?", scope=both)
    assert "fence" in answer.text and "900 euros" not in answer.text


def test_seen_under_a_word_its_sentences_come_first(app: App) -> None:
    lease = of(app, "lease.md")
    risks = whole(app, "What are the main risks?", scope=lease)
    assert "flood of the river" in risks.text and "900 euros" not in risks.text
    duties = whole(app, "What are the main obligations of both sides?", scope=lease)
    assert "The tenant shall pay" in duties.text and "The landlord shall keep" in duties.text


def test_a_collection_is_gone_through_document_by_document(app: App) -> None:
    ids = tuple(each.id for each in app.library.documents.all() if each.name != "dach.md")
    answer = whole(app, "Give me an overview", scope=Scope(documents=ids))
    assert "**Lease of the mill**" in answer.text and "**Minutes of the allotment club**" in answer.text
    assert {each.document for each in answer.citations} == {"lease.md", "minutes.md"}


def test_where_it_is_not_clear_which_the_titles_are_offered_to_click(app: App) -> None:
    answer = whole(app, "What are the main risks?")
    assert answer.verdict == "told" and answer.text.startswith("Which document do you mean?")
    assert {each.document_id for each in answer.mentions} == app.library.documents.ids()
    page = render_chat.answer(answer, "m1")
    for mention in answer.mentions:
        assert f"#rd:ask:about:{mention.document_id}:What%20are%20the%20main%20risks%3F" in page
