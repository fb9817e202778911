"""Comparisons: what the documents say of each side, side by side."""
