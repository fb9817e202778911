"""Which language a text is in, for the word index's analysis."""

# Less than this says too little; the index then treats words as they are.
MIN_CHARACTERS = 40
SAMPLE = 4_000


def detect(text: str) -> str:
    """ISO 639-1 code of the language, or "und" where there is too little text to tell."""
    import py3langid

    letters = sum(c.isalpha() for c in text[: SAMPLE * 2])
    if letters < MIN_CHARACTERS:
        return "und"
    # The middle: heads and feet of documents are often tables of contents, names and boilerplate.
    middle = max(0, len(text) // 2 - SAMPLE // 2)
    return str(py3langid.classify(text[:SAMPLE] + "\n" + text[middle : middle + SAMPLE])[0])
