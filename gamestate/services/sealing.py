"""What changes calls for sealed orders and the orders themselves.

A player who plays calls for orders when a rule asks for simultaneous choices; so may an admin or the emperor who is
idle. Who is awaited hands in an order, which is sealed with a random salt: its hash is published at once, and until all
are opened together nobody but its author sees what it says, whoever called for it. Until then it may be replaced. Where
a call hides who has handed in, the hashes are published when all are opened.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from secrets import token_hex

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.debug import sensitive_variables

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable, check_line
from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from gamestate.leave import CALLS, Act, LeaveGiver
from gamestate.models import Opening, SealedOrder, Sealing
from gamestate.moves.answering import question_shown, read_answer, told
from gamestate.moves.calling import ASKS_LENGTH, as_stored, question_of
from gamestate.moves.doing import known_names
from gamestate.moves.move import MoveQuestion
from gamestate.notices import called, has_opened
from gamestate.permissions import (
    check_may_call_for_orders,
    check_may_call_off,
    check_may_hand_in,
    check_may_steer,
)
from gamestate.private.hashing import digest, tidy
from gamestate.private.opening import is_complete, is_sealed, opened
from gamestate.queries.sealing import facts_for
from gamestate.queries.snapshot import state_now
from gamestate.rendering import render
from gamestate.values.definitions import read_key
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import parse
from gamestate.values.keeping import kept_from
from players.models import Player, Topic
from players.queries.roster import dynasty_at
from players.services.roster import lock_game, log_act
from ruleset.models import Rule

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
    asks: str = "",
    key: str = "",
    hides_who: bool = False,
    seen_when: str = "",
) -> Sealing:
    """Call for sealed orders of the `awaited` players (their keys; None: of all who play now).

    `choices`: what may be chosen, or, empty, anything in words; `asks`: what an order says, where that is something
    else, such as “number from 0 to gold”. `opening` and `opens_at` say when they are opened; of those opened at a set
    time it may be set later. `rule` is the key of the rule that asks for it, `key` what moves call it, which settle it.
    `hides_who`: nobody learns who has handed in until they are opened at their time. `seen_when`: a formula over
    `viewer` and `owner` that says who reads an order once it is opened, besides its author; "" is everybody.

    Raises RuleBroken for anybody but a player in the roster, an admin or the emperor; with a `key`, where `leave` does
    not let `by` define what moves settle; for awaited players who do not play, a description that cannot be rendered,
    and what makes no sense.
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
    offered, key = _read_choices(choices), key.strip().lower()
    _check_question(asks, offered)
    seen_when = " ".join(seen_when.split())
    _check_who_sees(seen_when)
    _check_instant(opening, opens_at, at)
    if hides_who and opening != Opening.AT:
        raise RuleBroken(
            _("You can hide who has handed in only if the orders are opened at a set time."), status=400
        )
    if key:
        leave.check(CALLS, by=by, at=at)
        _check_key(key)
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
        asks=" ".join(asks.split()),
        key=key,
        hides_who=hides_who,
        seen_when=seen_when,
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
def hand_in(*, leave: LeaveGiver, call: Sealing, by: Player, at: datetime, text: str) -> SealedOrder:
    """Seal an order, instead of the player's earlier one if there is one; the last that is awaited opens all. `text` is
    what the call asks for: words, a number, names of players or rows.

    Raises RuleBroken for anybody who is not awaited or does not play, for an order that the call does not allow now,
    and, with status 409, once they are opened or called off. No refusal repeats what is private.
    """
    lock_game(Topic.VALUES)
    leave.check(Act.DYNASTIC, by=by, at=at)
    by.refresh_from_db()
    sealing = Sealing.objects.get(pk=call.pk)
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
    question, answer = question_of(sealing.asks, sealing.choices), None
    if question is not None:
        answer, order_text = _read_order(question, order_text, by)
    salt = token_hex(16)
    order = SealedOrder.objects.create(
        sealing=sealing,
        player=by,
        at=at,
        text=order_text,
        answer=answer,
        salt=salt,
        hash=digest(order_text, salt, "sha256"),
    )
    _open_if_complete(sealing, at)
    return order


def _read_order(question: MoveQuestion, text: str, by: Player) -> tuple[object, str]:
    """What an order answers, as it is kept, and in words. Raises RuleBroken (400) without what was written."""
    try:
        facts = facts_for(state_now(), by.pk, question)
        shown = question_shown(question, facts)
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, status=400) from None
    try:
        answer = read_answer(question, text, facts)
    except ValueRefused:
        if question.kind == "number":
            sentence = _("Your order must be a whole number from {least} to {most}.").format(
                least=shown.least, most=shown.most
            )
        else:
            sentence = _("This is not one of the choices.")
        raise RuleBroken(sentence, status=400) from None
    return as_stored(answer), told(answer, facts)


@transaction.atomic
def set_deadline(
    *,
    leave: LeaveGiver,
    call: Sealing,
    by: Player,
    at: datetime,
    opens_at: datetime,
    as_admin: bool = True,
) -> Sealing:
    """Set when the orders of a call are opened at the latest, or set it anew. Its maker may, or an admin, where `by`
    may act `as_admin`; that an admin did is logged.

    Raises RuleBroken for anybody else and for an instant that is not to come, with status 409 once they are opened or
    called off.
    """
    lock_game()
    leave.check(Act.RECORD, by=by, at=at)
    sealing = _steered(call, by, at, as_admin=as_admin)
    opening = Opening.EITHER if sealing.opening == Opening.ALL else Opening(sealing.opening)
    _check_instant(opening, opens_at, at)
    sealing.opening, sealing.opens_at = opening, opens_at
    sealing.save(update_fields=["opening", "opens_at"])
    sentence = StoredMessage(
        gettext_noop("set when the orders of {title} are opened: {instant}"),
        title=sealing.title,
        instant=opens_at,
    )
    _log_for(sealing, sentence, by=by, at=at)
    return sealing


