"""What the site leans on, and what it does while that is away.

database.py  whether the database answers: found out once for all threads, and looked after until it does again
patient.py   a connection to PostgreSQL that does not wait for ever; only where that is the database
answers.py   what readers and programs are told meanwhile
optional.py  the shared cache, which is done without while it is away
trying.py    whether something can be written now, for readiness
"""
