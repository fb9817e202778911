"""Translating a question or an answer by the language model: one short call, which may fail and then costs nothing but its time.

The prompt begins with the fixed part of every answer's prompt, which the model has read already, so it reads little here.
"""

import logging
import time

from ragdesk.answering.prompting.prompt import Role, fixed
from ragdesk.domain.errors import ModelError
from ragdesk.domain.ports import Cancelled, LanguageModel, Prompt
from ragdesk.text.language import NAMES, UNSURE, of_question
from ragdesk.text.sentences import sentences

log = logging.getLogger(__name__)

# Without a translation by then the question is searched for as it was asked. A translation takes two or three seconds, but a
# model that has just been started reads the fixed part first; cut off there, it would begin anew each time.
MOST_SECONDS = 60.0
# Of the model: no translation is much longer than its text.
MOST_TOKENS = 160
MOST_CHARS = 600

# Two questions and a statement in each language: they show the model that a question is to be translated, not answered.
_EXAMPLES = {
    "en": (
        "How often is pump B serviced?",
        "Who has to approve travel expenses, and by when?",
        "Travel expenses are approved by the head of the department.",
    ),
    "de": (
        "Wie oft wird Pumpe B gewartet?",
        "Wer muss Reisekosten genehmigen, und bis wann?",
        "Reisekosten werden von der Abteilungsleitung genehmigt.",
    ),
    "fr": (
        "À quelle fréquence la pompe B est-elle révisée ?",
        "Qui doit approuver les frais de voyage, et jusqu'à quand ?",
        "Les frais de voyage sont approuvés par le chef de service.",
    ),
    "es": (
        "¿Con qué frecuencia se revisa la bomba B?",
        "¿Quién debe aprobar los gastos de viaje y hasta cuándo?",
        "Los gastos de viaje los aprueba el jefe de departamento.",
    ),
    "it": (
        "Ogni quanto viene revisionata la pompa B?",
        "Chi deve approvare le spese di viaggio, ed entro quando?",
        "Le spese di viaggio sono approvate dal capo reparto.",
    ),
    "pt": (
        "Com que frequência é revista a bomba B?",
        "Quem tem de aprovar as despesas de viagem, e até quando?",
        "As despesas de viagem são aprovadas pelo chefe do departamento.",
    ),
    "nl": (
        "Hoe vaak wordt pomp B onderhouden?",
        "Wie moet reiskosten goedkeuren, en vóór wanneer?",
        "Reiskosten worden goedgekeurd door het afdelingshoofd.",
    ),
    "zh": ("B泵多久保养一次？", "差旅费由谁批准，什么时候之前？", "差旅费由部门负责人批准。"),
    "ar": (
        "كم مرة تتم صيانة المضخة ب؟",
        "من الذي يجب أن يوافق على نفقات السفر، وحتى متى؟",
        "يوافق رئيس القسم على نفقات السفر.",
    ),
}
_ASKS = ("?", "？", "؟")


def can_translate_into(language: str) -> bool:
    return language in _EXAMPLES


def translate_question(
    question: str, source: str, target: str, model: LanguageModel, cancelled: Cancelled
) -> str:
    """As `translate`. What a person asks without a question mark would else be taken for a statement."""
    asked = question if question.rstrip().endswith(_ASKS) else f"{question.rstrip(' .!,;:')}?"
    return translate(asked, source, target, model, cancelled)


def translate(
    text: str,
    source: str,
    target: str,
    model: LanguageModel,
    cancelled: Cancelled,
    seconds: float = MOST_SECONDS,
) -> str:
    """The text in the language `target`; "" where there was no translation in time, or what was written is none.

    Args:
        source, target: ISO 639-1 codes; `can_translate_into(target)` holds.
    """
    if len(text) > MOST_CHARS:
        return ""
    ends = time.monotonic() + seconds
    began = time.monotonic()
    try:
        written = "".join(
            model.stream(_prompt(text, source, target), lambda: cancelled() or time.monotonic() > ends)
        )
    except ModelError as error:
        log.info("not translated code=%s", error.code)
        return ""
    translation = " ".join(written.split())
    usable = time.monotonic() <= ends and not cancelled() and _is_translation(text, translation, target)
    log.info(
        "translated from=%s to=%s usable=%s seconds=%.2f", source, target, usable, time.monotonic() - began
    )
    return translation if usable else ""


def _prompt(text: str, source: str, target: str) -> Prompt:
    order = f"Translate into {NAMES[target]}: "
    shown = source if source in _EXAMPLES and source != target else ("en" if target != "en" else "de")
    messages: list[tuple[Role, str]] = []
    # A statement before a question would have it answered by a statement.
    examples = slice(0, 2) if text.rstrip().endswith(_ASKS) else slice(1, 3)
    for before, after in zip(_EXAMPLES[shown][examples], _EXAMPLES[target][examples], strict=True):
        messages += [("user", order + before), ("assistant", after)]
    line = " ".join(text.split())
    return Prompt((*fixed(), *messages, ("user", order + line)), MOST_TOKENS, stop=("\n",), banned=("NOT",))


def _is_translation(text: str, translation: str, target: str) -> bool:
    """A question must stay one (else it was answered), nothing may be added, and it must not be in another language."""
    asks = text.rstrip().endswith(_ASKS)
    if not translation or (asks and not translation.endswith(_ASKS)):
        return False
    if len(translation) > 3 * len(text) + 40 or len(sentences(translation)) > len(sentences(text)):
        return False
    return translation.casefold() != text.casefold() and of_question(translation) in (target, UNSURE)
