"""The game as a file. Its `history` is all that the site remembers and the judge does not ask for, table by table.

    exporting.py   the whole game, written
    loading/       a file, read with suspicion, and stored
    tables.py      which tables and columns there are, and in what form their values stand
    folding.py     what the rest of the document says already, so that `history` need not repeat it
    private.py     what is left out, being somebody's secret

`{"version": 1, "game": {…}, "players": [{…}, …], …}`: a list of rows for each table that has any, a row an object of
columns. A column whose value is the usual one is left out. People are given by name, other rows by their keys, which
an import keeps, because links in texts and records name them.
"""
