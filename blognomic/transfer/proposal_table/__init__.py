"""The past of a game from a table of its proposals: `manage.py import_history`.

    rows.py      the table, read with suspicion: rows, and what is wrong with the others
    people.py    who played when, and who was an admin, as far as the table shows it
    frame.py     the whole around the matters: dynasties, reigns, laws, rosters, keys
    words.py     what nobody ever wrote: texts for matters and comments, made from a seed
    ballots.py   votes that come out as the table says
    telling.py   one matter with its comments, as the services would have stored it
    writing.py   into the database, batch by batch
    models.py    how far an import has come

A table says little: titles, names, dates, statuses, numbers. What else a game needs is left empty, or is made up from
the seed (`--fill`), each row from its own, so that an import that was stopped goes on as if it had not been.
"""
