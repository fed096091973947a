"""Sentences that are not understood as they stand: what they come to in other words, and what stays a question."""

import pytest

from votables.english.reading import names_of, read
from votables.english.recasting import adds_nothing, only_tells, recasts
from votables.english.sentences import sentences

from .rulebook import TREE, changed

VOTES = "Each Baker has four votes. A vote may be changed. Votes of idle Bakers do not count."
IDLE = "A Baker who is away for four days is idle. An idle Baker has no votes."
BREAD = "One loaf. Two loaves. Three loaves. Four loaves."
OVENS = "There are three ovens: * Red: hot * Blue: cold * Green: warm Ovens rest at night."
PRICES = "The prices: | Good | Price | |---|---| | Rye Cob | 8 | | Bun | 12 |"
SMOKE = "Smoke rises (slowly) at dawn."
GONE = None
ALIKE = "“four” becomes “five”"


def outcome(instruction):
    """The rules that an instruction changes, with their texts afterwards; None where it asks."""
    reading = read(instruction, tree=TREE, game=None)
    return None if reading.questions or reading.tree is None else changed(reading.tree)


@pytest.mark.parametrize(
    ("instruction", "after"),
    [
        # several rules, several orders
        ("“Bread” and “Prices” are both hereby repealed.", {"Bread": GONE, "Prices": GONE}),
        (
            "The rule “Bread” is repealed, as is its neighbour “Prices”, subrules included.",
            {"Bread": GONE, "Prices": GONE},
        ),
        (
            "Scrap “Prices” altogether, along with the first sentence of “Voting”.",
            {"Prices": GONE, "Voting": VOTES.removeprefix("Each Baker has four votes. ")},
        ),
        (
            "The rules “Voting” and “Smoke” each receive a new last paragraph, which is:\n\n> So it is.",
            {"Voting": VOTES + " So it is.", "Ovens/Smoke": SMOKE + " So it is."},
        ),
        (
            "Add “So it is.” to the end of both “Voting” and “Smoke”.",
            {"Voting": VOTES + " So it is.", "Ovens/Smoke": SMOKE + " So it is."},
        ),
        (
            "Two things happen: the rule “Prices” is repealed; and in “Voting”, “four” becomes “five”.",
            {"Prices": GONE, "Voting": VOTES.replace("four", "five")},
        ),
        (
            "In “Voting”, replace “four” with “five”; in “Smoke”, replace “dawn” with “dusk”; and that is all.",
            {"Voting": VOTES.replace("four", "five"), "Ovens/Smoke": SMOKE.replace("dawn", "dusk")},
        ),
        (
            "Replace “four” with “five” and “changed” with “sold”; both are in “Voting”.",
            {"Voting": VOTES.replace("four", "five").replace("changed", "sold")},
        ),
        (
            "Replace “four” with “five” in “Voting”; do the same in “Idle Players”.",
            {"Voting": VOTES.replace("four", "five"), "Idle Players": IDLE.replace("four", "five")},
        ),
        (
            "In “Voting”, “four” becomes “five”, and in “Smoke”, “dawn” to “dusk”.",
            {"Voting": VOTES.replace("four", "five"), "Ovens/Smoke": SMOKE.replace("dawn", "dusk")},
        ),
        # words for words
        (
            "“Voting” is amended: “five” takes the place of “four”, and “sold” that of “changed”.",
            {"Voting": VOTES.replace("four", "five").replace("changed", "sold")},
        ),
        (
            "Amend “Voting” as follows: for “four” read “five”, and for “changed” read “sold”.",
            {"Voting": VOTES.replace("four", "five").replace("changed", "sold")},
        ),
        ("In the rule “Voting”, “four” is to be “five”.", {"Voting": VOTES.replace("four", "five")}),
        ("In “Voting”, let “five” stand instead of “four”.", {"Voting": VOTES.replace("four", "five")}),
        (
            "In “Voting” it says “four”. It ought to say “five”. Fix this.",
            {"Voting": VOTES.replace("four", "five")},
        ),
        ("In “Voting” it says “four”. It should say “five”.", {"Voting": VOTES.replace("four", "five")}),
        ("“Bread” says “Two loaves.” – make the “Two” a “Ten”.", {"Bread": BREAD.replace("Two", "Ten")}),
        (
            "In “Bread”, there is a sentence “Two loaves.”. Turn its “Two” into a “Ten”.",
            {"Bread": BREAD.replace("Two", "Ten")},
        ),
        (
            "“Smoke” has a sentence which begins “Smoke rises”. Change what it says in brackets to “fast”.",
            {"Ovens/Smoke": SMOKE.replace("slowly", "fast")},
        ),
        (
            "In “Voting”, strike “four” and in its stead, write “five”.",
            {"Voting": VOTES.replace("four", "five")},
        ),
        (
            "In “Voting”: replace each of the following phrases with the one after it.\n\n* “four” – “five”\n* “changed” – “sold”",
            {"Voting": VOTES.replace("four", "five").replace("changed", "sold")},
        ),
        # conditions on words
        (
            "If “Voting” says “four”, change that to “five”; and if it says “changed”, change that to “sold”.",
            {"Voting": VOTES.replace("four", "five").replace("changed", "sold")},
        ),
        (
            "If “Voting” contains the text “zebra”, change that to “horse”; if it says “four”, change that to “five”.",
            {"Voting": VOTES.replace("four", "five")},
        ),
        (
            "If “Ovens” contains the text “oven”, change each instance of it in that rule to “stove”; otherwise do nothing.",
            None,
        ),
        ("If no rule contains the word “zebra”, repeal “Prices”.", {"Prices": GONE}),
        ("If any rule contains the word “loaf”, repeal “Prices”.", {"Prices": GONE}),
        # pieces of a text
        ("Let “Smoke” end with one more sentence: “It goes.”", {"Ovens/Smoke": SMOKE + " It goes."}),
        ("Let this be the last paragraph of “Smoke”:\n\n> It goes.", {"Ovens/Smoke": SMOKE + " It goes."}),
        (
            "Let the list in “Ovens” begin with a new bullet:\n\n* White: new",
            {"Ovens": OVENS.replace("* Red", "* White: new * Red")},
        ),
        (
            "In “Ovens”, add to its list, as the last bullet: “White: new”",
            {"Ovens": OVENS.replace(" Ovens rest", " * White: new Ovens rest")},
        ),
        (
            "Change the first paragraph of “Bread” to “No loaf.”, and its last to “Nine loaves.”.",
            {"Bread": "No loaf. Three loaves. Nine loaves."},
        ),
        ("The rule “Bread” loses its last paragraph.", {"Bread": BREAD.removesuffix(" Four loaves.")}),
        # new rules
        (
            "Create a rule “A” (“a.”) and a subrule of “Bread” called “B” (“b.”).",
            {"A": "a.", "Bread/B": "b."},
        ),
        (
            "Two subrules are added to “Bread”: one entitled “A” with the text “a.”, and one entitled “B” with the text “b.”",
            {"Bread/A": "a.", "Bread/B": "b."},
        ),
        ("Add to “Bread” a subrule “A” (“a.”) and a subrule “B” (“b.”).", {"Bread/A": "a.", "Bread/B": "b."}),
        (
            "Add “A” (text: “a.”) and “B” (text: “b.”) to the rule “Bread” as subrules.",
            {"Bread/A": "a.", "Bread/B": "b."},
        ),
        (
            "Create the rules “A” and “B”. The former reads “a.”, and the latter reads “b.”.",
            {"A": "a.", "B": "b."},
        ),
        ("Create two rules: “A”, which reads “a.”, and “B”, which reads “b.”", {"A": "a.", "B": "b."}),
        (
            "Enact a rule, “A”: “a.”. It has two subrules. The first, “B”, reads “b.”; the second, “C”, reads “c.”",
            {"A": "a.", "A/B": "b.", "A/C": "c."},
        ),
        (
            "Give the rule “Bread” two subrules:\n\n**A**\n\n> a.\n\n**B**\n\n> b.",
            {"Bread/A": "a.", "Bread/B": "b."},
        ),
        (
            "Create the following two dynastic rules:\n\n**A**\n\n> a.\n\n**B**\n\n> b.",
            {"A": "a.", "B": "b."},
        ),
        (
            "Repeal the subrules “Fuel” and “Smoke” of “Ovens” and create one called “Ash” there instead, with this text: Ash is cold.",
            {"Ovens/Fuel": GONE, "Ovens/Smoke": GONE, "Ovens/Ash": "Ash is cold."},
        ),
        ("The rule “Bread” is made a subrule of “Prices”.", {"Bread": GONE, "Prices/Bread": BREAD}),
        # several sentences on one or two new rules
        ("Add a new rule. The new rule is called “A” and its text is:\n\n> a.", {"A": "a."}),
        ("Add a new subrule to “Bread”. Its title is “A”, and it reads “a.”", {"Bread/A": "a."}),
        (
            "Add two new dynastic rules. One is called “A”:\n\n> a.\n\nThe other is called “B”:\n\n> b.",
            {"A": "a.", "B": "b."},
        ),
        (
            "Add these two subrules to “Bread”.\n\nThe first is called “A”:\n\na.\n\nThe second is called “B”:\n\nb.",
            {"Bread/A": "a.", "Bread/B": "b."},
        ),
        (
            "Add two subrules to “Bread”, called “A” and “B”. “B” reads:\n\n> b.\n\n“A” reads:\n\n> a.",
            {"Bread/A": "a.", "Bread/B": "b."},
        ),
        (
            "Create a rule entitled “A” and another entitled “B”. The text of “A” is:\n\n> a.\n\nThe text of “B” is:\n\n> b.",
            {"A": "a.", "B": "b."},
        ),
        # names that nothing sets off
        ("Enact a new rule, The Long Night, with the following text:\n\n> a.", {"The Long Night": "a."}),
        ("Add a subrule to “Bread”, Moonlight: a.", {"Bread/Moonlight": "a."}),
        ("In “Prices”, change the price of the Bun to 14.", {"Prices": PRICES.replace("12", "14")}),
        ("In “Prices”, the Price of the Bun is now 14.", {"Prices": PRICES.replace("12", "14")}),
        # what is done where a condition does not hold
        ("If there is a rule called “Bread”, repeal it. If there isn’t, repeal “Prices”.", {"Bread": GONE}),
        ("If there is a rule called “Cake”, repeal it. If there isn’t, repeal “Prices”.", {"Prices": GONE}),
        ("If “Voting” contains “five”, repeal it. If it does not, repeal “Prices”.", {"Prices": GONE}),
        (
            "If there is a rule called “Cake”, append the following to it; if there is not, append it to “Smoke”:\n\n> a.",
            {"Ovens/Smoke": SMOKE + " a."},
        ),
        # what was spoken of just before
        (
            "In “Bread”, insert this paragraph before the last one:\n\n> a.",
            {"Bread": BREAD.replace("Four", "a. Four")},
        ),
        (
            "Remove the bullet “Blue: cold” from the list in “Ovens”. Add to that list:\n\n* Grey: off",
            {"Ovens": OVENS.replace("* Blue: cold ", "").replace("Ovens rest", "* Grey: off Ovens rest")},
        ),
        (
            "In “Bread”, replace “Two” with “Ten”, then rename that rule “Cake”.",
            {"Bread": GONE, "Cake": BREAD.replace("Two", "Ten")},
        ),
        (
            "The rule “Bread” is renamed to “Cake”, and its last paragraph is removed.",
            {"Bread": GONE, "Cake": BREAD.removesuffix(" Four loaves.")},
        ),
        (
            "Move the subrule “Fuel” of “Ovens” out, so that it is a dynastic rule of its own.",
            {"Ovens/Fuel": GONE, "Fuel": "Coal is fuel."},
        ),
        # texts that stand apart from the words
        ("Where the rules say “at dawn”, make it “at dusk”.", {"Ovens/Smoke": SMOKE.replace("dawn", "dusk")}),
        (
            "In “Smoke”, the words\n\nat dawn\n\nbecome\n\nat dusk",
            {"Ovens/Smoke": SMOKE.replace("dawn", "dusk")},
        ),
        (
            "Add a sentence to the end of “Smoke”, reading “a.”, and a sentence to the end of “Fuel”, reading “b.”",
            {"Ovens/Smoke": SMOKE + " a.", "Ovens/Fuel": "Coal is fuel. b."},
        ),
        ("At the end of “Smoke” (that is, above its subrules), add:\n\n> a.", {"Ovens/Smoke": SMOKE + " a."}),
        ("The rule “Bread” needs a subrule. Call it “A”, and let its text be:\n\n> a.", {"Bread/A": "a."}),
    ],
)
def test_a_sentence_in_other_words(instruction, after):
    assert outcome(instruction) == after


