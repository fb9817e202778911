"""A sentence that states who, when, how much or what, turned into the question that it answers."""

import re
from collections.abc import Collection, Iterator, Mapping

# What refers to something outside of the sentence asks about nothing by itself.
_POINTS = re.compile(
    r"\b(?:this|that|these|those|it|its|they|their|he|she|his|her|we|our|us|you|your|i|my|such|said|same|above|below|other|"
    r"following|hereof|herein|thereof|there|who|which|whom|if|when|where|and/or|not|only|both|either|"
    r"diese[rsmn]?|dies|jene[rsmn]?|er|sie|es|ihr\w*|sein\w*|wir|unser\w*|man|solche\w*|obige\w*|folgende\w*|welche\w*|wenn|falls|"
    r"nicht|nur|beide\w*)\b",
    re.IGNORECASE,
)
# Parts of the forms, by name in brackets; a subject is "np".
_PARTS = {
    "UNIT": r"(?:seconds?|minutes?|hours?|(?:business |working |calendar )?days?|weeks?|months?|quarters?|years?)",
    "COUNT": r"(?:\(?\d+\)?|one|two|three|four|five|six|seven|ten|twelve|fourteen|fifteen|thirty|sixty|ninety)",
    "DATE": r"(?:\d{1,2}\.? \w+ \d{4}|\w+ \d{1,2}, \d{4})",
    "NP": r"(?P<np>[A-Za-zÄÖÜäöüß][\wÄÖÜäöüß'’/ -]{2,50}?)",
    "DONE": r"(?P<vp>[a-z]+(?:ed|en|pt|nt|id|ne|wn|de)(?: [a-z]+){0,3}?)",
    # A person or a body: what else is "responsible for" something causes it.
    "WHO": r"(?:[Mm]anager|leader|[Ss]upplier|[Cc]ontractor|owner|[Oo]fficer|[Dd]irector|[Ss]upervisor|administrator|coordinator|"
    r"teacher|user|holder|worker|tester|operator|[Cc]lient|[Cc]ustomer|[Tt]eam|staff|[Dd]epartment|[Cc]ommittee|[Bb]oard|[Cc]ompany|[Pp]arty|"
    r"[Hh]ead|[Dd]ivision|[Cc]ouncil|technician|nurse|[Tt]enant|[Ll]andlord|[Rr]epresentative|master|secretary|personnel|[a-z]+ee)s?",
    "WER": r"(?:[Ll]eiter|[Ll]eitung|[Aa]bteilung|[Tt]eam|[Bb]eauftragte[rn]?|[Vv]orstand|[Vv]erwaltung|[Mm]ieter|Betreiber|"
    r"Hersteller|Arbeitgeber|Arbeitnehmer|Kunde|Auftragnehmer|Auftraggeber|[Ff]ührung|[Pp]ersonal|[Bb]üro|[Aa]mt|[Ff]irma)"
    r"(?:in|innen|n|s)?",
    "ZEIT": r"(?:Sekunden?|Minuten?|Stunden?|(?:Werk|Arbeits|Kalender)?[Tt]age?n?|Wochen?|Monate?n?|Jahre?n?)",
}
# (rule, question, the sentence's beginning).
_FORMS = {
    "en": (
        (
            "responsible",
            "Who is responsible for {what}?",
            "[^.;:,]{0,60}?<WHO> (?:is|are|will be|shall be) (?:solely )?responsible for (?P<what>[^.;:,()]{4,60})[.;,:]",
        ),
        (
            "deadline",
            "By when {m} {np} be {vp}?",
            "<NP> (?P<m>must|shall|should) be <DONE> (?:within (?:\\w+ )?<COUNT> (?:\\(\\d+\\) )?<UNIT>"
            "|(?:by|before|no later than|not later than) (?:the )?<DATE>)",
        ),
        (
            "deadline",
            "How often {m} {np} be {vp}?",
            "<NP> (?P<m>must|shall|should) be <DONE> (?:every (?:<COUNT> )?<UNIT>"
            "|(?:at least )?(?:once|twice) (?:a|per|every) \\w+|daily|weekly|monthly|annually)",
        ),
        (
            "figure",
            "What {be} {np}?",
            "(?=[Tt]he )<NP> (?P<be>is|are|was|were) (?:set at |limited to |valid for )?"
            "(?:(?:about|approximately|around|at least|at most|up to|between|usually) )?"
            "(?:[$€£]\\s?\\d|\\d|<DATE>|<COUNT> (?:\\(\\d+\\) )?<UNIT>)",
        ),
        (
            "label",
            "What is the {label}?",
            r"(?P<label>[A-Z][a-z]+(?: [a-z]+)? (?:date|time|period|rate|price|fee|deadline|capacity|weight|temperature|limit|"
            r"budget|amount|size|address|number)): (?=.*\d).{2,80}$",
        ),
        (
            "allowed",
            "{Be} {np} allowed?",
            "<NP> (?P<Be>is|are) (?:strictly )?(?:not (?:permitted|allowed)|prohibited|forbidden)",
        ),
        (
            "definition",
            "What does “{term}” mean?",
            r"(?:[Tt]he term )?[\"“](?P<term>[A-Z][\w /&-]{4,40})[\"”] (?:shall )?(?:means?|refers? to|is defined as)\b",
        ),
        (
            "when",
            "When {be} {np} {vp}?",
            "<NP> (?P<be>was|were) (?P<vp>founded|established|built|approved|adopted|published|completed|signed|created|"
            "introduced|opened|revised|inspected|launched|renovated) (?:in|on) [\\w ,]*?\\d{4}\\b",
        ),
        (
            "duty",
            "What must {np} {vp}?",
            "(?P<np>(?:The |Each |Every |All )?[A-Z][\\w-]+(?: [A-Z][\\w-]+| [a-z]+s| [a-z]+er)?) (?:shall|must|agrees to) "
            "(?P<vp>pay|provide|deliver|maintain|submit|supply|keep|report|wear|bring) ",
        ),
        (
            "what",
            "What {be} {np}?",
            "<NP> (?P<be>is|are) (?:an?|the process of|a type of|a kind of) (?!good|bad|great|major|big|huge|problem|lot|bit|"
            "need|risk|result|matter|member|number|(?:\\w+ ){0,5}?(?:person|man|woman|player|author|singer|actor|king|president|"
            "professor|politician|scientist)\\b)",
        ),
        (
            "parts",
            "What does {np} consist of?",
            "(?=[Tt]he )<NP> (?:consists of|comprises|is made up of|is divided into) ",
        ),
    ),
    "de": (
        (
            "responsible",
            "Wer ist für {what} verantwortlich?",
            "[^.;:,]{0,60}?<WER> (?:ist|sind) für (?P<what>[^.;:,()]{4,60}?) (?:verantwortlich|zuständig)\\b",
        ),
        (
            "responsible",
            "Wer ist für {what} verantwortlich?",
            "[Ff]ür (?P<what>[^.;:,()]{4,60}?) (?:ist|sind) [^.;:,()]{0,60}?<WER> (?:verantwortlich|zuständig)\\b",
        ),
        (
            "deadline",
            "Bis wann {m} {np} {vp}?",
            "<NP> (?P<m>muss|müssen|ist|sind) (?:innerhalb von|binnen|spätestens|bis)\\b[^.,;]{0,40}?"
            "(?:\\d|<ZEIT>)[^.,;]{0,20}? (?P<vp>(?:[a-zäöüß]+ )?[a-zäöüß]+ (?:werden|zu [a-zäöüß]+en))\\b",
        ),
        (
            "figure",
            "Wie hoch sind {np}?",
            "(?=Die )<NP> betragen [^.]*?(?:\\d|<ZEIT>)",
        ),
        (
            "figure",
            "Wie lang ist {np}?",
            "(?=D(?:er|ie|as) )<NP> beträgt [^.]*?(?:\\d+|[a-zäöüß]+) <ZEIT>\\b",
        ),
        ("figure", "Wie hoch ist {np}?", "(?=D(?:er|ie|as) )<NP> beträgt [^.]*?\\d"),
        ("figure", "Wie lange {v} {np}?", "(?=D(?:er|ie|as) )<NP> (?P<v>dauert|dauern) [^.]*?(?:\\d|<ZEIT>)"),
        (
            "allowed",
            "{Be} {np} erlaubt?",
            "<NP> (?P<Be>ist|sind) [^.,;]{0,40}?(?:nicht (?:gestattet|erlaubt|zulässig)|verboten|untersagt)\\b",
        ),
        (
            "definition",
            "Was bedeutet „{term}“?",
            '(?:[Dd]er Begriff )?[„"](?P<term>[A-ZÄÖÜ][\\wäöüß /&-]{2,40})[“"] '
            "(?:bezeichnet|bedeutet|meint|ist definiert als)\\b",
        ),
        (
            "when",
            "Wann {be} {np} {vp}?",
            "<NP> (?P<be>wurde|wurden) [^.,;]{0,25}?\\d{4} [^.,;]{0,30}?(?P<vp>gegründet|gebaut|eröffnet|genehmigt|"
            "beschlossen|veröffentlicht|unterzeichnet|eingeführt|renoviert|geprüft)\\b",
        ),
        (
            "duty",
            "Was {m} {np} {vp}?",
            "(?=D(?:er|ie|as) )<NP> (?P<m>muss|müssen) [^.,;]{5,80} (?P<vp>zahlen|liefern|bezahlen|einreichen|vorlegen|"
            "tragen|mitbringen|melden|aufbewahren|bereitstellen)\\.",
        ),
        (
            "what",
            "Was {be} {np}?",
            "<NP> (?P<be>ist) eine? (?!gute|schlechte|große|Problem|Mitglied|Folge|Person|Mann|Frau|(?:\\w+ ){0,4}?\\w+in\\b)",
        ),
        ("parts", "Woraus besteht {np}?", "(?=D(?:er|ie|as) )<NP> besteht aus "),
    ),
}
# Words that are no names before a word in small letters ("New folders must be …").
_PLAIN = re.compile(
    r"(?:New|Old|Large|Small|Big|Late|Early|Further|Other|Such|Both|Open|Empty|Full|Wet|Dry|Hot|Cold|Heavy|Loose|Spare|Used|First|Last|"
    r"Next|Main|Only|Public|Private|Local|Daily|Weekly|Monthly|Yearly|[A-Z][a-z]{2,}(?:ed|ing|ional|ual|able|ible|less|ary))"
)
_ARTICLE = re.compile(r"(?:The|A|An|All|Any|Each|Every|Der|Die|Das|Ein|Eine|Alle|Jede[rs]?)\b")
# How a sentence begins that does not begin with its subject.
_NO_SUBJECT = re.compile(
    r"(?:since|because|in|on|at|for|with|as|although|though|while|provided|attached|given|once|after|before|during|from|by|of|to|"
    r"today|here|also|another|one|some|many|most|however|even|under|over|within|without|like|unlike|enclosed|[a-z]+ly|"
    r"im|am|bei|beim|mit|für|seit|nach|vor|aus|heute|auch|jedoch|dabei|dort|hier|ein|eine|einige|viele|zu|zum|zur|an|auf|unter|über|"
    r"\w+weise|\w+genommen)\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"(?:The|Der|Die|Das) (?:[a-z-]+|\w{1,7}|(?:most|last|first|next|main|only|best|other) .*)|[A-Z]\w{0,3}"
)
# "Europe's largest bridge is a …" and "Each Party shall …" ask for nothing in particular.
_OWNED = {"what": re.compile(r"['’]"), "duty": re.compile(r"\bPart(?:y|ies)$")}
# A definition that everybody knows.
_PLAIN_TERMS = frozenset(
    {"agreement", "party", "parties", "company", "contract", "person", "vertrag", "parteien", "partei"}
)
MOST_CHARS, MOST_WORDS = 320, 8


