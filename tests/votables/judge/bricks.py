"""A law that adds matters between named choices to ruleset 86, and such a matter."""

from datetime import timedelta

from ruleset.law import additions, document, parse

from .world import matter, votes

BRICKS = parse(document("ruleset-86") + additions("ruleset-86"), source="bricks")


NAMES = ("Bobby", "Carol's <b>wall</b>")


def contest(words: str = "", **more):
    return matter(
        "adjudication",
        *votes(words, timedelta(0)),
        id="c",
        author="E",
        choices=more.pop("choices", NAMES),
        **more,
    )
