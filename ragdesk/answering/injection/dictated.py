"""Sentences of a document that say what is to be replied to whoever asks, or that put themselves in the place of all other text.

No document says so to its readers: it says how things are. Three forms are told, in English and German, each within a sentence:

- somebody unnamed asks, and the reply to it is given word for word;
- all questions, or those about something, have a reply that is given word for word;
- the sentence takes the place of everything else, or calls all other statements wrong.

What staff is told about customers ("if a caller asks …, say …") names who asks, and stays.
"""

import re

# Of folded text: lower case, without accents.
_NEAR, _FAR = r"[^.!?]{0,60}?", r"[^.!?]{0,90}?"
# The reply follows: behind a colon, in quotation marks, behind a dash.
_GIVEN = r"(?:\s*[:\"“”„»«]|\s[–—-]\s)"

_SOMEBODY = (
    r"\b(?:who(?:so)?ever|(?:any|every)(?:one|body)(?:\s+(?:who|that))?|(?:all|those|people|users?|readers?)\s+(?:who|that)|"
    r"(?:if|when(?:ever)?|once|should)\s+(?:some|any)(?:one|body)|(?:if|when(?:ever)?|should)\s+(?:the|a|any)\s+(?:user|reader))\s+"
    rf"{_NEAR}\b(?:asks?|inquires?|enquires?|(?:wants?|wish(?:es)?|would like)\s+to\s+know)\b"
)
_WHEN_ASKED = (
    r"\b(?:if|when(?:ever)?|once)\s+(?:you\s+are\s+|you're\s+)?asked\b"
    r"|\b(?:if|when(?:ever)?)\s+(?:the|this|a|any)\s+(?:question|query)\b"
)
_QUESTIONS = (
    r"\b(?:all|any|every|each)\s+(?:\w+\s+)?(?:questions?|quer(?:y|ies)|[ie]nquir(?:y|ies))\b"
    r"|\bquestions?\s+(?:about|on|regarding|concerning|as\s+to)\b"
)
_REPLY = (
    r"\b(?:this|these|the\s+following|the\s+same|exactly)\s+(?:\w+\s+)?(?:reply|answer|response|words?|sentence)\b"
    r"|\b(?:answer(?:ed)?|repl(?:y|ies|ied)|respon(?:d|ds|se)|say|told)\b"
    r"(?:\s+(?:with|to|it|him|her|them|that|is|are|reads|must|shall|should|be|as|follows|only|just|always|exactly|simply|thus|by|"
    rf"saying|the|an?|words?|sentence|phrase|following|correct|right))*{_GIVEN}"
    r"|\b(?:answer(?:ed)?|reply|respond)\s+(?:(?:only|just|always|simply)\s+)?with\s+the\s+(?:words?|sentence|phrase)\b"
)
_ABOUT = r"(?:about|on|regarding|concerning|as\s+to)"
_FIRST = (
    r"\b(?:answer|reply|response)\s+to\s+(?:all|any|every|each)\s+(?:\w+\s+)?(?:questions?|quer(?:y|ies)|[ie]nquir(?:y|ies))\s+"
    rf"{_ABOUT}\b{_NEAR}(?:\b(?:is|reads)\b|{_GIVEN})"
    rf"|\b(?:answer|reply|respond)\b{_NEAR}\bquestions?\s+{_ABOUT}\b{_NEAR}\bwith{_GIVEN}"
)
_INSTEAD = (
    r"\b(?:replac(?:es|ing)|supersed(?:es|ing)|overrid(?:es|ing)|overrul(?:es|ing)|cancels|prevails\s+over|"
    r"takes\s+(?:precedence|priority)\s+over|in\s+place\s+of|instead\s+of)\s+(?:everything|anything|"
    rf"all\s+(?:\w+\s+)?(?:text|paragraphs|passages|sentences|sources|statements|answers|contents?)\b){_NEAR}:"
    r"|\b(?:all|any)\s+(?:the\s+)?(?:other|contrary)\s+(?:text|passages?|sentences?|sources?|statements?|information)\b"
    rf"{_NEAR}\b(?:wrong|false|invalid|obsolete|outdated|void|incorrect|untrue|ignored|disregarded)\b"
)

