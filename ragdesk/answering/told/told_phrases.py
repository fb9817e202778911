"""What the app tells without having looked into a document: talk, what memory holds, what the library holds.

In the languages whose questions are understood so (`answering/understanding/reading.py`); a language that has rules has these,
too.
"""

from datetime import date

_SAID = {
    "en": {
        "greeting": "Hello!",
        "introduction": "Nice to meet you.",
        "introduction_named": "Nice to meet you, {name}.",
        "thanks": "You're welcome.",
        "wellbeing": "Thanks for asking. I'm a program, so I'm always fine.",
        "identity": "I'm RAGDesk, a program on this computer, not a person. I answer questions from your own "
        "documents and show where each answer stands. A language model words the answers.",
        "ability": "I answer questions from your own documents, with a citation for each sentence: ask for a fact, a "
        "list, the steps of something, a sum or a comparison, or let me summarise a document. Where your documents are "
        "silent, I tell you so. You can also ask which documents you have, and what I remember of you.",
        "note": "All right. What I keep of it is shown below and in the Memory tab.",
        "goodbye": "Goodbye! Your documents and this conversation stay here.",
        "fine": "Good. Ask me anything about your documents.",
        "ask": "What would you like to know from your documents?",
        "add": "Add documents in the Library tab, then ask about them here.",
        "your_name": "Your name is {value}.",
        "your_role": "Your role: {value}.",
        "your_unit": "Your {noun}: {value}.",
        "remembered": "What I remember of you:",
        "from_memory": "I know this from the notes in the Memory tab, where you can change it.",
        "waiting": "I have noticed this, and it waits in the Memory tab for you to say whether I should remember it:",
        "unknown_name": "I don't know your name yet.",
        "unknown": "I don't remember anything about this yet.",
        "tell_me": "Tell me, for example “My name is Kim” or “I am the head of purchasing”, and it goes to the "
        "Memory tab.",
        "write_it": "Noticing what you say is turned off in Settings; you can write it down in the Memory tab.",
        "library_empty": "There are no documents yet. Add some in the Library tab, then ask about them here.",
        "have": "You have {what}.",
        "have_kinds": "You have {what}: {kinds}.",
        "have_these": "You have {what}:",
        "have_none": "You have no {what}.",
        "latest": "Here are the {count} added last:",
        "more": "The Library tab has all of them.",
        "none_added": "No {what} were added {when}.",
        "on_day": "on {day}",
        "days": "from {first} to {last}",
        "newest": "Added last:",
        "no_collections": "You have no collections.",
        "author": "{title} names as its author: {what}.",
        "pages": "{title} has {what}.",
        "arrived": "{title} was added on {what}.",
        "scoped": "I only looked at the part of your library that you have chosen for this conversation.",
    },
    "de": {
        "greeting": "Hallo!",
        "introduction": "Freut mich.",
        "introduction_named": "Freut mich, {name}.",
        "thanks": "Gern geschehen.",
        "wellbeing": "Danke der Nachfrage. Ich bin ein Programm, mir geht es immer gut.",
        "identity": "Ich bin RAGDesk, ein Programm auf diesem Rechner, kein Mensch. Ich beantworte Fragen aus Ihren "
        "eigenen Dokumenten und zeige, wo jede Antwort steht. Die Worte kommen von einem Sprachmodell.",
        "ability": "Ich beantworte Fragen aus Ihren eigenen Dokumenten, mit einem Beleg für jeden Satz: Fragen Sie nach "
        "einer Tatsache, einer Liste, den Schritten eines Vorgangs, einer Summe oder einem Vergleich, oder lassen Sie mich "
        "ein Dokument zusammenfassen. Wo Ihre Dokumente schweigen, sage ich das. Sie können auch fragen, welche Dokumente "
        "Sie haben und was ich mir von Ihnen gemerkt habe.",
        "note": "Gut. Was ich davon behalte, steht unten und unter „Gedächtnis“.",
        "goodbye": "Auf Wiedersehen! Ihre Dokumente und dieses Gespräch bleiben hier.",
        "fine": "Gut. Fragen Sie mich gern etwas zu Ihren Dokumenten.",
        "ask": "Was möchten Sie aus Ihren Dokumenten wissen?",
        "add": "Fügen Sie unter „Bibliothek“ Dokumente hinzu, dann können Sie hier danach fragen.",
        "your_name": "Sie heißen {value}.",
        "your_role": "Ihre Rolle: {value}.",
        "your_unit": "{noun_first}: {value}.",
        "remembered": "Das habe ich mir von Ihnen gemerkt:",
        "from_memory": "Das weiß ich aus den Notizen unter „Gedächtnis“; dort können Sie es ändern.",
        "waiting": "Das ist mir aufgefallen; unter „Gedächtnis“ wartet es darauf, dass Sie sagen, ob ich es behalten"
        " soll:",
        "unknown_name": "Ihren Namen kenne ich noch nicht.",
        "unknown": "Darüber habe ich mir noch nichts gemerkt.",
        "tell_me": "Sagen Sie es mir, zum Beispiel „Ich heiße Kim“ oder „Ich bin die Leiterin des Einkaufs“, dann "
        "kommt es ins „Gedächtnis“.",
        "write_it": "In den Einstellungen ist ausgeschaltet, dass ich mir etwas merke; Sie können es unter "
        "„Gedächtnis“ selbst aufschreiben.",
        "library_empty": "Es gibt noch keine Dokumente. Fügen Sie unter „Bibliothek“ welche hinzu, dann können Sie hier "
        "danach fragen.",
        "have": "Sie haben {what}.",
        "have_kinds": "Sie haben {what}: {kinds}.",
        "have_these": "Sie haben {what}:",
        "have_none": "Sie haben keine {what}.",
        "latest": "Das sind die {count} zuletzt hinzugefügten:",
        "more": "Alle stehen unter „Bibliothek“.",
        "none_added": "{when} wurden keine {what} hinzugefügt.",
        "on_day": "Am {day}",
        "days": "Vom {first} bis zum {last}",
        "newest": "Zuletzt hinzugefügt:",
        "no_collections": "Sie haben keine Sammlungen.",
        "author": "{title} nennt als Verfasser: {what}.",
        "pages": "{title} hat {what}.",
        "arrived": "{title} wurde am {what} hinzugefügt.",
        "scoped": "Ich habe nur in dem Teil der Bibliothek nachgesehen, den Sie für dieses Gespräch gewählt haben.",
    },
}
# Of one, of several.
_COUNTED = {
    "en": {
        "added": ("{what} was added {when}:", "{what} were added {when}:"),
        "collections": ("You have {number} collection: {names}.", "You have {number} collections: {names}."),
    },
    "de": {
        "added": ("{when} hinzugefügt: {what}", "{when} hinzugefügt: {what}"),
        "collections": ("Sie haben {number} Sammlung: {names}.", "Sie haben {number} Sammlungen: {names}."),
    },
}
# One of a kind of files, several.
_FILES = {
    "en": {
        "any": ("document", "documents"),
        "pdf": ("PDF", "PDFs"),
        "word": ("Word document", "Word documents"),
        "sheet": ("spreadsheet", "spreadsheets"),
        "slides": ("presentation", "presentations"),
        "email": ("e-mail", "e-mails"),
        "picture": ("picture", "pictures"),
        "markdown": ("Markdown file", "Markdown files"),
        "web": ("web page", "web pages"),
        "text": ("text file", "text files"),
        "other": ("other file", "other files"),
        "page": ("page", "pages"),
    },
    "de": {
        "any": ("Dokument", "Dokumente"),
        "pdf": ("PDF", "PDFs"),
        "word": ("Word-Dokument", "Word-Dokumente"),
        "sheet": ("Tabelle", "Tabellen"),
        "slides": ("Präsentation", "Präsentationen"),
        "email": ("E-Mail", "E-Mails"),
        "picture": ("Bild", "Bilder"),
        "markdown": ("Markdown-Datei", "Markdown-Dateien"),
        "web": ("Webseite", "Webseiten"),
        "text": ("Textdatei", "Textdateien"),
        "other": ("andere Datei", "andere Dateien"),
        "page": ("Seite", "Seiten"),
    },
}


def said(key: str, language: str, **values: object) -> str:
    """What the app tells, in the language, with the values put in."""
    return _SAID[language][key].format(**values)


def counted(key: str, count: int, language: str, **values: object) -> str:
    """As `said`, of a text with one form for one and another for several."""
    return _COUNTED[language][key][count != 1].format(**values)


def kind_in(kind: str, count: int, language: str) -> str:
    """What so many files of a kind are called."""
    return _FILES[language][kind][count != 1]


def day_in(day: date, language: str) -> str:
    """A day as people write it."""
    return f"{day:%d.%m.%Y}" if language == "de" else f"{day.day} {day:%B %Y}"
