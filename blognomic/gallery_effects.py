"""Made-up changes of a matter for the gallery: plain objects in the shapes that the components ask for."""

from datetime import UTC, datetime
from types import SimpleNamespace as Thing

from django.utils.safestring import SafeString

from blognomic.gallery_data import post
from ruleset.agreement import LeftBehind
from ruleset.references import Astray, Shared
from ruleset.tree import Node, Tree
from votables.remarks import Remarks
from votables.showing_tracked import ShownDefinition, ShownReturn, ShownTracking, ShownValue

LAMP = SafeString(
    "As a <del>weekly</del><ins>daily</ins> action, a Keeper may trim the Lamp.\n\n"
    '<span class="diff-skip">⋯ 7 paragraphs unchanged</span>\n'
    "The Warden may <del>not</del><ins>then</ins> light it."
)
LAW = SafeString("[hours.minimum]\nvalue = <del>12</del><ins>6</ins>\n")
NOTHING = SafeString("")
OIL = ShownTracking(
    "Oil of every player: -5",
    values=[
        ShownValue("Oil", "Bobby", "12", "7"),
        ShownValue(
            "Oil", "Carol", "3", "0", "set to 0: the law sets a number that would fall below zero to zero"
        ),
        ShownValue("Motto", "Gulliver", "", "Trim it"),
    ],
)
LAMPS = ShownTracking(
    "Lamps",
    values=[ShownValue("Lamps", f"Keeper {number}", "", "3") for number in range(14)],
    definitions=[
        ShownDefinition("Lamps", [], ["for each player", "whole number", "at least 0", "default 3"]),
        ShownDefinition("Weather", ["for the game", "text"], ["for the game", "one of several choices"]),
        ShownDefinition("Wicks", ["for each player", "whole number"], []),
    ],
)
CHART = ShownTracking(
    "The chart", page=SafeString("# The chart\n\nHere be <del>gulls</del><ins>lamps</ins>.")
)


BACK = ShownTracking(
    "The chart",
    page=CHART.page,
    back=ShownReturn(datetime(2026, 3, 2, 12, tzinfo=UTC), False, datetime(2026, 3, 1, tzinfo=UTC), "#"),
)
BLANKED = ShownTracking("The log", back=ShownReturn(datetime(2026, 3, 2, 12, tzinfo=UTC), False))


def effect(place: int, op: str, name: str, differences: list[Thing] | None = None, **fields: object) -> Thing:
    """One change with everything that `votables/_effects.html` asks for; what is not given is not so."""
    about = {
        "misfit": None,
        "finding": None,
        "merged": False,
        "skipped": "",
        "law_was": "",
        "law_becomes": "",
        "tracked": None,
        "questioned": None,
    }
    about |= {key: value for key, value in fields.items() if key in about}
    change = Thing(
        op=op,
        name=name,
        when=fields.get("when", ""),
        text=fields.get("text", ""),
        track=fields.get("track"),
        update=fields.get("update", 0),
    )
    return Thing(
        effect=Thing(place=place, change=change, **about),
        differences=differences or [],
        law_words=fields.get("law_words", NOTHING),
        meant=fields.get("meant", NOTHING),
        wanted=fields.get("wanted", ""),
        tracking=fields.get("tracking"),
        said=fields.get("said", ""),
        can_be_corrected=op in ("edit", "add", "rename", "law", "track"),
        settled=fields.get("settled"),
        ticked=fields.get("ticked", False),
    )


def rule(number: str, title: str, what: str, words: SafeString = NOTHING, **fields: object) -> Thing:
    """What happens to one rule."""
    defaults = {"was": "", "came_from": "", "is_repealed": False, "is_long": False, "url": "#"}
    texts = Thing(old_text="", new_text=str(words))
    return Thing(
        number=number, title=title, what=what, words=words, difference=texts, **{**defaults, **fields}
    )


