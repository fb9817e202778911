"""Questions that a document can be asked: made of its own headings, tables and sentences, by rules."""
