"""Measuring quality: question sets in, figures with intervals out. It is handed the app that it measures."""
