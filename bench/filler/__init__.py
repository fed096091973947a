"""What a table of proposals does not say, made up so that the site can be tried on a history of real size.

    seeded.py    all of it from a seed
    words.py     texts for matters and comments
    ballots.py   votes that come out as the table says
    matters.py   one matter with its comments, as the services would have stored it
    workers.py   many of them at once

Each row is made from its own part of the seed. `python -m bench.fill` imports a table so.
"""
