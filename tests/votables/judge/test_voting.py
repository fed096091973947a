"""Which icons count, what they do to a matter for good, and what a DEFERENTIAL counts as: each cell, at every
law.
"""

from datetime import timedelta

import pytest

from votables.judge import Comment, Reign, Span

from .world import (
    BIT,
    HOUR,
    LAWS,
    NEW,
    POSTED,
    START,
    counted,
    game,
    judged,
    matter,
    only,
    player,
    players,
    says,
    votes,
)

AT = POSTED + 2 * HOUR


def casts(law, facts, at=AT):
    return {name: vote.cast for name, vote in only(law, facts, at).votes.items()}


# -- icons and who may use them


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", ["proposal", "cfj", "dov"])
def test_for_and_against_are_for_all_matters(law, kind):
    assert casts(law, game(matter(kind, *votes("A:for B:against E:for")))) == {
        "A": "for",
        "B": "against",
        "E": "for",
    }


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", ["proposal", "cfj", "dov"])
def test_deferential_is_for_proposals_and_later_for_all_matters(law, kind):
    allowed = kind == "proposal" or law in ("ruleset-98", *NEW)
    votes_cast = casts(law, game(matter(kind, *votes("A:for B:deferential"))))
    assert votes_cast == {"A": "for"} | ({"B": "deferential"} if allowed else {})


@pytest.mark.parametrize("law", LAWS)
def test_the_emperor_may_defer_but_not_in_ruleset_37(law):
    votes_cast = casts(law, game(matter("proposal", *votes("A:for E:deferential"))))
    assert votes_cast == {"A": "for"} | ({} if law == "ruleset-37" else {"E": "deferential"})


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", ["proposal", "cfj", "dov"])
def test_veto_is_the_emperors_and_for_proposals(law, kind):
    verdict = only(law, game(matter(kind, *votes("A:for B:veto E:veto"))), AT)
    vetoes = kind == "proposal"
    assert {name: vote.cast for name, vote in verdict.votes.items()} == {"A": "for"} | (
        {"E": "veto"} if vetoes else {}
    )
    assert verdict.vetoed is vetoes


@pytest.mark.parametrize(
    ("amends", "vetoes"),
    [
        ((), False),
        (("dynastic",), False),
        (("gamestate",), False),
        (("dynastic", "gamestate"), False),
        (("dynastic", "core"), True),
        (("roster",), True),
        (("appendix",), True),
        (("special_case",), True),
    ],
)
def test_malign_emperors_may_not_veto_dynastic_proposals(amends, vetoes):
    proposal = matter("proposal", *votes("A:for E:for E:veto"), amends=frozenset(amends))
    malign = only("ruleset-211", game(proposal, special_cases={"Malign Emperors": True}), AT)
    assert (malign.vetoed, malign.votes["E"].cast) == (vetoes, "veto" if vetoes else "for")
    usual = only("ruleset-211", game(proposal), AT)
    assert (usual.vetoed, usual.votes["E"].cast) == (True, "veto")


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", ["proposal", "cfj", "dov"])
def test_the_author_is_implied_to_be_for(law, kind):
    verdict = only(law, game(matter(kind, says("A"), says("B", "for"))), AT)
    implied = kind == "proposal" or law != "ruleset-37"
    assert casts(law, game(matter(kind, says("A"), says("B", "for")))) == ({"A": None} if implied else {}) | {
        "B": "for"
    }
    assert verdict.tally.f == 1 + implied


@pytest.mark.parametrize("law", LAWS)
def test_an_author_who_has_used_an_icon_is_not_implied_to_be_for(law):
    assert counted(law, game(matter("proposal", *votes("A:deferential E:against")))) == {
        "A": "against",
        "E": "against",
    }


@pytest.mark.parametrize("law", LAWS)
def test_an_ignored_icon_of_the_author_leaves_the_implied_for(law):
    assert counted(law, game(matter("proposal", *votes("A:veto")))) == {"A": "for"}


@pytest.mark.parametrize("law", LAWS)
def test_an_author_out_of_the_roster_has_no_implied_vote(law):
    people = (player("A", (POSTED, None)), *players(7)[1:])
    assert counted(law, game(matter(), people=people)) == {}


# -- which icon is cast


@pytest.mark.parametrize("law", LAWS)
def test_the_last_allowed_icon_of_a_comment_is_cast(law):
    assert casts(law, game(matter("proposal", says("B", "for", "against", "veto"), says("A", "for")))) == {
        "A": "for",
        "B": "against",
    }