@transaction.atomic
def drop(
    *,
    leave: LeaveGiver,
    call: Sealing,
    by: Player,
    at: datetime,
    players: Collection[int],
    as_admin: bool = True,
) -> Sealing:
    """Wait no more for players who have handed in nothing (their keys); they still may until the orders are opened,
    which happens at once where nobody else is waited for. Who may is as in `set_deadline`; that an admin did is logged.

    Raises RuleBroken for anybody else, for orders that wait for nobody since they are opened at a set time, for players
    who are not waited for, and with status 409 once they are opened or called off.
    """
    lock_game()
    leave.check(Act.RECORD, by=by, at=at)
    sealing = _steered(call, by, at, as_admin=as_admin)
    if sealing.opening == Opening.AT:
        raise RuleBroken(
            _("These orders are opened at a set time, so nobody is waited for."), rule=SiteRule.GAMESTATE
        )
    handed_in = set(sealing.orders.values_list("player", flat=True))
    silent = [key for key in sealing.waits_for if key not in handed_in]
    dropped = [key for key in silent if key in set(players)]
    if not dropped or len(dropped) != len(set(players)):
        raise RuleBroken(_("Choose players who have not handed in an order."), status=400)
    sealing.dropped = [*sealing.dropped, *dropped]
    sealing.save(update_fields=["dropped"])
    names = Player.objects.filter(pk__in=dropped).order_by("name_key").values_list("name", flat=True)
    sentence = StoredMessage(
        gettext_noop("waits no more for orders of {names} for {title}"),
        names=", ".join(names),
        title=sealing.title,
    )
    _log_for(sealing, sentence, by=by, at=at)
    _open_if_complete(sealing, at)
    return sealing


def _steered(call: Sealing, by: Player, at: datetime, *, as_admin: bool) -> Sealing:
    """The call as it stands, which `by` may change now."""
    by.refresh_from_db()
    sealing = Sealing.objects.get(pk=call.pk)
    check_may_steer(by, sealing, as_admin=as_admin)
    _check_sealed(sealing, at)
    return sealing


def _log_for(sealing: Sealing, sentence: StoredMessage, *, by: Player, at: datetime) -> None:
    """Log what somebody did to another's call, as an admin."""
    if sealing.by_id != by.pk:
        log_act(by=by, at=at, act="sealing", sentence=sentence, link=sealing.get_absolute_url())


@transaction.atomic
def call_off(*, leave: LeaveGiver, call: Sealing, by: Player, at: datetime, as_admin: bool = True) -> Sealing:
    """End a call before it opens. Its orders stay sealed for ever.

    Who may is as in `set_deadline`.

    Raises RuleBroken for anybody else, and with status 409 once it is opened or called off.
    """
    lock_game(Topic.VALUES)
    leave.check(Act.RECORD, by=by, at=at)
    by.refresh_from_db()
    sealing = Sealing.objects.get(pk=call.pk)
    check_may_call_off(by, sealing, as_admin=as_admin)
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
    if not is_complete(sealing.waits_for, handed_in=handed_in, playing=playing):
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


def _check_question(asks: str, choices: Sequence[str]) -> None:
    """Raise RuleBroken for what is no question, and for names under which nothing is tracked."""
    check_line(asks)
    if len(asks) > ASKS_LENGTH:
        raise RuleBroken(
            _("What an order says has at most {most} characters.").format(most=ASKS_LENGTH), status=400
        )
    try:
        question = question_of(asks, choices)
        formulas = [question.among, question.least, question.most] if question else []
        names = {name for formula in formulas if formula is not None for name in formula.names}
        state = state_now()
        unknown = sorted(names - known_names(state))
        if unknown:
            raise ValueRefused(_("Nothing called “{path}” is tracked.").format(path=unknown[0]))
        if question is not None and question.table:
            state.table_of(question.table)
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, status=400) from None


def _check_who_sees(seen_when: str) -> None:
    """Raise RuleBroken for a formula that means nothing, or would tell of hidden values that are there already."""
    if not seen_when:
        return
    try:
        formula, state = parse(seen_when), state_now()
        if formula.dice or formula.calls:
            raise ValueRefused(_("Who sees an order can depend only on what is tracked."))
        unknown = sorted(formula.names - known_names(state) - {"viewer", "owner"})
        if unknown:
            raise ValueRefused(_("Nothing called “{path}” is tracked.").format(path=unknown[0]))
        if name := kept_from(formula.names, state, frozenset()):
            raise ValueRefused(
                _(
                    "{name} already holds hidden values. You can say who sees orders by it only before they are set."
                ).format(name=name)
            )
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, status=400) from None


def _check_key(key: str) -> None:
    try:
        read_key(key)
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, status=400) from None


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
    if opening == Opening.ALL or opening == Opening.AT and opens_at is None:
        return
    if opens_at is None or not at < opens_at <= at + LONGEST:
        raise RuleBroken(_("The opening time must be in the future, within a year."), status=400)
