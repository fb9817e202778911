"""One folder a tab."""