@pytest.mark.parametrize("law", LAWS)
def test_the_last_comment_in_time_is_cast_wherever_it_stands(law):
    late, early = says("B", "against", after=HOUR), says("B", "for", after=timedelta(minutes=1))
    assert casts(law, game(matter("cfj", late, early, says("A", "for")))) == {"A": "for", "B": "against"}


@pytest.mark.parametrize("law", LAWS)
def test_of_comments_of_one_instant_the_later_in_the_file_is_cast(law):
    comments = (says("B", "for"), says("B", "against"), says("B"))
    assert casts(law, game(matter("cfj", *comments, says("A", "for")))) == {"A": "for", "B": "against"}


@pytest.mark.parametrize("law", LAWS)
def test_a_comment_counts_from_its_instant_on(law):
    facts = game(matter("cfj", says("A", "for"), says("B", "for", after=2 * HOUR)))
    assert casts(law, facts, AT - BIT) == {"A": "for"}
    assert casts(law, facts, AT) == {"A": "for", "B": "for"}


# -- out of the roster


@pytest.mark.parametrize("law", LAWS)
def test_an_icon_used_while_idle_or_before_joining_counts_once_its_author_plays(law):
    back = POSTED + 5 * HOUR
    people = (*players(6), player("X", (START, back)), player("Y", plays=Span(back)))
    facts = game(matter("cfj", *votes("A:for X:against Y:against")), people=people)
    assert casts(law, facts, back - BIT) == {"A": "for"}
    assert casts(law, facts, back) == {"A": "for", "X": "against", "Y": "against"}


@pytest.mark.parametrize("law", LAWS)
def test_a_vote_does_not_count_while_its_voter_is_out_and_counts_again(law):
    out, back = POSTED + 3 * HOUR, POSTED + 4 * HOUR
    people = (*players(6), player("X", (out, back)))
    facts = game(matter("cfj", *votes("A:for X:against")), people=people)
    assert [sorted(casts(law, facts, at)) for at in (out - BIT, out, back - BIT, back)] == [
        ["A", "X"], ["A"], ["A"], ["A", "X"],
    ]  # fmt: skip


@pytest.mark.parametrize("law", LAWS)
def test_an_idle_emperors_veto_is_cast_but_does_not_veto(law):
    back = POSTED + 3 * HOUR
    people = (*players(6, emperor=False), player("E", (START, back)))
    verdict = only(law, game(matter("proposal", *votes("A:for E:veto")), people=people), back)
    assert (verdict.vetoed, verdict.votes["E"].cast, verdict.votes["E"].counts_as) == (False, "veto", None)


@pytest.mark.parametrize("law", LAWS)
def test_an_idle_authors_against_is_cast_but_does_not_self_kill(law):
    back = POSTED + 3 * HOUR
    people = (player("A", (START, back)), *players(7)[1:])
    verdict = only(law, game(matter("proposal", says("A", "against")), people=people), back)
    assert (verdict.self_killed, verdict.votes["A"].counts_as) == (False, "against")


# -- what sticks


@pytest.mark.parametrize("law", LAWS)
def test_a_veto_sticks_and_in_ruleset_86_may_not_be_changed(law):
    verdict = only(law, game(matter("proposal", *votes("A:for E:veto E:for"))), AT)
    assert (verdict.vetoed, verdict.votes["E"].cast) == (True, "veto" if law == "ruleset-86" else "for")


@pytest.mark.parametrize("law", LAWS)
def test_a_veto_sticks_when_another_reigns_later(law):
    reigns = (Reign("E", START, POSTED + HOUR + BIT), Reign("B", POSTED + HOUR + BIT))
    assert only(law, game(matter("proposal", *votes("E:veto")), reigns=reigns), AT).vetoed is True
    reigns = (Reign("E", START, POSTED + HOUR), Reign("B", POSTED + HOUR))
    assert only(law, game(matter("proposal", *votes("E:veto")), reigns=reigns), AT).vetoed is False
    assert only(law, game(matter("proposal", *votes("B:veto")), reigns=reigns), AT).vetoed is True


@pytest.mark.parametrize("law", LAWS)
def test_a_self_kill_sticks_and_in_early_laws_may_not_be_changed(law):
    verdict = only(law, game(matter("proposal", *votes("A:against A:for"))), AT)
    locked = law in ("ruleset-37", "ruleset-86")
    assert (verdict.self_killed, verdict.votes["A"].cast) == (True, "against" if locked else "for")


@pytest.mark.parametrize("law", LAWS)
def test_only_the_icon_that_a_comment_casts_vetoes_or_kills(law):
    verdict = only(law, game(matter("proposal", says("E", "veto", "for"), says("A", "against", "for"))), AT)
    assert (verdict.vetoed, verdict.self_killed) == (False, False)


