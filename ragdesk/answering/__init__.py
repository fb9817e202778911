"""A question becomes an answer. `ask.py` is the path, and each folder a step of it:

    understanding/  what is asked: its kind, what it leans on, the questions that it is made of
    told/           what the app answers itself: talk, the person, the library
    overview/       a document as a whole: its points, and the summary that is written of it
    finding/        from the question to the passages, by meaning and by words; `languages/` where they are in another one
    units/          the sentences, list items and rows of a passage; `injection/` those that speak to a model
    judging/        whether a passage or a line answers: the gate, the judge's marks, near misses
    choosing/       which sentence, row or cells stand as the answer
    composed/       lists, tables, sums, comparisons, yes or no: made of quotes by code
    prompting/      else what the language model is given to write from
    checking/       and what it wrote, each sentence with its quote, or marked

`cells/` asks one document for one value, for a table of documents.
"""
