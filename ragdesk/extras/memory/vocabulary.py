"""Words that notes are read by: languages, the units of an organisation, names for a role. From the lexicons."""

from ragdesk.text import lexicon

LANGUAGES = lexicon.table("language_names")
# The nouns that "my" and "our" stand before, to the one name that each of them goes by here.
UNITS = lexicon.table("units")
# First person to third, as it stands at the head of a note.
VERBS = lexicon.table("verbs")
ROLE_WORDS = lexicon.phrases("roles")
