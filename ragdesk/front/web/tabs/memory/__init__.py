"""The Memory tab: what is proposed, what is kept, where it came from."""
