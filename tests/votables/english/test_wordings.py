"""Other words and orders for what instructions do to the rules: each stands for a class of them, with what it does, or that
it is asked about."""

import pytest

from votables.english.reading import read

from .rulebook import FIVE, TREE, VOTES, changed_by

BREAD = "One loaf. Two loaves. Three loaves. Four loaves."
OVENS = "There are three ovens: * Red: hot * Blue: cold * Green: warm Ovens rest at night."
PRICES = "The prices: | Good | Price | |---|---| | Rye Cob | 8 | | Bun | 12 |"
IDLE = "A Baker who is away for four days is idle. An idle Baker has no votes."
GONE = None


@pytest.mark.parametrize(
    "instruction",
    [
        "Where the rule “Voting” says “four”, it should say “five”.",
        "Where “Voting” says “four”, make it say “five”.",
        "Where it says “four” in “Voting”, change it to “five”.",
        "In “Voting”, use “five” instead of “four”.",
        "In “Voting”, put “five” in place of “four”.",
        "In “Voting”, instead of “four” write “five”.",
        "In “Voting”, swap “four” for “five”.",
        "In “Voting”, delete “four” and insert “five” in its place.",
        "In “Voting”, delete “four” and put “five” there.",
        "In “Voting”, “five” takes the place of “four”.",
        "“Voting” has “four” changed to “five”.",
        "Fix the typo “four” in “Voting” by changing it to “five”.",
        "Rule 1.1 (“Voting”): change “four” to “five”.",
        "1.1: change “four” to “five”",
        "Rule 1.1 (Voting) is changed in two places: “four” becomes “five”.",
        "Rule 1.1 says “four”. Make that “five”.",
        "Amend “Voting” as follows: for “four” read “five”.",
        "Replace “four” with “five” in Rule 1.1, “Voting”.",
        "Where “Voting” says “four”, make it “five”.",
        "Amend “Voting” to say “five” where it now says “four”.",
        "Amend the rule “Voting”:\n\n- “four” → “five”",
        "Amend the rule “Voting”:\n\n* by replacing “four” with “five”;",
        "In “Voting”, replace “four” (in the first sentence) with “five”.",
        "In the rule “Voting”, the ‘four’ should be a ‘five’.",
        "If “Voting” contains “four”, replace that text with “five”.",
        "If the rule “Voting” exists and there is no rule “Cakes”, change “four” to “five” in “Voting”.",
        "So far as the following are found in “Voting”, make these changes:\n\n- Replace “four” with “five”.\n- Replace “geese” with “ducks”.",
    ],
)
def test_words_are_replaced_in_many_other_words(instruction: str) -> None:
    assert changed_by(instruction) == {"Voting": FIVE}


