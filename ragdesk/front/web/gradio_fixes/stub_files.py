"""Gradio's import without the `.pyi` files that it writes into its own folder.

Each component class, when it is made, parses its own source file, renders a `.pyi` text with Jinja and compares it with the one
beside it (`gradio.component_meta.create_or_modify_pyi`, 6.31). That is for people who write components in an editor; in an app
it is about a quarter of the import, fails without sources, and writes into the installed package. Here it does nothing.
"""


def write_no_stub(*_: object) -> None:
    """Stands in for Gradio's function."""


REPLACED = {"gradio.component_meta": ("create_or_modify_pyi", write_no_stub)}
