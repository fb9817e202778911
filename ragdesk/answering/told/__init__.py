"""Answered by the app itself, without search: talk, the person, the library."""
