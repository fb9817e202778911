"""Pictures: recognising text in them, and drawing pages as pictures."""
