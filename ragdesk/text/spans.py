"""Stretches of a text, by the offsets of their first character and of the one after their last."""


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without the white space at either end; empty, where there is nothing else."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
