"""The shipped laws: each cell of the tables about roster, posts, numbers and dice, and that all of it is
documented.
"""

import tomllib
from pathlib import Path

import pytest

from ruleset.law import SHIPPED, document, load, parse
from ruleset.law.model import Law

LAWS = [load(name) for name in SHIPPED]
R37, R86, R98, R2019, R211 = LAWS


def each(read) -> list:
    """What `read` gives for each law, in their order."""
    return [read(law) for law in LAWS]


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_documents_pass_the_whole_check(name):
    law = parse(document(name), source=name)
    assert law == load(name)
    assert (law.name, law.text) == (name, document(name))


@pytest.mark.parametrize("name", SHIPPED)
def test_the_rules_that_a_law_carries_out_are_in_its_ruleset(name, ruleset_text):
    law = load(name)
    # Headings of special cases end in their states: "Dormancy [Active]".
    headings = {line.split(" [")[0].strip() for line in ruleset_text(name)}
    assert {rule.removesuffix(" (dynastic)") for rule in rules_named(law)} <= headings


@pytest.fixture
def ruleset_text():
    folder = Path(__file__).resolve().parents[4] / "shared" / "data" / "rulesets"
    if not folder.is_dir():
        pytest.skip("the texts of the rulesets are not beside this checkout")
    return lambda name: (folder / f"{name}.txt").read_text().splitlines()


def rules_named(law: Law) -> set[str]:
    """Every rule that the document names."""
    items: set[str] = set()

    def walk(value):
        if isinstance(value, dict):
            for key, item in value.items():
                if isinstance(item, str) and (key == "rule" or key.endswith("_rule")) and item:
                    items.add(item)
                walk(item)
        elif isinstance(value, list):
            for item in value:
                walk(item)

    walk(tomllib.loads(law.text))
    return items


# -- roster


def test_inactivity():
    assert each(
        lambda law: (
            law.roster.inactivity.hours,
            law.roster.inactivity.strictly,
            sorted(law.roster.inactivity.signs),
        )
    ) == [
        (168, True, ["vote"]),
        *[(168, False, ["comment", "post"])] * 4,
    ]
    assert each(lambda law: law.roster.inactivity.announce) == ["post"] * 5


def test_requests():
    expected = [
        (None, {"post", "comment"}, ""),
        (None, {"post", "comment"}, ""),
        (168, {"post", "idling-comment"}, "comment"),
        (96, {"post", "comment"}, ""),
        (96, {"post", "comment"}, ""),
    ]
    assert (
        each(lambda law: (law.roster.idling.hours, law.roster.idling.where, law.roster.idling.announce))
        == expected
    )
    assert (
        each(lambda law: (law.roster.unidling.hours, law.roster.unidling.where, law.roster.unidling.announce))
        == expected
    )


def test_cooling():
    assert each(
        lambda law: law.roster.cooling and (law.roster.cooling.hours, law.roster.cooling.reasons)
    ) == [
        None,
        (96, {"request", "self"}),
        (96, {"request", "self", "other"}),
        (96, {"request", "self"}),
        (96, {"request", "self"}),
    ]


def test_admins():
    assert each(lambda law: law.roster.admins_idle_themselves) == [False, True, False, True, True]
    assert each(lambda law: law.roster.admins_unidle_themselves) == [False, True, False, True, True]
    assert each(lambda law: law.roster.make_admin) == [{"proposal"}] * 5
    assert each(lambda law: law.roster.unmake_admin) == [{"proposal", "cfj", "resignation"}] * 5
    assert each(lambda law: law.roster.rename) == [{"proposal"}] * 5
    assert each(lambda law: law.resolving.idle_admins) == [False, False, False, True, True]


def test_values_on_return():
    assert each(lambda law: law.roster.values_on_return) == ["kept", "kept-or-default", *["same-dynasty"] * 3]


def test_leaving():
    assert each(lambda law: (law.roster.leaving, law.roster.rejoin_hours)) == [
        (True, 0),
        (True, 0),
        (True, 336),
        (True, 336),
        (False, 0),
    ]


def test_names():
    assert each(lambda law: law.roster.names is not None) == [False] * 4 + [True]
    names = R211.roster.names
    assert names is not None
    assert (names.shortest, names.longest, len(names.characters)) == (4, 30, 26 * 2 + 10 + 4)
    assert set("azAZ09_-.'") <= set(names.characters)


# -- posts


def test_editing():
    assert each(lambda law: (law.posts.edit.hours, law.posts.edit.icons_only)) == [
        (None, False),
        (None, False),
        (None, False),
        (2, True),
        (4, True),
    ]
    assert each(lambda law: law.posts.remove) == [True, True, True, False, False]


def test_categories():
    assert each(
        lambda law: (
            law.posts.category.official_minutes,
            law.posts.category.other_minutes,
            law.posts.category.after_resolution,
        )
    ) == [(None, 5, "any"), (15, 15, "any"), (15, 15, "any"), (15, 15, "never"), (15, 15, "overturned")]
    assert each(lambda law: list(law.categories)) == [
        ["proposal", "cfj", "dov"],
        ["proposal", "cfj", "dov"],
        ["proposal", "cfj", "dov", "ascension"],
        ["proposal", "cfj", "dov", "ascension", "story"],
        ["proposal", "cfj", "dov", "ascension", "story"],
    ]


