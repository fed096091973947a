"""Weights are of votes; what the rules say of players counts heads. How often a kind may be posted is one answer for
actions and matters."""

from datetime import timedelta
from functools import cache
from random import Random

import pytest

from gamestate.frequency import Taken, again
from ruleset.law import SHIPPED, document, load, parse
from ruleset.law.vocabulary import MEANINGS
from votables.judge import may_post
from votables.queries.tally_text import because_of_the_law

from .world import BIT, HOUR, POSTED, game, matter, only, player, votes

WEIGHT = """
[weight]
formula = "icon == 'against' ? 5 : 1"
fallback = 1
label = "a vote AGAINST weighs five"
rule = "Scales"
"""
HEADS = ("players_for", "players_against", "players_abstaining")


@cache
def law(name, more=WEIGHT):
    return parse(document(name) + more, source="test")


@pytest.mark.parametrize("name", ["ruleset-2019-09", "ruleset-211"])
def test_one_heavy_vote_against_makes_no_proposal_unpopular(name):
    """Of six players, one is AGAINST: five are not, and four are a quorum."""
    for words, unpopular in (("B:against", False), ("B:against C:against D:against", True)):
        ruling = only(law(name), game(matter("proposal", *votes(words)), n=6), POSTED + 2 * HOUR)
        assert (ruling.tally.a, ruling.unpopular) == (5 * len(words.split()), unpopular)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_others_are_counted_by_heads_in_every_law(name):
    for words, may_fail in (
        ("B:against", False),
        ("B:against C:against", False),
        ("B:against C:against D:against", True),
    ):
        ruling = only(law(name), game(matter("proposal", *votes(words)), n=6), POSTED + 2 * HOUR)
        assert ruling.may_fail is may_fail


def test_conditions_can_ask_for_votes_and_for_players():
    assert all("whatever" in MEANINGS[name] for name in HEADS)
    assert all("weight" in MEANINGS[name] for name in ("f", "a", "x", "total"))
    for condition, met in (
        ("players_against == 2 && a == 10", True),
        ("players_for == 2 && f == 2", True),
        ("players_abstaining == 0", True),
        ("players_against == a", False),
    ):
        text = document("ruleset-211") + WEIGHT
        asking = parse(text.replace('"3 * f > 2 * n"', f'"{condition}"', 1), source="test")
        verdict = only(
            asking, game(matter("dov", *votes("B:against C:against D:for")), n=6), POSTED + 2 * HOUR
        )
        state = next(
            part for way in verdict.clauses for part in way.conditions if part.expression == condition
        )
        assert (condition, state.met) == (condition, met)


def test_the_needs_of_weighted_votes_count_heads_too():
    ruling = only(law("ruleset-211"), game(matter("proposal", *votes("B:against")), n=6), POSTED + 2 * HOUR)
    assert ruling.needs["fail"][0] == "with 2 more AGAINST"


# -- the reason of an enactment


BY_TIME = "because it has been open for 48 hours and more"
TWO_THIRDS = "because two thirds are FOR"


@pytest.mark.parametrize(
    ("name", "kind", "words", "hours", "reason"),
    [
        (
            "ruleset-211",
            "dov",
            "B:for C:for D:for F:for",
            13,
            f"{TWO_THIRDS}, with the emperor or without dissent",
        ),
        ("ruleset-211", "dov", "B:for C:for D:for F:for E:against", 25, f"{TWO_THIRDS} after 24 hours"),
        ("ruleset-211", "proposal", "B:for C:for D:for", 13, "reached quorum"),
        ("ruleset-211", "cfj", "B:for C:for D:for", 2, "reached quorum"),
        ("ruleset-211", "proposal", "B:for", 49, f"{BY_TIME} votes are FOR than AGAINST"),
        ("ruleset-98", "dov", "B:for C:for D:for", 13, "reached quorum"),
        (
            "ruleset-86",
            "dov",
            "B:for C:for D:against",
            49,
            "because a quorum has voted after 48 hours, and more are FOR than AGAINST",
        ),
        ("ruleset-37", "proposal", "B:for", 49, f"{BY_TIME} than half of its votes are FOR"),
    ],
)
def test_the_reason_of_an_enactment_comes_from_the_way_that_was_met(name, kind, words, hours, reason):
    ruling = only(name, game(matter(kind, *votes(words))), POSTED + hours * HOUR)
    assert ruling.may_enact
    assert because_of_the_law(ruling, to="enacted", words={}) == reason


