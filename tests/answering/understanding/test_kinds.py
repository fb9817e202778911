"""What kind of question it is, on questions as people write them, with typing errors and without question marks.

`kinds.jsonl` was written for this. docs/lab/kinds.md has the tables, and says what they are worth.
"""

import json
from pathlib import Path
from typing import get_args

import pytest

from ragdesk.answering.understanding.kinds import asked_of_documents, kind_of
from ragdesk.answering.understanding.reading import ruled_languages
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.conversations import Turn
from ragdesk.domain.search import TOLD_KINDS, QuestionKind
from ragdesk.text import lexicon

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "kinds.jsonl").read_text(encoding="utf-8").splitlines()
]


def test_the_kinds_of_two_hundred_questions() -> None:
    wrong = [row for row in ROWS if kind_of(row["question"]) != row["kind"]]
    assert len(ROWS) > 200 and len(wrong) <= 4, wrong


def test_no_question_of_the_documents_is_taken_for_talk_memory_or_the_library() -> None:
    of_documents = [row["question"] for row in ROWS if row["kind"] not in TOLD_KINDS]
    assert [question for question in of_documents if kind_of(question) in TOLD_KINDS] == []


@pytest.mark.parametrize(
    "question",
    [
        "Hello, how long is the warranty?",
        "What is my notice period?",
        "What is my role under the contract?",
        "Which documents do I need for the visa?",
        "Which documents do I have to sign?",
        "How many files are attached to the claim?",
        "What did the auditor add to the report yesterday?",
        "Who are you allowed to call at night?",
        "thanks for the rules, where is the form?",
        "I'm looking for the form",
        "I am a pilot. The morning shift starts at six.",
        "Hallo, wie hoch ist die Kaution?",
        "Welche Dokumente brauche ich für den Antrag?",
        "Wer bist du laut Handbuch?",
        "Wie heißt mein Ansprechpartner?",
        "   \n ",
        "?",
        "and",
    ],
)
def test_doubt_goes_to_the_documents(question: str) -> None:
    assert kind_of(question) not in TOLD_KINDS


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("whats in the spring newsletter of the rowing club", "overview"),
        ("what did the study find in short", "overview"),
        ("lease in brief please", "overview"),
        ("das wichtigste aus den bedingungen kurz", "overview"),
        ("was steht in dem brief vom amt", "overview"),
        ("what are the main terms of this contract?", "overview"),
        ("the parking booklet in short", "overview"),
        ("What was agreed on? Summarise the minutes please", "overview"),
        ("Was wurde beschlossen? Fass das Protokoll zusammen", "overview"),
        ("Give me a summary. What do I have to pay?", "lookup"),
        ("sum up what anna wrote", "overview"),
        ("what does the chapter on storage find out", "overview"),
        ("what was new in the release notes in short", "overview"),
        ("whats section 5 about", "overview"),
        ("what's in chapter 2", "overview"),
        ("what was discussed at the last meeting", "overview"),
        ("quick rundown of the policy", "overview"),
        ("walk me through the contract", "overview"),
        ("could you condense the report", "overview"),
        ("what do i need to know from the leaflet", "overview"),
        ("the whole thing in 5 bullets", "overview"),
        ("worum geht es in kapitel 3", "overview"),
        ("die satzung in stichpunkten", "overview"),
        ("what did harriet write, in short?", "overview"),
        ("what does the bank want, briefly", "overview"),
        ("what does the bank want", "lookup"),
        ("worum gehts in dem schreiben", "overview"),
        ("kurzfassung vom protokoll bitte", "overview"),
        ("was sind meine pflichten laut mietvertrag", "overview"),
        ("pflanzen die ich nicht anbauen darf", "list"),
        ("wer macht was bis wann", "list"),
        ("in welcher reihenfolge", "procedure"),
        ("who can decide? list them", "list"),
        ("plants i may not grow in the soil", "list"),
        ("things ella must leave at home", "list"),
        ("does the kiln have to be hot", "yesno"),
        ("What was decided and discussed at this meeting? short please", "overview"),
        ("fireworks ok?", "yesno"),
        ("as a trainee do I get the night supplement?", "yesno"),
        ("Als Azubi bekomme ich den Nachtzuschlag?", "yesno"),
        ("with whom do I talk", "lookup"),
        ("in what cases do I get money back", "lookup"),
        ("for how long can I keep it", "lookup"),
        ("smoking permitted in the yard?", "yesno"),
        ("Grillen auf dem Balkon erlaubt?", "yesno"),
        ("how many guests are allowed", "lookup"),
        ("maximum speed allowed", "lookup"),
        ("what's allowed in the yard", "lookup"),
        ("the part on the committee: what does it say?", "overview"),
        ("what did the treasurer have to say at the meeting", "overview"),
        ("how does the election of the chair go", "procedure"),
        ("what was discussed with the plumber about the price", "lookup"),
        ("what does the contract say about late payment", "overview"),
        ("what does part 3 of the form need", "lookup"),
        ("in short, how long is the notice", "lookup"),
        ("what are the opening hours in short", "list"),
        ("what happened to the boiler", "lookup"),
        ("describe the procedure for sterilising", "lookup"),
        ("what does the warranty not cover", "list"),
        ("what has changed since the last version", "list"),
        ("which parts belong to the kit", "list"),
        ("what won't the plan pay for", "list"),
        ("what does the tenant pay for the garage", "lookup"),
        ("what do i have to do after rowing", "procedure"),
        ("best way of storing cheese", "procedure"),
        ("what's the story with the broken lift, in short?", "overview"),
        ("what is the state of play with the new roof", "overview"),
        ("when the alarm goes off how do I silence it", "procedure"),
        ("after the exam how am i supposed to get my certificate", "procedure"),
        ("in the first week how many boxes can I take", "lookup"),
        ("2 day tickets and a towel, what's that together", "compute"),
        ("carrots and leeks together, how many kg in may", "compute"),
        ("Möhren und Lauch zusammen, wie viel kg?", "compute"),
        ("Which businesses came out with conditions?", "list"),
        ("which courses start in september", "list"),
        ("which class starts first", "lookup"),
        ("who still owes money", "list"),
        ("who voted against it", "list"),
        ("who has to be told", "lookup"),
        ("lost key: is it dearer at the club or at the cottage", "compare"),
        ("ist die frist länger im mietvertrag oder im vertrag mit dem studio", "compare"),
        ("who promised to do what after the meeting, and by when", "list"),
        ("wer bringt was mit?", "list"),
        ("who decides what happens to the deposit", "lookup"),
        ("who may sign? all of them", "list"),
        ("who is on the board", "list"),
        ("wer sitzt im vorstand", "list"),
        ("what is the deposit in short", "lookup"),
        ("who is the chair of the board", "lookup"),
        ("what is the newsletter called", "lookup"),
        ("was ist die frist", "lookup"),
    ],
)
def test_wordings_of_summaries_and_lists(question: str, kind: QuestionKind) -> None:
    assert kind_of(question) == kind


