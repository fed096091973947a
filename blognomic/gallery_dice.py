"""Made-up rolls and tallies for the gallery. No database."""

from datetime import timedelta
from types import SimpleNamespace as Thing

from blognomic.gallery_data import AT, PEOPLE
from gamestate.queries.luck import Tally

LONG_LIST = "{north,<b>south</b>,a-very-long-direction-that-would-not-fit-on-a-phone}"


def rolls() -> list[Thing]:
    """Rolls of every kind, newest first."""
    made = [
        ("Alice", "3DICE6", ["2", "5", "6"], "13", "robbing the Lamp Room", "", "page"),
        ("Carol", "CARD", ["7 of Spades"], "", "", "#", "comment"),
        ("Ivo", LONG_LIST, ["<b>south</b>"], "", "", "#", "update"),
        ("Hedda", "DICE0", ["0"], "0", "for nothing", "", "page"),
        ("Bobby", "40DICE1000", [str(17 * face) for face in range(1, 41)], "13940", "", "", "page"),
    ]  # fmt: skip
    return [
        Thing(
            number=140 - place,
            by=PEOPLE[who],
            at=AT - timedelta(minutes=7 * place),
            command=command,
            faces=faces,
            total=total,
            words=words,
            link=link,
            where=where,
            where_pk=place,
            by_id=place,
        )
        for place, (who, command, faces, total, words, link, where) in enumerate(made)
    ]


def tallies() -> list[Tally]:
    """A die as luck would have it, and a list in braces of which nothing is known."""
    counts = dict(zip("123456", (9, 14, 11, 8, 12, 6), strict=True))
    fair = Tally("DICE6", None, counts, dict.fromkeys(counts, 1), 3.3, 3.5)
    return [fair, Tally("{…}", None, {"salt": 3, "tar": 1}, {}, None, None)]
