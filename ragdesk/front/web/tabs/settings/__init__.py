"""Settings: models, speed, folders, language and look, privacy, help, the errors of this run."""
