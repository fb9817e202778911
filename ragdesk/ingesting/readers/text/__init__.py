"""Formats that are text: plain, Markdown, HTML, JSON, and entries."""
