"""What the language model is given to write from, and how long it may be."""
