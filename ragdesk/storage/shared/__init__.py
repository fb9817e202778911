"""A library that many desks share: Lance tables in a folder or an object store, written by `ragdesk bulk`, opened to read."""
