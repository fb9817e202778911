"""Words that notes are read by: languages, the units of an organisation, names for a role. English and German."""

_LANGUAGE_WORDS = {
    "English": "english englisch",
    "German": "german deutsch",
    "French": "french französisch français",
    "Spanish": "spanish spanisch español",
    "Italian": "italian italienisch",
    "Portuguese": "portuguese portugiesisch",
    "Dutch": "dutch niederländisch",
    "Polish": "polish polnisch",
    "Turkish": "turkish türkisch",
    "Russian": "russian russisch",
    "Ukrainian": "ukrainian ukrainisch",
    "Czech": "czech tschechisch",
    "Chinese": "chinese chinesisch",
    "Japanese": "japanese japanisch",
    "Arabic": "arabic arabisch",
}
LANGUAGES = {word: language for language, words in _LANGUAGE_WORDS.items() for word in words.split()}
# The nouns that "my" and "our" stand before, and the one name that each of them goes by here.
_UNIT_WORDS = {
    "team": "team",
    "department": "department dept division abteilung",
    "company": "company firm employer organisation organization business firma unternehmen betrieb",
    "plant": "plant factory werk fabrik",
    "site": "site standort",
    "office": "office büro",
    "lab": "lab laboratory labor",
    "group": "group gruppe",
    "project": "project projekt",
    "shift": "shift schicht",
    "unit": "unit",
    "clinic": "clinic klinik",
    "ward": "ward station",
    "boss": "manager boss supervisor chef chefin vorgesetzter vorgesetzte",
}
UNITS = {word: unit for unit, words in _UNIT_WORDS.items() for word in words.split()}
ROLE_WORDS = ("role", "job", "position", "profession", "job title", "rolle", "stelle", "beruf")