@pytest.mark.parametrize(
    "instruction",
    [
        "In “Voting” it says “four”.",
        "In “Voting” it says “zebra”. It should say “five”.",
        "Repeal rule 3.2, “Prices”.",
        "Rename rule 3.2, “Prices”, to “Costs”.",
        "Repeal rule 3.2, “Prices” and “Ovens”.",
        "Create three rules: “A”, which reads “a.”, and “B”, which reads “b.”",
        "Give the rule “Bread” three subrules:\n\n**A**\n\n> a.\n\n**B**\n\n> b.",
        "Enact a rule, “A”: “a.”. It has three subrules. The first, “B”, reads “b.”; the second, “C”, reads “c.”",
        "Create a subrule (“a.”) and a rule “B” (“b.”).",
        "The rule “Bread” becomes “Cake”.",
        "“four” takes the place of “loaf”, and “five” that of “Bakers”, if the vote is close.",
        "Replace “four” with “five” in “Voting”; do the same in “Zebras”.",
        "Scrap “Prices” altogether, along with the ninth sentence of “Voting”.",
        "In “Voting”, “loaves” is to be “cakes”.",
        "If there is no rule called “Bread”, repeal “Prices”. If there isn’t, repeal “Ovens”.",
        "If there is a rule called “Bread” and “Voting” contains “four”, repeal it. If not, repeal “Ovens”.",
        "If “Voting” contains “four”, repeal it. If there isn’t, repeal “Ovens”.",
        "If there is a rule called “Cake”, append the following to it; if it rains, append it to “Smoke”:\n\n> a.",
        "Add two new dynastic rules. One is called “A”:\n\n> a.",
        "Add three subrules to “Bread”, called “A” and “B”. “A” reads:\n\n> a.\n\n“B” reads:\n\n> b.",
        "Add two subrules to “Bread”, called “A” and “B”. “A” reads:\n\n> a.\n\n“C” reads:\n\n> b.",
        "Add two rules, called “A” and “A”. “A” reads “a.” “A” reads “b.”",
        "Enact a new rule, long and cold, with the following text:\n\n> a.",
        "Enact a new rule, Long, and repeal Bread, with the text “a.”",
        "In “Prices”, change the size of the Bun to 14.",
        "In “Ovens”, replace the text of the Blue bullet with “lukewarm”.",
        "Replace the Blue bullet in “Ovens” with “lukewarm”.",
        "In “Voting”, replace “four” with “five”. Add to that list:\n\n* Grey: off",
        "Repeal “Bread”, then rename that rule “Cake”.",
        "Where the rules say “loaves”, make it “cakes”.",
    ],
)
def test_what_is_not_sure_stays_a_question(instruction):
    assert outcome(instruction) is None


def tokens_of(text):
    return [token for sentence in sentences(text, names_of(TREE, None)) for token in sentence.tokens]


def test_a_sentence_that_only_tells_orders_nothing():
    assert only_tells(tokens_of("In “Voting” it says “four”."))
    assert not only_tells(tokens_of("In “Voting”, write “four”."))
    assert adds_nothing(tokens_of("Please fix this."))
    assert not adds_nothing(tokens_of("Fix the rule “Voting”."))


def test_the_orders_of_a_sentence():
    [orders] = recasts(tokens_of("In “Voting”, let “five” stand instead of “four”."))
    assert [" ".join(token.text for token in order) for order in orders] == [
        "In Voting , replace four with five"
    ]
    assert list(recasts(tokens_of("Nothing of this is known."))) == []
    assert list(recasts([])) == []
