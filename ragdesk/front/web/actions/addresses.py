"""Addresses of links as templates write them. Importing this makes the actions of every tab known."""

from ragdesk.front.web.actions import chat, citations, library, memory, settings, tables
from ragdesk.front.web.actions.codec import checked_address as action

__all__ = ["action", "chat", "citations", "library", "memory", "settings", "tables"]
