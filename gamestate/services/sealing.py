"""What changes calls for sealed orders and the orders themselves.

A player who plays calls for orders when a rule asks for simultaneous choices; so may an admin or the emperor who is
idle. Who is awaited hands in an order, which is sealed with a random salt: its hash is published at once, and until all
are opened together nobody but its author sees what it says, whoever called for it. Until then it may be replaced.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from secrets import token_hex

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable, check_line
from blognomic.web.errors import RuleBroken, Stale
from gamestate.leave import Act, LeaveGiver
from gamestate.models import Opening, SealedOrder, Sealing
from gamestate.permissions import check_may_call_for_orders, check_may_call_off, check_may_hand_in
from gamestate.private.hashing import digest, tidy
from gamestate.private.opening import is_complete, is_sealed, opened
from gamestate.rendering import render
from players.models import Player, Topic
from players.queries.roster import dynasty_at
from players.services.roster import lock_game
from ruleset.models import Rule

from .sealing_notices import called, has_opened

TITLE_LENGTH = 120
DESCRIPTION_LENGTH = 10_000
ORDER_LENGTH = 10_000
CHOICES = 50
CHOICE_LENGTH = 200
LONGEST = timedelta(days=366)


@transaction.atomic
def call(
    *,
    leave: LeaveGiver,
    by: Player,
    at: datetime,
    title: str,
    description: str = "",
    rule: int | None = None,
    awaited: Collection[int] | None = None,
    choices: Sequence[str] = (),
    opening: str = Opening.ALL,
    opens_at: datetime | None = None,
) -> Sealing:
    """Call for sealed orders of the `awaited` players (their keys; None: of all who play now).

    `choices`: what may be chosen, or, empty, anything in words. `opening` and `opens_at` say when they are opened.
    `rule` is the key of the rule that asks for it. Raises RuleBroken for anybody but a player in the roster, an admin
    or the emperor, for awaited players who do not play, a description that cannot be rendered, and what makes no sense.
    """
    lock_game(Topic.VALUES)
    leave.check(Act.DYNASTIC, by=by, at=at)
    check_keepable(description)
    check_line(title, *choices)
    title, description = " ".join(title.split()), tidy(description)
    if not title or len(title) > TITLE_LENGTH:
        raise RuleBroken(
            _("A call needs a title of at most {most} characters.").format(most=TITLE_LENGTH), status=400
        )
    if len(description) > DESCRIPTION_LENGTH:
        raise RuleBroken(
            _("A description has at most {most} characters.").format(most=thousands(DESCRIPTION_LENGTH)),
            status=400,
        )
    offered = _read_choices(choices)
    _check_instant(opening, opens_at, at)
    by.refresh_from_db()
    check_may_call_for_orders(by, at)
    if rule is not None and not Rule.objects.filter(pk=rule).exists():
        raise RuleBroken(_("There is no such rule."), status=400)
    playing = list(Player.objects.active().order_by("name_key").values_list("pk", flat=True))
    players = playing if awaited is None else [player for player in playing if player in set(awaited)]
    if not players or awaited is not None and len(players) != len(set(awaited)):
        raise RuleBroken(_("Choose at least one player, and only players who are not idle."), status=400)
    made = Sealing.objects.create(
        title=title,
        description=description,
        rule=rule,
        dynasty=dynasty_at(at),
        choices=offered,
        awaited=players,
        opening=opening,
        opens_at=None if opening == Opening.ALL else opens_at,
        made_at=at,
        by=by,
    )
    made.html = render(description, prefix=f"s{made.pk}", at=at)
    made.save(update_fields=["html"])
    called(made, at=at)
    return made


@sensitive_variables("text", "order_text", "salt")
@transaction.atomic
def hand_in(*, leave: LeaveGiver, sealing: Sealing, by: Player, at: datetime, text: str) -> SealedOrder:
    """Seal an order, instead of the player's earlier one if there is one; the last that is awaited opens all.

    Raises RuleBroken for anybody who is not awaited or does not play, for an order that is none of the choices, and,
    with status 409, once they are opened or called off. No refusal repeats what is private.
    """
    lock_game(Topic.VALUES)
    leave.check(Act.DYNASTIC, by=by, at=at)
    by.refresh_from_db()
    sealing = Sealing.objects.get(pk=sealing.pk)
    at = max([at, *filter(None, [sealing.orders.aggregate(last=Max("at"))["last"]])])
    _check_sealed(sealing, at)
    check_may_hand_in(by, sealing)
    order_text = tidy(text)
    check_keepable(order_text)
    if not order_text or len(order_text) > ORDER_LENGTH:
        raise RuleBroken(
            _("An order has a text of at most {most} characters.").format(most=thousands(ORDER_LENGTH)),
            status=400,
        )
    if sealing.choices and order_text not in sealing.choices:
        raise RuleBroken(_("This is not one of the choices."), status=400)
    salt = token_hex(16)
    order = SealedOrder.objects.create(
        sealing=sealing, player=by, at=at, text=order_text, salt=salt, hash=digest(order_text, salt, "sha256")
    )
    _open_if_complete(sealing, at)
    return order


@transaction.atomic
def call_off(*, leave: LeaveGiver, sealing: Sealing, by: Player, at: datetime) -> Sealing:
    """End a call before it opens. Its orders stay sealed for ever. Its maker or an admin may.

    Raises RuleBroken for anybody else, and with status 409 once it is opened or called off.
    """
    lock_game(Topic.VALUES)
    leave.check(Act.RECORD, by=by, at=at)
    by.refresh_from_db()
    sealing = Sealing.objects.get(pk=sealing.pk)
    check_may_call_off(by, sealing)
    _check_sealed(sealing, at)
    sealing.called_off_at = at
    sealing.save(update_fields=["called_off_at"])
    return sealing


@transaction.atomic
def roster_changed(*, leave: LeaveGiver, at: datetime) -> list[Sealing]:
    """Open what is complete now that somebody is not waited for any more, since they went idle or left.

    Whatever changes the roster calls this in the same transaction. Answers the calls that were opened.
    """
    lock_game(Topic.VALUES)
    leave.check(Act.RECORD, by=None, at=at)
    waiting = Sealing.objects.filter(opened_at__isnull=True, called_off_at__isnull=True)
    return [
        sealing
        for sealing in waiting.exclude(opening=Opening.AT).order_by("pk")
        if opened(sealing, at) is None and _open_if_complete(sealing, at)
    ]


def _open_if_complete(sealing: Sealing, at: datetime) -> bool:
    """Open the orders of a call that opens when all are in, if they are. The game is locked, so it happens once."""
    if sealing.opening == Opening.AT:
        return False
    handed_in = set(sealing.orders.values_list("player", flat=True))
    playing = set(Player.objects.active().values_list("pk", flat=True))
    if not is_complete(sealing.awaited, handed_in=handed_in, playing=playing):
        return False
    sealing.opened_at = at
    sealing.save(update_fields=["opened_at"])
    has_opened(sealing, at=at)
    return True


def _check_sealed(sealing: Sealing, at: datetime) -> None:
    if sealing.called_off_at is not None:
        raise Stale(_("This call for orders has been called off."))
    if not is_sealed(sealing, at):
        raise Stale(_("The orders have been opened, so you can no longer hand one in or call them off."))


def _read_choices(choices: Sequence[str]) -> list[str]:
    offered = [choice for choice in (" ".join(choice.split()) for choice in choices) if choice]
    if offered and not 2 <= len(offered) <= CHOICES or len(set(offered)) != len(offered):
        raise RuleBroken(
            _("Write 2 to {most} choices, all different, or none.").format(most=CHOICES), status=400
        )
    if any(len(choice) > CHOICE_LENGTH for choice in offered):
        raise RuleBroken(_("A choice has at most {most} characters.").format(most=CHOICE_LENGTH), status=400)
    return offered


def _check_instant(opening: str, opens_at: datetime | None, at: datetime) -> None:
    if opening not in Opening.values:
        raise RuleBroken(
            _(
                "Choose when the orders are opened: at a set time, when all are in, or when the first"
                " of both happens."
            ),
            status=400,
        )
    if opening == Opening.ALL:
        return
    if opens_at is None or not at < opens_at <= at + LONGEST:
        raise RuleBroken(_("The opening time must be in the future, within a year."), status=400)
