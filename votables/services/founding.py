"""The founding of a game: its first player and admin, its law, its first dynasty."""

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from players.models import Ascension, Dynasty, Game, Player, RosterEvent
from players.names import check_name_form
from players.services.roster import begin_dynasty, crown, record
from ruleset.law import ADDITIONS, SHIPPED, Law, LawError, addition, load, parse
from ruleset.models import Revision
from ruleset.queries import tree_after
from ruleset.services import enact_law, note_agreement, replace_ruleset
from ruleset.text import starting
from ruleset.text.synonyms import Words, plural, words_in
from ruleset.text.tree import Tree
from votables.judge.roster import check_name
from votables.permissions import refuse_unless
from votables.services.ascending import WORD_LENGTH

from .post_text import both

Kind, Cause = RosterEvent.Kind, RosterEvent.Cause
WHY = StoredMessage(gettext_noop("The founding of the game."))


@transaction.atomic
def found_game(
    *,
    founder: Player,
    law: str,
    at: datetime,
    name: str = "BlogNomic",
    theme: str = "",
    metadynasty: bool = False,
    is_demo: bool = False,
    ruleset: Tree | str = "starting",
    additions: Sequence[str] = (),
) -> Dynasty:
    """Found the game of this site under one of the shipped laws: `founder` becomes its first player, admin and
    emperor (of a metadynasty: no emperor), and the first dynasty begins at `at` (UTC).

    The ruleset is the given one, or "starting": the project's own, unless one has been imported before; or "none":
    whatever there is. The law is the shipped one with the named `additions` to it. Special cases are active as the
    ruleset's titles say, and people are called what it calls them.

    Raises RuleBroken when a game has been founded already, the law or an addition is unknown or they do not go
    together, or the law does not allow the founder's name.
    """
    if Game.objects.filter(pk=1).exists():
        raise RuleBroken(_("A game has already been founded on this site."), status=409)
    document = _law(law, additions)
    check_name_form(founder.name)
    refuse_unless(check_name(founder.name, law=document))
    try:
        with transaction.atomic():
            Game.objects.create(pk=1, name=name, founded_at=at, is_demo=is_demo)
    except IntegrityError:
        raise Stale(_("Somebody else has just founded a game on this site.")) from None
    standing = _write_rules(ruleset, founder=founder, at=at)
    enact_law(
        document=document.text,
        special_cases={},
        at=at,
        by=founder,
        why=WHY,
    )
    why = StoredMessage(gettext_noop("founded the game"))
    record(player=founder, kind=Kind.JOINED, cause=Cause.FOUNDING, at=at, by=founder, why=why)
    record(player=founder, kind=Kind.ADMIN, cause=Cause.FOUNDING, at=at, by=founder, why=why)
    emperor = None if metadynasty else founder
    if emperor is not None:
        crown(player=emperor, at=at, by=founder, cause=Cause.FOUNDING, why=why)
    Ascension.objects.create(at=at, by=founder)
    dynasty = begin_dynasty(emperor=emperor, at=at, theme=theme, words=_words(standing, document))
    note_agreement(at=at)
    return dynasty


def _law(name: str, additions: Sequence[str]) -> Law:
    """The shipped law with what is added to it. Raises RuleBroken (400) when that is no law."""
    if name not in SHIPPED:
        sentence = _("There is no law called {name}: choose one of {names}.")
        raise RuleBroken(sentence.format(name=name, names=", ".join(SHIPPED)), status=400)
    for one in additions:
        if one not in ADDITIONS:
            sentence = _("There is no addition called {name}: choose from {names}.")
            raise RuleBroken(sentence.format(name=one, names=", ".join(ADDITIONS)), status=400)
    document = load(name)
    if not additions:
        return document
    try:
        return parse("\n".join((document.text, *map(addition, additions))), source=name)
    except LawError as error:
        sentence = _("{law} does not work with {additions}: {problem}.")
        raise RuleBroken(
            sentence.format(law=name, additions=both(additions), problem=error.problem), status=400
        ) from None


def _words(standing: Tree, law: Law) -> dict[str, str]:
    """What the rules call players and emperors, for the first dynasty: as their list of synonyms says, or, where one of
    them has the name that the law's own ruleset gives players, as that does. Nothing where they use the plain words."""
    words = words_in(standing, synonyms=law.rules.names[SiteRule.SYNONYMS])
    if words is None and standing.named(law.words.players):
        law_words = law.words
        words = Words(
            law_words.player,
            law_words.players,
            law_words.emperor,
            law_words.emperors or plural(law_words.emperor),
        )
    if words is None or any(len(word) > WORD_LENGTH for pair in words.pairs() for word in pair):
        return {}
    return {
        "player_word": words.player,
        "players_word": words.players,
        "emperor_word": words.emperor,
        "emperors_word": words.emperors,
    }


def _write_rules(ruleset: Tree | str, *, founder: Player, at: datetime) -> Tree:
    """Put the first rules down, and answer what stands then."""
    last = Revision.objects.order_by("-pk").first()
    given = ruleset if isinstance(ruleset, Tree) else None
    if ruleset == "starting" and last is None:
        given = starting.tree()
    if given is not None:
        made = replace_ruleset(tree=given, kind=Revision.Kind.FOUNDING, at=at, by=founder, why=WHY)
        last = made or last
    return tree_after(last.pk) if last else Tree()