def effects() -> list[Thing]:
    """Changes in every state."""
    clash = Thing(base="weekly", now="hourly", wanted="daily")
    gone = SafeString("<del>Gulls may be fed.</del>")
    return [
        effect(0, "edit", "edit", [rule("2.1", "The Lamp", "amended", LAMP)], wanted="As a daily action…"),
        effect(1, "edit", "edit", [rule("2.2", "Oil", "amended", LAMP)], merged=True, wanted="Oil burns."),
        effect(
            2, "edit", "edit", meant=LAMP, wanted="As a daily action, a Keeper may trim the Lamp.",
            misfit=Thing(reason="Others have changed the same words since.", clashes=[clash]),
            settled=Thing(skip=False, why="Both were enacted."),
        ),
        effect(3, "move", "move", misfit=Thing(reason="The rule does not exist any more.", clashes=[])),
        effect(
            4, "repeal", "repeal", when="if a rule is called “Fog”", skipped="its condition is not met",
            finding=Thing(met=False, found="there is no rule called “Fog”"),
        ),
        effect(
            5, "add", "add a rule", [rule("2.3", "Two Lamps", "added", LAMP, url="")], wanted="A second lamp.",
            when="if matter 12 is enacted", finding=Thing(met=True, found="“Ships” is enacted"),
        ),
        effect(6, "rename", "rename", [rule("2.4", "Storms", "renamed", was="Weather")], wanted="Storms"),
        effect(7, "move", "move", [rule("2.5", "Gulls", "moved", came_from="2.9")]),
        effect(
            8, "repeal", "repeal",
            [
                rule("2.6", "Feeding", "repealed", gone, is_repealed=True),
                rule("2.7", "Nests", "repealed", gone, is_repealed=True, is_long=True),
            ],
        ),
        effect(18, "roster", "rename a player", said="Carol is renamed to Caroline."),
        effect(9, "step", "a step to carry out by hand", text="Thank every Keeper.", ticked=True),
        effect(10, "law", "change the law", law_words=LAW, law_was="12", law_becomes="6", wanted="value = 6"),
        effect(11, "law", "change the law"),
        effect(12, "replace", "replace words"),
        effect(13, "track", "set or shift values", track=Thing(do="set"), tracking=OIL, wanted="-5"),
        effect(14, "track", "track something new", track=Thing(do="define"), tracking=LAMPS, wanted="3"),
        effect(15, "track", "write a page", track=Thing(do="page"), tracking=CHART),
        effect(19, "track", "return a page", track=Thing(do="revert-page"), tracking=BACK),
        effect(20, "track", "return a page", track=Thing(do="revert-page"), tracking=BLANKED),
        effect(
            21, "track", "write a page", track=Thing(do="page", path="chart"), tracking=ShownTracking("The chart"),
            misfit=Thing(reason="The page “The chart” has been changed in the same words since.", clashes=[clash]),
            meant=CHART.page, wanted="Here be lamps.",
        ),
        effect(
            16, "track", "stop tracking", track=Thing(do="retire"), tracking=ShownTracking("Wicks"),
            misfit=Thing(reason="Nothing called “wicks” is tracked.", clashes=[]),
        ),
        effect(
            17, "uphold", "uphold a disputed update", update=12,
            questioned=Thing(by="Carol", comment="Fed the gulls", disputes=["Bobby: They were not hungry."]),
        ),
    ]  # fmt: skip


def foreseen() -> list[Thing]:
    """Two pending matters under another law: one stands otherwise, one the same."""
    return [
        Thing(post=post(104, "Trimming", "Bobby"), now_in_words="stays pending",
              then_in_words="may be enacted", differs=True),
        Thing(post=post(105, "Oil", "Carol"), now_in_words="may be failed",
              then_in_words="may be failed", differs=False),
    ]  # fmt: skip


def law() -> Thing:
    """What another law leads to."""
    return Thing(
        quorum_line="Quorum with the 3 players of today: 2, instead of 3. With 1 to 6 players: 1, 2, 2, 3, 3, 4.",
        warnings=["With 5 players the formula gives nothing: the quorum is then 3."],
    )


def missing_tags() -> list[Thing]:
    return [Thing(name="Core", label="without it the matter cannot change Core Rules", rule="Tags")]


def remarks() -> Remarks:
    """Changes after which two rules share a title, a number names another rule, and the law is left behind."""
    rules = [Node("7", "Cats", "Cats purr."), Node("8", "Cats"), Node("9", "Dogs", "As rule 2.1 says.")]
    _section, first, second, third = Tree((Node("2", "Dynastic Rules", "", tuple(rules)),)).placed()
    return Remarks(
        shared=[Shared("Cats", (first, second), first)],
        linked=[],
        astray=[Astray(third, "2.1", rules[0], rules[1], "2.4")],
        behind=[LeftBehind("Proposals", "1.4", "rule-proposals", ("2 proposals pending",), "limits.pending")],
    )
