"""What Gradio 6.31 does that the app cannot use: one patch a file, named for what it mends.

Each has a test in `tests/web/gradio_fixes/` that fails when Gradio has mended it itself: then the file can go. Beside them
`on_import` applies what must be there before the first page, and `replaced` puts one function in the place of another.
"""
