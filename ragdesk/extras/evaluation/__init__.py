"""Measuring quality: question sets in, figures with intervals out. Sees the desk, and nothing that the app needs sees it."""
