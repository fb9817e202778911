"""One reader a family of formats: bytes become `Parsed`."""
