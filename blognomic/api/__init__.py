"""The game for programs: what the pages show and do, as JSON (/api/v1/).

It asks the same queries and calls the same services as the views, so that what a person may do, a program may do for
them, and nothing else. A router stands beside what it shows, in the `api` of its app; `site` puts them together.
"""