@pytest.mark.parametrize("law", LAWS)
def test_a_deferential_that_counts_as_against_does_not_self_kill(law):
    verdict = only(law, game(matter("proposal", *votes("A:deferential E:against"))), AT)
    assert (verdict.self_killed, verdict.votes["A"].counts_as) == (False, "against")


@pytest.mark.parametrize(
    ("law", "first_veto", "first_against"),
    [
        ("ruleset-37", (True, True), (False, True)),
        ("ruleset-86", (True, False), (False, True)),
        ("ruleset-98", (True, True), (True, True)),
        ("ruleset-2019-09", (True, True), (True, True)),
        ("ruleset-211", (True, True), (True, True)),
    ],
)
def test_an_emperor_on_their_own_proposal_may_do_both_or_the_first(law, first_veto, first_against):
    verdict = only(law, game(matter("proposal", *votes("E:veto E:against"), author="E")), AT)
    assert (verdict.vetoed, verdict.self_killed) == first_veto
    verdict = only(law, game(matter("proposal", *votes("E:against E:veto"), author="E")), AT)
    assert (verdict.vetoed, verdict.self_killed) == first_against


# -- what a DEFERENTIAL counts as


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("side", ["for", "against"])
def test_a_deferential_follows_the_emperor(law, side):
    assert counted(law, game(matter("proposal", *votes(f"A:for B:deferential E:{side}")))) == {
        "A": "for", "B": side, "E": side,
    }  # fmt: skip


@pytest.mark.parametrize(("law", "alone"), [("ruleset-37", "abstain"), *((law, None) for law in LAWS[1:])])
def test_a_deferential_without_an_emperor(law, alone):
    assert counted(law, game(matter("proposal", *votes("A:for B:deferential")), emperor=False)) == {
        "A": "for",
        "B": alone,
    }
    idle = (*players(6, emperor=False), player("E", (START, None)))
    assert counted(law, game(matter("proposal", *votes("A:for B:deferential E:against")), people=idle)) == {
        "A": "for", "B": alone,
    }  # fmt: skip


@pytest.mark.parametrize("law", LAWS)
def test_a_deferential_counts_as_nothing_while_the_emperor_has_no_vote(law):
    assert counted(law, game(matter("proposal", *votes("A:for B:deferential")))) == {"A": "for", "B": None}


@pytest.mark.parametrize("law", LAWS)
def test_a_deferential_counts_as_nothing_when_the_emperor_vetoes(law):
    assert counted(law, game(matter("proposal", *votes("A:for B:deferential E:veto")))) == {
        "A": "for", "B": None, "E": None,
    }  # fmt: skip


@pytest.mark.parametrize("law", LAWS)
def test_a_deferential_follows_the_emperors_implied_for(law):
    assert counted(law, game(matter("proposal", *votes("B:deferential"), author="E"))) == {
        "B": "for",
        "E": "for",
    }


@pytest.mark.parametrize("law", LAWS)
def test_an_authors_deferential_follows_the_emperor(law):
    assert counted(law, game(matter("proposal", *votes("A:deferential E:for")))) == {"A": "for", "E": "for"}


@pytest.mark.parametrize(
    ("law", "words", "expected"),
    [
        ("ruleset-86", "A:for B:deferential E:deferential", {"A": "for", "B": "abstain", "E": "abstain"}),
        ("ruleset-98", "A:for B:deferential E:deferential", {"A": "for", "B": None, "E": None}),
        ("ruleset-2019-09", "A:for B:deferential E:deferential", {"A": "for", "B": "for", "E": "for"}),
        ("ruleset-2019-09", "A:for C:against B:deferential E:deferential",
         {"A": "for", "C": "against", "B": "against", "E": "against"}),
        ("ruleset-2019-09", "C:against D:for B:deferential E:deferential",
         {"A": "for", "C": "against", "D": "for", "B": "for", "E": "for"}),
        ("ruleset-211", "A:for B:deferential E:deferential", {"A": "for", "B": None, "E": "for"}),
        ("ruleset-211", "A:for C:against B:deferential E:deferential",
         {"A": "for", "C": "against", "B": None, "E": "against"}),
        ("ruleset-211", "B:deferential E:deferential", {"A": "for", "B": None, "E": "for"}),
    ],
)  # fmt: skip
def test_an_emperor_who_defers(law, words, expected):
    assert counted(law, game(matter("proposal", *votes(words)))) == expected


