"""Yes or no, where a sentence decides it."""
