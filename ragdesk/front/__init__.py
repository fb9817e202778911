"""What a person touches: the command line, the window, the page in it."""