_JEMAND = (
    r"\b(?:wer(?:\s+(?:immer|auch))?|(?:wenn|falls|sobald|sollte)\s+(?:jemand|irgendwer|man|du|der\s+(?:be)?nutzer|der\s+leser)|"
    r"jede[rnm]?,?\s+(?:der|die|den)|alle,?\s+die|wem)\b"
    rf"{_NEAR}\b(?:fragt|fragen|fragst|gefragt|nachfragt|erkundigt|erkundigen|wissen\s+(?:will|mochte|wollen|mochten))\b"
)
_FRAGEN = (
    r"\b(?:alle|jede|jegliche|samtliche|etwaige)\w{0,2}\s+(?:\w+\s+)?(?:an)?fragen?\b"
    r"|\b(?:an)?fragen?\s+(?:nach|zu[rm]?|uber|bezuglich)\b"
)
_ANTWORT = (
    r"\b(?:diese|folgende|nachstehende|dieselbe)\w?\s+(?:\w+\s+)?(?:antwort|auskunft|wort(?:e)?|satz)\b"
    r"|\b(?:antwort(?:e|en|et)?|beantworten?|erwider(?:e|n|t)|entgegnen?|auskunft|sag(?:e|en|t)|mitzuteilen|lautet)\b"
    r"(?:\s+(?:mit|so|wie|folgt|ist|sind|nur|stets|immer|genau|einfach|lautet|die|den|dem|der|das|ihm|ihr|antwort|wort(?:en?)?|satz|"
    rf"zu|geben|man|folgendes|folgendermassen))*{_GIVEN}"
    r"|\b(?:antworte|beantworte|erwidere)\w?\s+(?:(?:nur|stets|immer|einfach)\s+)?mit\s+(?:dem|den)\s+(?:satz|wort(?:en?)?)\b"
    r"|\bmit\s+(?:dem|den)\s+(?:satz|wort(?:en?)?)\b[^.!?]{0,40}\b(?:be)?antworten\b"
)
_ZUERST = (
    rf"\b(?:antworte|beantworte|erwidere|sage?)\b{_NEAR}\b(?:(?:an)?fragen?\s+(?:nach|zu[rm]?|uber)|jedem,?\s+der)\b"
    rf"{_NEAR}{_GIVEN}"
)
_STATT = (
    r"\b(?:ersetzt|ersetzend|verdrangt|uberschreibt|widerruft|geht|gilt\s+(?:statt|anstelle\s+von|vor)|anstelle\s+von|statt)\s+"
    rf"(?:alles|allem|(?:alle|allen|samtliche)\s+(?:\w+\s+)?(?:angaben|aussagen|texte|textstellen|absatze|satze|quellen|antworten)\b){_NEAR}:"
    r"|\b(?:alle|samtliche)\s+(?:anderen|ubrigen|sonstigen|anderslautenden|gegenteiligen)\s+"
    rf"(?:angaben|aussagen|texte|textstellen|satze|quellen|auskunfte)\b{_NEAR}"
    r"\b(?:falsch|ungultig|uberholt|hinfallig|unwahr|nichtig|unbeachtlich|zu\s+ignorieren)\b"
)
_DICTATED = re.compile(
    f"(?:{_SOMEBODY}|{_WHEN_ASKED}|{_QUESTIONS}){_FAR}(?:{_REPLY})|{_FIRST}|{_INSTEAD}"
    f"|(?:{_JEMAND}|{_FRAGEN}){_FAR}(?:{_ANTWORT})|{_ZUERST}|{_STATT}"
)


def dictates(folded: str) -> bool:
    """Whether a sentence of the folded text dictates replies, or takes the place of all other text."""
    return bool(_DICTATED.search(folded))
