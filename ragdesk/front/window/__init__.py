"""How the app is opened: one instance a home, a splash at once, a window of its own, and an end with the last window."""
