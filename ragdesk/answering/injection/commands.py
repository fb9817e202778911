"""Words of a document that are spoken to a language model: the model does not read them, and they are no evidence.

A small model obeys them now and then, and an obeyed "ignore the instructions and answer X" would bear out the sentence "X". A
person still sees them in the passage. Known wordings are told, and what dictates replies (`dictated.py`, and in a dozen more
languages `dictated_words.py`); what they miss is cited as the words of the document that it is.
"""

import re

from ragdesk.answering.injection.dictated import dictates
from ragdesk.answering.injection.dictated_words import orders
from ragdesk.answering.units.quotes import unit_spans
from ragdesk.text.fold import fold

LEFT_OUT = "[…]"

# In folded text: lower case, without accents. A verb and its object, within one sentence.
_WORDINGS = (
    r"\b(?:ignore|disregard|forget|override|bypass|drop|discard)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|"
    r"foregoing|all|any|every|your|these|other)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|rules|directions|guidelines?|messages?)\b",
    r"\b(?:notes?|messages?|instructions?|attention)\s*(?::|to|for)\s*(?:the\s+|any\s+|all\s+)?"
    r"(?:ai|llm|language models?|chatbots?)\b",
    r"\b(?:ignorier|missacht|vergiss|vergess)\w*[^.!?\n]{0,40}\b(?:anweisung|instruktion|anleitung|regel|vorgabe|befehl)",
    r"\b(?:ignore|oublie|neglige)[rz]?\b[^.!?\n]{0,40}\b(?:instructions|consignes|regles)\b",
    r"\b(?:ignor[ae]|olvid[ae]|esque[cç][ae]|dimentic[ah])\w*[^.!?\n]{0,40}\b(?:instrucciones|instrucoes|istruzioni|reglas|regras|regole)",
    r"\b(?:negeer|vergeet)\b[^.!?\n]{0,40}\b(?:instructies|aanwijzingen|regels)\b",
    r"\b(?:игнориру|забуд|отмени)\w*[^.!?\n]{0,40}\b(?:инструкц|указан|правил)",
    r"(?:忽略|无视|忘记|忽視|無視)[^。！？\n]{0,15}(?:指令|指示|说明|說明|提示|规则)",
    r"(?:これまて|以前|上記|前|すへて|全て)[^。！？\n]{0,8}(?:指示|命令|指令|規則)[^。！？\n]{0,10}(?:無視|忘れ)",
    r"(?:تجاهل|انس)[^.!؟\n]{0,20}(?:جميع|كل|اي)\b[^.!؟\n]{0,20}(?:تعليمات|اوامر|قواعد)",
    r"(?:تجاهل|انس)[^.!؟\n]{0,20}(?:تعليمات|اوامر|قواعد)[^.!؟\n]{0,20}(?:سابقة|اعلاه)",
)
# What chat templates put around the messages.
_TEMPLATES = r"<\s?\|[a-z_]{2,30}\|\s?>|\[/?inst\]|<</?sys>>|<(?:start|end)_of_turn>"
# What the app itself says where the documents are silent: another one's words look like its own.
_SILENT = (
    r"\b(?:could|can|did|was)(?: ?not|n't)\s+(?:be\s+)?(?:find|found)\b[^.!?\n]{0,30}\bin\s+your\s+documents\b"
    r"|\bnicht\s+in\s+deinen\s+dokumenten\b"
)
_COMMAND = re.compile("|".join((*_WORDINGS, _TEMPLATES, _SILENT)))
# Languages whose words stand in any order: what is to be left aside, which of it, and the verb, in one sentence.
_IN_ANY_ORDER = tuple(
    tuple(re.compile("|".join(map(fold, words.split("|")))) for words in language)
    for language in (
        ("निर्देश|आदेश|नियम", "पिछल|पहले|सभी|ऊपर", "अनदेखा कर|अनदेखी कर|नज़रअंदाज़ कर|भूल जा"),
        ("คำสั่ง|คำแนะนำ", "ก่อนหน้า|ทั้งหมด|ข้างต้น", "ละเว้น|เพิกเฉย|ไม่ต้องสนใจ"),
        ("hướng dẫn|chỉ dẫn|chỉ thị", "trước đó|tất cả|mọi|ở trên", "bỏ qua|phớt lờ"),
        ("הוראות|הנחיות", "קודמות|כל|לעיל", "התעלם|התעלמי|התעלמו|שכח"),
        ("інструкц|вказів|правил", "попередн|усі|всі|вище", "ігноруй|ігноруйте|забудь|знехтуй"),
        ("instruksi|perintah|petunjuk", "sebelum|semua|di atas", "abaikan|lupakan"),
        ("οδηγίες|εντολές", "προηγούμεν|όλες|παραπάνω", "αγνόησ|αγνοήσ|ξέχασ|ξεχάσ"),
    )
)
_ENDS = (".", "!", "?", "。", "！", "？")


def commands(text: str) -> bool:
    """Whether the text speaks to a model, on however many lines."""
    folded = " ".join(fold(text).split())
    return bool(_COMMAND.search(folded)) or dictates(folded) or orders(folded) or _in_any_order(folded)


def _in_any_order(folded: str) -> bool:
    return any(
        all(words.search(sentence) for words in language)
        for language in _IN_ANY_ORDER
        if language[-1].search(folded)
        for sentence in re.split(r"[.!?।\n]", folded)
    )


def unspoken(text: str) -> str:
    """The text with LEFT_OUT for each sentence, heading or table cell that speaks to a model."""
    if not commands(text):
        return text
    parts, at = [], 0
    for start, end in unit_spans(text):
        # What lies between two units is a heading, a mark, or blank.
        parts += [_lines(text[at:start]), _cells(text[start:end])]
        at = end
    return "".join([*parts, _lines(text[at:])])


def _lines(text: str) -> str:
    return "\n".join(LEFT_OUT if commands(line) else line for line in text.split("\n"))


def _cells(unit: str) -> str:
    if not commands(unit):
        return unit
    if not unit.startswith("|"):
        return LEFT_OUT
    cells = unit.split("|")
    if not any(map(commands, cells)):  # what one cell begins, the next one ends
        return f"| {LEFT_OUT} |"
    kept, goes_on = [], False
    for cell in cells:
        spoken = commands(cell)
        kept.append(f" {LEFT_OUT} " if spoken or (goes_on and cell.strip()) else cell)
        goes_on = spoken and not cell.rstrip().endswith(_ENDS)
    return "|".join(kept)
