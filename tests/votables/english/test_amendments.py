"""Instructions to change the rules, as players write them: what each does, and what is asked about."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from ruleset.text.tree import Tree
from votables.english.amendments import amend, leads_on
from votables.english.document import tree_of
from votables.english.reading import names_of, read
from votables.english.reading_parts import Unclear
from votables.english.sentences import EnglishSentence, sentences

from .rulebook import FIVE, TREE, VOTES, changed, changed_by
from .samples import HERE, own, plainly

VOTING, IDLE, BREAD = "Voting", "Idle Players", "Bread"
GONE = None


@pytest.mark.parametrize(
    "instruction",
    [
        "In the rule “Voting”, change “four” to “five”.",
        "In Voting, change “four” to “five”.",
        "In the rule Voting, replace 'four' with 'five'.",
        'In rule 1.1, change "four" to "five".',
        "In rule 1.1 (Voting), change “four” to “five”.",
        "In the core rule “Voting”, amend “four” to read “five”.",
        "Change “four” to “five” in the rule “Voting”.",
        "Replace “four” in Rule 1.1 with “five”.",
        "Replace the word “four” with the word “five” in the rule titled “Voting”.",
        "Amend the rule “Voting” by replacing “four” with “five”.",
        "Amend “Voting” by changing “four” to “five”.",
        "Amend the rule “Voting”, replacing “four” with “five”.",
        "Amend the rule “Voting” as follows: replace “four” with “five”.",
        "In “Voting”, “four” is changed to “five”.",
        "In the rule “Voting”, the word “four” should be replaced with “five”.",
        "The word “four” in the rule “Voting” is hereby replaced by “five”.",
        "In the rule “Voting”, substitute “five” for “four”.",
        "In the rule **Voting**, alter “four” to “five”.",
        "In the rule “Voting”, please replace\n\n> four\n\nwith\n\n> five",
        "Replace “Each Baker has four votes” with “Each Baker has five votes” in “Voting”.",
        "In the first sentence of the rule “Voting”, change “four” to “five”.",
        "In the sentence “Each Baker has four votes.” of “Voting”, change “four” to “five”.",
        "In the sentence beginning “Each Baker” in rule 1.1, replace “four” with “five”.",
        "From the rule “Voting”, remove “four” and add “five” after “Baker has”.",
        "In the rule “Voting”, replace all instances of “four” with “five”.",
        "In “Voting”, replace every occurrence of “four” with “five”.",
        "Make the following change to the rule “Voting”:\n\n* Replace “four” with “five”.",
        "In the rule “Voting”, make the following changes:\n\n- change “four” to “five”",
        "If the rule “Voting” exists, change “four” to “five” in it.",
        "If there is a rule called “Voting”, then replace “four” with “five” in that rule.",
        "Unless there is a rule called “Cakes”, change “four” to “five” in “Voting”.",
        "In the rule “Voting”, reword the sentence “Each Baker has four votes.” to “Each Baker has five votes.”",
        "Change the first sentence of “Voting” to “Each Baker has five votes.”",
        "Rewrite the first sentence of the rule “Voting” to read: Each Baker has five votes.",
        "I think that four is too few.\n\nIn the rule “Voting”, change “four” to “five”.\n\nThis would help us all.",
        "1. In the rule “Voting”, change “four” to “five”.",
        "Step 1: In the rule “Voting”, change “four” to “five”.",
        "(A small thing.)\n\nIn the rule “Voting”, change “four” to “five”.",
    ],
)
def test_words_are_replaced(instruction: str) -> None:
    assert changed_by(instruction) == {VOTING: FIVE}


LOAVES = "One loaf. Two loaves. Three loaves. Four loaves."
NO_TWO = "One loaf. Three loaves. Four loaves."
NO_BLUE = "There are three ovens: * Red: hot * Green: warm Ovens rest at night."
WITH_PINK = "There are three ovens: * Red: hot * Blue: cold * Green: warm * Pink: soft Ovens rest at night."
ACTIVE = {"Bounties [Rare] [Inactive]": GONE, "Bounties [Rare] [Active]": "Bounties are paid."}
LAST = "One loaf. Two loaves. Three loaves. Four loaves. All rest."


@pytest.mark.parametrize(
    "instruction",
    [
        "Add to the end of the rule “Bread”:\n\n> All rest.",
        "Append “All rest.” to the rule “Bread”.",
        "To the rule “Bread”, add “All rest.”",
        "At the end of “Bread”, add:\n\nAll rest.",
        "Add the following to rule 3.2:\n\nAll rest.",
        "Add the following sentence to the end of Bread: “All rest.”",
        "Add a new paragraph to the rule “Bread”, reading “All rest.”",
        "Add a paragraph to the end of the rule “Bread” that reads:\n\n> All rest.",
        "Append the following paragraph to the rule entitled “Bread”:\n\nAll rest.",
        "The following is added to the end of the rule “Bread”:\n\n> All rest.",
        "Insert the following at the end of rule 3.2 (Bread).\n\n> All rest.",
        "After “Four loaves.” in the rule “Bread”, insert “All rest.”",
        "In “Bread”, after the last paragraph, add: All rest.",
        "Add the text “All rest.” to the bottom of the rule “Bread”.",
        "Add “All rest.” as a new paragraph at the end of “Bread”.",
        "Amend the rule “Bread” by adding the following to its end:\n\n> All rest.",
    ],
)
def test_texts_are_appended(instruction: str) -> None:
    assert changed_by(instruction) == {BREAD: LAST}


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("Repeal the rule “Bread”.", {BREAD: GONE}),
        ("Delete rule 3.2.", {BREAD: GONE}),
        ("The rule “Bread” is repealed.", {BREAD: GONE}),
        ("Remove the rule Bread in its entirety.", {BREAD: GONE}),
        ("Strike the rule “Bread” from the ruleset.", {BREAD: GONE}),
        ("Repeal Rule 3.2 “Bread”.", {BREAD: GONE}),
        ("Repeal the dynastic rule entitled “Bread”.", {BREAD: GONE}),
        ("Repeal the rules “Bread” and “Prices”.", {BREAD: GONE, "Prices": GONE}),
        ("Delete all subrules of “Ovens”.", {"Ovens/Fuel": GONE, "Ovens/Smoke": GONE}),
        ("Remove the subrule “Fuel” from the rule “Ovens”.", {"Ovens/Fuel": GONE}),
        ("In “Bread”, delete “Two loaves.”", {BREAD: NO_TWO}),
        ("Strike “Two loaves.” from the rule “Bread”.", {BREAD: NO_TWO}),
        ("Remove the second sentence from “Bread”.", {BREAD: NO_TWO}),
        ("Delete the second paragraph of rule 3.2.", {BREAD: "One loaf. Two loaves. Four loaves."}),
        ("Remove the first two paragraphs of “Bread”.", {BREAD: "Four loaves."}),
        ("The last paragraph of “Bread” is deleted.", {BREAD: "One loaf. Two loaves. Three loaves."}),
        ("Delete the paragraph beginning “Three” from the rule “Bread”.", {BREAD: "One loaf. Two loaves. Four loaves."}),
        ("Remove the sentence “Two loaves.” from Bread.", {BREAD: NO_TWO}),
        ("Delete the following from the rule “Bread”:\n\n> Two loaves.", {BREAD: NO_TWO}),
        ("Rename the rule “Bread” to “Loaves”.", {BREAD: GONE, "Loaves": LOAVES}),
        ("Retitle rule 3.2 as “Loaves”.", {BREAD: GONE, "Loaves": LOAVES}),
        ("Change the title of the rule “Bread” to “Loaves”.", {BREAD: GONE, "Loaves": LOAVES}),
        ("Change the name of “Bread” to “Loaves”.", {BREAD: GONE, "Loaves": LOAVES}),
        ("The rule “Bread” is renamed “Loaves”.", {BREAD: GONE, "Loaves": LOAVES}),
        ("Move the rule “Bread” so that it is a subrule of “Ovens”.", {BREAD: GONE, "Ovens/Bread": LOAVES}),
        ("Make the rule “Bread” a subrule of “Ovens”.", {BREAD: GONE, "Ovens/Bread": LOAVES}),
        ("Amend the rule “Bread” to read:\n\n> No bread.", {BREAD: "No bread."}),
        ("Rewrite “Bread” as follows:\n\nNo bread.", {BREAD: "No bread."}),
        ("Replace the text of the rule “Bread” with “No bread.”", {BREAD: "No bread."}),
        ("Replace the entire text of rule 3.2 with:\n\n> No bread.", {BREAD: "No bread."}),
        ("Change the text of “Bread” to read as follows:\n\n> No bread.", {BREAD: "No bread."}),
        ("Amend “Bread” so that it reads:\n\n> No bread.", {BREAD: "No bread."}),
        ("The rule “Bread” is amended to read as follows:\n\n> No bread.", {BREAD: "No bread."}),
        ("Replace the text of the rule “Bread” in its entirety with the following:\n\n> No bread.", {BREAD: "No bread."}),
        ("The text of the rule “Bread” should read:\n\n> No bread.", {BREAD: "No bread."}),
        ("Create a rule called “Cakes” with the text:\n\n> Cakes.", {"Cakes": "Cakes."}),
        ("Enact a new rule, “Cakes”, which reads:\n\n> Cakes.", {"Cakes": "Cakes."}),
        ("Create a new dynastic rule entitled Cakes with the following text:\n\nCakes.", {"Cakes": "Cakes."}),
        ("Add a new rule to the dynastic rules, titled “Cakes”:\n\n> Cakes.", {"Cakes": "Cakes."}),
        ("A new rule is created, called “Cakes”, with the following text:\n\n> Cakes.", {"Cakes": "Cakes."}),
        ("Create a new rule:\n\n> **Cakes**\n>\n> Cakes.", {"Cakes": "Cakes."}),
        ("Create a rule. It should be called “Cakes” and read:\n\n> Cakes.", {"Cakes": "Cakes."}),
        ("Add a subrule to “Bread” called “Cakes”:\n\n> Cakes.", {"Bread/Cakes": "Cakes."}),
        ("Under the rule “Bread”, create a subrule named “Cakes” which reads “Cakes.”", {"Bread/Cakes": "Cakes."}),
        ("Create a subrule of rule 3.2 called “Cakes” with this text: Cakes.", {"Bread/Cakes": "Cakes."}),
        ("Create a rule called “Cakes”, with the text “Cakes.” Add a subrule to it called “Icing”, with the text “Sweet.”", {"Cakes": "Cakes.", "Cakes/Icing": "Sweet."}),
        ("Add a rule called “Cakes” after the rule “Ovens”:\n\n> Cakes.", {"Cakes": "Cakes."}),
        ("Remove the bullet “Blue: cold” from “Ovens”.", {"Ovens": NO_BLUE}),
        ("Remove the second bullet point from the list in “Ovens”.", {"Ovens": NO_BLUE}),
        ("Add a bullet to the list in “Ovens”:\n\n* Pink: soft", {"Ovens": WITH_PINK}),
        ("Add the following bullet point to the end of the list in “Ovens”: “Pink: soft”.", {"Ovens": WITH_PINK}),
        ("After the bullet beginning “Red” in “Ovens”, add:\n\n* Pink: soft", {"Ovens": "There are three ovens: * Red: hot * Pink: soft * Blue: cold * Green: warm Ovens rest at night."}),
        ("In “Prices”, change the Price of Rye Cob from 8 to 9.", {"Prices": "The prices: | Good | Price | |---|---| | Rye Cob | 9 | | Bun | 12 |"}),
        ("In the rule “Smoke”, remove the parenthetical text.", {"Ovens/Smoke": "Smoke rises at dawn."}),
        ("Set the special case rule “Bounties” to Active.", ACTIVE),
        ("Activate the special case “Bounties”.", ACTIVE),
        ("Change the status of “Bounties” to [Active].", ACTIVE),
        ("Throughout the ruleset, replace “idle Bakers” with “sleepers”.", {VOTING: VOTES.replace("idle Bakers", "sleepers")}),
        ("In the rule “Voting”, change “four” to “five” and “changed” to “dropped”.", {VOTING: FIVE.replace("changed", "dropped")}),
        ("In “Voting”, change “four” to “five”; then, in “Bread”, delete “Two loaves.”", {VOTING: FIVE, BREAD: NO_TWO}),
        ("In the rule “Voting”:\n\n* change “four” to “five”\n* replace “changed” with “dropped”", {VOTING: FIVE.replace("changed", "dropped")}),
        ("If the rule “Cakes” exists, repeal it; otherwise repeal “Bread”.", {BREAD: GONE}),
        ("Repeal the rule “Cakes” if it exists.", {}),
        ("Before the second paragraph of “Bread”, add a paragraph: “All rest.”", {BREAD: "One loaf. Two loaves. All rest. Three loaves. Four loaves."}),
        ("Between “One loaf.” and “Two loaves.” in the rule “Bread”, insert “All rest.”", {BREAD: "One loaf. All rest. Two loaves. Three loaves. Four loaves."}),
        ("In the second sentence of “Bread”, replace “Two” with “Six”.", {BREAD: "One loaf. Six loaves. Three loaves. Four loaves."}),
        ("Swap the rules “Bread” and “Prices”.", {}),
        ("Swap the texts of the rules “Fuel” and “Smoke”.", {"Ovens/Fuel": "Smoke rises (slowly) at dawn.", "Ovens/Smoke": "Coal is fuel."}),
        ("Swap the titles of the rules “Fuel” and “Smoke”.", {"Ovens/Smoke": "Coal is fuel.", "Ovens/Fuel": "Smoke rises (slowly) at dawn."}),
        ("Swap the first sentence of the rule “Fuel” and the first sentence of the rule “Smoke”.", None),
        ("In the table in “Prices”, change the Price of Rye Cob from 8 to 9.", {"Prices": "The prices: | Good | Price | |---|---| | Rye Cob | 9 | | Bun | 12 |"}),
        ("Move “Prices” above “Bread”.", {}),
        ("Move the rule “Voting” to the dynastic rules.", {}),
    ],
)  # fmt: skip
def test_each_shape(instruction: str, expected: dict[str, str | None] | None) -> None:
    assert changed_by(instruction) == expected


@pytest.mark.parametrize(
    "instruction",
    [
        "In the rule “Bread”, change “loaves” to “rolls”.",
        "In the rule “Voting”, change “seven” to “five”.",
        "In rule 1.2 (Voting), change “four” to “five”.",
        "In the rule “Cakes”, change “four” to “five”.",
        "In the rule “Voting”, change “Baker has” to “Cook has” in bold.",
        "Change “four” to “five”.",
        "In “Voting”, change “four” to “five” if the proposal “More Votes” passed.",
        "If the proposal “More Votes” fails, change “four” to “five” in “Voting”.",
        "If most voters say so in their comments, repeal “Bread”.",
        "Undo the last change to “Voting”.",
        "Repeal a rule at random.",
        "In the rule “Voting”, strike the words in bold.",
        "In the rule “Voting”, change “~~four~~” to “five”.",
        "Rewrite the rule “Voting” so that it makes sense.",
        "Add a new rule called “Cakes”.",
        "Add this to the rule “Bread”:",
        "Make voting better.",
        "In the rule “Voting”, change “Bake” to “Cook”.",
        "Repeal “Bread” unless somebody objects.",
        "In “Voting” change “four” to “five” or “six”.",
        "In “Ovens”, delete the second paragraph.",
        "Create a rule called “Bread” with the text “Again.”",
        "Give every Baker 5 Loaves.",
        "",
        "This would be fun.",
        "Add to “Bread” the text of my last post.",
        "In the rule “Voting”, change “four” to “five”.\n\nThe rule “Bread” should go.",
    ],
)
def test_what_is_not_sure_is_asked_about(instruction: str) -> None:
    assert changed_by(instruction) is None


RULES_SPOKEN_OF = re.compile(
    r"(?:the )?[rR]ules? (?=[“\d])|(?<=\b[Ii]n )(?=“)|(?<=Repeal )(?=“)|(?<=Move )(?=“)"
)
NOWHERE = (
    "the tenth paragraph of ",
    "the tenth sentence of ",
    "the tenth item of the list in ",
    "a subrule of ",
)


@pytest.mark.parametrize(
    "instruction",
    [
        "In the rule “Voting”, change “four” to “five”.",
        "In “Voting”, change “four” to “five”; then, in “Bread”, delete “Two loaves.”",
        "To the rule “Bread”, add “All rest.”",
        "Between “One loaf.” and “Two loaves.” in the rule “Bread”, insert “All rest.”",
        "Before the second paragraph of the rule “Bread”, add a paragraph: “All rest.”",
        "In “Prices”, change the Price of Rye Cob from 8 to 9.",
        "Change the title of the rule “Bread” to “Loaves”.",
        "Rewrite the first sentence of the rule “Voting” to read: Each Baker has five votes.",
        "Repeal the rule “Bread”.",
        "Repeal “Bread”.",
        "Swap the rules “Fuel” and “Smoke”.",
        "Swap the texts of the rules “Fuel” and “Smoke”.",
        "Move the rule “Prices” above “Bread”.",
        "Move “Prices” above “Bread”.",
        "Rename the rule “Bread” to “Loaves”.",
        "Replace “four” in rule 1.1 with “five”.",
        "Append “All rest.” to the rule “Bread”.",
    ],
)
def test_a_place_that_is_not_there_is_never_passed_over(instruction: str) -> None:
    assert changed_by(instruction) is not None
    for spoken in RULES_SPOKEN_OF.finditer(instruction):
        for nowhere in NOWHERE:
            assert changed_by(instruction[: spoken.start()] + nowhere + instruction[spoken.start() :]) is None


def sentence(text: str) -> EnglishSentence:
    return sentences(text, names_of(TREE, None))[0]


def test_a_sentence_goes_on_from_those_before_it() -> None:
    text = "Step 2: delete “Two loaves.”"
    amender = amend(sentence(text), text, TREE, 5, "3.2")
    assert (changed(amender.tree), amender.made, amender.context, amender.unit) == (
        {BREAD: NO_TWO},
        6,
        "3.2",
        "",
    )


def test_a_sentence_that_only_says_where_changes_nothing() -> None:
    text = "Make the following changes to the rule “Bread”:"
    amender = amend(sentence(text), text, TREE, 0, "")
    assert (amender.tree, amender.changes, amender.context) == (TREE, [], "3.2")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Frobnicate “Bread”.", "“Frobnicate” is not understood here"),
        ("Repeal “Bread” if it is so.", "“so” is not understood here"),
        ("In “Bread”.", "Not every word"),
        ("Create “Cakes”.", "Not every word"),
        ("Call “Bread” “Cakes”.", "Not every word"),
        ("Make the following changes to the second sentence of “Bread”:", "Not every word"),
        ("Make the following changes to the rules “Bread” and “Prices”:", "Not every word"),
    ],
)
def test_what_is_not_sure_is_not_done(text: str, why: str) -> None:
    with pytest.raises(Unclear, match=why):
        amend(sentence(text), text, TREE, 0, "")


@pytest.mark.parametrize(
    ("text", "leads"),
    [("Do this:", True), ("Amend it as follows", True), ("Do the following -", True), ("Repeal it.", False)],
)
def test_whether_sentences_of_their_own_say_what_is_done(text: str, leads: bool) -> None:
    assert leads_on(sentence(text)) is leads


PLACES = {
    place: tree_of(json.loads((HERE / f"{place}.json").read_text(encoding="utf-8")))
    for place in ("lighthouse", "railway")
}
LIGHTHOUSE = PLACES["lighthouse"]
CASES = [
    *(("lighthouse", case) for case in own("amendments.jsonl")),
    *(("railway", case) for case in own("railway.jsonl")),
]
_MARK = re.compile(r"(?m)^\s*(?:[-*+•]|\d+[.)])\s+")


def outline(tree: Tree) -> dict[str, str]:
    """The rules in order, each by its section and the titles above it, with its text: markers of lists are all one."""
    titles = {node.key: node.title for node in tree.walk()}
    rules = {}
    for placed in tree.placed():
        if placed.above:
            home, *above = [titles[key] for key in placed.above]
            path = "/".join((*above, placed.node.title))
            rules[f"{home}: {path}"] = plainly(_MARK.sub("* ", placed.node.text))
    return rules


@pytest.mark.parametrize(
    ("place", "case"), CASES, ids=lambda one: one if isinstance(one, str) else one["instruction"][:60]
)
def test_instructions_in_many_words_do_what_they_say_or_are_asked_about(
    place: str, case: dict[str, Any]
) -> None:
    """`changes`: the rules that are others, null for those that are gone; `after`: behind which a new one stands;
    `order`: all of them, where they are moved. `asked`: why they cannot be carried out; `may_be_asked`: words that are
    not understood so far, which are asked about or do what they say."""
    reading = read(case["instruction"], tree=PLACES[place], game=None)
    if "asked" in case or (case.get("may_be_asked") and reading.questions):
        assert reading.outcome == "asked"
        return
    assert reading.questions == () and reading.tree is not None
    before, now = outline(PLACES[place]), outline(reading.tree)
    both = [*before, *(name for name in now if name not in before)]
    assert {name: now.get(name) for name in both if before.get(name) != now.get(name)} == plainly(
        case["changes"]
    )
    standing = {name: other for other, name in pairwise(["", *now])}
    if "order" in case:
        assert list(now) == case["order"]
    else:
        assert [name for name in now if name in before] == [name for name in before if name in now]
        assert {name: standing[name] for name in now if name not in before} == case.get("after", {})


@pytest.mark.parametrize(
    "around",
    [
        "The lamp was low that night, and the wind sang.\n\n{}",
        "I have thought about this for a while.\n\n{}\n\n*A small thing, but it bothers me.*",
        "{}\n\n(This is only fair.)",
    ],
)
def test_what_is_told_around_an_instruction_changes_nothing_of_what_it_does(around: str) -> None:
    for case in own("amendments.jsonl")[::4]:
        instruction = case["instruction"]
        alone, with_others = (
            read(one, tree=LIGHTHOUSE, game=None) for one in (instruction, around.format(instruction))
        )
        assert (with_others.outcome, with_others.tree) == (alone.outcome, alone.tree), instruction


def test_straight_quotation_marks_are_as_good_as_curly_ones() -> None:
    for case in own("amendments.jsonl")[::4]:
        plain = case["instruction"].replace("“", '"').replace("”", '"').replace("’", "'")
        alone, other = (read(one, tree=LIGHTHOUSE, game=None) for one in (case["instruction"], plain))
        assert other.outcome == alone.outcome, plain
        if alone.tree is not None and other.tree is not None:
            assert outline(other.tree) == outline(alone.tree)


def test_a_remark_is_not_taken_for_a_text_that_is_missing() -> None:
    assert (
        changed_by("Add this sentence to the end of “Bread”:\n\n*A small thing, but it bothers me.*") is None
    )


LOAVES = "One loaf. Two loaves. Three loaves. Four loaves."


@pytest.mark.parametrize(
    ("instruction", "changes"),
    [
        (
            "Delete rule 3.2, and replace with\n\nRule 3.2 -- Buns\n\nOne bun.\n\nEnd of text of proposed rule 3.2.",
            {"Bread": None, "Buns": "One bun."},
        ),
        ("Repeal the rule “Bread” and replace it with:\n\n> One bun.", {"Bread": "One bun."}),
        (
            "Delete the last sentence of “Bread” and replace it with “So.”",
            {"Bread": LOAVES.replace("Four loaves.", "So.")},
        ),
        ("Remove “Two” from “Bread” and replace it with “Six”.", {"Bread": LOAVES.replace("Two", "Six")}),
        ("If there is no rule called “Cakes”, create one with the text “Sweet.”", {"Cakes": "Sweet."}),
        ("If there is a rule called “Bread”, create one with the text “Sweet.”", None),
        ("Delete rule 3.2 and replace it with:\n\nRule 3.1 -- Buns\n\nOne bun.", None),
        ("Repeal the rule “Ovens” and replace it with:\n\n> One oven.", None),
        ("Create one with the text “Sweet.”", None),
    ],
)
def test_what_is_taken_away_and_replaced_and_one_of_which_it_was_said_that_there_is_none(
    instruction: str, changes: dict[str, str | None] | None
) -> None:
    assert changed_by(instruction) == changes
