"""Documents that try to command: what is in them must stay data. docs/decisions.md, "Injected documents"."""
