"""New words for player and emperor everywhere in the rules, and what an Ascension Address leaves of them."""

import pytest
from django.utils.safestring import SafeString, mark_safe

from ruleset.law import load
from ruleset.queries.special_cases import not_by_default
from ruleset.text import starting
from ruleset.text.synonyms import (
    PLAIN,
    Words,
    ascended,
    law_in_words,
    objections,
    reworded,
    spellings,
    spoken,
    words_in,
)
from ruleset.text.tree import Node, Tree

OLD = Words("Villager", "Villagers", "Blizzard", "Blizzards")
NEW = Words("Armourer", "Armourers", "Emperor", "Emperors")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A Villager may act.", "An Armourer may act."),
        ("a villager, an VILLAGER", "an armourer, an ARMOURER"),
        ("The Villagers' votes, each Villager’s vote", "The Armourers' votes, each Armourer’s vote"),
        ("the Blizzard and a Blizzard", "the Emperor and an Emperor"),
        ("Villagership and blizzardy weather", "Villagership and blizzardy weather"),
        ("`Villager` at https://example.org/Villager", "`Villager` at https://example.org/Villager"),
        ("[Villager page](/wiki/Villager)", "[Armourer page](/wiki/Villager)"),
        ("[[Idle Villagers]]", "[[Idle Armourers]]"),
        ("**Villager**, _Villager_", "**Armourer**, _Armourer_"),
        ("non-Villager Villager/Blizzard", "non-Armourer Armourer/Emperor"),
    ],
)
def test_words_are_replaced_in_the_form_in_which_they_stand(text, expected):
    assert reworded(text, OLD, NEW) == expected


def test_regional_spellings_are_the_same_word():
    assert {"armourer", "armorer"} <= spellings("Armourer")
    assert {"organiser", "organizer"} <= spellings("Organiser")
    old = Words("Armourer", "Armourers", "Grey King", "Grey Kings")
    text = "An Armorer serves a Gray King; Armorers are armourers."
    new = Words("Unicorn", "Unicorns", "Hour", "Hours")
    assert reworded(text, old, new) == "A Unicorn serves an Hour; Unicorns are unicorns."


def test_a_term_of_two_words_keeps_its_capitals():
    old = Words("Mini Figure", "Mini Figures", "Brick Master", "Brick Masters")
    assert (
        reworded("A Mini Figure, a mini figure, MINI FIGURES", old, OLD)
        == "A Villager, a villager, VILLAGERS"
    )
    assert reworded("The Villager and VILLAGERS", OLD, old) == "The Mini Figure and MINI FIGURES"


LIST = "Synonyms"


def ruleset() -> Tree:
    return Tree(
        (
            Node("1", "Core Rules", "", (Node("2", "Idle Villagers", "A Villager may idle."),)),
            Node(
                "3",
                "Dynastic Rules",
                "Snow.",
                (
                    Node(
                        "4",
                        "Heat",
                        "Each Villager has Heat.",
                        (Node("5", "Fever", "A Villager may be hot."),),
                    ),
                    Node("6", "Cold", "The Blizzard is an armourer."),
                ),
            ),
            Node(
                "7",
                "Special Case",
                "",
                (
                    Node("8", "Dormancy [Active]", "Fewer than five Villagers."),
                    Node("9", "Bounties [Rare] [Active]", ""),
                    Node("10", "Alliances [Rare]", ""),
                ),
            ),
            Node(
                "11", "Appendix", "", (Node("12", "Synonyms", "- Villager (Player)\n- Blizzard (Emperor)"),)
            ),
        )
    )


def test_an_address_repeals_what_it_does_not_keep_and_says_the_rest_in_its_words():
    after = ascended(
        ruleset(),
        old=OLD,
        new=NEW,
        keep={"5"},
        statuses={"Alliances": True, "Dormancy": False},
        synonyms=LIST,
    )
    assert [(node.title, node.text) for node in after.walk()] == [
        ("Core Rules", ""),
        ("Idle Armourers", "An Armourer may idle."),
        ("Dynastic Rules", ""),
        ("Fever", "An Armourer may be hot."),
        ("Special Case", ""),
        ("Dormancy [Inactive]", "Fewer than five Armourers."),
        ("Bounties [Rare] [Inactive]", ""),
        ("Alliances [Rare] [Active]", ""),
        ("Appendix", ""),
        ("Synonyms", "- Armourer (Player)\n- Emperor (Emperor)"),
    ]


def test_a_word_that_the_rules_use_elsewhere_is_objected_to_unless_its_rule_goes():
    assert objections(ruleset(), OLD, NEW, synonyms=LIST) == [
        "The rule “Cold” already uses the word “armourer”."
    ]
    without = ascended(ruleset(), old=OLD, new=OLD, synonyms=LIST)
    assert objections(without, OLD, NEW, synonyms=LIST) == []
    assert objections(without, OLD, OLD, synonyms=LIST) == []


def test_one_word_for_two_terms_is_objected_to():
    same = Words("Moth", "Moths", "Moth", "Moth Kings")
    assert objections(Tree(), OLD, same, synonyms=LIST) == [
        "The words for player and emperor must differ in all their forms."
    ]


