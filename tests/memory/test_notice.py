"""Noticing: what people say of themselves in many ways, and all that only looks like it."""

import pytest

from ragdesk.domain.memory import MemoryName
from ragdesk.extras.memory.notice import notice

NOTICED: list[tuple[str, list[tuple[MemoryName, str, float]]]] = [
    ("I am a project finance analyst.", [("user", "Is a project finance analyst.", 0.9)]),
    (
        "I'm a nurse and I work in the Basel plant. How long must it cool?",
        [("user", "Is a nurse.", 0.9), ("user", "Works in the Basel plant.", 0.85)],
    ),
    ("I am a lab technician, how long must the autoclave cool?", [("user", "Is a lab technician.", 0.9)]),
    ("Because I am a contractor, what form do I need?", [("user", "Is a contractor.", 0.9)]),
    ("FYI: I work in Procurement.", [("user", "Works in Procurement.", 0.85)]),
    ("I work as an auditor at ACME.", [("user", "Works as an auditor at ACME.", 0.9)]),
    ("I am in the QA team.", [("user", "Is in the QA team.", 0.85)]),
    ("I lead the packaging team", [("user", "Leads the packaging team.", 0.85)]),
    ("I am responsible for the autoclaves.", [("user", "Is responsible for the autoclaves.", 0.85)]),
    ("I report to Maria Keller.", [("user", "Reports to Maria Keller.", 0.85)]),
    ("Maria is my manager.", [("user", "Maria is my manager.", 0.8)]),
    ("My team is Packaging. Where do we park?", [("user", "The team is Packaging.", 0.8)]),
    ("Call me Anna.", [("user", "Is called Anna.", 0.9)]),
    ("I speak German and English.", [("user", "Speaks German and English.", 0.8)]),
    ("I prefer weekly summaries", [("user", "Prefers weekly summaries.", 0.85)]),
    ("I prefer short answers.", [("user", "Prefers short answers.", 0.85)]),
    ("I'd prefer bullet points please", [("user", "Prefers answers as bullet points.", 0.85)]),
    ("I would like short answers", [("user", "Prefers short answers.", 0.85)]),
    ("Please answer in German.", [("user", "Prefers answers in German.", 0.8)]),
    (
        "From now on, reply in German and keep it short.",
        [("user", "Prefers answers in German.", 0.95), ("user", "Prefers short answers.", 0.95)],
    ),
    # what may hold for this question alone
    ("Answer in German. What is the limit?", [("user", "Prefers answers in German.", 0.65)]),
    ("I want a short summary. What is it?", [("user", "Prefers short answers.", 0.65)]),
    ("As a buyer, which form do I need?", [("user", "Is a buyer.", 0.65)]),
    ("I am Anna.", [("user", "Is Anna.", 0.65)]),
    ("I work in Building 4 this week.", [("user", "Works in Building 4 this week.", 0.65)]),
    # an organisation
    (
        "Our team interfaces with Asset Management.",
        [("company", "The team interfaces with Asset Management.", 0.8)],
    ),
    (
        "Our team is Quality Assurance, we use SAP PM for orders.",
        [("company", "The team is Quality Assurance.", 0.8), ("company", "Uses SAP PM for orders.", 0.8)],
    ),
    ("At ACME we use Jira.", [("company", "The company is ACME.", 0.65), ("company", "Uses Jira.", 0.8)]),
    ("We are the packaging team.", [("company", "Is the packaging team.", 0.85)]),
    ("We have 4 plants in Europe.", [("company", "Has 4 plants in Europe.", 0.8)]),
    ("QA stands for Quality Assurance.", [("company", "QA stands for Quality Assurance.", 0.8)]),
    ("Maria Keller is our safety officer.", [("company", "Maria Keller is our safety officer.", 0.8)]),
    # asked for
    ("Remember that the audit is in May.", [("company", "The audit is in May.", 0.95)]),
    ("Please remember that I am a nurse.", [("user", "Is a nurse.", 0.95)]),
    (
        "Please note that our fiscal year starts in July.",
        [("company", "Our fiscal year starts in July.", 0.95)],
    ),
    # German
    ("Ich bin Projektleiter.", [("user", "Ist Projektleiter.", 0.85)]),
    ("Ich bin Krankenschwester, wie lange muss er abkühlen?", [("user", "Ist Krankenschwester.", 0.85)]),
    (
        "Ich bin die Leiterin der Qualitätssicherung.",
        [("user", "Ist die Leiterin der Qualitätssicherung.", 0.9)],
    ),
    ("Ich arbeite als Einkäufer bei ACME.", [("user", "Arbeitet als Einkäufer bei ACME.", 0.9)]),
    ("Ich bin für die Autoklaven zuständig.", [("user", "Ist zuständig für die Autoklaven.", 0.85)]),
    ("Antworte immer auf Deutsch.", [("user", "Prefers answers in German.", 0.95)]),
    ("Ich hätte gern kurze Antworten.", [("user", "Prefers short answers.", 0.8)]),
    ("Bitte immer kurz antworten.", [("user", "Prefers short answers.", 0.95)]),
    ("Use simple language.", [("user", "Prefers answers in plain words.", 0.8)]),
    ("I've been working in the lab since 2015.", [("user", "Works in the lab since 2015.", 0.85)]),
    ("You can call me Tom.", [("user", "Is called Tom.", 0.9)]),
    ("Our safety officer is Jan Novak.", [("company", "Jan Novak is our safety officer.", 0.8)]),
    ("Could you please always answer briefly?", [("user", "Prefers short answers.", 0.95)]),
    ("Nenn mich Anna", [("user", "Heißt Anna.", 0.9)]),
    ("Wir nutzen SAP für Bestellungen.", [("company", "Nutzt SAP für Bestellungen.", 0.8)]),
    ("Unser Team heißt Verpackung.", [("company", "Team heißt Verpackung.", 0.8)]),
    ("Merk dir, dass ich im Lager arbeite.", [("user", "Arbeitet im Lager.", 0.95)]),
    # the commonest of French and Spanish
    ("Je suis un ingénieur.", [("user", "Est un ingénieur.", 0.9)]),
    ("Trabajo en Compras.", [("user", "Trabaja en Compras.", 0.85)]),
]
NOT_NOTICED = """
Am I a manager?
I am a manager?
I am a manager, right?
Is our team responsible for this?
Who is my manager?
What should I use as a buyer?
Do you remember that I am a nurse?
If I am a manager, who approves?
Suppose I am a visitor.
Imagine we are a bank.
When I am a guest, what do I do?
I might be a manager.
I think I am a manager.
Act as a lawyer. I am a client.
What does "I am a nurse" mean?
The form says “I work in Basel”.
Was heißt „Ich bin ein Laborant“?
Translate the following: I am a doctor.
Summarise this email: We are the packaging team. We use SAP.
> I am a nurse
```I am a nurse```
He said I am a fool.
The handbook says our team is responsible.
According to the manual, our plant is in Basel.
I am not a manager.
I don't prefer short answers.
We don't use SAP.
I am no longer a nurse.
I was a nurse.
I am a bit confused.
I'm a little lost
I'm the first to ask.
I am an idiot.
I am the customer in this example: what applies?
I am a great fan of this app.
I prefer the second option.
My manager is on holiday.
We are the only ones here today.
I am a visitor, or am I?
What if my manager is Eva?
We are a week late.
Our team needs a form.
Our team is late.
We have a question
I have a problem with the pump.
I am looking for the form.
I am going to the plant.
I work on this.
Call me back later
I would like to know the limit.
I need the short form.
This is our plant.
Give me a table of the limits
Explain the table in section 3.
Write the steps to clean the pump.
Be careful with the pump.
Remember when the audit is?
My password is hunter2.
I am a nurse and my password is hunter2.
I am a diabetic.
Remember that my phone number is 0170 1234567.
Bin ich ein Manager?
Wenn ich ein Manager bin, wer genehmigt?
Ich bin kein Manager.
Ich bin müde.
Er sagt, ich bin ein Narr.
Ich bin nicht zuständig für die Pumpe.
Je ne suis pas un ingénieur.
""".strip().splitlines()


