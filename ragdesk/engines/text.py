"""What a text must be before it leaves Python for a tokenizer or a wire."""


def sound(text: str) -> str:
    """The text with lone surrogates replaced by "?", one for one: UTF-8 cannot carry them, and offsets stay."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