@pytest.mark.parametrize(
    ("instruction", "changes"),
    [
        # where something is put
        ("If “Bread” is a rule, append the following to it:\n\n> So.", {"Bread": f"{BREAD} So."}),
        ("In “Bread”, replace the text “One” with “Six”, and the text “Two” with “Ten”.", {"Bread": BREAD.replace("One", "Six").replace("Two", "Ten")}),
        ("Add to “Bread”:\n\n> So.\n\nand to “Ovens”:\n\n> Ha.", {"Bread": f"{BREAD} So.", "Ovens": f"{OVENS} Ha."}),
        ("If it doesn’t already exist, create a rule called “Ash” with the text:\n\n> So.", {"Ash": "So."}),
        ("Add to the rule “Bread”, as a new paragraph: “So.”", {"Bread": f"{BREAD} So."}),
        ("Append a new final paragraph to “Bread”: “So.”", {"Bread": f"{BREAD} So."}),
        ("Add “So.” as the second sentence of “Bread”.", {"Bread": BREAD.replace("Two", "So. Two")}),
        ("Insert a new second paragraph in “Bread”: “So.”", {"Bread": BREAD.replace("Three", "So. Three")}),
        ("“Bread” has this added to it as its final paragraph:\n\n> So.", {"Bread": f"{BREAD} So."}),
        ("In “Ovens”, insert a bullet between the second and third bullets: “Pink: soft”", {"Ovens": OVENS.replace("* Green", "* Pink: soft * Green")}),
        ("Add the bullets “Pink: soft” and “Grey: off” to the list in “Ovens”.", {"Ovens": OVENS.replace("warm", "warm * Pink: soft * Grey: off")}),
        ("The list in “Ovens” gains a bullet:\n\n* Pink: soft", {"Ovens": OVENS.replace("warm", "warm * Pink: soft")}),
        ("Add “Pink: soft” to the list of ovens in “Ovens”.", {"Ovens": OVENS.replace("warm", "warm * Pink: soft")}),
        ("In the table in “Prices”, add a row with the values Pie and 3.", {"Prices": f"{PRICES} | Pie | 3 |"}),
        ("Add a row to the table in “Prices” reading “Pie | 3”.", {"Prices": f"{PRICES} | Pie | 3 |"}),
        ("To the second paragraph of “Bread”, add the sentence “So.”", {"Bread": BREAD.replace("Three loaves.", "Three loaves. So.")}),
        ("Begin the third paragraph of “Bread” with “So.”", {"Bread": BREAD.replace("Four", "So. Four")}),
        ("In “Bread”, insert a comma after “One”.", {"Bread": BREAD.replace("One", "One,")}),
        ("After the sentence that reads “Two loaves.” in “Bread”, add “So.”", {"Bread": BREAD.replace("Three", "So. Three")}),
        # what is taken out, and what becomes of it
        ("“Bread” loses the sentence “Two loaves.”", {"Bread": BREAD.replace("Two loaves. ", "")}),
        ("In “Ovens”, delete the bullets “Red” and “Blue”.", {"Ovens": OVENS.replace("* Red: hot * Blue: cold ", "")}),
        ("Delete the Bun row from the table in “Prices”.", {"Prices": PRICES.replace(" | Bun | 12 |", "")}),
        ("In the Rye Cob row of the table in “Prices”, change “8” to “9”.", {"Prices": PRICES.replace("8", "9")}),
        ("In “Prices”, set the Price of Bun to 13.", {"Prices": PRICES.replace("12", "13")}),
        ("In “Ovens”, replace the first and second bullets with:\n\n* Pink: soft", {"Ovens": OVENS.replace("* Red: hot * Blue: cold", "* Pink: soft")}),
        ("If “Bread” has a sentence beginning “Two”, delete it.", {"Bread": BREAD.replace("Two loaves. ", "")}),
        ("In “Bread”, replace the second “loaves” with “buns”.", {"Bread": BREAD.replace("Three loaves", "Three buns")}),
        ("Replace the whole of “Bread” with “No bread.”", {"Bread": "No bread."}),
        ("Rewrite “Bread” so that its text is “No bread.”", {"Bread": "No bread."}),
        ("Delete the text of “Bread”.", {"Bread": ""}),
        ("Throughout the ruleset, replace “Baker” with “Cook” and “Bakers” with “Cooks”, except in “Idle Players”.", {"Voting": VOTES.replace("Baker", "Cook")}),
        # rules
        ("Repeal “Bread” and replace it with a new rule called “Buns”:\n\n> One bun.", {"Bread": GONE, "Buns": "One bun."}),
        ("Replace the rule “Bread” with a new rule, “Buns”, which reads “One bun.”", {"Bread": GONE, "Buns": "One bun."}),
        ("Repeal the rule “Bread”. In its place, create a rule called “Buns” with the text “One bun.”", {"Bread": GONE, "Buns": "One bun."}),
        ("Create a rule called “Buns” with the same text as “Bread”.", {"Buns": BREAD}),
        ("New rule: “Buns”\n\n> One bun.", {"Buns": "One bun."}),
        ("Add a rule Hot Buns which reads:\n\n> One bun.", {"Hot Buns": "One bun."}),
        ("Add a new rule. Title: “Buns”. Text:\n\n> One bun.", {"Buns": "One bun."}),
        ("Create a rule called “Buns”. Set its text to:\n\nOne bun.", {"Buns": "One bun."}),
        ("“Bread” gets a subrule, “Buns”:\n\n> One bun.", {"Bread/Buns": "One bun."}),
        ("Add “Buns” to “Bread” as a subrule: “One bun.”", {"Bread/Buns": "One bun."}),
        ("Add two subrules to “Bread”. The first is called “Buns”:\n\n> One bun.\n\nThe second is called “Pies”:\n\n> One pie.", {"Bread/Buns": "One bun.", "Bread/Pies": "One pie."}),
        ("Add a subrule to “Bread” called “Buns”:\n\n> One bun.\n\nTo the same rule, add a subrule called “Pies”:\n\n> One pie.", {"Bread/Buns": "One bun.", "Bread/Pies": "One pie."}),
        ("If there is no subrule called “Ash” of “Ovens”, create one:\n\n> Ash is grey.", {"Ovens/Ash": "Ash is grey."}),
        ("Repeal the last dynastic rule.", {"Prices": GONE}),
        ("Rename the rules “Bread” and “Prices” to “Buns” and “Costs” respectively.", {"Bread": GONE, "Prices": GONE, "Buns": BREAD, "Costs": PRICES}),
        ("Retitle the rule “Bread”; its new name is “Buns”.", {"Bread": GONE, "Buns": BREAD}),
        ("Change rule 3.2’s title to “Buns”.", {"Bread": GONE, "Buns": BREAD}),
        ("In the title of “Bread”, change “Bread” to “Buns”.", {"Bread": GONE, "Buns": BREAD}),
        ("Move the subrule “Fuel” from “Ovens” to “Bread”.", {"Ovens/Fuel": GONE, "Bread/Fuel": "Coal is fuel."}),
        ("Rule 3.2 becomes a subrule of “Ovens”.", {"Bread": GONE, "Ovens/Bread": BREAD}),
        ("Put “Bread” at the start of the dynastic rules.", {}),
        ("If the special case “Bounties” is inactive, repeal “Bread”.", {"Bread": GONE}),
        ("If “Bounties” is active, repeal “Bread”; otherwise, activate it.", {"Bounties [Rare] [Inactive]": GONE, "Bounties [Rare] [Active]": "Bounties are paid."}),
        ("Change “Bounties” from [Inactive] to [Active].", {"Bounties [Rare] [Inactive]": GONE, "Bounties [Rare] [Active]": "Bounties are paid."}),
        ("If a rule called “Bread” exists, do nothing; otherwise repeal “Prices”.", {}),
        ("If there is no rule called “Cakes”, repeal “Bread”. If there is, do nothing.", {"Bread": GONE}),
    ],
)  # fmt: skip
def test_instructions_in_other_words_do_what_they_say(
    instruction: str, changes: dict[str, str | None]
) -> None:
    assert changed_by(instruction) == changes