def test_what_is_asked_may_come_last() -> None:
    assert kind_of("Power cut: may I freeze it again?") == "yesno"
    assert kind_of("we are away for a week, what do we do with the plants") == "procedure"
    assert kind_of("first firing steps") == "procedure"
    assert kind_of("how many steps") != "procedure"
    assert kind_of("If the pump fails, when must the operator be told?") == "lookup"


def test_a_question_carries_its_kind_and_one_that_is_searched_for_is_never_the_app_s() -> None:
    assert understand("List all deadlines.").kind == "list"
    assert understand("hello").kind == "lookup" == asked_of_documents("hello")


def test_what_the_app_answered_itself_lends_nothing_to_the_next_question() -> None:
    before = [Turn("user", "How long is the warranty?"), Turn("assistant", "Two years.")]
    told = [Turn("user", "Which documents do I have?"), Turn("assistant", "You have 2 documents.")]
    after = understand("and in Austria?", [*before, *told])
    assert after.standalone == understand("and in Austria?", before).standalone


@pytest.mark.parametrize("language", ruled_languages())
def test_every_rule_compiles_names_a_kind_and_does_not_match_nothing(language: str) -> None:
    kinds = {name for name, _ in lexicon.rules("kinds", language)}
    assert kinds == set(get_args(QuestionKind)) - TOLD_KINDS
    for name in get_args(lexicon.RuleList):
        if name != "rule_parts":
            assert not any(expression.fullmatch("") for _, expression in lexicon.rules(name, language))
    assert not lexicon.openings(language).fullmatch("")


def test_a_long_text_is_read_at_its_beginning() -> None:
    assert kind_of("Summarise this: " + "what and all together, " * 180) == "overview"
    assert kind_of("hello " * 600) == "lookup"