# -- how often


def often(per, spacing, communal):
    shared = str(communal).lower()
    action = f'\n[actions.now]\nper = "{per}"\nspacing = {spacing}\ncommunal = {shared}\n'
    action += 'label = "Often"\nrule = "Often"\n'
    kind = '\n[kinds.fair]\nlabel = "Fair"\nrule = "Fairs"\nlike = "cfj"\nfrequency = "now"\n'
    return law("ruleset-2019-09", action + kind)


def test_the_hours_between_are_each_players_own():
    """Who posted yesterday at 23:00 waits for them; another does not."""
    midnight = POSTED.replace(hour=0)
    facts = game(matter("fair", author="A", posted=midnight - HOUR))
    for author, when in (("A", midnight + 9 * HOUR), ("B", None)):
        leave = may_post(facts, law=often("day", 10, True), at=midnight, author=author, kind="fair")
        assert (leave.allowed, leave.when) == (when is None, when)


@pytest.mark.parametrize(
    ("per", "communal", "author", "reason"),
    [
        ("day", True, "A", "A has already posted a Fair: only one a day, 10 hours apart (Often)."),
        ("week", True, "A", "A has already posted a Fair: only one a week, 10 hours apart (Often)."),
        (
            "day",
            True,
            "B",
            "Somebody has already posted a Fair: only one a day, 10 hours apart (Often).",
        ),
        (
            "week",
            True,
            "B",
            "Somebody has already posted a Fair: only one a week, 10 hours apart (Often).",
        ),
        ("day", False, "A", "A has already posted a Fair: only one a day, 10 hours apart (Often)."),
        ("day", False, "B", ""),
        ("week", False, "B", ""),
    ],
)
def test_what_is_posted_too_soon_says_who_was_before(per, communal, author, reason):
    """At the very instant of A's fair, which counts already: for everybody where it is communal."""
    leave = may_post(
        game(matter("fair", author="A")),
        law=often(per, 10, communal),
        at=POSTED,
        author=author,
        kind="fair",
    )
    assert (leave.allowed, leave.reason.partition(" Possible from")[0]) == (not reason, reason)
    assert leave.rule == ("Fairs" if reason else "")


def test_actions_and_matters_have_one_answer():
    chance = Random(7)
    for _ in range(100):
        per, communal, spacing = (
            chance.choice(("day", "week")),
            chance.random() < 0.5,
            chance.choice((1, 10, 24, 100)),
        )
        house = often(per, spacing, communal)
        at = POSTED + chance.randrange(-200, 200) * HOUR + chance.choice((-BIT, 0 * BIT, BIT))
        posts = [(chance.choice("AB"), at - timedelta(hours=chance.randrange(0, 220))) for _ in range(3)]
        facts = game(
            *(matter("fair", id=f"m{n}", author=by, posted=when) for n, (by, when) in enumerate(posts))
        )
        leave = may_post(facts, law=house, at=at, author="A", kind="fair")
        waiting = again(house.actions["now"], [Taken(*post) for post in posts], by="A", at=at)
        assert (leave.allowed, leave.when) == (
            waiting.because is None,
            None if waiting.because is None else waiting.at,
        )


def test_on_the_last_day_there_is_no_next_period():
    last = POSTED.replace(year=9999, month=12, day=31)
    people = [player(name) for name in "AB"]
    facts = game(matter("fair", author="A", posted=last), people=people, emperor=False)
    leave = may_post(facts, law=often("day", 10, False), at=last + HOUR, author="A", kind="fair")
    assert (leave.allowed, leave.when) == (False, None)


def test_every_shipped_law_tells_players_from_votes():
    """No condition takes votes, which may weigh more, from a number of players."""
    for name in SHIPPED:
        assert "n - a" not in load(name).text and "n - f" not in load(name).text
