"""The whole game in one file, with all that is private in it, and back, on either database.

    tables.py     which tables it holds, and why not the others
    saving.py     the database into a file
    restoring.py  a file into an empty database

The file is a zip: for each table a member of JSON lines, as Django's serializers write them, in the order of its keys,
and `manifest.json`, which says of which version it is and has of each table the number of rows, the size and the
SHA-256. The same game gives the same members, whatever the database. What is shown to everybody, for other sites and
programs, is in a game file instead (`export_game`).
"""

FORMAT = "blognomic-backup/1"
MANIFEST = "manifest.json"
