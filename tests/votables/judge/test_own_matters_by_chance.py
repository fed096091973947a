"""Laws with icons, kinds and weights of their own, on games invented at random: beside the oracle, which knows none of
them, and beside a count of choices done by hand."""

from collections import Counter
from functools import cache
from random import Random

from ruleset.law import additions, document, parse
from ruleset.law.choices import letters
from tests.votables.judge import oracle, oracle_games
from votables.judge import judge
from votables.judge.answer import answer
from votables.judge.gamefile import read_object

from .test_oracle import without_reasons
from .world import HOUR, POSTED, game, matter, players, says

OWN = """
[weight]
formula = "is_emperor && icon == 'against' && kind == 'poll' ? 5 : 1"
fallback = 1
label = "every vote weighs one"
rule = "Scales"

[icons.revise]
label = "REVISE"
codes = ["revise"]
counts = "abstain"
rule = "Second Thoughts"

[kinds.poll]
label = "Poll"
rule = "Polls"
like = "proposal"
"""
GAMES = 150


@cache
def with_more(text: str):
    return parse(text + OWN, source="more")


def test_what_a_law_adds_changes_no_answer_about_the_rest():
    for seed in range(GAMES):
        file = oracle_games.document(Random(seed))
        case = read_object(file)
        answered = answer(judge(case.game, law=with_more(case.law.text), at=case.at))
        assert (seed, without_reasons(answered)) == (seed, oracle.answer(file))


@cache
def contests(weight: int):
    weighing = f'\n[weight]\nformula = "is_emperor ? {weight} : 1"\nfallback = 1\nlabel = "x"\nrule = "y"\n'
    text = document("ruleset-86") + additions("ruleset-86").replace("\nmost = 2\n", "\nmost = 20\n")
    return parse(text + weighing, source="contests")


def test_choices_are_counted_as_by_hand():
    people = [player.name for player in players(7)]
    for seed in range(GAMES):
        rng = Random(seed)
        number, weight = rng.randint(2, 20), rng.randint(0, 4)
        names = tuple(f"Choice {place}" for place in range(number))
        comments, last = [], {}
        for minute in range(rng.randint(0, 30)):
            who = rng.choice([*people, "nobody"])
            icons = tuple(rng.choices(["for", "veto", *letters(20)], k=2))
            comments.append(says(who, *icons, after=minute * HOUR / 60))
            usable = [icon for icon in icons if icon.startswith("choice_") and ord(icon[-1]) - 97 < number]
            if usable and who in people:
                last[who] = usable[-1]
        count = Counter()
        for who, icon in last.items():
            count[ord(icon[-1]) - 97] += weight if who == "E" else 1
        contest = matter("adjudication", *comments, id="c", author="E", choices=names)
        verdict = judge(game(contest), law=contests(weight), at=POSTED + 48 * HOUR).matters[0]
        most = max(count.values(), default=0)
        leaders = tuple(names[place] for place in range(number) if most and count[place] == most)
        assert (seed, verdict.tally.choices) == (seed, tuple(count[place] for place in range(number)))
        assert (verdict.leaders, verdict.tally.valid, verdict.may_enact, verdict.may_fail) == (
            leaders, len(last), len(leaders) == 1, len(leaders) != 1,
        )  # fmt: skip
