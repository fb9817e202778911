"""The app that a person sees: a Gradio page in a local browser window, behind a guard of our own."""
