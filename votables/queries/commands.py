"""What somebody may do by what they typed: the acts that it means in the game as it stands, for them.

Nothing is done here. Each leads to the page of the act, with what was said filled in, which shows what will happen and
asks. Who may do what, is asked where that page asks it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.display import said_at
from blognomic.i18n.dynasty_words import said
from blognomic.search.indexes import called
from blognomic.text.outside import is_key, keepable
from blognomic.web import holes
from blognomic.web.addresses import address_of
from blognomic.web.errors import RuleBroken
from gamestate.dice.reading import DiceCommand, commands
from gamestate.hidden import viewer_of
from gamestate.permissions import check_may_change, check_may_roll
from gamestate.queries.acting import actions_for
from gamestate.queries.now import begin, tracked_now
from gamestate.queries.planning import plan
from gamestate.queries.snapshot import DEFINED, law_newest
from gamestate.queries.tables import CellShown, Tables
from gamestate.values import value_kinds
from gamestate.values.plans import lowest_throws
from gamestate.values.state import GAME, Variable, of_player, of_row
from gamestate.values.steps import Step
from players.models import Player
from players.models.roster import name_key
from players.permissions import check_may_begin_conversation
from players.present import Present
from players.queries.roster import players_by_name
from votables.command_box import Command, begun, read, say
from votables.command_box.reading import command, is_myself
from votables.judge import roster as law_of_roster
from votables.judge.verdict import Leave
from votables.models import Category, Post
from votables.permissions import refuse_unless
from votables.permissions.posting import leave_to_post
from votables.permissions.resolving import check_is_at_desk
from votables.permissions.roster import check_may_change_roster

from .admin_desk import RosterTask
from .command_palette import goals
from .comments import vote_buttons, withdrawing
from .game_for_reader import GameForReader
from .matter_kinds import labels
from .pending import Case
from .search import POST_WORDS

MOST = 8
MOST_ANSWERS = 14
MOST_PLANNED = 3  # values of which is said what they come to
LONGEST = 300


@dataclass(frozen=True, slots=True)
class Offer:
    """Something to do: its name says what happens, `note` how it stands, or why it cannot be done. It leads to `url`,
    which asks first; with `here`, what it asks may stand in the box. One with a `line` only goes on with what is typed:
    that is put into the field."""

    name: str
    url: str
    note: str = ""
    here: bool = True
    line: str = ""

    @property
    def told(self) -> dict[str, object]:
        return {
            "kind": _("act"),
            "name": self.name,
            "url": self.url,
            "note": self.note,
            "here": self.here and not self.line,
            "line": self.line,
        }


@dataclass(frozen=True, slots=True)
class Offers:
    """What was `meant` by a line that says an act, the likeliest first; or what it may be the beginning of."""

    meant: list[Offer]
    begun: list[Offer]


# What one can say, each with what it does. Those for admins are last.
FOR_PLAYERS = (
    ("new", gettext_lazy("Write a proposal or another post")),
    ("vote", gettext_lazy("Vote on a pending matter")),
    ("comment", gettext_lazy("Comment on a post")),
    ("take", gettext_lazy("Take an action that the rules allow")),
    ("set", gettext_lazy("Change a value: your own, somebody else’s or the game’s")),
    ("roll", gettext_lazy("Roll dice, with a reason")),
    ("message", gettext_lazy("Write to somebody")),
    ("idle", gettext_lazy("Go idle")),
    ("search", gettext_lazy("Search everything")),
    ("go", gettext_lazy("Go to a page of the site")),
)
FOR_ADMINS = (
    ("enact", gettext_lazy("Enact a pending matter")),
    ("fail", gettext_lazy("Fail a pending matter")),
)
FOR_THE_IDLE = (
    *(one for one in FOR_PLAYERS if one[0] not in ("vote", "take", "set", "idle")),
    ("unidle", gettext_lazy("Come back from idle")),
)
FOR_GUESTS = (
    *(one for one in FOR_PLAYERS if one[0] in ("new", "comment", "search", "go")),
    ("join", gettext_lazy("Ask to join the game")),
)
FOR_STRANGERS = tuple(one for one in FOR_PLAYERS if one[0] in ("search", "go"))


def verbs_known(game: GameForReader) -> list[Offer]:
    """What the reader can say, with what each does."""
    player = game.player
    if player is None:
        known = FOR_STRANGERS
    elif not player.is_player:
        known = FOR_GUESTS
    else:
        known = (
            *(FOR_THE_IDLE if player.is_idle else FOR_PLAYERS),
            *(FOR_ADMINS if game.is_for_admin else ()),
        )
    of_oneself = {"player": "me"}
    return [
        _begin(command(verb, **(of_oneself if verb in ("idle", "unidle") else {})), str(does))
        for verb, does in known
    ]


def offers(typed: str, game: GameForReader) -> Offers:
    """What the reader may do by a line; nothing before a game is founded. Five queries at most, once what everybody
    shares is at hand."""
    line = " ".join(keepable(typed).split())[:LONGEST]
    if game.present is None or not line:
        return Offers([], [])
    if line == "?":
        return Offers(verbs_known(game), [])
    for one in _by_fit(read(line), game):
        return Offers(one[:MOST], [])
    rest = begun(line)
    likely = list(dict.fromkeys(offer for one in _by_fit(rest, game) for offer in one))[:MOST]
    return Offers(likely, []) if any(_is_all(one, line) for one in rest) else Offers([], likely)


def answers(typed: str, game: GameForReader) -> list[dict[str, object]]:
    """What the command box answers to a line: the acts that it says; or else where it leads, and what it may be the
    beginning of; without one, the pending matters."""
    known = offers(typed, game)
    where = next((one["words"] for one in read(typed) if one.verb == "go"), typed)
    goes = [] if known.meant else [goal.told for goal in goals(where, game)]
    meant, later = ([one.told for one in some] for some in (known.meant, known.begun))
    return [*meant, *goes, *later][:MOST_ANSWERS]


def _is_all(what: Command, line: str) -> bool:
    """Whether somebody has said a verb to its end."""
    return bool(what.parts) or say(what).strip().lower() == line.lower()


Ranked = tuple[int, Offer]


def _by_fit(readings: Iterable[Command], game: GameForReader) -> list[list[Offer]]:
    """What each of the readings may mean, those that fit best first: of each what fits best."""
    fitting: list[tuple[int, list[Offer]]] = []
    for reading in readings:
        ranked = list(islice(OFFERING[reading.verb](reading, game), 2 * MOST))
        if ranked:
            best = min(rank for rank, _offer in ranked)
            fitting.append((best, [offer for rank, offer in ranked if rank == best]))
    return [some for _best, some in sorted(fitting, key=lambda each: each[0])]


# -- finding what is named

Named = TypeVar("Named")


def _called(text: str, things: Iterable[tuple[Named, Iterable[str]]]) -> list[tuple[int, Named]]:
    """Those of the things that are called so, each by some names, with how well: 0 for the whole name, then its
    beginning, that of a word, and anything within. All of them, where no text is given."""
    key = name_key(text)
    if not key:
        return [(1, thing) for thing, _names in things]
    fitting = []
    for thing, names in things:
        ranks = [rank for name in names if (rank := _rank(key, name_key(name))) is not None]
        if ranks:
            fitting.append((min(ranks), thing))
    return sorted(fitting, key=lambda each: each[0])


def _rank(key: str, name: str) -> int | None:
    if name == key:
        return 0
    if name.startswith(key):
        return 1
    if f" {key}" in name:
        return 2
    return 3 if len(key) > 2 and key in name else None


def _matters(text: str, game: GameForReader) -> list[tuple[int, Case]]:
    """Pending matters by their title or number: that of the post, or of its place in the queue."""
    number = text.removeprefix("#")
    if is_key(number):
        places = enumerate(game.queue, start=1)
        numbered = [(0, case) for place, case in places if int(number) in (place, case.post.pk)]
        if numbered:
            return numbered
    return _called(text, ((case, (case.post.title, case.post.subject)) for case in game.queue))


def _people(text: str, game: GameForReader) -> list[tuple[int, Player]]:
    assert game.present is not None
    people = players_by_name(game.present)
    return _called(text.removeprefix("@"), ((one, (one.name,)) for one in people))


# -- saying how it stands


def _refused(ask: Callable[[], object]) -> str:
    """Why something may not be done, with the rule; "" where it may."""
    try:
        ask()
    except RuleBroken as broken:
        return _with_rule(broken.sentence, broken.rule)
    return ""


def _with_rule(sentence: str, rule: str) -> str:
    return " ".join(filter(None, (said(sentence), rule and f"({rule})")))


def _of_leave(leave: Leave) -> str:
    return _refused(lambda: refuse_unless(leave))


def _sign_in() -> str:
    return _("Sign in to do this.")


_SPAN = re.compile(r"</?span[^>]*>")


def _standing(case: Case, game: GameForReader) -> str:
    """How a matter stands, in a sentence, with lengths of time as they are now."""
    with holes.left_open(holes.TIMES, now=game.at):
        sentence = case.sentence
    return _SPAN.sub("", holes.filled(sentence, said_at(game.at)))


def _begin(what: Command, note: str = "") -> Offer:
    """To go on with what is typed."""
    line = say(what)
    more = " …" if line.endswith(" ") else ""
    return Offer(f"{line.strip()}{more}", _at("votables:search", q=line), note, line=line)


def _at(name: str, *args: object, **query: str) -> str:
    """An address, with what is filled in there."""
    return _filled(reverse(name, args=args), query)


def _filled(path: str, query: Mapping[str, str]) -> str:
    given = {name: text for name, text in query.items() if text}
    return f"{path}?{urlencode(given)}" if given else path


# -- the acts


def _new(what: Command, game: GameForReader) -> Iterator[Ranked]:
    docket = game.docket
    known = [
        (
            category,
            (label, category, docket.law.kinds[category].label if category in docket.law.kinds else ""),
        )
        for category, label in labels(docket.law).items()
        if category != Category.NONE
    ]
    known.append((Category.NONE, (_("post"), "post", str(Category.NONE.label))))
    for rank, category in _called(what["kind"], known):
        note = _sign_in()
        if game.player is not None:
            amends = ["dynastic"] if category in docket.law.kinds else []
            note = _of_leave(leave_to_post(docket, by=game.player, category=category, amends=amends))
        label = dict(known)[category][0]
        name = _("New {kind}: {title}") if what["words"] else _("New {kind}")
        url = _at("votables:new", category=category, title=what["words"])
        if category == Category.ASCENSION:
            if note:
                continue
            url = reverse("votables:ascend")
        yield rank, Offer(name.format(kind=label, title=what["words"]), url, note, here=False)


def _vote(what: Command, game: GameForReader) -> Iterator[Ranked]:
    player = game.player
    if not what["matter"]:
        yield from _votes_to_begin(what, game)
        return
    for rank, case in _matters(what["matter"], game)[:MOST]:
        if player is None:
            name = _("Vote on “{title}”").format(title=case.post.subject)
            yield rank, Offer(name, _at("votables:comment", case.post.pk), _sign_in(), here=False)
            continue
        buttons = vote_buttons(case, player, at=game.at)
        if what["vote"] == "withdraw":
            own = withdrawing(case) if case.post.author_id == player.pk else None
            if own is not None:
                name = _("Withdraw “{title}” by voting {vote}")
                url = _at("votables:comment", case.post.pk, icon=own.code)
                yield rank, Offer(name.format(title=case.post.subject, vote=own.label), url)
            continue
        for how, button in _called(what["vote"], ((one, (one.label, one.icon, one.code)) for one in buttons)):
            name = _("Vote {vote} on “{title}”").format(vote=button.label, title=case.post.subject)
            note = _with_rule(button.reason, button.rule) if button.reason else _standing(case, game)
            yield rank + how, Offer(name, _at("votables:comment", case.post.pk, icon=button.code), note)


def _votes_to_begin(what: Command, game: GameForReader) -> Iterator[Ranked]:
    """Votes of the law to go on with, or the matters that one that is said may be cast on."""
    icons = game.docket.law.icons.values()
    if what["vote"] == "withdraw":
        own = [case for case in game.queue if game.player and case.post.author_id == game.player.pk]
        for case in own:
            yield from _vote(command("vote", vote="withdraw", matter=str(case.post.pk)), game)
        return
    for rank, icon in _called(what["vote"], ((one, (one.name, str(one.label), *one.codes)) for one in icons)):
        if not what["vote"]:
            yield rank, _begin(command("vote", vote=icon.name))
            continue
        for case in game.queue[:MOST]:
            yield from (
                (rank + how, offer)
                for how, offer in _vote(command("vote", vote=icon.name, matter=f"#{case.post.pk}"), game)
            )


def _comment(what: Command, game: GameForReader) -> Iterator[Ranked]:
    posts = [(rank, case.post) for rank, case in _matters(what["matter"], game)]
    if not posts and what["matter"]:
        titled = called(POST_WORDS, Post.objects.visible(), what["matter"])[:MOST]
        posts = [(1, post) for post in titled if not post.is_matter or post.is_pending]
    for rank, post in posts:
        name = _("Comment on “{title}”").format(title=post.subject)
        note = "" if game.player else _sign_in()
        yield rank, Offer(name, _at("votables:comment", post.pk, text=what["words"]), note)


def _resolve(to: str, label: str) -> Callable[[Command, GameForReader], Iterator[Ranked]]:
    def offering(what: Command, game: GameForReader) -> Iterator[Ranked]:
        player, docket = game.player, game.docket
        refusal = _sign_in()
        if player is not None:
            refusal = _refused(lambda: check_is_at_desk(player, docket))
        refusal = refusal or _of_leave(
            law_of_roster.may_resolve(law=docket.law, idle=bool(player and player.is_idle))
        )
        matters = _matters(what["matter"], game)
        if not what["matter"]:
            matters.sort(key=lambda each: not (each[1].may_enact if to == "enacted" else each[1].may_fail))
        for rank, case in matters:
            name = str(label).format(title=case.post.subject)
            if refusal:
                yield rank, Offer(name, case.post.get_absolute_url(), refusal, here=False)
                continue
            rule = "" if case.may_enact or case.may_fail else docket.law.kinds[case.post.category].rule
            note = _with_rule(_standing(case, game), rule)
            yield rank, Offer(name, _at("votables:resolve", case.post.pk, to), note)

    return offering


def _idle(what: Command, game: GameForReader) -> Iterator[Ranked]:
    if is_myself(what["player"]):
        yield from _idle_myself(game)
        return
    idling = [*game.desk.idling, *game.desk.inactive] if game.is_for_admin and game.desk else []
    for rank, person in _people(what["player"], game):
        if person.is_playing:
            leave = law_of_roster.may_idle_on_request(law=game.docket.law, at=game.at, requests=())
            yield from _on_roster("idle", _("Idle {name}"), rank, person, game, idling, leave)


def _idle_myself(game: GameForReader) -> Iterator[Ranked]:
    player, law = game.player, game.docket.law
    if player is None:
        yield 0, Offer(_("Idle yourself"), _at("votables:new", asks="idle"), _sign_in(), here=False)
    elif not player.is_playing:
        note = _("You are idle already.") if player.is_idle else _("You are not a player.")
        yield 0, Offer(_("Idle yourself"), address_of("players:profile", player.pk), said(note), here=False)
    elif player.acts_as_admin and law_of_roster.may_idle_oneself(law=law):
        yield 0, Offer(_("Idle yourself"), _at("votables:change_roster", player.pk, "idle"))
    else:
        note = _with_rule(_("You ask in a post, and an admin idles you."), law.roster.idling.rule)
        yield 0, Offer(_("Ask to be idled"), _at("votables:new", asks="idle"), note, here=False)


def _unidle(what: Command, game: GameForReader) -> Iterator[Ranked]:
    if is_myself(what["player"]):
        yield from _unidle_myself(game)
        return
    unidling = game.desk.unidling if game.is_for_admin and game.desk else []
    for rank, person in _people(what["player"], game):
        if person.is_idle:
            leave = law_of_roster.may_unidle_on_request(
                law=game.docket.law, at=game.at, requests=(), idling=None
            )
            yield from _on_roster("unidle", _("Bring {name} back"), rank, person, game, unidling, leave)


def _unidle_myself(game: GameForReader) -> Iterator[Ranked]:
    player, law = game.player, game.docket.law
    if player is None or not player.is_idle:
        note = said(_("You are not idle.")) if player else _sign_in()
        url = address_of("players:profile", player.pk) if player else _at("votables:new", asks="unidle")
        yield 0, Offer(_("Come back from idle"), url, note, here=False)
    elif player.acts_as_admin and law.roster.admins_unidle_themselves:
        yield 0, Offer(_("Come back from idle"), _at("votables:change_roster", player.pk, "unidle"))
    else:
        note = _with_rule(_("You ask in a post, and an admin brings you back."), law.roster.unidling.rule)
        yield 0, Offer(_("Ask to be unidled"), _at("votables:new", asks="unidle"), note, here=False)


def _on_roster(
    act: str,
    name: str,
    rank: int,
    person: Player,
    game: GameForReader,
    tasks: Iterable[RosterTask],
    unasked: Leave,
) -> Iterator[Ranked]:
    """What an admin does to somebody, by what waits on the desk; where nothing does, as the law has it `unasked`."""
    player = game.player
    refusal = _sign_in() if player is None else _refused(lambda: check_may_change_roster(player, game.at))
    name = name.format(name=person)
    if refusal:
        yield rank, Offer(name, address_of("players:profile", person.pk), refusal, here=False)
        return
    waiting = next((one for one in tasks if one.player == person), None)
    leave, done = (waiting.leave, waiting.act) if waiting else (unasked, act)
    if refusal := _of_leave(leave):
        yield rank, Offer(name, address_of("players:profile", person.pk), refusal, here=False)
        return
    note = said(waiting.why) if waiting else ""
    yield rank, Offer(name, _at("votables:change_roster", person.pk, done), note)


def _join(_what: Command, game: GameForReader) -> Iterator[Ranked]:
    player = game.player
    if player is not None and player.is_player:
        url = address_of("players:profile", player.pk)
        yield 0, Offer(_("Ask to join the game"), url, said(_("You are a player already.")), here=False)
        return
    note = "" if player else _sign_in()
    yield 0, Offer(_("Ask to join the game"), _at("votables:new", asks="join"), note, here=False)


def _roll(what: Command, game: GameForReader) -> Iterator[Ranked]:
    player, law = game.player, game.docket.law.dice
    refusal = _sign_in() if player is None else _refused(lambda: check_may_roll(player, rule=law.rule))
    text = what["dice"]
    if not text:
        yield 1, Offer(_("Roll dice"), reverse("gamestate:dice"), refusal)
        return
    dice = commands(text, law)
    if not dice:
        text = text.upper()
        dice = commands(text, law)
    note = refusal or (" · ".join(_range(one) for one in dice) if dice else _nothing_to_roll())
    name = _("Roll {dice} for {reason}") if what["words"] else _("Roll {dice}")
    yield (
        0 if dice else 3,
        Offer(
            name.format(dice=text, reason=what["words"]),
            _at("gamestate:dice", dice=text, reason=what["words"]),
            note,
        ),
    )


def _nothing_to_roll() -> str:
    return _("There is nothing to roll in that. Try DICE6.")


def _range(one: DiceCommand) -> str:
    """What a command may come to, or why it cannot be rolled."""
    if one.problem:
        return one.problem
    if one.kind != "die":
        return _("one of {number}").format(number=one.sides)
    return (
        _("{least} to {most}").format(least=one.count, most=one.count * one.sides) if one.sides > 0 else "0"
    )


def _set(what: Command, game: GameForReader) -> Iterator[Ranked]:
    """Values by their names; hidden ones for whom they are alone. One query for the values of their holders."""
    assert game.present is not None
    begin(game.present)
    (defined,) = game.present.kept_rows(DEFINED)
    known = [one for one in defined.variables.values() if not one.definition.formula]
    variables = _called(what["variable"], ((one, (one.definition.name, one.key)) for one in known))
    if not variables:
        return
    player, state = game.player, tracked_now(game.present).state
    refusal = _sign_in() if player is None else _refused(lambda: check_may_change(player))
    tables = Tables(state, viewer_of(player, at=game.at, present=game.present).sees, {})
    places = [
        (rank + how, variable, holder)
        for rank, variable in variables
        for how, holder in _holders(what["whose"], variable, tables, player)
    ][:MOST]
    if places:
        state.expect(holders={holder for _rank, _variable, holder in places})
    planned = 0
    for rank, variable, holder in places:
        cell = tables.cell(variable, holder)
        if cell.is_hidden:
            if what["value"]:
                name = _("{value} of {whose}").format(
                    value=variable.definition.name, whose=state.holder_name(holder)
                )
                yield (
                    rank,
                    Offer(name, reverse("gamestate:values"), _("This value is hidden from you."), here=False),
                )
            continue
        if not what["value"]:
            line = command("set", variable=variable.definition.name, whose=_whose(holder, tables, player))
            yield rank, _begin(line, refusal or _("Now: {value}").format(value=cell.text or _("blank")))
            continue
        planned += 1
        if planned > MOST_PLANNED:
            return
        yield rank, _setting(cell, what["value"], tables, player, refusal, game.present)


def _holders(whose: str, variable: Variable, tables: Tables, player: Player | None) -> list[tuple[int, str]]:
    """Whose value of a variable may be meant, with how well that fits: the game's, a row's, one's own where nobody is
    named."""
    state = tables.state
    if variable.scope == "game":
        return [] if whose else [(0, GAME)]
    if variable.scope == "row":
        rows = ((of_row(row.id), (row.name,)) for row in state.rows_of(variable.table))
        return _called(whose, rows) if whose and not is_myself(whose) else []
    if not whose or is_myself(whose):
        return [(0, of_player(player.pk))] if player and player.pk in state.people else []
    people = state.players(idle=True)
    return _called(whose.removeprefix("@"), ((of_player(one.key), (one.name,)) for one in people))


def _whose(holder: str, tables: Tables, player: Player | None) -> str:
    if holder == GAME:
        return ""
    return "me" if player and holder == of_player(player.pk) else tables.state.holder_name(holder)


def _setting(
    cell: CellShown, typed: str, tables: Tables, player: Player | None, refusal: str, present: Present
) -> Offer:
    """To set a value: before and after, as the form foresees it, or what stands in the way."""
    state, variable = tables.state, cell.variable
    step = Step.set(state.path_of(variable), (cell.holder,), typed)
    in_force = law_newest(present)
    planned = plan(state, [step], sight=tables.sight, at_once=True, dice=lowest_throws, in_force=in_force)
    after = value_kinds.show(variable.definition, planned.state.value(variable, cell.holder), planned.state)
    whose = _whose(cell.holder, tables, player)
    name = {"me": _("Your {value}: {before} → {after}"), "": _("{value}: {before} → {after}")}.get(
        whose, _("{value} of {whose}: {before} → {after}")
    )
    trouble = next(iter(planned.troubles), None)
    blank = _("blank")
    words = name.format(
        value=variable.definition.name,
        whose=whose,
        before=cell.text or blank,
        after=typed if trouble else after or blank,
    )
    note = refusal or (_with_rule(trouble.sentence, trouble.rule) if trouble else "")
    alterations = [str(one.note) for one in planned.alterations if one.note]
    return Offer(
        words, _filled(reverse("gamestate:edit"), {cell.field: typed}), note or "; ".join(alterations)
    )


def _take(what: Command, game: GameForReader) -> Iterator[Ranked]:
    known = actions_for(game.player, at=game.at, present=game.present)
    for rank, one in _called(what["action"], ((one, (one.action.name,)) for one in known)):
        note = _sign_in() if game.player is None else ""
        if game.player is not None and not one.may_be_taken:
            note = _with_rule(one.why or _("Only a player who is not idle can take actions."), one.rule)
        yield rank, Offer(capfirst(one.action.name), _at("gamestate:take_action", one.action.pk), note)


def _message(what: Command, game: GameForReader) -> Iterator[Ranked]:
    player = game.player
    refusal = _sign_in() if player is None else _refused(lambda: check_may_begin_conversation(player))
    if not what["player"]:
        yield 1, Offer(_("Write to somebody"), reverse("players:write"), refusal)
        return
    for rank, person in _people(what["player"], game):
        if person != player:
            url = _at("players:write", to=person.name, text=what["words"])
            yield rank, Offer(_("Write to {name}").format(name=person), url, refusal)


def _search(what: Command, _game: GameForReader) -> Iterator[Ranked]:
    if what["words"]:
        name = _("Search everything for “{words}”").format(words=what["words"])
        yield 0, Offer(name, _at("votables:search", q=what["words"]), here=False)


def _go(_what: Command, _game: GameForReader) -> Iterator[Ranked]:
    """Where to, `command_palette.goals` says."""
    return iter(())


OFFERING: Mapping[str, Callable[[Command, GameForReader], Iterator[Ranked]]] = {
    "new": _new,
    "vote": _vote,
    "comment": _comment,
    "enact": _resolve("enacted", gettext_lazy("Enact “{title}”")),
    "fail": _resolve("failed", gettext_lazy("Fail “{title}”")),
    "idle": _idle,
    "unidle": _unidle,
    "join": _join,
    "roll": _roll,
    "set": _set,
    "take": _take,
    "message": _message,
    "search": _search,
    "go": _go,
}
