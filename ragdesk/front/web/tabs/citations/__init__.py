"""The Citations tab: the citations of a conversation, the page viewer with the words highlighted, export."""