def _compiled(form: str) -> re.Pattern[str]:
    for name, part in _PARTS.items():
        form = form.replace(f"<{name}>", part)
    return re.compile(form)


_RULES = {
    language: tuple((rule, question, _compiled(form)) for rule, question, form in forms)
    for language, forms in _FORMS.items()
}


def of_sentence(sentence: str, language: str, small: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """(rule, question) of a sentence; nothing of one that leans on others, or is no plain sentence.

    Args:
        small: words that the document writes in small letters, too: such a word is no name where it begins a sentence.
    """
    text = " ".join(sentence.split())
    if len(text) > MOST_CHARS or "|" in text or not (text[:1].isupper() or text[:1] in '“„"'):
        return
    for rule, question, form in _RULES[language]:
        match = form.match(text)
        if match is not None and _stands_alone(rule, match.groupdict()):
            yield rule, question.format(**_asked(match.groupdict(), language, small))
            return


def _stands_alone(rule: str, parts: Mapping[str, str]) -> bool:
    """Whether each part says what is meant without the sentences around it."""
    named = [parts[name] for name in ("np", "what", "vp") if name in parts]
    if any(_POINTS.search(part) or len(part.split()) > MOST_WORDS for part in named):
        return False
    if _NO_SUBJECT.match(parts.get("np", "")) or parts.get("term", "").casefold() in _PLAIN_TERMS:
        return False
    if _OWNED.get(rule) and _OWNED[rule].search(parts["np"]):
        return False
    # "The input is a …" is one of many; "The immune system is a …" is told what it is.
    return not (rule in ("what", "when", "parts") and _VAGUE.fullmatch(parts["np"]))


def _asked(parts: Mapping[str, str], language: str, small: Collection[str]) -> dict[str, str]:
    """The parts as they stand in the question."""
    told = dict(parts)
    if "np" in parts:
        told["np"] = _inside(parts["np"], language, small)
    if "label" in parts:
        told["label"] = parts["label"].lower()
    if "Be" in parts:
        told["Be"] = parts["Be"].capitalize()
    return told


def _inside(name: str, language: str, small: Collection[str]) -> str:
    """A subject in the middle of a question: the article that began the sentence is small there, and so is an English word that
    is no name ("Invoices", "Smoking")."""
    first, *rest = name.split(" ")
    named = any(word[:1].isupper() for word in rest)
    plain = first.lower() in small or (bool(rest) and _PLAIN.fullmatch(first) is not None)
    if _ARTICLE.fullmatch(first) or (language == "en" and not first.isupper() and plain and not named):
        return " ".join([first.lower(), *rest])
    return name