@pytest.mark.parametrize(("message", "expected"), NOTICED, ids=[message for message, _ in NOTICED])
def test_what_is_said_is_noticed(message: str, expected: list[tuple[MemoryName, str, float]]) -> None:
    assert [(one.which, one.text, one.confidence) for one in notice(message)] == expected


@pytest.mark.parametrize("message", NOT_NOTICED)
def test_questions_suppositions_quotations_and_secrets_are_not_facts(message: str) -> None:
    assert notice(message) == []


def test_of_a_pasted_text_only_the_beginning_can_be_the_persons_own() -> None:
    pasted = "I am a buyer. What follows from it?\n\n" + "I am the author of this report. " * 60
    assert [one.text for one in notice(pasted)] == ["Is a buyer."]
    assert notice("I am a buyer and " + "on and on " * 40) == []


def test_a_thing_said_twice_is_noticed_once() -> None:
    assert [one.text for one in notice("I am a nurse. As I said, I am a nurse. I AM A NURSE.")] == [
        "Is a nurse."
    ]


@pytest.mark.parametrize(
    "message", ["", "?", "-", "\x00", "I", "I am a", "“" * 50, "I am a " + "(" * 500, "we " * 300]
)
def test_any_text_can_be_looked_at(message: str) -> None:
    assert notice(message) == []
