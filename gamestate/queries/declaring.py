"""An action as it is declared: what of it is kept, where it is one that there can be."""

from collections.abc import Container, Mapping, Set

from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken
from gamestate.clockwork.when import OnBefalling, delay_of, looks_at, read_when
from gamestate.models import LimitedAction
from gamestate.moves.doing import known_names
from gamestate.moves.reading import as_kept, read_move
from gamestate.queries.by_itself import WHO
from gamestate.values.definitions import Audience
from gamestate.values.errors import ValueRefused
from gamestate.values.keeping import kept_from
from gamestate.values.state import State


def read_action(
    *,
    lines: Mapping[str, object],
    timing: str,
    frequency: str,
    limit: str,
    hiatus: str,
    known: Container[str],
    state: State,
    may_show: Set[Audience] = frozenset(),
) -> dict[str, str]:
    """The lines of a move as they are kept, where the frequencies that are `known` and what is tracked in `state` allow
    such an action. `may_show`: the hidden values that who declares it sees, as far as it may reveal them. Raises
    RuleBroken (400). No query."""
    when = " ".join(timing.split())
    kept = _readable(lines, when, state, may_show)
    if when and (frequency or limit):
        raise RuleBroken(_("What happens by itself has no limit of how often it is taken."), status=400)
    if hiatus not in LimitedAction.Hiatus.values:
        raise RuleBroken(_("In a standstill it waits, lapses or goes on, or its clock stops."), status=400)
    if hiatus == LimitedAction.Hiatus.CLOCK_STOPS and not delay_of(read_when(when) if when else None):
        raise RuleBroken(
            _(
                "Only what happens so long after something has a clock that stops, such as “48 hours after …”."
            ),
            status=400,
        )
    if frequency and frequency not in known:
        raise RuleBroken(_("The law does not have this frequency."), status=400)
    return kept


def _readable(
    lines: Mapping[str, object], when: str, state: State, may_show: Set[Audience]
) -> dict[str, str]:
    """The lines of a move as they are kept. Raises RuleBroken (400) for those that mean nothing, as what happens `when`
    it says, for names under which nothing is tracked, and for what reveals hidden values that are there already, unless
    it is the emperor who sees them."""
    try:
        kept, move = as_kept(lines), read_move(lines)
        names, known = move.unknown, known_names(state)
        if move.reveals:
            if not when:
                raise ValueRefused(_("Only what happens by itself reveals what is hidden, in “Does”."))
            if kept_back := kept_from(move.reveals, state, may_show):
                raise ValueRefused(
                    _(
                        "{name} already holds hidden values. You can say what reveals it only before they are set."
                    ).format(name=kept_back)
                )
        if when and move.is_kept:
            raise ValueRefused(_("Everybody who can see its values sees what happens by itself."))
        if move.shows is not None and (kept_back := kept_from(move.shows.names, state, may_show)):
            raise ValueRefused(
                _(
                    "{name} already holds hidden values. You can say who sees a move by it only before they are set."
                ).format(name=kept_back)
            )
        if when:
            clock = read_when(when)
            names |= looks_at(clock)
            is_asked = isinstance(clock, OnBefalling) and clock.what == "asked"
            if move.asked is None and not is_asked:
                known -= {"me"}
            if isinstance(clock, OnBefalling) and clock.what not in ("declared", "asked"):
                known |= {WHO}
            if is_asked and (not move.questions or move.asked is not None):
                raise ValueRefused(
                    _(
                        "An action that happens “when it is asked” must ask something. "
                        "The move that asks it names the players."
                    )
                )
            known |= names if is_asked else frozenset()  # the move that asks gives it names
            if move.costs:
                raise ValueRefused(
                    _("An action that happens by itself has no costs. Say in “Does” what it takes.")
                )
            if not move.deeds:
                raise ValueRefused(_("Say in “Does” what happens by itself."))
        elif move.asked is not None or move.within is not None:
            raise ValueRefused(_("Only what happens by itself is owed an answer."))
        unknown = sorted(names - known)
        if unknown:
            raise ValueRefused(_("Nothing called “{path}” is tracked.").format(path=unknown[0]))
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, status=400) from None
    return kept
