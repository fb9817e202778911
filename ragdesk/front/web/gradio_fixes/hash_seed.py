"""The seed with which Gradio names uploads, kept nowhere.

Gradio reads it from a file in its own package, which it writes where it may (`gradio.utils.get_hash_seed`, 6.31), so names of
uploads would stay the same for years, and the installed package would change. Here each run has a seed of its own.
"""

from uuid import uuid4


def new_seed() -> str:
    """As Gradio makes it."""
    return uuid4().hex


REPLACED = {"gradio.utils": ("get_hash_seed", new_seed)}