def test_corrections():
    assert each(lambda law: law.posts.correct) == [
        set(),
        set(),
        {"proposal"},
        {"proposal"},
        {"proposal", "cfj", "dov"},
    ]


def test_new_players():
    assert each(lambda law: law.posts.adoption and (law.posts.adoption.hours, law.posts.adoption.kind)) == [
        *[None] * 3,
        *[(6, "proposal")] * 2,
    ]
    assert each(
        lambda law: law.posts.newcomers and (law.posts.newcomers.days, law.posts.newcomers.idle_days)
    ) == [
        *[None] * 3,
        *[(7, 90)] * 2,
    ]


def test_comments_are_closed_on_resolved_matters():
    assert each(lambda law: law.posts.comments_after_resolution) == [False] * 5


# -- numbers, dice, actions, mantle


def test_numbers():
    assert each(lambda law: law.tracker.below_zero) == ["zero", "zero", "refuse", "refuse", "refuse"]
    assert each(lambda law: law.tracker.rounding) == ["none", *["zero"] * 4]


def test_dice():
    assert each(lambda law: law.dice.largest) == [None, None, None, 10**21 - 1, 1_000_000]
    fruit = ("Lemon", "Orange", "Kiwi", "Grape", "Cherry", "Tangelo")
    colour = (
        "White",
        "Red",
        "Green",
        "Silver",
        "Yellow",
        "Turquoise",
        "Magenta",
        "Orange",
        "Purple",
        "Black",
    )
    assert each(lambda law: dict(law.dice.lists)) == [{}, {}, {}, *[{"FRUIT": fruit, "COLOUR": colour}] * 2]
    assert each(lambda law: dict(law.dice.aliases)) == [{}, {}, {}, {"COLOR": "COLOUR"}, {"COLOR": "COLOUR"}]
    assert each(lambda law: law.dice.braces) == [False] * 4 + [True]
    assert each(lambda law: (len(law.dice.suits), len(law.dice.values), len(law.dice.faces))) == [
        *[(0, 0, 0)] * 4,
        (4, 13, 3),
    ]


def test_actions():
    assert each(lambda law: {a.name: (a.per, a.spacing, a.communal) for a in law.actions.values()}) == [
        {"often": ("day", 6, False), "occasionally": ("week", 24, False)},
        {"daily": ("day", 6, False), "weekly": ("week", 24, False)},
        {"daily": ("day", 10, False), "weekly": ("week", 24, False), "weekly-communal": ("week", 0, True)},
        *[
            {
                "daily": ("day", 10, False),
                "daily-communal": ("day", 10, True),
                "weekly": ("week", 24, False),
                "weekly-communal": ("week", 24, True),
            }
        ]
        * 2,
    ]


def test_the_mantle():
    assert each(lambda law: law.mantle.by) == ["post"] * 5
    assert each(lambda law: law.mantle.not_last_emperor) == [False] * 4 + [True]
    mantle = R211.mantle
    assert (mantle.last_emperor_case, mantle.limited_by, mantle.limited_to, mantle.loosened_by) == (
        "Malign Emperors",
        "Mantle Limitations",
        "cfj",
        "Alliances",
    )


def test_what_an_address_does_to_the_rules_that_it_does_not_name():
    assert each(lambda law: law.ascension.keeps) == ["all", "none", "none", "none", "none"]
    assert each(lambda law: law.ascension.pages_case) == [None] * 4 + ["Dynastic Tracking"]


def test_the_rules_about_empty_rules_and_about_subjects():
    assert each(lambda law: law.rules.empty_rule) == [""] * 4 + ["Rules and Votable Matters"]
    assert each(lambda law: law.posts.subject_rule) == [
        "Glossary",
        "Keywords",
        "Keywords",
        "Keywords",
        "Other",
    ]


def test_enacted_declarations_have_their_consequences():
    consequences = {"fail-others", "author-becomes-emperor"}
    assert each(lambda law: law.kinds["dov"].on_enactment) == [consequences] * 5
    assert each(lambda law: law.kinds["proposal"].on_enactment) == [set()] * 5


def test_special_cases():
    judging = {name: case.default for name, case in R211.special_cases.items() if case.judging}
    assert judging == {
        "Imperial Deferentials": True,
        "Seasonal Downtime": True,
        "Dormancy": True,
        "Malign Emperors": False,
    }
    assert {name: case.default for name, case in R2019.special_cases.items() if case.judging} == {
        "Imperial Deferentials": True,
        "Seasonal Downtime": True,
        "Dormancy": True,
    }
    assert (R211.special_cases["Mantle Limitations"].default, R211.special_cases["Alliances"].default) == (
        True,
        False,
    )
    assert each(lambda law: bool(law.special_cases)) == [False, False, False, True, True]


def test_words():
    assert each(lambda law: law.words.effects["self_killed"]) == [*["self-killed"] * 4, "withdrawn"]
    assert each(lambda law: (law.words.player, law.words.emperor)) == [
        ("Musician", "Conductor"),
        ("Mini Figure", "Brick Master"),
        ("Criminal", "Don"),
        ("Captain", "Admiral"),
        ("Villager", "Blizzard"),
    ]
    assert each(lambda law: law.resolving.statuses) == [
        *[("enacted", "failed")] * 4,
        ("enacted", "failed", "illegal"),
    ]
