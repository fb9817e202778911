"""What Gradio 6.31 does that the app cannot use, one patch a file."""
