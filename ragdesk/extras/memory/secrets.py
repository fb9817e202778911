"""What memory must never hold: secrets, numbers that name a person, and what the law calls special categories of data.

A wrong alarm costs a note that a person can write by hand; a miss is kept on a disk. So the rules are wide: a word such as
"password" is enough, whatever stands beside it.
"""

import re
import unicodedata

# Long secrets by the beginnings that their makers gave them (GitHub, AWS, Slack, Google, Stripe and OpenAI, GitLab, JWT, PEM).
_KEYS = re.compile(
    r"\b(?:gh[pousr]_|github_pat_|AKIA|ASIA|xox[abeprs]-|AIza|[sr]k[-_](?:live|test|proj|ant)?|glpat-|hf_|"
    r"npm_|eyJ)"
    r"[\w.-]{8,}|-----BEGIN|://[^\s/@]+:[^\s/@]+@"
)
_SECRET_WORDS = re.compile(
    r"\b(?:pass(?:word|code|phrase|wd)\w*|pwd|pw|pins?|puk|tans?|secrets?|tokens?|api[ -]?keys?|(?:access|"
    r"private|secret|"
    r"licen[cs]e|recovery|encryption)[ -]?(?:keys?|codes?|phrases?)|seed phrase|credentials?|log[ -]?ins?|"
    r"otp|2fa|cvv|cvc|"
    r"(?:pass|kenn|code|lösungs)w[oö]rt\w*|geheim\w*|zugangs(?:daten|code|nummer)|schlüssel(?:code|"
    r"nummer)|anmeldedaten|"
    r"mot de passe|contraseñas?|clave|senha|parola d'ordine|wachtwoord|hasło|пароль|密码|パスワード)\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"(?<![\w])[+(]?\d(?:[ .\-–/()]{0,3}\d){5,}")
_DATE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d\d-\d\d")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]){11,30}\b")
_MAIL = re.compile(
    r"[\w.+-]+\s?(?:@|\(at\)|\[at\])\s?[\w-]+(?:\s?(?:\.|\(dot\)|\[dot\])\s?[\w-]+)+", re.IGNORECASE
)
_PAPERS = re.compile(
    r"\b(?:ssn|social security|national insurance|nino|passport|driv(?:er'?s|ing) licen[cs]e|"
    r"identity card|tax (?:id|number)|"
    r"iban|account number|credit card|debit card|sozialversicherung\w*|rentenversicherung\w*|"
    r"(?:reise)?pass(?:nummer|-nr)|"
    r"reisepass\w*|personalausweis\w*|führerschein\w*|steuer-?(?:id|nummer)\w*|kontonummer|kreditkarte\w*|"
    r"kartennummer|"
    r"(?:tele)?phone|mobile (?:number|phone)|cell ?phone|telefon\w*|handy\w*|mobilnummer|"
    r"e-?mail address|mailadresse|"
    r"[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D])\b",
    re.IGNORECASE,
)
_BIRTH = re.compile(
    r"\b(?:born|birth\w*|years? old|my age|aged? \d+|geboren|geburt\w*|jahre alt|mein alter|né[e]? le|"
    r"nacido|nacida)\b|"
    r"\bI(?:'m| am) \d{2}\b|\bich bin \d{2}\b",
    re.IGNORECASE,
)
_HOME = re.compile(
    r"\b(?:I(?:'m| am)? liv(?:e|ing)|my (?:home|address|house|flat|apartment)|ich wohne|wohnhaft|(?:meine|"
    r"private) "
    r"(?:adresse|anschrift|wohnung)|j'habite|vivo en)\b",
    re.IGNORECASE,
)
# Special categories: Regulation (EU) 2016/679, Article 9 (health, sex life, belief, politics, union, origin, biometrics), Article
# 10 (convictions); and money of one's own.
_HEALTH = re.compile(
    r"\b(?:diagnos\w+|disease|illness|ill|sick\w*|cancer|tumou?rs?|diabet\w+|hiv|aids|epilep\w+|asthma\w*|"
    r"migraine\w*|"
    r"depress(?:ed|ion|ive)|anxiety|burn-?out|adhd|adhs|autis\w+|bipolar|schizo\w+|pregnan\w+|miscarriage|"
    r"disab(?:led|ility)|"
    r"wheelchair|therap(?:y|ist)|medication|antidepress\w+|insulin|surgery|chemo\w*|allerg\w+|"
    r"intoleran\w+|addict\w*|"
    r"alcoholi\w+|mental health|dyslexi\w+|colou?r[- ]?blind|blood type|health (?:condition|problem|issue)s?|"
    r"krank(?!en(?:haus|pfleg|schwester|kasse))\w*|erkrank\w+|krebs|schwanger\w*|behinder\w+|allergi\w+|"
    r"medikament\w*|"
    r"therapie|psychi\w+|sucht|abhängig von|farbenblind|enceinte|malad\w+|enferm(?:o|a|edad)|embarazada)\b",
    re.IGNORECASE,
)
_BELIEF = re.compile(
    r"\b(?:religio\w+|catholic|protestant|christian|muslim\w*|jew(?:ish)?|hindu|buddhist|atheist|"
    r"katholisch|evangelisch|jüdisch|"
    r"moslem\w*|christ(?:in)?|gay|lesbian|bisexual|homosexual|heterosexual|transgender|queer|schwul|"
    r"lesbisch|sexual\w*|"
    r"democrat|republican|communist|conservative voter|i vote[d]?|voted for|ich wähle|parteimitglied|"
    r"party member|"
    r"(?:trade|labou?r) union|union member|gewerkschaft\w*|ethnic\w*|my race|convicted|prison|arrested|"
    r"criminal record|"
    r"vorbestraft|gefängnis|verurteilt|fingerprint of|divorc\w+|geschieden|salary|wages?|gehalt|i earn|"
    r"ich verdiene|debts?|"
    r"schulden|bankrupt\w*|immigration status|visa status|asylum)\b",
    re.IGNORECASE,
)
_RULES = (
    ("a secret", _SECRET_WORDS),
    ("an e-mail address", _MAIL),
    ("a personal number", _PAPERS),
    ("a date of birth or an age", _BIRTH),
    ("a home address", _HOME),
    ("health", _HEALTH),
    ("a belief or a private matter", _BELIEF),
)
# Marks that hide a word or a number from these rules and not from a reader.
_HIDDEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


def private(text: str) -> str | None:
    """What of it must not be remembered ("a secret", "a card number", "health" …), None where nothing was found."""
    text = _HIDDEN.sub("", unicodedata.normalize("NFKC", text))
    if _KEYS.search(text) or any(_random(word) for word in text.split()):
        return "a secret"
    if any(_is_iban(found.group()) for found in _IBAN.finditer(text)):
        return "an account number"
    for found in _DIGITS.finditer(text):
        if kind := _number(found.group()):
            return kind
    return next((kind for kind, rule in _RULES if rule.search(text)), None)


def _number(written: str) -> str | None:
    """What a long row of digits is. Dates and years fall short of it: "2019-2024", "2024-03-01" have eight."""
    if _DATE.fullmatch(written):
        return None
    digits = [int(sign) for sign in written if sign.isdigit()]
    if 13 <= len(digits) <= 19 and _luhn(digits):
        return "a card number"
    if len(digits) >= 9 or (len(digits) >= 6 and written[0] in "+(0"):
        return "a personal number"
    return None


def _luhn(digits: list[int]) -> bool:
    """The check digit of payment cards (ISO/IEC 7812-1, annex B)."""
    doubled = [digit * 2 if place % 2 else digit for place, digit in enumerate(reversed(digits))]
    return sum(digit - 9 if digit > 9 else digit for digit in doubled) % 10 == 0


def _is_iban(written: str) -> bool:
    """The check of ISO 13616: moved by four, letters as numbers, the remainder by 97 is 1."""
    # What follows it in capitals may have been taken along: the number is any beginning that bears out.
    compact = written.replace(" ", "")
    for length in range(15, min(len(compact), 34) + 1):
        moved = compact[4:length] + compact[:4]
        if int("".join(str(int(sign, 36)) for sign in moved)) % 97 == 1:
            return True
    return False


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
