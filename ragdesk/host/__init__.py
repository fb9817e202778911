"""The machine that RAGDesk runs on: its folders, settings, log, and the watch on what leaves it."""
