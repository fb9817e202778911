"""What memory must never hold: secrets, numbers that name a person, and what the law calls special categories of data.

A wrong alarm costs a note that a person can write by hand; a miss is kept on a disk. So the rules are wide: a word such as
"password" is enough, whatever stands beside it.
"""

import re

from stdnum import luhn
from stdnum.iso7064 import mod_97_10

from ragdesk.text import lexicon
from ragdesk.text.fold import compatible

# Long secrets by the beginnings that their makers gave them (GitHub, AWS, Slack, Google, Stripe and OpenAI, GitLab, JWT, PEM).
_KEYS = re.compile(
    r"\b(?:gh[pousr]_|github_pat_|AKIA|ASIA|xox[abeprs]-|AIza|[sr]k[-_](?:live|test|proj|ant)?|glpat-|hf_|"
    r"npm_|eyJ)"
    r"[\w.-]{8,}|-----BEGIN|://[^\s/@]+:[^\s/@]+@"
)
_DIGITS = re.compile(r"(?<![\w])[+(]?\d(?:[ .\-–/()]{0,3}\d){5,}")
_DATE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d\d-\d\d")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]){11,30}\b")
_MAIL = re.compile(
    r"[\w.+-]+\s?(?:@|\(at\)|\[at\])\s?[\w-]+(?:\s?(?:\.|\(dot\)|\[dot\])\s?[\w-]+)+", re.IGNORECASE
)
# Written as they are issued, or in languages that have no lexicon.
_UK_INSURANCE_NUMBER = r"[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]"
_PASSWORD_ELSEWHERE = "пароль|密码|パスワード"


def _words(name: lexicon.PatternList, *more: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join([lexicon.alternatives(name), *more])})\b", re.IGNORECASE)


# Health and the beliefs are special categories: Regulation (EU) 2016/679, Article 9 (health, sex life, belief, politics,
# union, origin, biometrics), Article 10 (convictions); and money of one's own.
_RULES = (
    ("a secret", _words("private_secrets", _PASSWORD_ELSEWHERE)),
    ("an e-mail address", _MAIL),
    ("a personal number", _words("private_papers", _UK_INSURANCE_NUMBER)),
    ("a date of birth or an age", _words("private_birth")),
    ("a home address", _words("private_home")),
    ("health", _words("private_health")),
    ("a belief or a private matter", _words("private_beliefs")),
)
# Marks that hide a word or a number from these rules and not from a reader.
_HIDDEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


def private(text: str) -> str | None:
    """What of it must not be remembered ("a secret", "a card number", "health" …), None where nothing was found."""
    text = _HIDDEN.sub("", compatible(text))
    if _KEYS.search(text) or any(_random(word) for word in text.split()):
        return "a secret"
    if any(_is_iban(match.group()) for match in _IBAN.finditer(text)):
        return "an account number"
    for match in _DIGITS.finditer(text):
        if kind := _number(match.group()):
            return kind
    return next((kind for kind, rule in _RULES if rule.search(text)), None)


def _number(written: str) -> str | None:
    """What a long row of digits is. Dates and years fall short of it: "2019-2024", "2024-03-01" have eight."""
    if _DATE.fullmatch(written):
        return None
    digits = "".join(str(int(sign)) for sign in written if sign.isdigit())
    if 13 <= len(digits) <= 19 and luhn.is_valid(digits):
        return "a card number"
    if len(digits) >= 9 or (len(digits) >= 6 and written[0] in "+(0"):
        return "a personal number"
    return None


def _is_iban(written: str) -> bool:
    """Whether the check digits of ISO 13616 hold. The country's own form is left unchecked: a wrong alarm costs little."""
    # Capitals that follow the number may have been taken along, so each beginning of it is tried.
    compact = written.replace(" ", "")
    lengths = range(15, min(len(compact), 34) + 1)
    return any(mod_97_10.is_valid(compact[4:length] + compact[:4]) for length in lengths)


def _random(word: str) -> bool:
    """Whether a word looks made by a generator: hexadecimal or mixed without a pattern that names have."""
    word = word.strip(".,;:!?()[]\"'“”„")
    if re.fullmatch(r"[0-9a-fA-F-]{24,}", word):
        return True
    kinds = [any(map(test, word)) for test in (str.islower, str.isupper, str.isdigit)]
    odd = bool(re.search(r"[!@#$%^&*=+?~|<>]", word))
    if len(word) >= 8 and odd and sum(kinds) >= 2 and kinds[2]:
        return True
    return len(word) >= 16 and all(kinds) and "/" not in word and word.count("-") < 2