def test_a_law_speaks_to_people_in_the_words_of_the_dynasty_and_decides_the_same():
    law = load("ruleset-211")
    spoken = law_in_words(law, Words("Keeper", "Keepers", "Warden", "Wardens"))
    assert spoken.roster.names.rule == law.roster.names.rule == "Names"
    assert (law.roster.idling.rule, spoken.roster.idling.rule) == ("Idle Villagers", "Idle Keepers")
    assert spoken.icons["veto"].allowed[1].label == "only the warden may use VETO"
    assert spoken.special_cases.keys() == law.special_cases.keys()
    assert spoken.special_cases["Malign Emperors"].rule == "Malign Emperors"
    assert spoken.icons["veto"].allowed[2].label.startswith("while Malign Emperors is active, VETO")
    assert (spoken.text, spoken.kinds["proposal"].enact.any_way) == (
        law.text,
        law.kinds["proposal"].enact.any_way,
    )
    assert spoken != law


def test_special_cases_are_found_by_their_titles_in_the_words_of_the_dynasty():
    law = law_in_words(load("ruleset-211"), Words("Keeper", "Keepers", "Warden", "Wardens"))
    title = "Malign Wardens [Rare] [Active]"
    tree = Tree((Node("1", "Special Case", "", (Node("2", title),)),))
    assert not_by_default(law, tree, {}) == {"Malign Emperors": True}


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        (
            "- Villager (Player)\n- Blizzard (Emperor)",
            Words("Villager", "Villagers", "Blizzard", "Blizzards"),
        ),
        (
            "* Ferrywoman (Player)\n* Duchess (Emperor)",
            Words("Ferrywoman", "Ferrywomen", "Duchess", "Duchesses"),
        ),
        ("- Spy (Player)", None),
    ],
)
def test_the_list_of_synonyms_says_what_people_are_called(listed, expected):
    assert (
        words_in(Tree((Node("1", "Appendix", "", (Node("2", "Terms", listed),)),)), synonyms="terms")
        == expected
    )


def test_the_starting_rules_say_all_in_new_words_but_keep_the_list_of_synonyms():
    tree = ascended(
        starting.tree(),
        old=PLAIN,
        new=Words("Sorter", "Sorters", "Postmaster", "Postmasters"),
        synonyms=LIST,
    )
    text = "\n".join(f"{node.title}\n{node.text}" for node in tree.walk())
    assert text.count("Player") == text.count("(Player)") == 1
    assert text.count("Emperor") == text.count("(Emperor)") + text.count("Malign Emperors") == 2
    assert ("- Sorter (Player)\n- Postmaster (Emperor)" in text, "Idle Sorters" in text) == (True, True)
    (dynastic,) = tree.named("Dynastic Rules")
    assert dynastic.children == ()


ODD = Words("Archivist", "Archivists", "Zookeeper", "Zookeepers")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Only a player may do that.", "Only an archivist may do that."),
        (
            "Players’ names; a player's own; the EMPEROR.",
            "Archivists’ names; an archivist's own; the ZOOKEEPER.",
        ),
        ("There is no “Player One” among the players.", "There is no “Player One” among the archivists."),
        ("See https://example.com/player or `player`.", "See https://example.com/player or `player`."),
        ("{player} is a player again.", "{player} is an archivist again."),
        ("Nothing of the kind.", "Nothing of the kind."),
        (
            "emperor_for is no emperor’s, has_player neither.",
            "emperor_for is no zookeeper’s, has_player neither.",
        ),
        ("While Malign Emperors is active, the emperor", "While Malign Emperors is active, the zookeeper"),
        ("Low-Player Mode: a player", "Low-Player Mode: an archivist"),
        ("Players are players, Emperors emperors.", "Archivists are archivists, Zookeepers zookeepers."),
    ],
)
def test_a_sentence_of_the_site_is_spoken_in_the_words_of_the_dynasty(text, expected):
    names = {"Malign Emperors", "Low-Player Mode", "Players", "Dormancy"}
    assert spoken(text, lambda: ODD, lambda: names) == expected


def test_special_cases_keep_their_names_in_every_dynasty():
    """Also where another rule speaks of them; and no name of one stands in the way of new words."""
    rules = Tree(
        (
            Node(
                "1",
                "Special Case",
                "",
                (
                    Node("2", "Malign Emperors [Active]", "The Emperor may."),
                    Node("3", "Low-Player Mode [Rare] [Active]", "As few Players as [[Malign Emperors]]."),
                ),
            ),
        )
    )
    words = Words("Sorter", "Sorters", "Mariner", "Mariners")
    after = ascended(rules, old=PLAIN, new=words, synonyms=LIST)
    assert [(node.title, node.text) for node in after.walk()][1:] == [
        ("Malign Emperors [Active]", "The Mariner may."),
        ("Low-Player Mode [Rare] [Active]", "As few Sorters as [[Malign Emperors]]."),
    ]
    assert objections(after, words, PLAIN, synonyms=LIST) == []
    assert ascended(after, old=words, new=PLAIN, synonyms=LIST) == rules


def test_words_that_hold_a_plain_one_are_not_replaced_again():
    words = Words("Team Player", "Team Players", "Emperor Penguin", "Emperor Penguins")
    assert spoken("A team player; a player; the Emperor Penguin and the emperor.", lambda: words) == (
        "A team player; a team player; the Emperor Penguin and the emperor penguin."
    )


def test_words_are_looked_up_only_for_a_sentence_that_has_one():
    assert spoken("Nobody has voted.", lambda: pytest.fail("asked for")) == "Nobody has voted."


def test_words_are_escaped_in_a_text_that_is_markup():
    words = Words("A<b", "A<bs", "C&d", "C&ds")
    safe = spoken(mark_safe('<b class="player">Players &amp; emperor</b>'), lambda: words)
    assert (safe, isinstance(safe, SafeString)) == (
        '<b class="player">A&lt;bs &amp; c&amp;d</b>',
        True,
    )
    assert spoken("Players", lambda: words) == "A<bs"
