"""The desk: one object with a method, or a smaller desk, for each thing that a person can do.

    Desk ── intake (adding, in the background) · entries · sorting · samples       what is in the library
         ├─ ask · talks · explain · viewing · reading                               questions, answers, their sources
         ├─ memory · handovers · exports                                            what comes of an answer
         └─ speeds · privacy                                                        the machine and what is on it

It alone builds the parts (ingest, answer, store, engines, memory, export); front ends see it, the types and the errors.
"""

from ragdesk.app.app import App

__all__ = ["App"]