@pytest.mark.parametrize(
    "instruction",
    [
        # a name that may be text, and text that may be meant for every rule
        "Add “So.” to the end of the dynastic rules.",
        # a part of a text is not the text
        "Replace the last word of “Bread” with “buns”.",
        "Replace the words after “One” in “Bread” with “bun”.",
        "If “Bread” contains “One”, replace that text in “Prices” with “Two”.",
        # what goes on a sentence does not stand behind its full stop
        "Add “, or so” to the end of the rule “Bread”.",
        "At the end of the second sentence of “Bread”, add “ or so”.",
        # what may be the rule's text, or what is changed in it
        "The rule “Bread” is amended:\n\n“One” for a start, and “Two” to follow.",
        # a text that may end before its last paragraph
        "Create a rule called “Buns”, with this text:\n\nOne bun.\n\nEvery Baker gains 10 Loaves.",
        # a rule of the name stands elsewhere
        "If there is no subrule called “Fuel” of “Bread”, repeal “Prices”.",
        # which of two rules is “that rule”
        "Add a subrule to “Bread” called “Buns”:\n\n> One bun.\n\nAdd a subrule to that rule called “Pies”:\n\n> One pie.",
        "Repeal “Ovens”, but keep its subrules.",
        "Change “Bounties” from [Active] to [Inactive].",
        "Create two rules.",
        "The second is called “Pies”:\n\n> One pie.",
    ],
)
def test_what_may_mean_two_things_is_asked_about(instruction: str) -> None:
    assert changed_by(instruction) is None


@pytest.mark.parametrize(
    ("after", "text"),
    [
        ("No Bun may be sold.", "One bun.\n\nNo Bun may be sold."),
        ("Nobody may sell it.", "One bun.\n\nNobody may sell it."),
        (
            "Whoever has two proposals open may eat one.",
            "One bun.\n\nWhoever has two proposals open may eat one.",
        ),
        ("I think that this is fair.", "One bun."),
        ("(A small thing.)", "One bun."),
        ("Tack this onto the end of “Bread”:\n\nSo.", "One bun."),
        ("Then, in the rule “Bread”, replace “One” with “Six”.", "One bun."),
    ],
)
def test_a_plain_text_goes_on_as_far_as_it_is_one(after: str, text: str) -> None:
    reading = read(f"Create a rule called “Buns”:\n\nOne bun.\n\n{after}", tree=TREE, game=None)
    assert not reading.questions and reading.tree is not None
    assert [node.text for node in reading.tree.walk() if node.title == "Buns"] == [text]


def test_a_text_in_the_sentence_ends_where_an_order_begins() -> None:
    buns = "Create a rule called “Buns” that reads: One bun. In that rule, replace “One” with “Two”."
    assert changed_by(buns) == {"Buns": "Two bun."}


def test_a_whole_section_can_be_renamed() -> None:
    reading = read("Rename the section “Dynastic Rules” to “Bakery Rules”.", tree=TREE, game=None)
    assert reading.tree is not None and [one.title for one in reading.tree.sections][2] == "Bakery Rules"
