"""The app attacked, and met by bad luck. `make break` runs all of it, `make test` a short part; see SECURITY.md."""