def test_a_deferential_of_ruleset_37_from_before_the_reign_counts_as_nothing():
    reigns = (Reign("E", POSTED + HOUR + timedelta(minutes=30)),)
    facts = game(matter("proposal", *votes("A:for E:deferential B:deferential")), reigns=reigns)
    assert counted("ruleset-37", facts) == {"A": "for", "E": None, "B": None}
    assert counted("ruleset-37", facts, POSTED + HOUR + timedelta(minutes=10)) == {
        "A": "for", "E": "abstain", "B": "abstain",
    }  # fmt: skip


@pytest.mark.parametrize("law", NEW)
def test_without_imperial_deferentials_an_emperor_who_defers_has_no_vote(law):
    facts = game(matter("proposal", *votes("A:for B:deferential E:deferential")),
                 special_cases={"Imperial Deferentials": False})  # fmt: skip
    assert counted(law, facts) == {"A": "for", "B": None, "E": None}


@pytest.mark.parametrize("law", NEW)
def test_imperial_deferentials_counts_only_the_roster(law):
    people = (*players(6), player("X", (AT, None)))
    facts = game(matter("proposal", *votes("A:for X:against E:deferential")), people=people)
    assert counted(law, facts, AT - BIT)["E"] == "against"
    assert counted(law, facts, AT)["E"] == "for"


@pytest.mark.parametrize(
    ("law", "kind", "expected"),
    [
        ("ruleset-98", "cfj", None),
        ("ruleset-98", "dov", None),
        ("ruleset-2019-09", "cfj", "against"),
        ("ruleset-2019-09", "dov", "against"),
        ("ruleset-211", "cfj", "against"),
        ("ruleset-211", "dov", "against"),
    ],
)
def test_a_deferential_on_other_matters(law, kind, expected):
    facts = game(matter(kind, *votes("A:for B:deferential E:against")))
    assert counted(law, facts) == {"A": "for", "B": expected, "E": "against"}
    assert only(law, facts, AT).tally.cast == 3


@pytest.mark.parametrize("law", NEW)
@pytest.mark.parametrize("kind", ["cfj", "dov"])
def test_imperial_deferentials_is_for_proposals_only(law, kind):
    assert counted(law, game(matter(kind, *votes("A:for B:deferential E:deferential")))) == {
        "A": "for", "B": None, "E": None,
    }  # fmt: skip


@pytest.mark.parametrize("law", LAWS)
def test_the_first_reign_that_covers_an_instant_holds(law):
    reigns = (Reign("B", POSTED, POSTED + 2 * HOUR), Reign("E", START))
    facts = game(matter(), reigns=reigns)
    assert [judged(law, facts, at).emperor for at in (POSTED, AT - BIT, AT)] == ["B", "B", "E"]


# -- ruleset-37 in hiatus


@pytest.mark.parametrize("law", LAWS)
def test_icons_on_proposals_in_hiatus_are_ignored_for_ever_in_ruleset_37(law):
    proposal = matter(
        "proposal",
        says("B", "for", after=HOUR - BIT),
        says("C", "for", after=HOUR),
        says("D", "for", after=2 * HOUR - BIT),
        says("F", "for", after=2 * HOUR),
        says("E", "veto", after=HOUR),
        says("A", "against", after=HOUR),
        id="p",
    )
    dov = matter("dov", id="d", posted=POSTED + HOUR, status="failed", resolved=POSTED + 2 * HOUR)
    verdict = judged(law, game(proposal, dov), POSTED + 3 * HOUR).matter("p")
    early = law == "ruleset-37"
    assert sorted(verdict.votes) == (["A", "B", "F"] if early else ["A", "B", "C", "D", "E", "F"])
    assert (verdict.vetoed, verdict.self_killed) == (not early, not early)


def test_icons_on_other_matters_in_hiatus_count_in_ruleset_37():
    comments = [Comment(name, POSTED + HOUR, ("for",)) for name in "BC"]
    cfj, dov = matter("cfj", *comments, id="c"), matter("dov", *comments, id="d")
    ruling = judged("ruleset-37", game(cfj, dov), AT)
    assert [sorted(verdict.votes) for verdict in ruling.matters] == [["B", "C"], ["B", "C"]]


def test_an_interregnum_too_silences_proposals_in_ruleset_37():
    enacted = matter("dov", id="d", posted=POSTED - HOUR, status="enacted", resolved=POSTED)
    comments = (says("B", "for", after=HOUR - BIT), says("C", "for", after=HOUR))
    facts = game(matter("proposal", *comments, id="p"), enacted, ascensions=(POSTED + HOUR,))
    assert sorted(judged("ruleset-37", facts, AT).matter("p").votes) == ["A", "C"]
