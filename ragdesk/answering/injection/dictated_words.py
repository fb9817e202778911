"""Orders to whoever answers, in languages of which `dictated.py` knows no more than a few words. One rule for all of them,
within a sentence:

- somebody unnamed asks (`asks`), a word for replying stands near (`replies`), and close behind it a colon, a dash or a
  quotation mark;
- or all other statements give way (`instead`), and a colon, a dash or a quotation mark follows;
- or a note is for a model (`addressed`), or one is spoken to, or whatever machine "reads this" is told what to reply;
- or it speaks of the only answer, or of how to answer from now on;
- or what was told before is to be ignored (`ignored`), where `commands.py` does not know it.

Each field holds alternatives of a regular expression, as people write the words: they are folded like the text. An asterisk
stands for the rest of a word.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from ragdesk.text.fold import fold


@dataclass(frozen=True, slots=True)
class Wording:
    asks: str
    replies: str
    instead: str
    addressed: str
    ignored: str = ""
    blanks: bool = True


_WORDINGS = (
    Wording(  # German: the rest stands in `dictated.py` and `commands.py`
        asks="wirst du {near}gefragt|fragt (?:jemand|man|dich)|werden sie {near}gefragt",
        replies="antwort*|erwider*|sag*",
        instead="(?!)",
        addressed="(?:hinweis|anmerkung|notiz|nachricht|anweisung)* (?:an|fur) {near}(?:ki|ki-assistent|sprachmodell|chatbot)*",
    ),
    Wording(  # French
        asks="(?:à )?quiconque {near}(?:demande|interroge)*|toute question|(?:celui|ceux) qui {near}demande*"
        "|(?:si|quand|lorsque|lorsqu') ?(?:l'|on|quelqu'un|tu|vous) {near}(?:demande|question|interroge)*",
        replies="repon*|reponse*|dis|dites|dire",
        instead="(?:remplace|annule|prevaut sur) {near}autres (?:information|indication|affirmation|texte|passage|phrase|reponse|"
        "source)*",
        addressed="(?:note|message|remarque|consigne|instruction)* (?:a|pour|aux|destine*) {near}(?:ia|ai|modele* de langage|"
        "chatbot*)",
    ),
    Wording(  # Spanish
        asks="(?:quien|quienes|cualquiera que) {near}pregunt*|(?:si|cuando) (?:te|os|alguien|el usuario) {near}pregunt*|"
        "(?:toda|cualquier) pregunta",
        replies="respond*|respuesta*|contest*|di|diga*|decir",
        instead="(?:sustituye|reemplaza|anula|prevalece sobre) {near}demas (?:informacion|indicacion|afirmacion|texto|pasaje|"
        "frase|respuesta|fuente)*",
        addressed="(?:nota|mensaje|aviso|instruccion)* (?:para|al|a) {near}(?:ia|ai|modelo* de lenguaje|chatbot*)",
    ),
    Wording(  # Italian
        asks="(?:chi|chiunque) (?:chied|domand)*|(?:se|quando) (?:ti|vi|qualcuno|l'utente) {near}(?:chied|domand|chiest)*|"
        "ogni domanda",
        replies="rispon*|risposta|di'|dica|dire",
        instead="(?:sostituisce|annulla|prevale su) {near}altr* (?:informazion|indicazion|affermazion|test|pass|fras|rispost|"
        "font)*",
        addressed="(?:nota|messaggio|avviso|istruzioni) (?:per|a|all') {near}(?:ia|ai|modello linguistico|chatbot*)",
    ),
    Wording(  # Portuguese
        asks="(?:quem|qualquer pessoa que) {near}pergunt*|(?:se|quando) (?:te|lhe|alguem|o usuario|o utilizador) "
        "{near}pergunt*|(?:toda|qualquer) pergunta",
        replies="respond*|resposta*|diga*|dizer",
        instead="(?:substitui|anula|prevalece sobre) {near}outr* (?:informac|indicac|afirmac|text|passage|frase|respost|font)*",
        addressed="(?:nota|mensagem|aviso|instruc)* (?:para|ao|a) {near}(?:ia|ai|modelo de linguagem|chatbot*)",
    ),
    Wording(  # Dutch
        asks="(?:wie|iedereen die) {near}vraagt|(?:als|wanneer) (?:iemand|men|je|jou|u|de gebruiker) {near}(?:vraagt|vragen|"
        "gevraagd)|elke vraag",
        replies="antwoord*|zeg|zegt",
        instead="(?:vervangt|gaat boven) {near}andere (?:informatie|gegevens|uitspra|tekst|passage|zin|antwoord|bron)*",
        addressed="(?:opmerking|bericht|instructie|notitie)* (?:voor|aan) {near}(?:ai|ai-assistent|taalmodel|chatbot)*",
    ),
    Wording(  # Polish
        asks="(?:kto|kazd* kto|kazdemu) {near}(?:pyta|zapyta)*|(?:jesli|jezeli|gdy) (?:ktos|cie|uzytkownik*) {near}(?:pyta|"
        "zapyta)*|kazde pytanie",
        replies="odpowied*|odpowiad*|powiedz*|mow",
        instead="(?:zastepuje|uniewaznia) {near}inne (?:informacj|dane|stwierdzen|tekst|fragment|zdani|odpowied|zrodl)*",
        addressed="(?:uwaga|notatka|wiadomosc|instrukcj)* (?:dla|do) {near}(?:ai|si|model* jezykow*|chatbot*)",
        ignored="(?:z)?(?:ignoruj|pomin|zapomnij)* {near}(?:wszystk|poprzedn|wczesniejsz)* {near}(?:instrukcj|polece|zasad)*",
    ),
    Wording(  # Russian
        asks="(?:кто|кажд* кто|всем кто) {near}(?:спрос|спраш)*|(?:если|когда) (?:кто-то|кто-нибудь|кто-либо|тебя|вас|"
        "пользовател*) {near}(?:спрос|спраш)*|любой вопрос|на все вопрос*",
        replies="отвечай*|отвечать|ответь*|скажи*|говори*",
        instead="(?:заменяет|отменяет) {near}(?:остальн|други|прочи)* (?:сведени|данны|утвержден|текст|фрагмент|предложен|ответ|"
        "источник)*",
        addressed="(?:примечани|сообщени|заметк|инструкци|указани)* для {near}(?:ии|ии-ассистент*|ai|язык* модел*|чат-бот*)",
    ),
    Wording(  # Turkish
        asks="soran (?:herkes|kisi|kim)*|(?:sana|size|biri|birisi|kullanici) {near}(?:sorulursa|sorarsa|sordugunda)|her soru*",
        replies="cevap*|cevab*|yanit*|yanıt*|soyle*|de",
        instead="diger {near}(?:bilgi|ifade|metin|cumle|cevap|yanit|yanıt|kaynak)* {near}(?:yerine {near}gecer|gecersiz "
        "{near}kil*)",
        addressed="(?:yapay zeka|dil model|sohbet robot|ai asistan)* {near}(?:not|mesaj|talimat)",
        ignored="(?:onceki|tum|yukaridaki) {near}(?:talimat|kural|yonerge)* (?:yok say|gormezden gel|dikkate alma|unut)*",
    ),
    Wording(  # Chinese
        asks="凡是?[^。]{0,6}(?:问|問)|(?:如果|若|当|當)?(?:有人|用户|用戶|你被)[^。]{0,8}(?:问|問)|(?:所有|任何)[^。]{0,8}(?:问题|問題)",
        replies="回答|答复|答覆|回复|回覆|说|說",
        instead="(?:取代|代替|优先于|優先於|覆盖)[^。]{0,4}(?:其他|其它|其余)(?:内容|內容|信息|文字|说法|說法|资料|資料)",
        addressed="(?:致|给|給)[^。]{0,6}(?:人工智能|ai|语言模型|語言模型|聊天机器人|聊天機器人)",
        blanks=False,
    ),
    Wording(  # Japanese
        asks="(?:尋ねる|聞く|質問する)(?:人|者|方)|(?:質問|問い合わせ|聞か|尋ねら)[^。]{0,6}(?:たら|れば|場合|れたら)|(?:すべて|全て|あらゆる)[^。]{0,6}質問",
        replies="答え|回答|返答|返事|言っ",
        instead="他の(?:すべて|全て)?[^。]{0,6}(?:記述|情報|文|内容|回答)[^。]{0,4}(?:優先|置き換え|取って代わ)",
        addressed="(?:ai|人工知能|言語モデル|アシスタント|チャットボット)[^。]{0,8}へ(?:の注意|のメモ|の指示|の連絡)",
        blanks=False,
    ),
    Wording(  # Korean: a syllable is two or three signs where it is folded
        asks="묻는 (?:사람|이|모든)|(?:질문|문의)[^.]{0,24}(?:받으면|하면|경우)|(?:모든|어떤) 질문",
        replies="대답|답변|답하|말하",
        instead="다른[^.]{0,18}(?:정보|내용|문장|답변)[^.]{0,18}(?:대체|우선)",
        addressed="(?:ai|인공지능|언어 모델|챗봇)[^.]{0,24}(?:에게|위한)",
        ignored="(?:이전|모든|위)[^.]{0,24}(?:지시|명령|지침)[^.]{0,18}(?:무시|잊어)",
        blanks=False,
    ),
    Wording(  # Arabic
        asks="(?:كل من|لمن) {near}(?:يسال|سال)|(?:اذا|عندما) (?:سئلت|سالك احد|سال احد|سال المستخدم)",
        replies="اجب|الجواب|الاجابة|قل|الرد|يجاب",
        instead="(?:يحل محل|يلغي) {near}(?:المعلومات|النصوص|الجمل|المصادر) الاخرى",
        addressed="(?:ملاحظة|رسالة|تعليمات) (?:الى|ل)* {near}(?:الذكاء الاصطناعي|نموذج اللغة)",
    ),
    Wording(  # Hindi: a word may end in a vowel's sign, which is no letter and so no edge of a word
        asks="जो (?:कोई|भी) {near}पूछ*|(?:जब|यदि|अगर) (?:कोई|आपसे|तुमसे) {near}पूछ*|हर (?:सवाल|प्रश्न)*",
        replies="उत्तर|जवाब|कह*",
        instead="अन्य (?:सभी )?(?:जानकारी|कथन|पाठ)* {near}(?:स्थान|जगह) {near}ले*",
        addressed="(?:एआई|ai|भाषा मॉडल|कृत्रिम बुद्धिमत्ता) {near}के लिए (?:नोट|सूचना|निर्देश)",
        ignored="(?:पिछले|सभी|पहले) {near}(?:निर्देश|नियम)* {near}(?:अनदेख|नज़रअंदाज़|भूल)*",
        blanks=False,
    ),
)
# In all these languages, English and German among them: the only answer that is right; a model that is spoken to.
_ONLY = (
    r"\b(?:only|sole|einzig\w*|seule?|unic[ao]|enige|jedyn\w*|единственн\w*|tek)\b{near}"
    r"\b(?:answer|reply|response|antwort|reponse|respuesta|risposta|resposta|antwoord|odpowiedz|ответ|cevap|yanit|yanıt)\b"
    r"|唯一[^。]{0,8}(?:答案|回答|答え|答复)|유일한[^.]{0,24}(?:답|대답)"
)
# From now on, somebody is to answer.
_HENCEFORTH = (
    r"\b(?:from now on|henceforth|ab jetzt|ab sofort|von nun an|desormais|dorenavant|a partir de ahora|de ahora en adelante|"
    r"da ora|d'ora in poi|a partir de agora|de agora em diante|vanaf nu|voortaan|od teraz|отныне|с этого момента|bundan sonra)\b"
    r"|从现在起|從現在起|今后|今後|これから|앞으로"
)
_SPOKEN_TO = (
    r"\b(?:dear|any|every|each|hello|liebe[rs]?|hallo|jede[rs]?|chere?|querid[oa]|car[oa]|ciao|beste|drog[ai]|дорог\w*|уважаем\w*|sevgili)"
    r"\s+(?:ai|ki|ia|ии|si|a\.i\.|llm|chatbot\w*|yapay zeka)\b"
    r"|(?:亲爱的|親愛的|尊敬的)[^。]{0,4}(?:人工智能|ai)"
    # "If you are a language model, …"
    r"|\b(?:if you(?: are|'re) an?|si (?:tu es|vous etes) une?|si eres una?|se sei un(?:a |')?|se (?:es|voce e) uma?) ?"
    r"(?:ai|llm|ia|(?:large )?language model|modele de langage|modelo de (?:lenguaje|linguagem)|modello linguistico|chatbot)"
    r"(?: assistant)?[,:]"
    r"|\b(?:wenn|falls) du eine? (?:ki|sprachmodell|chatbot)(?:-assistent)? bist"
)
# A machine that reads this very text; behind a colon it is told what to reply. A note to a human assistant names no reading.
_MACHINE = (
    r"(?:\b(?:models?|a\.?i\.?|llms?|assistants?|(?:chat)?bots?|programm?(?:e[ns]?|s|u)?|software|machines?|summari[sz]ers?|whatever|"
    r"(?:alles,?|oder) was|modell\w*|(?:sprach|taal)model\w*|ki|maschine\w*|assistent\w*|ia|ma[cq]\w*ina|modele|"
    r"logiciel|modelo|programa|asistente|programma|"
    r"lettore|asystent\w*|model[ui]\w*|модел\w*|ассистент\w*|программ\w*|ии|asistan\w*)\b"
    r"|模型|人工智能|助手|程序|モデル|ai|アシスタント|모델|인공지능|النموذج|الذكاء|المساعد|البرنامج|मॉडल|एआई)"
)
_READING = (
    r"(?:\b(?:read(?:s|ing)?|process(?:es|ing)?|summari[sz](?:es?|ing)) (?:this|these)\b"
    r"|\bdies\w*(?: \w+)? (?:liest|lesen|verarbeitet)\b"
    r"|\b(?:lit|lisant|lira) (?:ceci|ces?|cette)\b|\b(?:le[ae]|leyendo|leia|ler) (?:est[aeo]|isto)\b"
    r"|\ble (?:isto|este texto|este documento)\b|\blegge (?:quest[aeo]|cio)\b"
    r"|\b(?:dit|deze)(?: \w+)? leest\b|\bczyta\w* (?:to|ten|te)\b|\b(?:to|ten|te)(?: \w+)? czyta\w*"
    r"|\bчита\w* (?:это|этот|эту)\b|\b(?:это|этот|эту)(?: \w+)? чита\w*"
    r"|\bbu(?:nu)?(?: \w+)? oku\w*|(?:阅读|閱讀|读取|读|讀)(?:本|此|这|這)"
    r"|この[^。]{0,8}(?:読む|読んで)|이 [^.]{0,18}읽는|يقرا هذ[اه]"
    r"|इस(?:े| [^।]{0,8})\s?पढ़)"
)
_TOLD = (
    r"(?:\b(?:answer|reply|respond|say|state|report|give|cite|output|name|antworte\w*|sage?|nenne\w*|gib|schreib\w*|repon\w*|dis|"
    r"dites|cite[rsz]?|respond\w*|contest\w*|di|diga\w*|rispond\w*|antwoord\w*|zeg|geef|odpowi\w*|powiedz\w*|podaj\w*|отвеча\w*|ответ\w*|"
    r"скаж\w*|cevap\w*|soyle\w*|yanit\w*)\b|回答|答复|回复|说|說|答え|回答|答하|대답|답하|말하|اجب|قل|उत्तर|जवाब|कह)"
)
# As whom a line is for, before what it is told.
_FOR_A_MODEL = (
    r"(?:^|[.!?\n|] ?)(?:to|for|an|fur|a|pour|al|para|alla|per|aan|voor|do|dla|для)(?: \w+)?[ ']"
    r"(?:a\.?i|ia|ki|ии|llm|chatbot\w*|language model|sprachmodell|taalmodel|modele de langage|modelo de (?:lenguaje|linguagem)|"
    r"modello linguistico|model\w* jezykow\w*)\b(?!-)"
)
_STOP = "[^.!?。؟।]"
_GIVEN = r"(?::|[\"“”„»«「『]|\s[–—-]\s)"


# A name of a model, and a mark behind which something is given: where they are not, the slow expressions need not be tried.
_MODEL = re.compile(
    fold(
        r"\b(?:ai|ia|ki|si|ии|llm|language model|chatbot|чат-бот|sprachmodell|modele?s? de lang|modelos? de|"
        r"modello ling|taalmodel|model\w* jez|"
        "dil model|yapay zeka|sohbet robot|язык|الذكاء|نموذج)|[^a-z]ai[^a-z]"
        "|人工|语言模型|語言模型|言語モデル|聊天|アシスタント|チャットボット|인공지능|언어 모델|챗봇|एआई|मॉडल|बुद्धिमत्ता"
    )
)
_MARK = re.compile(_GIVEN)


def _compiled(rules: Callable[[Wording], list[str]], *more: str) -> re.Pattern[str]:
    return re.compile(
        "|".join([*(fold(rule) for each in _WORDINGS for rule in rules(each)), *map(fold, more)])
    )


def _either(wording: Wording, alternatives: str) -> str:
    """The alternatives of a field as whole words."""
    edge = r"\b" if wording.blanks else ""
    near = f"{edge}{_STOP}{{0,60}}?{edge}"
    return f"{edge}(?:{alternatives.replace(' {near}', near).replace('*', chr(92) + 'w*')}){edge}"


def _dictates(wording: Wording) -> list[str]:
    asks, replies = _either(wording, wording.asks), _either(wording, wording.replies)
    return [
        f"{asks}{_STOP}{{0,90}}?{replies}{_STOP}{{0,12}}?{_GIVEN}",
        f'{asks}{_STOP}{{0,40}}?["“„«「『].{{0,200}}?["”“»」』]{_STOP}{{0,6}}?{replies}',
        f"(?:{_HENCEFORTH}){_STOP}{{0,40}}?{replies}{_STOP}{{0,12}}?{_GIVEN}",
        f"{replies}{_STOP}{{0,6}}?(?:{_HENCEFORTH}){_STOP}{{0,12}}?{_GIVEN}",
        f"{_either(wording, wording.instead)}{_STOP}{{0,60}}?{_GIVEN}",
    ]


_READS_THIS = re.compile(
    fold(
        f"(?:{_MACHINE}{_STOP}{{0,24}}?{_READING}|{_READING}{_STOP}{{0,24}}?{_MACHINE}|{_FOR_A_MODEL})"
        f"{_STOP}{{0,24}}?:{_STOP}{{0,120}}?{_TOLD}"
    )
)
_ADDRESSED = _compiled(lambda wording: [_either(wording, wording.addressed)], _SPOKEN_TO)
_IGNORED = re.compile("|".join(fold(_either(each, each.ignored)) for each in _WORDINGS if each.ignored))
_DICTATED = _compiled(_dictates, f"(?:{_ONLY.replace('{near}', _STOP + '{0,20}?')}){_STOP}{{0,20}}?{_GIVEN}")


def orders(folded: str) -> bool:
    """Whether a sentence of the folded text gives orders to whoever answers."""
    if _MARK.search(folded) and (_DICTATED.search(folded) or _READS_THIS.search(folded)):
        return True
    return bool((_MODEL.search(folded) and _ADDRESSED.search(folded)) or _IGNORED.search(folded))
