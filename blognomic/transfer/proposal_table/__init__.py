"""The past of a game from a table of its proposals: `manage.py import_history`.

    rows.py      the table, read with suspicion: rows, and what is wrong with the others
    people.py    who played when, and who was an admin, as far as the table shows it
    frame.py     the whole around the matters: dynasties, reigns, laws, rosters, keys
    telling.py   one matter, as the site stores it
    writing.py   into the database, batch by batch
    models.py    how far an import has come

A table says little: titles, names, dates, statuses, numbers. What else a game needs is left empty;
`bench/filler/` makes it up, where the site is to be tried on a history of real size.
"""
