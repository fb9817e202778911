"""What a person can do with a link on the page: one frozen dataclass for each thing, one module for each tab.

A link's address is `#rd:<tab>:<verb>:<argument>…`; `codec` writes and reads it. Shared by all tabs: a link on one of them may
act on another.
"""
