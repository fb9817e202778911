"""Documents that try to command: what is in them must stay data. docs/lab/injection.md."""
