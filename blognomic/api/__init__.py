"""The game for programs: what the pages show and do, as JSON (/api/v1/).

It asks the same queries and calls the same services as the views, so that what a person may do, a program may do for
them, and nothing else. `site` puts it together from a router for each room.
"""
