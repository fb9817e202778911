"""What a person can do, a use case a module, over one runtime (settings, engines, stores) that can be exchanged.

    runtime ── settings · engines · library          opened together, closed together
    App ── intake · samples · removals · contents      what is in the library
        ├─ passages · answers · conversations · citations   questions, answers, their sources
        ├─ memory · entries · handovers · exports           what comes of an answer
        └─ speeds · privacy                                 the machine and what is on it

It alone joins the rooms (ingesting, answering, storage, engines, extras); front ends see it, the domain and the errors.
"""
