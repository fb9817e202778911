"""The door for other programs of this computer: an API as OpenAI's, and MCP. Nothing here runs, or is imported, until a
person asks."""
