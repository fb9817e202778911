"""The filter: nothing secret, nothing that names a person by number, no special category of data."""

import pytest

from ragdesk.extras.memory.secrets import private

PRIVATE = """
my password is hunter2
das Passwort lautet abc
PIN 1234
the api key is sk-proj-abc123def456ghi
AKIAIOSFODNN7EXAMPLE
ghp_abcdefghijklmnopqrstuvwxyz0123456789
eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.abc
https://anna:geheimnis@host.example/x
Tr0ub4dor&3
deadbeefdeadbeefdeadbeefdeadbeef
aB3dE5gH7jK9mN1p
4111 1111 1111 1111
my card 5500005555555559
４１１１ １１１１ １１１１ １１１１
DE89 3704 0044 0532 0130 00
the account is GB82WEST12345698765432 for orders
078-05-1120
call me at +49 170 1234567
0170 1234567
(212) 555-0199
anna.berg@acme.com
anna (at) acme (dot) com
I was born on 3 May 1980
I am 43 years old
Ich bin 43
am 3.5.1980 geboren
my passport is from 2019
I live in Baker Street
Ich wohne in Bern
I have diabetes
Ich bin schwanger
I am allergic to nickel
I am gay
I am a catholic
my salary is 4,000
union member
AB 12 34 56 C
pass\u200bword is x
""".strip().splitlines()
HARMLESS = """
Is a project finance analyst.
Works in Building 4, room 12.
Prefers short answers.
The team is Quality Assurance.
Uses SAP PM since 2019-2024.
The plant is in Basel.
SOP-LAB-014 is ours.
Arbeitet im Krankenhaus Nord.
Since 2024-03-01 in QA.
Since 01.03.2024 in QA.
Reports to Maria Keller.
Uses SharePoint2019 and Office365.
The autoclave is tested every 90 days.
QA stands for Quality Assurance.
Makes 1,200,000 pumps a year.
Ist Krankenschwester.
The company is Müller-Lüdenscheid GmbH & Co. KG.
""".strip().splitlines()


@pytest.mark.parametrize("text", PRIVATE)
def test_what_is_private_is_recognised(text: str) -> None:
    assert private(text) is not None


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_harmless_is_let_through(text: str) -> None:
    assert private(text) is None


def test_the_kind_is_said_and_the_check_digits_are_checked() -> None:
    assert private("4111 1111 1111 1111") == "a card number"
    assert private("DE89 3704 0044 0532 0130 00") == "an account number"
    assert private("DE88 3704 0044 0532 0130 00") == "a personal number"  # no IBAN, and still a long number
    assert private("I have asthma") == "health"
