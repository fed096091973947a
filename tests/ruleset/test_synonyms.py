"""New words for player and emperor everywhere in the rules, and what an Ascension Address leaves of them."""

import pytest

from ruleset.synonyms import Words, ascended, objections, reworded, spellings
from ruleset.tree import Node, Tree

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
    after = ascended(ruleset(), old=OLD, new=NEW, keep={"5"}, statuses={"Alliances": True, "Dormancy": False})
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
    assert objections(ruleset(), OLD, NEW) == ["The word “armourer” is used already, in the rule “Cold”."]
    without = ascended(ruleset(), old=OLD, new=OLD)
    assert objections(without, OLD, NEW) == []
    assert objections(without, OLD, OLD) == []


def test_one_word_for_two_terms_is_objected_to():
    same = Words("Moth", "Moths", "Moth", "Moth Kings")
    assert objections(Tree(), OLD, same) == [
        "The words for player and emperor must differ in all their forms."
    ]
